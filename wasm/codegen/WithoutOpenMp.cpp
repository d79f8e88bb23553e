// SPDX-License-Identifier: Apache-2.0
// MLIR's translation to LLVM IR makes a builder of OpenMP's regions for every module, and with it come the outliner of
// code, the unroller and a fifth of LLVM's transformations. Our kernels have no such region, so the builder is asked
// for nothing between its beginning and its end: these are both. The linker meets them before LLVM's archives and
// leaves the real ones there.
#include "llvm/Frontend/OpenMP/OMPIRBuilder.h"

using namespace llvm;

OpenMPIRBuilderConfig::OpenMPIRBuilderConfig() = default;
OpenMPIRBuilderConfig::OpenMPIRBuilderConfig(bool, bool, bool, bool, bool, bool, bool) {}
OpenMPIRBuilder::~OpenMPIRBuilder() = default;
void OpenMPIRBuilder::initialize() {}
void OpenMPIRBuilder::finalize(Function *) {}
bool OpenMPIRBuilder::isFinalized() { return true; }
