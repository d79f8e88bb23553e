// SPDX-License-Identifier: Apache-2.0
// What a cubin (ELF64, little endian) holds: the code of each kernel, how many registers it takes, and the line table.
// Every number of the file is checked before it is used; bytes that are no cubin are refused with the reason.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::sass {

/// Code of its own section: a kernel, with the subroutines that it calls behind it, or a function.
struct CubinFunction {
  std::string name;
  std::string_view code;  // into the file's bytes
  uint32_t registers = 0; // of a thread; 0 where the file does not say
};

/// What a place in `.debug_line` is to hold: the address at which `function` begins, and `addend` more.
struct LineRelocation {
  std::string function;
  int64_t addend = 0;
};

struct Cubin {
  unsigned architecture = 0; // 90
  std::vector<CubinFunction> functions;
  std::string_view lines;                             // `.debug_line`; empty without line information
  std::map<uint64_t, LineRelocation> lineRelocations; // by the place's offset
};

/// Views of the result are into `bytes`. Nothing, with the reason in `error`, for bytes that are no cubin.
std::optional<Cubin> readCubin(std::string_view bytes, std::string &error);

} // namespace tessera::sass
