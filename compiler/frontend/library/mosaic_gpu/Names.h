// SPDX-License-Identifier: Apache-2.0
// Handlers of the names of `plgpu` that stand beside kernels, barriers, copies and products (Kernel.h).
#pragma once

#include "compiler/frontend/evaluate/Library.h"

namespace tessera::frontend {

// Layouts.cpp
/// A member of `plgpu.Layout`, by the entry's name.
Value layoutConstant(Call &call);
Value layoutCastHandler(Call &call);
Value loadWithLayoutHandler(Call &call);
Value iotaWithLayoutHandler(Call &call);
Value printLayoutHandler(Call &call);

// Warps.cpp
Value warpMapHandler(Call &call);
Value warpMeshHandler(Call &call);

// Clusters.cpp
Value clusterRefHandler(Call &call);
Value asyncStoreSmemHandler(Call &call);
Value asyncPrefetchHandler(Call &call);
/// `plgpu.CopyPartition`'s members.
Value copyPartitionedHandler(Call &call);
Value copyReplicatedConstant(Call &call);

// Unions.cpp
Value refUnionHandler(Call &call);
Value swizzleTransformHandler(Call &call);
Value transformRefHandler(Call &call);

// Signals.cpp
Value signalHandler(Call &call);
Value waitForSignalHandler(Call &call);
Value semaphoreSignalRecordHandler(Call &call);
Value signalInParallelHandler(Call &call);
Value gridWaitHandler(Call &call);
Value gridLaunchHandler(Call &call);
/// Elements of a Ref combined with an array's, each in one step; gives nothing back.
Value atomicStoreHandler(Call &call);

// Loops.cpp
Value gridLoopHandler(Call &call);

// Meshes.cpp
Value meshHandler(Call &call);
Value compilerParametersHandler(Call &call);
Value asTorchKernelHandler(Call &call);

// Blackwell.cpp
/// A name that needs more than one device, or code of Mosaic's own.
Value refusedHandler(Call &call);
Value blackwellHandler(Call &call);

} // namespace tessera::frontend
