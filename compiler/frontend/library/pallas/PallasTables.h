// SPDX-License-Identifier: Apache-2.0
// Handlers that Pallas's tables share: `pl` (Pallas.cpp) and the spellings of its back ends (BackEnds.cpp).
#pragma once

#include "compiler/frontend/library/Libraries.h"

namespace tessera::frontend {

// RefFunctions.cpp
Value dsHandler(Call &call);
Value loadRefHandler(Call &call);
Value storeRefHandler(Call &call);
Value swapRefHandler(Call &call);
/// `atomic_add`, `atomic_max`, ..: the entry's name says which.
Value atomicHandler(Call &call);
Value compareAndSwapHandler(Call &call);

// Scoped.cpp
Value runScopedHandler(Call &call);
/// HostRefs.cpp
Value refInKernelHandler(Call &call);
Value withScopedHandler(Call &call);
Value runStateHandler(Call &call);
/// `jax._src.lax.control_flow.for_loop.for_loop`, inside a kernel.
Value forLoopHandler(Call &call);

// Semaphores.cpp
Value semaphoreTypeConstant(Call &call);
Value semaphoreSignalHandler(Call &call);
Value semaphoreWaitHandler(Call &call);
Value semaphoreReadHandler(Call &call);

// Copies.cpp
Value makeAsyncCopyHandler(Call &call);
Value asyncCopyHandler(Call &call);
Value syncCopyHandler(Call &call);
Value selectRefHandler(Call &call);

// EmitPipeline.cpp
Value emitPipelineHandler(Call &call);

// Meshes.cpp
/// `pl.kernel`: a kernel over the cores of a mesh.
Value kernelHandler(Call &call);
Value tensorCoreMeshHandler(Call &call);

// Debug.cpp
/// Ends the run with `text` where `condition` does not hold.
void recordCheck(Evaluator &evaluator, mlir::Value condition, llvm::StringRef text);
/// Whether `pl.debug_check` checks.
bool areDebugChecksEnabled(Evaluator &evaluator);
Value debugPrintHandler(Call &call);
Value debugCheckHandler(Call &call);
Value enableDebugChecksHandler(Call &call);
Value debugChecksEnabledHandler(Call &call);

// Pallas.cpp
/// The value itself: a hint that changes no number.
Value firstArgumentHandler(Call &call);
Value dotOfPallasHandler(Call &call);
Value wordConstant(Call &call);
/// Takes its arguments and gives None.
Value nothingHandler(Call &call);
/// A record of everything that was passed by keyword.
Value parametersHandler(Call &call);

namespace library {
/// The tables of `pallas.tpu` and `pallas.triton`.
void registerPallasBackEnds(LibraryTable &table);
} // namespace library

} // namespace tessera::frontend
