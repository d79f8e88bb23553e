// SPDX-License-Identifier: Apache-2.0
// Events on their way to the parent: output is gathered and progress thinned out, so that a program that prints in a
// loop costs the runner a few events and not a million.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <string>

namespace tessera::runner {

class EventWriter {
public:
  explicit EventWriter(int file) : file(file) {}

  void output(llvm::StringRef text);
  void progress(llvm::StringRef kernel, int64_t done, int64_t total);
  /// After this nothing else is written.
  void finish(llvm::StringRef kind, llvm::json::Value data);

private:
  void flushOutput();
  void write(llvm::StringRef kind, llvm::json::Value data);

  static constexpr size_t gathered = 16384, outputLimit = size_t(1) << 20;
  static constexpr std::chrono::milliseconds interval{100};

  int file;
  std::string pending;
  size_t sent = 0;
  bool cut = false;
  std::chrono::steady_clock::time_point flushedAt{}, progressAt{};
};

} // namespace tessera::runner
