// SPDX-License-Identifier: Apache-2.0
// `plgpu`: Pallas's names for Mosaic GPU; and what `pl` asks of it.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

/// `pl.core_map`.
Value coreMapHandler(Call &call);
/// `pl.kernel` over a `plgpu.Mesh`.
Value kernelOverMeshHandler(Call &call);
/// `pl.get_global`: semaphores that all programs share.
Value getGlobalHandler(Call &call);

namespace library {
void registerMosaicGpu(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
