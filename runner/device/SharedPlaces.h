// SPDX-License-Identifier: Apache-2.0
// What lies where in a kernel's shared memory, by the names that its program gives: for timelines.
#pragma once

#include "compiler/codegen/Codegen.h"
#include "runner/emulator/trace/Trace.h"
#include <vector>

namespace tessera::runner {

/// Buffers and barriers of the scheduled `kernel`, sorted by their addresses, which count from the beginning of its
/// dynamic shared memory. A buffer of three axes or more has slots along the first. What the program gives no name has
/// that of the array that is copied into it, or else the line that it comes from.
std::vector<emulator::TracePlace> nameSharedPlaces(tilegpu::KernelOp kernel);

} // namespace tessera::runner
