// SPDX-License-Identifier: Apache-2.0
// The trees of the library's own Python texts, kept from one program to the next: reading them would be more than half
// of what a short program takes. A tree's lines are the same in each run, far behind those of programs.
#pragma once

#include "compiler/frontend/syntax/Parser.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>

namespace tessera::frontend {

/// For one run at a time; the next one begins with `endRun`.
class LibraryTrees {
public:
  struct Tree {
    std::unique_ptr<syntax::Context> context;
    syntax::ParsedModule program;
    bool isUsed = false; // in this run
  };
  /// Programs' own lines come before this one.
  static constexpr uint32_t firstLine = uint32_t(1) << 30;

  /// Those of all trees of a run, the program's too.
  syntax::Names &names() { return allNames; }
  /// The tree of the `number`th text of a library module; null when it was not read yet.
  Tree *find(llvm::StringRef module, unsigned number);
  /// Reads it. The tree is good for this run only where it has errors, which are told to `sink`.
  Tree &read(llvm::StringRef module, unsigned number, llvm::StringRef fileName, llvm::StringRef text,
             DiagnosticSink &sink);
  /// Whether a run is under way that uses them.
  bool isBusy() const { return busy; }
  void beginRun() { busy = true; }
  /// The run's values and trees are gone.
  void endRun();

private:
  syntax::Names allNames;
  std::map<std::pair<std::string, unsigned>, std::unique_ptr<Tree>> trees;
  uint32_t linesBefore = firstLine;
  bool busy = false;
};

/// A run's hold on trees: on `shared`, or on its own where there are none or another run has them.
class TreesInRun {
public:
  explicit TreesInRun(std::shared_ptr<LibraryTrees> shared)
      : trees(shared && !shared->isBusy() ? std::move(shared) : std::make_shared<LibraryTrees>()) {
    trees->beginRun();
  }
  TreesInRun(const TreesInRun &) = delete;
  TreesInRun &operator=(const TreesInRun &) = delete;
  ~TreesInRun() { trees->endRun(); }
  LibraryTrees *operator->() const { return trees.get(); }

private:
  std::shared_ptr<LibraryTrees> trees;
};

} // namespace tessera::frontend
