// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

void addBulkForms(Forms &) {}

} // namespace tessera::emulator
