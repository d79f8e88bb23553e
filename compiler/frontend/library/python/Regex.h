// SPDX-License-Identifier: Apache-2.0
// Regular expressions as Python's `re` has them: a pattern becomes a short program, and matching runs it over code points, trying the
// alternatives in their order. No recursion: what is left to try sits on a stack of its own.
//
//   a(b|c)*     char a; mark; split; [save 2; split; char b / char c; save 3]; loop
//
// Has: classes, groups (numbered, named, none), alternation, greedy and lazy repetition, anchors, boundaries,
// look-around (look-behind of a fixed width), atomic groups and possessive quantifiers, conditional groups, back
// references, the flags I L M S X A. A pattern over bytes is one over the code points below 256 with ASCII's classes.
// Facts from the Python library reference, `re`.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::frontend::library {

using CodePoints = std::vector<uint32_t>;
CodePoints toCodePoints(llvm::StringRef text);
std::string toUtf8(llvm::ArrayRef<uint32_t> text);

class Regex {
public:
  /// The bits of Python's flags.
  enum Flag : unsigned {
    ignoreCase = 2,
    locale = 4,
    multiLine = 8,
    dotAll = 16,
    unicode = 32,
    verbose = 64,
    ascii = 256
  };
  enum class Mode { search, match, fullMatch };
  enum class Outcome { found, none, stopped };

  struct Error {
    std::string message;
    static constexpr size_t nowhere = SIZE_MAX; // it is about the whole
    size_t position = 0; // in code points
    bool isRefused = false;   // Python has it, this engine does not
  };

  /// Empty with `error` filled in.
  static std::optional<Regex> compile(CodePoints pattern, unsigned flags, bool isBytes, Error &error);

  /// Looks for a match in `text[start, end)`. `spans` gets begin and end of each group, -1 for those that took no part. `mayBeEmpty` false:
  /// no empty match at `start`. `tick` is asked now and then whether to go on.
  Outcome run(llvm::ArrayRef<uint32_t> text, int64_t start, int64_t end, Mode mode, bool mayBeEmpty, llvm::function_ref<bool()> tick,
              std::vector<int64_t> &spans) const;

  unsigned groupCount() const { return groups; }
  llvm::ArrayRef<std::pair<std::string, unsigned>> groupNames() const { return names; }
  unsigned flags() const { return patternFlags; }
  bool isOverBytes() const { return overBytes; }

  /// One instruction; `x` and `y` are targets, characters, groups or registers as the kind says.
  struct Step {
    enum class Kind : uint8_t {
      character,
      any,
      set,
      split,
      jump,
      save,
      textBegin,
      textEnd,
      lineBegin,
      lineEnd,
      boundary,
      noBoundary,
      backReference,
      lookAhead,
      lookBehind,
      atomic,
      lookEnd,
      conditional,
      resetCount,
      beginRound,
      countLoop,
      match,
    };
    Kind kind;
    uint32_t x = 0, y = 0;
    int32_t low = 0, high = 0; // countLoop: how often; lookBehind: `low` is the width
    bool negated = false, folded = false, greedy = true, ascii = false;
  };
  struct CharacterSet {
    bool negated = false;
    std::vector<std::pair<uint32_t, uint32_t>> ranges;
    std::vector<std::pair<char, bool>> classes; // `d`, `s`, `w`; whether negated
    bool folded = false, asciiOnly = false;
    bool contains(uint32_t c) const;
  };

private:
  friend class RegexParser;
  std::vector<Step> steps;
  std::vector<CharacterSet> sets;
  std::vector<std::pair<std::string, unsigned>> names;
  unsigned groups = 0, registers = 0, patternFlags = 0;
  bool overBytes = false;
};

} // namespace tessera::frontend::library
