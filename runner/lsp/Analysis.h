// SPDX-License-Identifier: Apache-2.0
// What compiling a text tells an editor, made beside the reading of messages: the newest version of each text is
// compiled, on a thread of its own, and those between are not.
#pragma once

#include "compiler/driver/Explain.h"
#include "compiler/driver/Values.h"
#include "runner/lsp/Documents.h"
#include "llvm/Support/thread.h"
#include <condition_variable>
#include <set>

namespace tessera::runner::lsp {

/// Where a value of a scheduled kernel lives.
struct PlacedLayout {
  SourceRange range;
  std::string kernel, type, text; // `f32[128, 64]`; the layout's name, or its bases
  int64_t registers = 0;          // of each thread
  bool hasCopies = false;         // several threads hold the same elements
};

struct Analysis {
  DocumentRef document; // that was compiled
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  std::vector<PlacedValue> values;
  std::vector<PlacedLayout> layouts;
  Explanation explanation;
  std::set<std::string> files; // that it read, itself included
  double milliseconds = 0;
};
using AnalysisRef = std::shared_ptr<const Analysis>;

struct AnalysisOptions {
  std::string target = "sm_90a";
  std::vector<std::string> folders; // of modules, beside the text's own
};

/// Compiles once; for tests and for the analyzer.
AnalysisRef analyze(Compiler &compiler, const Documents &documents, DocumentRef document,
                    const AnalysisOptions &options);

class Analyzer {
public:
  /// `onDone` is called on the analyzer's thread.
  Analyzer(const Documents &documents, std::function<void(AnalysisRef)> onDone);
  ~Analyzer();

  /// Takes the place of what was to be compiled of this text before.
  void request(DocumentRef document);
  void setOptions(AnalysisOptions chosen);
  /// Of the newest version that was compiled; null before that.
  AnalysisRef find(const std::string &path) const;
  void forget(const std::string &path);
  /// Open texts that read the file, by their last compilation.
  std::vector<std::string> findReaders(const std::string &file) const;

private:
  void work();

  const Documents &documents;
  std::function<void(AnalysisRef)> onDone;
  mutable std::mutex mutex;
  std::condition_variable wanted;
  std::vector<DocumentRef> waiting; // the latest asked for is compiled first
  std::map<std::string, AnalysisRef> done;
  AnalysisOptions options;
  bool ends = false;
  llvm::thread thread;
};

} // namespace tessera::runner::lsp
