// SPDX-License-Identifier: Apache-2.0
// One editor's session: its texts, what is known of them, and an answer to each kind of question. Questions are
// answered at once, from the names in the text as it is and from the newest compilation, on the thread that reads
// messages.
#pragma once

#include "compiler/language/ProgramNames.h"
#include "runner/lsp/Analysis.h"
#include "runner/lsp/Library.h"
#include <atomic>

namespace tessera::runner::lsp {

/// Where a question is about.
struct Asked {
  DocumentRef document;
  SourcePosition position;
};

struct SessionSettings {
  AnalysisOptions analysis;
  bool showsShapes = true, showsLayouts = true, showsLenses = true;
};

class Session {
public:
  /// `onDone` tells of each compilation, on another thread.
  explicit Session(std::function<void(AnalysisRef)> onDone);

  Documents documents;
  SessionSettings settings;
  std::string root; // the workspace's folder; empty: none was told

  void opened(const DocumentRef &document);
  void changed(const DocumentRef &document);
  void closed(const std::string &path);
  /// The settings are others, or a file on the disk: everything open is compiled anew.
  void refresh();

  // Each takes a request's `params` and gives its `result`; null where there is nothing to say.
  llvm::json::Value hover(const llvm::json::Object &params);
  llvm::json::Value complete(const llvm::json::Object &params);
  llvm::json::Value signatureHelp(const llvm::json::Object &params);
  llvm::json::Value definition(const llvm::json::Object &params);
  llvm::json::Value references(const llvm::json::Object &params);
  llvm::json::Value highlights(const llvm::json::Object &params);
  llvm::json::Value symbols(const llvm::json::Object &params);
  llvm::json::Value inlayHints(const llvm::json::Object &params);
  llvm::json::Value codeLenses(const llvm::json::Object &params);
  llvm::json::Value codeActions(const llvm::json::Object &params);
  /// These say in words why there is none: `why` becomes the request's error.
  llvm::json::Value prepareRename(const llvm::json::Object &params, std::string &why);
  llvm::json::Value rename(const llvm::json::Object &params, std::string &why);

  /// Whether no newer version of its text is open.
  bool isCurrent(const Analysis &analysis) const;
  /// `params` of `textDocument/publishDiagnostics`, one for each file that has something to say or had before.
  std::vector<llvm::json::Object> diagnosticsOf(const Analysis &analysis);

  /// `file://` of an absolute path.
  static std::string toUri(const std::string &path);

private:
  std::optional<Asked> findAsked(const llvm::json::Object &params) const;
  DocumentRef findDocument(const llvm::json::Object &params) const;
  /// Names of everything open, and of what those programs read.
  const language::ProgramNames &names();
  /// The same with every file of the workspace: for answers that are wrong when a file is missing.
  const language::ProgramNames &namesOfWorkspace();
  std::vector<language::ProgramNames::File> listFiles(bool ofWorkspace);
  std::vector<std::string> listFolders(const std::vector<language::ProgramNames::File> &files) const;
  llvm::json::Object toLocation(const language::Place &place) const;
  llvm::json::Object toRange(const SourceRange &range, const std::string &path) const;
  LineIndex linesOf(const std::string &path) const;

  std::atomic<bool> wasAnalyzed{false}; // since names were made: programs may have read more files
  Library library;
  language::Cache known, knownOfWorkspace;
  std::optional<language::ProgramNames> made; // of the texts as they are; none after a change
  std::optional<language::ProgramNames> madeOfWorkspace;
  std::map<std::string, std::set<std::string>> told; // files that had diagnostics, by the text that was compiled
  std::mutex tellMutex;
  Analyzer analyzer; // last: its thread uses what stands above
};

/// What a value is, over all that was recorded at one place: `f32[64, 128]`, or several types with ` | ` between.
std::string joinTypes(const std::vector<const PlacedValue *> &values);
/// The values that the name `name` has at `position`, by the newest assignment before it; of a parameter, its own.
std::vector<const PlacedValue *> findNamed(const Analysis &analysis, const std::string &path, llvm::StringRef name,
                                           SourcePosition position, const std::vector<language::Symbol> &symbols);

} // namespace tessera::runner::lsp
