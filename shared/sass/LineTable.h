// SPDX-License-Identifier: Apache-2.0
// `.debug_line` of a cubin (DWARF 2 to 4, as ptxas writes it) to the line of each instruction.
#pragma once

#include "shared/sass/Cubin.h"
#include <map>

namespace tessera::sass {

/// By function: the line of each of its instructions, one every `wordBytes`; 0 where the table has none.
using LineTable = std::map<std::string, std::vector<uint32_t>, std::less<>>;

/// Only lines of file number `file` count; others read as 0. Nothing, with the reason in `error`, where the table is
/// damaged or says what this reader does not know.
std::optional<LineTable> readLines(const Cubin &cubin, uint64_t file, std::string &error);

} // namespace tessera::sass
