// SPDX-License-Identifier: Apache-2.0
// Places in the shared memory of a block kernel, for its buffers and for what operations pass values through.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::schedule {

/// Every `alloc_shared` gets an `offset`, every operation that passes values through shared memory its `tilegpu.scratch_offset`, every `alloc_workspace` its
/// `offset`, the kernel `shared_bytes` and `workspace_bytes`. Where the target has not enough shared memory a remark says so and the kernel is removed: its buffers
/// are the compiler's own, no user asked for them.
void assignBlockShared(tilegpu::KernelOp kernel);

} // namespace tessera::schedule
