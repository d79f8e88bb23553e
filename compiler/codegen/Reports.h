// SPDX-License-Identifier: Apache-2.0
// What a kernel says to the host: `tilegpu.print` and `tilegpu.assert` write records into a buffer of 32-bit words,
// whose address is a parameter.
//
//   word 0    how many words all records would take; the host writes 0, `atomicAdd` reserves
//   word 1    how many words for records there are, as the host says; a record that does not fit is not written
//   from 2    records, one of each thread that has something to tell, in any order:
//             site, program, thread, then for each value: a scalar's words; an array's pairs of an element's index and
//             its words, one pair a register
//
// A site is the place of the operation in `getReportSites`. Who says something together is a team
// (`countReportingThreads`): the block, in a kernel of warpgroups each warpgroup by itself, in a `tilegpu.warp_map`
// each warp. A thread's number is that in the block. A thread's records stand in its own order, and the first thread of
// a team writes one whenever any of them does: so the n-th record of a thread for a site belongs to the n-th of its
// team's first. Records of first threads stand in the order in which they were said, as far as barriers order that. An
// element is one word, or two, the lower first. Elements' indices are row-major in the value's type, padding included.
#pragma once

#include "compiler/tilegpu/ir/Reports.h"
#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::codegen {

inline constexpr uint32_t reportHeaderWords = 2, reportRecordWords = 3;

/// The prints and asserts of the kernel, in the order of their numbers.
llvm::SmallVector<mlir::Operation *> getReportSites(tilegpu::KernelOp kernel);
/// The threads, one after the other, that reach `site` together and say once what it says.
uint32_t countReportingThreads(mlir::Operation *site);
/// What `site` writes.
mlir::OperandRange getReportedValues(mlir::Operation *site);
/// 32-bit words of one element.
uint32_t getReportedWords(mlir::Type element);
/// Pairs that each thread writes of an array: its registers but copies.
uint32_t countReportedElements(mlir::Type type);

} // namespace tessera::codegen
