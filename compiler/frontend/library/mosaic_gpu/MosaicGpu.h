// SPDX-License-Identifier: Apache-2.0
// `plgpu`: Pallas's names for Mosaic GPU.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend::library {

void registerMosaicGpu(LibraryTable &table);

} // namespace tessera::frontend::library
