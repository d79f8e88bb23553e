// SPDX-License-Identifier: Apache-2.0
// For devices: how the values that a kernel prints become text, the interpreter's own way.
#pragma once

#include "compiler/interpreter/Interpreter.h"
#include "compiler/interpreter/TextFormat.h"
