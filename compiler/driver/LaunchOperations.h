// SPDX-License-Identifier: Apache-2.0
// For devices that read the operations which Compiler.h's classes hand them: launches, and inline assembly.
#pragma once

#include "compiler/tile/ir/Tile.h"
