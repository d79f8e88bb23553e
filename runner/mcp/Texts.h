// SPDX-License-Identifier: Apache-2.0
// Texts that are part of the binary, so that a server needs no checkout: example kernels and guides. EmbedTexts.cmake
// writes Texts.cpp.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::runner::mcp {

struct Text {
  llvm::StringLiteral name; // of the file
  llvm::StringLiteral text;
};

/// The files of shared/kernels, with `index.json`.
llvm::ArrayRef<Text> exampleTexts();
/// The pages of runner/mcp/guide.
llvm::ArrayRef<Text> guideTexts();

} // namespace tessera::runner::mcp
