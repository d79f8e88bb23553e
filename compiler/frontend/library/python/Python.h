// SPDX-License-Identifier: Apache-2.0
// The parts of Python's own library that programs use around kernels. Each file brings its tables; Python.cpp lists them.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend::library {

llvm::ArrayRef<LibraryEntry> builtinEntries();   // Builtins.cpp: print, len, range, ...
llvm::ArrayRef<LibraryEntry> typeEntries();      // Types.cpp: int, str, list, ...
llvm::ArrayRef<LibraryEntry> exceptionEntries(); // Types.cpp
llvm::ArrayRef<LibraryEntry> complexEntries();   // ComplexType.cpp: complex
llvm::ArrayRef<LibraryEntry> specialMethodEntries(); // SpecialMethods.cpp: `int.__add__`, `object.__setattr__`, ...
llvm::ArrayRef<LibraryEntry> iterationEntries(); // Iteration.cpp: enumerate, zip, sorted, ...; itertools
llvm::ArrayRef<LibraryEntry> stringEntries();    // StringMethods.cpp
llvm::ArrayRef<LibraryEntry> bytesEntries();     // BytesMethods.cpp
llvm::ArrayRef<LibraryEntry> containerEntries(); // ContainerMethods.cpp
llvm::ArrayRef<LibraryEntry> dictViewEntries();  // DictViews.cpp
llvm::ArrayRef<LibraryEntry> mathEntries();      // Math.cpp
llvm::ArrayRef<LibraryEntry> functoolsEntries(); // Functools.cpp: functools, operator
llvm::ArrayRef<LibraryEntry> classEntries();     // ClassTools.cpp: enum, abc, typing, collections.namedtuple
llvm::ArrayRef<LibraryEntry> systemEntries();    // System.cpp: contextlib, sys, os, time, warnings, ...

llvm::ArrayRef<LibraryEntry> inspectEntries();   // Inspect.cpp: inspect, eval
llvm::ArrayRef<LibraryEntry> reEntries();        // Re.cpp: re
llvm::ArrayRef<LibraryEntry> importingEntries(); // Importing.cpp: importlib

/// What `warnings.filterwarnings` said: the last filter that fits a warning decides.
struct WarningFilter {
  std::string action;
  Value category; // null: any
  Value message;  // a pattern at the text's beginning; null: any
};
/// Warnings that a block catches.
struct WarningCapture {
  std::vector<Value> warnings;
  ListObject *live = nullptr; // `catch_warnings(record=True)`: where they go too, as WarningMessage
  size_t firstFilter = 0;     // filters before this one do not count in the block
};
/// See `warnings.warn`. Blocks around, innermost last.
struct WarningLog {
  std::vector<WarningCapture> captures;
  std::vector<WarningFilter> filters;
  /// A block that catches every warning, whatever filters there are.
  void beginCapture() { captures.push_back({{}, nullptr, filters.size()}); }
};

/// The text of encoded bytes; null with an exception pending when they are none.
Value decodeBytes(Evaluator &evaluator, llvm::StringRef bytes, llvm::StringRef encoding = "utf-8", llvm::StringRef errors = "strict");
/// Takes over what a mapping or an iterable of pairs holds, as `dict(source)` does; false with an exception pending.
bool addPairs(Evaluator &evaluator, DictObject &dict, Value source);
/// Raises StopIteration with a generator's result, which may be null.
Value stopIteration(Evaluator &evaluator, Value value);
/// Compares for `sort`: whether `a` goes before `b`; empty with an exception pending.
std::optional<bool> isLess(Evaluator &evaluator, Value a, Value b);
/// A stable sort by `key` (null: the items themselves); false with an exception pending.
bool sortValues(Evaluator &evaluator, std::vector<Value> &items, Value key, bool reverse);

} // namespace tessera::frontend::library
