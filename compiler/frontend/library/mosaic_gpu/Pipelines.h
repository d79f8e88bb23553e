// SPDX-License-Identifier: Apache-2.0
// `plgpu.emit_pipeline` and `plgpu.emit_pipeline_warp_specialized`: their texts in Python, and what those need of C++ (Pipelines.cpp).
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

extern const char pipelinePartsText[];           // PipelineParts.cpp
extern const char emitPipelineText[];            // PipelineEmit.cpp
extern const char warpSpecializedPipelineText[]; // PipelineWarpSpecialized.cpp

namespace library {
void registerPipelines(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
