// SPDX-License-Identifier: Apache-2.0
// Messages to questions of the session, and answers back. Nothing here knows Python.
#include "runner/lsp/Server.h"
#include "compiler/driver/Compiler.h"
#include "runner/lsp/Commands.h"
#include "runner/lsp/Session.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/LSP/Transport.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;
using llvm::lsp::Callback;
using llvm::lsp::LSPError;

namespace {
/// `params` as they came: each question reads what it needs of them.
struct Params {
  llvm::json::Object object;
};
bool fromJSON(const llvm::json::Value &value, Params &params, llvm::json::Path path) {
  if (const llvm::json::Object *object = value.getAsObject()) {
    params.object = *object;
    return true;
  }
  if (value.kind() == llvm::json::Value::Null)
    return true;
  path.report("expected an object");
  return false;
}

/// For messages that are sent.
struct Sent {
  llvm::json::Value value;
};
llvm::json::Value toJSON(const Sent &sent) { return sent.value; }

class Server {
public:
  Server(llvm::lsp::JSONTransport &transport, const ServerOptions &options);
  bool run();

private:
  // The life of a session.
  void initialize(const Params &params, Callback<llvm::json::Value> reply);
  void initialized(const Params &) {}
  void shutdown(const Params &params, Callback<std::nullptr_t> reply);
  void setConfiguration(const Params &params);
  // Texts.
  void didOpen(const Params &params);
  void didChange(const Params &params);
  void didSave(const Params &params);
  void didClose(const Params &params);
  void didChangeFiles(const Params &) { session.refresh(); }
  void ignore(const Params &) {}
  // Questions with a reason where there is no answer.
  void prepareRename(const Params &params, Callback<llvm::json::Value> reply);
  void rename(const Params &params, Callback<llvm::json::Value> reply);
  void execute(const Params &params, Callback<llvm::json::Value> reply);

  using Question = llvm::json::Value (Session::*)(const llvm::json::Object &);
  /// A question that the session answers.
  template <Question question> void ask(const Params &params, Callback<llvm::json::Value> reply) {
    reply((session.*question)(params.object));
  }

  void readSettings(const llvm::json::Object &settings);
  void tell(const Analysis &analysis);

  llvm::lsp::JSONTransport &transport;
  llvm::lsp::MessageHandler handler;
  bool isShutDown = false, refreshesHints = false, refreshesLenses = false;
  int64_t requests = 0;
  llvm::lsp::OutgoingNotification<Sent> publish;
  llvm::lsp::OutgoingNotification<Sent> showMessage;
  llvm::lsp::OutgoingRequest<Sent> refreshHints, refreshLenses;
  Session session;
  Commands commands; // end first: they answer over what stands above
};
} // namespace

static bool getFlag(const llvm::json::Object &object, std::initializer_list<llvm::StringRef> path) {
  const llvm::json::Object *at = &object;
  for (const llvm::StringRef *name = path.begin(); name + 1 < path.end(); ++name)
    if (!(at = at->getObject(*name)))
      return false;
  return at->getBoolean(*(path.end() - 1)).value_or(false);
}

Server::Server(llvm::lsp::JSONTransport &transport, const ServerOptions &options)
    : transport(transport), handler(transport),
      publish(handler.outgoingNotification<Sent>("textDocument/publishDiagnostics")),
      showMessage(handler.outgoingNotification<Sent>("window/showMessage")),
      session([this](AnalysisRef analysis) { tell(*analysis); }) {
  session.settings.analysis.target = options.target;
  session.settings.analysis.folders = options.folders;
  session.refresh();
  auto nothing = [](llvm::json::Value, llvm::Expected<Params> answer) { llvm::consumeError(answer.takeError()); };
  refreshHints = handler.outgoingRequest<Sent, Params>("workspace/inlayHint/refresh", nothing);
  refreshLenses = handler.outgoingRequest<Sent, Params>("workspace/codeLens/refresh", nothing);

  handler.method("initialize", this, &Server::initialize);
  handler.notification("initialized", this, &Server::initialized);
  handler.method("shutdown", this, &Server::shutdown);
  handler.notification("workspace/didChangeConfiguration", this, &Server::setConfiguration);
  handler.notification("workspace/didChangeWatchedFiles", this, &Server::didChangeFiles);
  handler.notification("textDocument/didOpen", this, &Server::didOpen);
  handler.notification("textDocument/didChange", this, &Server::didChange);
  handler.notification("textDocument/didSave", this, &Server::didSave);
  handler.notification("textDocument/didClose", this, &Server::didClose);
  // Questions are answered at once: what could be cancelled is over.
  handler.notification("$/cancelRequest", this, &Server::ignore);
  handler.notification("$/setTrace", this, &Server::ignore);
  handler.method("textDocument/hover", this, &Server::ask<&Session::hover>);
  handler.method("textDocument/completion", this, &Server::ask<&Session::complete>);
  handler.method("textDocument/signatureHelp", this, &Server::ask<&Session::signatureHelp>);
  handler.method("textDocument/definition", this, &Server::ask<&Session::definition>);
  handler.method("textDocument/references", this, &Server::ask<&Session::references>);
  handler.method("textDocument/documentHighlight", this, &Server::ask<&Session::highlights>);
  handler.method("textDocument/documentSymbol", this, &Server::ask<&Session::symbols>);
  handler.method("textDocument/inlayHint", this, &Server::ask<&Session::inlayHints>);
  handler.method("textDocument/codeLens", this, &Server::ask<&Session::codeLenses>);
  handler.method("textDocument/codeAction", this, &Server::ask<&Session::codeActions>);
  handler.method("textDocument/prepareRename", this, &Server::prepareRename);
  handler.method("textDocument/rename", this, &Server::rename);
  handler.method("workspace/executeCommand", this, &Server::execute);
}

bool Server::run() {
  if (llvm::Error error = transport.run(handler)) // the stream ended, or is no protocol
    llvm::lsp::Logger::error("{0}", llvm::toString(std::move(error)));
  return isShutDown;
}

//===-- the life of a session ----------------------------------------------------------------------------------===//

void Server::initialize(const Params &params, Callback<llvm::json::Value> reply) {
  // Code points are how we count ourselves.
  PositionEncoding encoding = PositionEncoding::utf16;
  const llvm::json::Object *capabilities = params.object.getObject("capabilities");
  if (capabilities) {
    const llvm::json::Object *general = capabilities->getObject("general");
    const llvm::json::Array *offered = general ? general->getArray("positionEncodings") : nullptr;
    for (const llvm::json::Value &one : offered ? *offered : llvm::json::Array())
      if (one.getAsString() == tessera::runner::lsp::getText(PositionEncoding::utf32))
        encoding = PositionEncoding::utf32;
    refreshesHints = getFlag(*capabilities, {"workspace", "inlayHint", "refreshSupport"});
    refreshesLenses = getFlag(*capabilities, {"workspace", "codeLens", "refreshSupport"});
  }
  session.documents.setEncoding(encoding);
  std::optional<llvm::StringRef> root = params.object.getString("rootUri");
  if (const llvm::json::Array *folders = params.object.getArray("workspaceFolders"))
    if (!folders->empty() && (*folders)[0].getAsObject())
      root = (*folders)[0].getAsObject()->getString("uri");
  if (root) {
    llvm::Expected<llvm::lsp::URIForFile> folder = llvm::lsp::URIForFile::fromURI(*root);
    if (folder)
      session.root = folder->file().str();
    else
      llvm::consumeError(folder.takeError());
  }
  if (const llvm::json::Object *options = params.object.getObject("initializationOptions"))
    readSettings(*options);

  llvm::json::Array names;
  for (const std::string &command : listCommands())
    names.push_back(command);
  reply(llvm::json::Object{
      {"capabilities",
       llvm::json::Object{
           {"positionEncoding", tessera::runner::lsp::getText(encoding)},
           {"textDocumentSync", llvm::json::Object{{"openClose", true}, {"change", 2}, {"save", true}}},
           {"hoverProvider", true},
           {"completionProvider", llvm::json::Object{{"triggerCharacters", llvm::json::Array{"."}}}},
           {"signatureHelpProvider", llvm::json::Object{{"triggerCharacters", llvm::json::Array{"(", ","}},
                                                        {"retriggerCharacters", llvm::json::Array{")"}}}},
           {"definitionProvider", true},
           {"referencesProvider", true},
           {"documentHighlightProvider", true},
           {"documentSymbolProvider", true},
           {"renameProvider", llvm::json::Object{{"prepareProvider", true}}},
           {"inlayHintProvider", true},
           {"codeLensProvider", llvm::json::Object{{"resolveProvider", false}}},
           {"codeActionProvider", llvm::json::Object{{"codeActionKinds", llvm::json::Array{"quickfix"}}}},
           {"executeCommandProvider", llvm::json::Object{{"commands", std::move(names)}}},
       }},
      {"serverInfo", llvm::json::Object{{"name", "tessera"}, {"version", getVersion()}}}});
}

void Server::shutdown(const Params &, Callback<std::nullptr_t> reply) {
  isShutDown = true;
  reply(nullptr);
}

void Server::readSettings(const llvm::json::Object &given) {
  const llvm::json::Object *inner = given.getObject("tessera");
  const llvm::json::Object &settings = inner ? *inner : given;
  if (std::optional<llvm::StringRef> target = settings.getString("target")) {
    std::vector<std::string> known = Compiler::targets();
    if (llvm::find(known, target->str()) != known.end())
      session.settings.analysis.target = target->str();
    else
      showMessage({llvm::json::Object{
          {"type", 2},
          {"message", "there is no target `" + target->str() + "`; known are " + llvm::join(known, ", ")}}});
  }
  if (const llvm::json::Array *folders = settings.getArray("paths")) {
    session.settings.analysis.folders.clear();
    for (const llvm::json::Value &folder : *folders)
      if (std::optional<llvm::StringRef> path = folder.getAsString())
        session.settings.analysis.folders.push_back(
            path->starts_with("/") || session.root.empty() ? path->str() : session.root + "/" + path->str());
  }
  if (const llvm::json::Object *hints = settings.getObject("inlayHints")) {
    session.settings.showsShapes = hints->getBoolean("shapes").value_or(session.settings.showsShapes);
    session.settings.showsLayouts = hints->getBoolean("layouts").value_or(session.settings.showsLayouts);
  }
  session.settings.showsLenses = settings.getBoolean("codeLens").value_or(session.settings.showsLenses);
  session.refresh();
}

void Server::setConfiguration(const Params &params) {
  if (const llvm::json::Object *settings = params.object.getObject("settings"))
    readSettings(*settings);
}

//===-- texts --------------------------------------------------------------------------------------------------===//

/// The file that `params` are of; empty where they name none.
static std::string readPath(const llvm::json::Object *identifier) {
  std::optional<llvm::StringRef> uri = identifier ? identifier->getString("uri") : std::nullopt;
  if (!uri)
    return "";
  llvm::Expected<llvm::lsp::URIForFile> file = llvm::lsp::URIForFile::fromURI(*uri);
  if (file)
    return file->file().str();
  llvm::consumeError(file.takeError()); // untitled, of a notebook: no file of ours
  return "";
}

void Server::didOpen(const Params &params) {
  const llvm::json::Object *item = params.object.getObject("textDocument");
  std::string path = readPath(item);
  std::optional<llvm::StringRef> text = item ? item->getString("text") : std::nullopt;
  if (!path.empty() && text)
    session.opened(session.documents.open(path, item->getInteger("version").value_or(0), text->str()));
}

void Server::didChange(const Params &params) {
  const llvm::json::Object *identifier = params.object.getObject("textDocument");
  std::string path = readPath(identifier);
  const llvm::json::Array *changes = params.object.getArray("contentChanges");
  if (path.empty() || !changes)
    return;
  int64_t version = identifier->getInteger("version").value_or(0);
  if (DocumentRef document = session.documents.change(path, version, *changes))
    session.changed(document);
  else
    llvm::lsp::Logger::error("a change of {0}, which is not open, or no change", path);
}

void Server::didSave(const Params &params) {
  // A file that another program imports may have been written by somebody else, too.
  if (DocumentRef document = session.documents.find(readPath(params.object.getObject("textDocument"))))
    session.changed(document);
}

void Server::didClose(const Params &params) {
  std::string path = readPath(params.object.getObject("textDocument"));
  if (path.empty())
    return;
  session.closed(path);
  publish({llvm::json::Object{{"uri", Session::toUri(path)}, {"diagnostics", llvm::json::Array()}}});
}

void Server::tell(const Analysis &analysis) {
  for (llvm::json::Object &params : session.diagnosticsOf(analysis))
    publish({std::move(params)});
  if (!session.isCurrent(analysis))
    return;
  if (refreshesHints)
    refreshHints({llvm::json::Object()}, "hints-" + std::to_string(++requests));
  if (refreshesLenses)
    refreshLenses({llvm::json::Object()}, "lenses-" + std::to_string(++requests));
}

//===-- questions ----------------------------------------------------------------------------------------------===//

void Server::prepareRename(const Params &params, Callback<llvm::json::Value> reply) {
  std::string why;
  llvm::json::Value found = session.prepareRename(params.object, why);
  if (why.empty())
    return reply(std::move(found));
  reply(llvm::make_error<LSPError>(why, llvm::lsp::ErrorCode::RequestFailed));
}

void Server::rename(const Params &params, Callback<llvm::json::Value> reply) {
  std::string why;
  llvm::json::Value found = session.rename(params.object, why);
  if (why.empty())
    return reply(std::move(found));
  reply(llvm::make_error<LSPError>(why, llvm::lsp::ErrorCode::RequestFailed));
}

void Server::execute(const Params &params, Callback<llvm::json::Value> reply) {
  commands.start(session, params.object, [reply = std::move(reply)](llvm::json::Value result, std::string why) mutable {
    if (why.empty())
      return reply(std::move(result));
    reply(llvm::make_error<LSPError>(why, llvm::lsp::ErrorCode::RequestFailed));
  });
}

bool lsp::serve(std::FILE *in, llvm::raw_ostream &out, const ServerOptions &options) {
  llvm::lsp::Logger::setLogLevel(options.isVerbose ? llvm::lsp::Logger::Level::Info : llvm::lsp::Logger::Level::Error);
  llvm::lsp::JSONTransport transport(in, out);
  return Server(transport, options).run();
}
