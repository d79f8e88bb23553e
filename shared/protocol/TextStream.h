// SPDX-License-Identifier: Apache-2.0
// A stream into a string for long texts. LLVM's own hands each character on by itself, which takes more time than
// making the text; in WebAssembly, where the library's string is not inlined, several times more.
#pragma once

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera::protocol {

/// The string is whole when the stream ends, or after `flush`.
class TextStream : public llvm::raw_string_ostream {
public:
  explicit TextStream(std::string &text) : raw_string_ostream(text) { SetBufferSize(bufferSize); }
  ~TextStream() override { flush(); }

private:
  static constexpr size_t bufferSize = 1 << 14;
};

} // namespace tessera::protocol
