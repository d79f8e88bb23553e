// SPDX-License-Identifier: Apache-2.0
// What the builders of bulk and of tensor copies share.
#pragma once

#include "runner/emulator/arithmetic/Reduction.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

/// `.add`, `.min`, … False after an error.
bool takeReduction(InstructionBuilder &b, Reduction &reduction);

} // namespace tessera::emulator
