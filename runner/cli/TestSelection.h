// SPDX-License-Identifier: Apache-2.0
// Which tests of which files: `FILE::Class::method[case]` and `-k EXPR`.
#pragma once

#include "runner/Result.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// `-k`: words joined by `and`, `or`, `not` and parentheses; a word holds where the id has it in it, in whatever case.
class WordFilter {
public:
  /// An empty expression holds for every id.
  static Result<WordFilter> parse(llvm::StringRef expression);
  bool holds(llvm::StringRef id) const;

private:
  struct Node {
    enum class Kind { word, negation, conjunction, disjunction } kind;
    std::string word; // lower case
    size_t left = 0, right = 0;
  };
  std::vector<Node> nodes; // children before parents; the last is the whole
  friend class WordFilterParser;
};

/// A file and what to run of it. `ids` is empty for all.
struct TestTarget {
  std::string file;
  std::vector<std::string> ids;
  bool selects(llvm::StringRef id) const;
};

/// Files in the order given; several arguments of one file are one target.
std::vector<TestTarget> readTargets(const std::vector<std::string> &arguments);

} // namespace tessera::runner::cli
