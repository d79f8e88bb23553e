// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Session.h"
#include "compiler/driver/Compiler.h"
#include "runner/mcp/Describe.h"
#include "runner/mcp/Page.h"
#include "runner/mcp/Resources.h"
#include "runner/mcp/Schema.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <new>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static constexpr llvm::StringRef newest = "2025-06-18", withBatches = "2025-03-26", oldest = "2024-11-05";
static constexpr size_t itemsOfPage = 50, mostBatch = 100;
/// Answers that are kept for further pages.
static constexpr size_t mostRecent = 8;

static constexpr llvm::StringRef levels[] = {"debug", "info",     "notice", "warning",
                                             "error", "critical", "alert",  "emergency"};

static constexpr const char *instructions =
    "Tessera compiles Pallas and Triton GPU kernels, runs them without a GPU, finds their races and predicts how fast "
    "they are. Begin with `compile` (errors and how to mend them), then `run` (`check`: race for races of any kernel), "
    "`explain` and `time` for speed. A program is ";
static constexpr const char *whatFilesAre = "`file`, a path below the root, or its text as `source`. ";
static constexpr const char *whatTextsAre = "its text as `source`: this server sees no files of yours. ";
static constexpr const char *moreInstructions =
    "Times of `time` and `tune` are predictions; only `bench` and `compare` measure, on a GPU. Long answers come in "
    "pages: call again with `offset`. Guides: tessera://guide/races, tessera://guide/block-shapes, "
    "tessera://guide/slow-kernels.";

llvm::ArrayRef<llvm::StringRef> mcp::supportedRevisions() {
  static constexpr llvm::StringRef revisions[] = {newest, withBatches, oldest};
  return revisions;
}

mcp::Session::Session(SessionOptions options) : options(std::move(options)), logLevel(3) {}

mcp::Session::~Session() {
  std::list<std::unique_ptr<Call>> all;
  {
    std::lock_guard lock(mutex);
    for (auto &call : calls)
      call->isCancelled = true;
    all.swap(calls);
  }
  options.turns->wakeAll();
  for (auto &call : all)
    call->thread.join();
}

void mcp::Session::emit(Outlet &outlet, const Value &message) {
  std::lock_guard lock(sending);
  outlet.send(message);
}

void mcp::Session::log(Outlet &outlet, llvm::StringRef level, std::string text) {
  size_t rank = static_cast<size_t>(llvm::find(levels, level) - std::begin(levels));
  std::lock_guard lock(sending);
  if (rank >= logLevel)
    outlet.send(makeNotification("notifications/message",
                                 Object{{"level", level}, {"logger", "tessera"}, {"data", protocol::toUtf8(text)}}));
}

/// Revisions are dates, so that the later one is the greater text.
bool mcp::Session::isAtLeast(llvm::StringRef other) const { return llvm::StringRef(revision) >= other; }

//===-- lines --------------------------------------------------------------------------------------------------===//

void mcp::Session::refuseLong(size_t most, Outlet &outlet) {
  emit(outlet, makeErrorResponse(nullptr, {invalidRequest, "a message is longer than " + std::to_string(most >> 20) +
                                                               " MiB, which is the most that is read"}));
}

void mcp::Session::take(llvm::StringRef text, const std::shared_ptr<Outlet> &outlet) {
  text = text.trim(" \t\r\n");
  if (text.empty())
    return;
  std::string error;
  std::optional<Value> value = protocol::parseJson(text, error);
  if (!value)
    return emit(*outlet, makeErrorResponse(nullptr, {parseError, "not JSON: " + error}));
  take(std::move(*value), outlet);
}

void mcp::Session::take(Value message, const std::shared_ptr<Outlet> &outlet) {
  if (Array *batch = message.getAsArray())
    return takeBatch(std::move(*batch), outlet);
  if (std::optional<Value> response = answer(std::move(message), outlet))
    emit(*outlet, *response);
}

/// Revision 2025-03-26 alone has batches. What its requests answer at once comes together. Calls of tools answer by
/// themselves when they are done: JSON-RPC's one array for all (a "should") would keep the first until the last.
void mcp::Session::takeBatch(Array batch, const std::shared_ptr<Outlet> &outlet) {
  auto refuse = [&](std::string why) { emit(*outlet, makeErrorResponse(nullptr, {invalidRequest, std::move(why)})); };
  if (revision != withBatches)
    return refuse(revision.empty() ? "a batch before `initialize`" : "revision " + revision + " has no batches");
  if (batch.empty() || batch.size() > mostBatch)
    return refuse("a batch has 1 to " + std::to_string(mostBatch) + " messages, this one has " +
                  std::to_string(batch.size()));
  Array responses;
  for (Value &message : batch)
    if (std::optional<Value> response = answer(std::move(message), outlet))
      responses.push_back(std::move(*response));
  if (!responses.empty())
    emit(*outlet, std::move(responses));
}

std::optional<Value> mcp::Session::answer(Value value, const std::shared_ptr<Outlet> &outlet) {
  ReadMessage read = readMessage(std::move(value));
  if (!read.message)
    return makeErrorResponse(std::move(read.id), read.error);
  if (read.message->isResponse)
    return std::nullopt;
  if (!read.message->id) {
    takeNotification(*read.message);
    return std::nullopt;
  }
  return answerRequest(*read.message, outlet);
}

void mcp::Session::takeNotification(const Message &message) {
  if (message.method != "notifications/cancelled")
    return; // `initialized`, and what is unknown: a notification gets no answer
  const Value *id = message.params.get("requestId");
  if (!id)
    return;
  std::string key = protocol::toText(*id);
  std::lock_guard lock(mutex);
  for (auto &call : calls)
    if (call->key == key && !call->hasEnded)
      call->isCancelled = true;
  options.turns->wakeAll();
}

void mcp::Session::abandon(const Outlet *outlet, const std::string &why) {
  {
    std::lock_guard lock(mutex);
    for (auto &call : calls)
      if (call->outlet.get() == outlet && !call->hasEnded && !call->isCancelled) {
        call->why = why;
        call->isCancelled = true;
      }
  }
  options.turns->wakeAll();
}

size_t mcp::Session::countCalls() {
  std::lock_guard lock(mutex);
  return static_cast<size_t>(llvm::count_if(calls, [](const auto &call) { return !call->hasEnded; }));
}

//===-- methods ------------------------------------------------------------------------------------------------===//

std::optional<Value> mcp::Session::answerRequest(Message &message, const std::shared_ptr<Outlet> &outlet) {
  if (revision.empty() && message.method != "initialize" && message.method != "ping")
    return makeErrorResponse(*message.id, {invalidRequest, "the first request is `initialize`, not `" +
                                                               protocol::toUtf8(message.method) + "`"});
  if (message.method == "tools/call")
    return callTool(message, outlet);
  return answerMethod(message);
}

/// The methods of requests. `tools/call` is in the list for its name alone: it answers later.
const std::vector<std::pair<llvm::StringRef, mcp::Session::Method>> &mcp::Session::methods() {
  static const std::vector<std::pair<llvm::StringRef, Method>> all = {
      {"initialize", &Session::initialize},
      {"ping", [](Session &, const Message &message) { return makeResponse(*message.id, Object{}); }},
      {"tools/list", &Session::answerTools},
      {"tools/call", nullptr},
      {"resources/list",
       [](Session &session, const Message &message) {
         return session.listPage(message, "resources", listResources());
       }},
      {"resources/templates/list",
       [](Session &session, const Message &message) {
         return session.listPage(message, "resourceTemplates", listResourceTemplates());
       }},
      {"resources/read", &Session::answerResource},
      {"prompts/list",
       [](Session &session, const Message &message) {
         return session.listPage(message, "prompts", listPrompts(session.options.place.root.isThere()));
       }},
      {"prompts/get", &Session::answerPrompt},
      {"logging/setLevel", &Session::setLevel},
  };
  return all;
}

Value mcp::Session::answerMethod(const Message &message) {
  std::vector<std::string> known;
  for (const auto &[name, method] : methods()) {
    if (message.method == name)
      return method(*this, message);
    known.push_back(name.str());
  }
  std::string nearest = findNearest(message.method, known);
  return makeErrorResponse(*message.id,
                           {methodNotFound, "there is no method `" + protocol::toUtf8(message.method) + "`" +
                                                (nearest.empty() ? "" : "; did you mean `" + nearest + "`?")});
}

Value mcp::Session::answerTools(const Message &message) {
  Array tools;
  for (const Tool &tool : listTools(options.place.root.isThere())) {
    if (!options.place.runsPrograms && !tool.isForReaders)
      continue;
    Object described = describe(tool);
    if (!isAtLeast(newest)) { // which earlier revisions do not know
      described.erase("outputSchema");
      described.erase("title");
    }
    if (!isAtLeast(withBatches))
      described.erase("annotations");
    tools.push_back(std::move(described));
  }
  return listPage(message, "tools", std::move(tools));
}

Value mcp::Session::answerResource(const Message &message) {
  std::optional<llvm::StringRef> uri = message.params.getString("uri");
  if (!uri)
    return makeErrorResponse(*message.id, {invalidParams, "`uri` is missing or no text"});
  std::string nearest;
  if (std::optional<Object> contents = readResource(*uri, nearest))
    return makeResponse(*message.id, Object{{"contents", Array{std::move(*contents)}}});
  return makeErrorResponse(
      *message.id,
      {resourceNotFound, "there is no resource `" + protocol::toUtf8(*uri) + "`" +
                             (nearest.empty() ? "; `resources/list` has them" : "; did you mean `" + nearest + "`?")});
}

Value mcp::Session::answerPrompt(const Message &message) {
  static const Object none;
  const Object *given = message.params.getObject("arguments");
  if (message.params.get("arguments") && !given)
    return makeErrorResponse(*message.id, {invalidParams, "`arguments` is no object"});
  std::string error;
  if (std::optional<Object> prompt = getPrompt(fieldOf(message.params, "name"), given ? *given : none, error))
    return makeResponse(*message.id, std::move(*prompt));
  return makeErrorResponse(*message.id, {invalidParams, error});
}

Value mcp::Session::setLevel(const Message &message) {
  const llvm::StringRef *found = llvm::find(levels, fieldOf(message.params, "level"));
  if (found == std::end(levels))
    return makeErrorResponse(*message.id, {invalidParams, "`level` is none of debug, info, notice, warning, error, "
                                                          "critical, alert, emergency"});
  std::lock_guard lock(sending);
  logLevel = static_cast<unsigned>(found - std::begin(levels));
  return makeResponse(*message.id, Object{});
}

Value mcp::Session::initialize(const Message &message) {
  if (!revision.empty())
    return makeErrorResponse(*message.id, {invalidRequest, "`initialize` was there already"});
  std::optional<llvm::StringRef> asked = message.params.getString("protocolVersion");
  if (!asked)
    return makeErrorResponse(*message.id, {invalidParams, "`protocolVersion` is missing or no text"});
  // One that is not known gets the newest that is, and decides whether it can live with it.
  revision = llvm::is_contained(options.revisions, *asked) ? asked->str() : newest.str();
  Object server{{"name", "tessera"}, {"version", getVersion()}};
  if (isAtLeast(newest))
    server["title"] = "Tessera";
  return makeResponse(
      *message.id,
      Object{{"protocolVersion", revision},
             {"capabilities",
              Object{{"tools", Object{}}, {"resources", Object{}}, {"prompts", Object{}}, {"logging", Object{}}}},
             {"serverInfo", std::move(server)},
             {"instructions", std::string(instructions) + (options.place.root.isThere() ? whatFilesAre : whatTextsAre) +
                                  moreInstructions}});
}

Value mcp::Session::listPage(const Message &message, const char *name, Array all) {
  size_t begin = 0;
  if (const Value *cursor = message.params.get("cursor")) {
    std::optional<llvm::StringRef> text = cursor->getAsString();
    if (!text || text->getAsInteger(10, begin) || begin == 0 || begin >= all.size())
      return makeErrorResponse(*message.id, {invalidParams, "`cursor` is none that an answer gave"});
  }
  size_t end = std::min(all.size(), begin + itemsOfPage);
  Array page;
  for (size_t i = begin; i < end; ++i)
    page.push_back(std::move(all[i]));
  Object result{{name, std::move(page)}};
  if (end < all.size())
    result["nextCursor"] = std::to_string(end);
  return makeResponse(*message.id, std::move(result));
}

//===-- calls --------------------------------------------------------------------------------------------------===//

/// The schema's defaults where an argument is not given, so that a tool finds every one that has a default.
static void fillDefaults(const Object &schema, Object &arguments) {
  for (const auto &[name, property] : *schema.getObject("properties"))
    if (const Value *value = property.getAsObject()->get("default"); value && !arguments.get(name))
      // What depends on others is left to the command.
      if (name.str() != "name" && name.str() != "target")
        arguments[name] = *value;
}

/// The tool of this name, if this client may call it; else why not.
const Tool *mcp::Session::findOffered(llvm::StringRef name, Error &why) const {
  const std::vector<Tool> &tools = listTools(options.place.root.isThere());
  auto tool = llvm::find_if(tools, [&](const Tool &one) { return one.name == name; });
  if (tool == tools.end()) {
    std::vector<std::string> names;
    for (const Tool &one : tools)
      names.push_back(one.name);
    std::string nearest = findNearest(name, names);
    why = {invalidParams, "there is no tool `" + protocol::toUtf8(name) + "`" +
                              (nearest.empty() ? "; `tools/list` has them" : "; did you mean `" + nearest + "`?")};
    return nullptr;
  }
  if (options.place.runsPrograms || tool->isForReaders)
    return &*tool;
  why = {invalidParams, "tool `" + tool->name +
                            "` runs programs, which a token of scope `read` may not: ask with one of scope `submit`"};
  return nullptr;
}

std::optional<Value> mcp::Session::callTool(Message &message, const std::shared_ptr<Outlet> &outlet) {
  const Value &id = *message.id;
  auto refuse = [&](int code, std::string text) { return makeErrorResponse(id, {code, std::move(text)}); };
  std::optional<llvm::StringRef> name = message.params.getString("name");
  if (!name)
    return refuse(invalidParams, "`name` is missing or no text");
  Error why{0, ""};
  const Tool *tool = findOffered(*name, why);
  if (!tool)
    return makeErrorResponse(id, why);
  Value arguments = Object{};
  if (Value *given = message.params.get("arguments"))
    arguments = std::move(*given);
  if (auto wrong = findMismatch(tool->input, arguments))
    return refuse(invalidParams, "tool `" + tool->name + "`: " + protocol::toUtf8(*wrong));
  auto call = std::make_unique<Call>();
  call->key = protocol::toText(id);
  call->id = id;
  call->tool = tool;
  call->arguments = std::move(*arguments.getAsObject());
  fillDefaults(tool->input, call->arguments);
  call->hasStructure = isAtLeast(newest);
  call->outlet = outlet;
  if (const Object *meta = message.params.getObject("_meta"))
    if (const Value *token = meta->get("progressToken")) {
      if (token->kind() != Value::String && !token->getAsInteger())
        return refuse(invalidParams, "`_meta.progressToken` is neither a text nor a whole number");
      call->progressToken = *token;
    }
  removeEnded();
  std::lock_guard lock(mutex);
  if (calls.size() >= options.mostCalls)
    return refuse(internalError, std::to_string(calls.size()) + " calls are under way: wait for one, or cancel one");
  if (llvm::any_of(calls, [&](const auto &other) { return other->key == call->key && !other->hasEnded; }))
    return refuse(invalidRequest, "a request with this `id` is under way");
  Call &started = *calls.emplace_back(std::move(call));
  if (options.onBegin)
    options.onBegin();
  try {
    started.thread = std::thread([this, &started] { runCall(started); });
  } catch (const std::system_error &error) {
    if (options.onEnd)
      options.onEnd(*tool, CallEnd::error, 0);
    calls.pop_back();
    return refuse(internalError, std::string("can't start a thread: ") + error.what());
  }
  return std::nullopt;
}

/// Threads that have nothing left to do are joined when the next call comes.
void mcp::Session::removeEnded() {
  std::list<std::unique_ptr<Call>> ended;
  {
    std::lock_guard lock(mutex);
    for (auto call = calls.begin(); call != calls.end();) {
      auto next = std::next(call);
      if ((*call)->hasEnded)
        ended.splice(ended.end(), calls, call);
      call = next;
    }
  }
  for (auto &call : ended)
    call->thread.join();
}

void mcp::Session::finish(std::chrono::milliseconds most, const std::function<bool()> &goesOn) {
  auto deadline = std::chrono::steady_clock::now() + most;
  std::unique_lock lock(mutex);
  auto isIdle = [&] { return llvm::all_of(calls, [](const auto &call) { return call->hasEnded.load(); }); };
  while (!isIdle() && std::chrono::steady_clock::now() < deadline && goesOn())
    changed.wait_for(lock, std::chrono::milliseconds(50));
}

void mcp::Session::runCall(Call &call) {
  auto began = std::chrono::steady_clock::now();
  Answer answer;
  std::unique_ptr<Turns::Turn> turn = options.turns->wait(options.owner, call.isCancelled);
  if (turn) {
    try {
      answer = answerCall(call);
    } catch (const std::bad_alloc &) { // of the answer's text, say: the server goes on
      answer = refuse("the server has no memory left for this answer");
    } catch (const std::exception &exception) {
      answer = refuse(std::string("a bug of ours: ") + exception.what());
    }
    turn.reset();
  }
  std::string why;
  {
    std::lock_guard lock(mutex);
    why = call.why;
  }
  if (call.isCancelled && !why.empty())
    answer = refuse(why);
  // A request that was cancelled gets no response.
  if (!call.isCancelled || !why.empty())
    emit(*call.outlet, makeResponse(call.id, toResult(answer, call.arguments, call.hasStructure)));
  if (options.onEnd)
    options.onEnd(*call.tool,
                  call.isCancelled ? CallEnd::cancelled
                  : answer.isError ? CallEnd::error
                                   : CallEnd::ok,
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  std::shared_ptr<Outlet> outlet; // goes outside of the lock: it may be the last that holds it
  std::lock_guard lock(mutex);
  outlet.swap(call.outlet);
  call.hasEnded = true;
  changed.notify_all();
}

/// What makes two calls the same but for the page.
static std::string keyOf(const Tool &tool, const Object &arguments) {
  Object rest = arguments;
  rest.erase("offset");
  rest.erase("limit");
  return tool.name + protocol::toText(std::move(rest));
}

Answer mcp::Session::answerCall(Call &call) {
  std::string key = keyOf(*call.tool, call.arguments);
  // A further page is of the text whose first page was read, whatever has become of the file; and takes no second run.
  if (countIn(call.arguments, "offset") > 0) {
    std::lock_guard lock(mutex);
    for (const auto &[known, answer] : recent)
      if (known == key)
        return answer;
  }
  Result<Plan> plan = call.tool->plan(call.arguments, options.place);
  if (!plan)
    return refuse(plan.problem().detail);
  auto tick = [&](double seconds) {
    if (call.progressToken && !call.isCancelled)
      emit(*call.outlet,
           makeNotification("notifications/progress",
                            Object{{"progressToken", *call.progressToken},
                                   {"progress", seconds},
                                   {"message", call.tool->name + " has run for " + formatNumber(seconds, 3) + " s of " +
                                                   formatNumber(plan->child.seconds) + " s at most"}}));
  };
  Result<ChildOutcome> outcome = runBoundedChild(plan->child, call.isCancelled, tick);
  if (!outcome)
    return refuse(outcome.problem().detail, {"try again"});
  if (outcome->signal || outcome->isOverdue)
    log(*call.outlet, outcome->isOverdue || outcome->isCancelled ? "info" : "error",
        "`" + call.tool->name + "` was ended by signal " + std::to_string(outcome->signal) + " after " +
            formatNumber(outcome->seconds) + " s");
  Answer answer = conclude(*call.tool, call.arguments, options.place, *plan, *outcome);
  boundFacts(answer.facts, 2 * largestPage);
  keep(std::move(key), answer);
  return answer;
}

void mcp::Session::keep(std::string key, const Answer &answer) {
  if (answer.text.size() > options.keptBytes / mostRecent)
    return;
  std::lock_guard lock(mutex);
  recent.remove_if([&](const auto &one) { return one.first == key; });
  recent.emplace_front(std::move(key), answer);
  if (recent.size() > mostRecent)
    recent.pop_back();
}
