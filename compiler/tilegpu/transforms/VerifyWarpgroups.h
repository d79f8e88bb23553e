// SPDX-License-Identifier: Apache-2.0
// The border's questions to kernels of warpgroups, see VerifyWarpgroups.cpp.
#pragma once

#include "compiler/tilegpu/ir/TileGpu.h"
#include <string>

namespace tessera::tilegpu {

/// What keeps `op` of a placed kernel of warpgroups from having code; empty where nothing does.
std::string findWarpgroupObstacle(mlir::Operation *op, KernelOp kernel);

} // namespace tessera::tilegpu
