// SPDX-License-Identifier: Apache-2.0
// `plgpu.emit_pipeline` and `plgpu.emit_pipeline_warp_specialized`: what their texts in Python (pipeline_*.py) need of C++.
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

namespace library {
void registerPipelines(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
