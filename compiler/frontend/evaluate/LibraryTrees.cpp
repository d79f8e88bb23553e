// SPDX-License-Identifier: Apache-2.0
// A map of trees. What a run noted in one (values, places of names) is taken out when the run ends, and names that no
// kept tree has are dropped, so that a process that serves many programs does not grow with them.
#include "compiler/frontend/evaluate/LibraryTrees.h"
#include "compiler/frontend/Frontend.h"

using namespace tessera;
using namespace tessera::frontend;

std::shared_ptr<LibraryTrees> frontend::makeLibraryTrees() { return std::make_shared<LibraryTrees>(); }

LibraryTrees::Tree *LibraryTrees::find(llvm::StringRef module, unsigned number) {
  auto known = trees.find({module.str(), number});
  if (known == trees.end())
    return nullptr;
  known->second->isUsed = true;
  return known->second.get();
}

LibraryTrees::Tree &LibraryTrees::read(llvm::StringRef module, unsigned number, llvm::StringRef fileName,
                                       llvm::StringRef text, DiagnosticSink &sink) {
  auto tree = std::make_unique<Tree>();
  tree->context = syntax::Context::forKept(allNames);
  tree->program = syntax::parse(*tree->context, fileName, text, sink, linesBefore);
  tree->isUsed = true;
  linesBefore = tree->program.source->linesPast();
  return *(trees[{module.str(), number}] = std::move(tree));
}

void LibraryTrees::endRun() {
  for (auto tree = trees.begin(); tree != trees.end();) {
    auto old = tree++;
    if (!old->second->program.ok) {
      trees.erase(old);
      continue;
    }
    if (std::exchange(old->second->isUsed, false))
      old->second->context->dropNotes();
  }
  allNames.dropOthers();
  busy = false;
}
