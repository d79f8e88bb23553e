// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

void addMbarrierForms(Forms &) {}

} // namespace tessera::emulator
