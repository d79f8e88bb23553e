// SPDX-License-Identifier: Apache-2.0
// What the interpreter's ordinary loads, stores and atomics tell of kernels of warpgroups, whose Refs know their buffer.
#pragma once

#include "compiler/interpreter/Machine.h"

namespace tessera::interpreter::warpgroups {

/// Before an access to `slice`: false when it lies outside of what there is, which ends the run.
bool noteSlice(Frame &frame, const RefView &view, const SliceBounds &slice, bool isWrite);
/// Before an access to the elements at these addresses (null ones are ignored).
void noteElements(Frame &frame, const RefView &view, std::vector<const uint8_t *> addresses, bool isWrite, bool isAtomic);
/// How messages name the buffer.
std::string getName(const RefView &view);

} // namespace tessera::interpreter::warpgroups
