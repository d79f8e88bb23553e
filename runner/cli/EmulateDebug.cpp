// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/EmulateDebug.h"
#include "runner/emulator/ptx/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using namespace tessera::emulator;
namespace json = llvm::json;

// --- values as JSON

static json::Value number(uint64_t value) { return static_cast<int64_t>(value); }
static std::string hex(uint64_t value) { return llvm::utohexstr(value, /*LowerCase=*/true); }

static json::Value toJsonOrNull(const SourceRange &range) { return range.isValid() ? tessera::toJson(range) : nullptr; }

static json::Array toJson(const std::vector<Diagnostic> &diagnostics) {
  json::Array array;
  for (const Diagnostic &diagnostic : diagnostics)
    array.push_back(tessera::toJson(diagnostic));
  return array;
}

static json::Object toJson(WarpName warp) { return json::Object{{"cta", number(warp.cta)}, {"warp", warp.warp}}; }

static json::Object toJson(const Stop &stop) {
  static constexpr const char *reasons[] = {"begin", "reached", "fault", "end"};
  return json::Object{{"reason", reasons[static_cast<size_t>(stop.reason)]},
                      {"step", number(stop.step)},
                      {"warp", ::toJson(stop.warp)},
                      {"mask", stop.mask},
                      {"function", stop.function},
                      {"ptx", toJsonOrNull(stop.ptx)},
                      {"source", toJsonOrNull(stop.source)},
                      {"diagnostics", ::toJson(stop.diagnostics)},
                      {"upcoming", ::toJson(stop.upcoming)},
                      {"waitsFor", stop.waitsFor}};
}

static json::Object toJson(const WarpView &warp) {
  json::Array fragments;
  for (const FragmentView &fragment : warp.fragments)
    fragments.push_back(json::Object{{"mask", fragment.mask},
                                     {"function", fragment.function},
                                     {"line", fragment.ptx.begin.line},
                                     {"source", toJsonOrNull(fragment.source)},
                                     {"waitsFor", fragment.waitsFor}});
  return json::Object{{"cta", number(warp.name.cta)},
                      {"warp", warp.name.warp},
                      {"exists", warp.exists},
                      {"live", warp.live},
                      {"fragments", std::move(fragments)}};
}

/// Lanes that agree are told once.
static json::Object toJson(const RegisterView &view) {
  bool isUniform = llvm::all_of(view.lanes, [&](uint64_t value) { return value == view.lanes[0]; });
  json::Array lanes, writers;
  for (size_t lane = 0; lane < (isUniform ? 1 : view.lanes.size()); ++lane)
    lanes.push_back(hex(view.lanes[lane]));
  for (const RegisterWriter &writer : view.writers)
    writers.push_back(
        json::Object{{"step", number(writer.step)}, {"line", writer.ptx.begin.line}, {"mask", writer.mask}});
  return json::Object{{"name", view.name},
                      {"type", std::string(ptx::getName(view.type))},
                      {"lanes", std::move(lanes)},
                      {"writers", std::move(writers)}};
}

static json::Object toJson(const MbarrierView &barrier) {
  json::Array waiters;
  for (const MbarrierWaiter &waiter : barrier.waiters) {
    json::Object object = ::toJson(waiter.warp);
    object["lanes"] = waiter.lanes;
    object["phase"] = number(waiter.phase);
    waiters.push_back(std::move(object));
  }
  return json::Object{{"address", barrier.address},          {"name", barrier.name},
                      {"phase", number(barrier.phase)},      {"expected", barrier.expected},
                      {"arrivals", barrier.pendingArrivals}, {"bytes", barrier.pendingBytes},
                      {"waiters", std::move(waiters)}};
}

static json::Object toJson(const CtaView &cta) {
  json::Array mbarriers;
  for (const MbarrierView &barrier : cta.mbarriers)
    mbarriers.push_back(::toJson(barrier));
  return json::Object{{"cta", number(cta.cta)},
                      {"sharedBytes", number(cta.shared.size())},
                      {"wordsWritten", number(cta.countWritten())},
                      {"mbarriers", std::move(mbarriers)}};
}

static json::Object toJson(const OperationView &operation) {
  return json::Object{{"what", operation.what},           {"warp", ::toJson(operation.warp)},
                      {"line", operation.ptx.begin.line}, {"source", toJsonOrNull(operation.source)},
                      {"bytes", number(operation.bytes)}, {"address", operation.sharedAddress},
                      {"name", operation.sharedName},     {"hasRead", operation.hasRead}};
}

static json::Object toJson(const AccessView &access) {
  json::Array addresses, places;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    bool isThere = access.mask >> lane & 1;
    addresses.push_back(isThere ? json::Value(hex(access.addresses[lane])) : nullptr);
    places.push_back(isThere ? json::Value(access.places[lane]) : nullptr);
  }
  return json::Object{{"space", std::string(ptx::getName(access.space))},
                      {"bytes", access.bytes},
                      {"mask", access.mask},
                      {"addresses", std::move(addresses)},
                      {"places", std::move(places)},
                      {"wavefronts", number(access.wavefronts)},
                      {"idealWavefronts", number(access.idealWavefronts)},
                      {"sectors", number(access.sectors)}};
}

template <typename Views> static json::Array toArray(const Views &views) {
  json::Array array;
  for (const auto &view : views)
    array.push_back(::toJson(view));
  return array;
}

/// Shared memory's variables, by address; one without a size reaches to the end.
static json::Array listShared(const Program &program) {
  json::Array array;
  auto add = [&](const std::string &name, const Symbol &symbol) {
    if (symbol.space == ptx::Space::shared)
      array.push_back(json::Object{{"name", name}, {"address", number(symbol.address)}, {"size", number(symbol.size)}});
  };
  for (const auto &[name, symbol] : program.symbols)
    add(name, symbol);
  for (const auto &[name, symbol] : program.innerShared)
    add(name, symbol);
  return array;
}

// --- requests

static std::optional<uint64_t> readCount(const json::Object &request, llvm::StringRef name) {
  std::optional<int64_t> value = request.getInteger(name);
  return value && *value >= 0 ? std::optional<uint64_t>(static_cast<uint64_t>(*value)) : std::nullopt;
}

EmulateDebug::EmulateDebug(const Program &program, const Function &entry, LaunchShape shape,
                           const std::vector<EmulateArgument> &arguments, RunOptions options)
    : program(program), entry(entry), shape(shape),
      debugger(
          program, entry, shape,
          [&](GlobalMemory &memory) { return PlacedArguments(arguments, entry, memory).parameters(); }, options) {}

/// Whose registers a condition may name: the function in which the line stands, or for source lines the kernel.
const Function &EmulateDebug::functionOf(const Breakpoint &breakpoint) const {
  for (const Function &function : program.functions)
    for (const CodePlace &place : function.places)
      if (breakpoint.line != 0 && place.ptx.line == breakpoint.line)
        return function;
  return entry;
}

bool EmulateDebug::readBreakpoints(const json::Object &request, std::vector<Breakpoint> &breakpoints,
                                   std::string &why) {
  why = "`breakpoints` is a list of {line} or {file, sourceLine}, each with a `condition` or without";
  const json::Array *list = request.getArray("breakpoints");
  for (size_t index = 0; list && index < list->size(); ++index) {
    const json::Object *object = (*list)[index].getAsObject();
    if (!object)
      return false;
    Breakpoint breakpoint;
    breakpoint.line = static_cast<uint32_t>(readCount(*object, "line").value_or(0));
    breakpoint.sourceLine = static_cast<uint32_t>(readCount(*object, "sourceLine").value_or(0));
    breakpoint.sourceFile = object->getString("file").value_or("").str();
    if (breakpoint.line == 0 && breakpoint.sourceLine == 0)
      return false;
    llvm::StringRef condition = object->getString("condition").value_or("").trim();
    std::string problem;
    if (!condition.empty() &&
        !(breakpoint.condition = BreakCondition::parse(condition, functionOf(breakpoint), problem))) {
      refused = std::pair(index, problem);
      return true;
    }
    breakpoints.push_back(std::move(breakpoint));
  }
  return list != nullptr;
}

bool EmulateDebug::move(llvm::StringRef command, const json::Object &request, std::string &why) {
  if (command == "run" || command == "runBack" || command == "check") {
    std::vector<Breakpoint> breakpoints;
    if (!readBreakpoints(request, breakpoints, why))
      return false;
    if (!refused && command != "check")
      command == "run" ? debugger.run(breakpoints) : debugger.runBack(breakpoints);
    return true;
  }
  if (command == "report") {
    auto message = request.getString("message");
    auto isIt = [&](const Diagnostic &diagnostic) { return message == llvm::StringRef(diagnostic.message); };
    bool toOrigin = request.getBoolean("origin").value_or(false);
    debugger.runToReport(message ? Debugger::IsReport(isIt) : nullptr, toOrigin);
    return true;
  }
  if (command == "line" || command == "goTo") {
    std::optional<uint64_t> to = readCount(request, command == "line" ? "line" : "step");
    why = command == "line" ? "`line` needs `line`, a line of the PTX" : "`goTo` needs `step`, from 0 on";
    if (!to)
      return false;
    if (command == "goTo")
      debugger.goTo(*to);
    else
      debugger.runToLine(static_cast<uint32_t>(*to), request.getBoolean("followed").value_or(false));
    return true;
  }
  if (command == "follow") {
    std::optional<uint64_t> cta = readCount(request, "cta"), warp = readCount(request, "warp");
    why = "`follow` needs `cta` and `warp`";
    if (!cta || !warp)
      return false;
    debugger.follow({*cta, static_cast<unsigned>(*warp)});
    return true;
  }
  const std::pair<const char *, const Stop &(Debugger::*)()> steps[] = {{"instruction", &Debugger::stepInstruction},
                                                                        {"sourceLine", &Debugger::stepSourceLine},
                                                                        {"barrier", &Debugger::stepToBarrier},
                                                                        {"back", &Debugger::stepBack}};
  for (auto [name, step] : steps)
    if (command == name)
      return (debugger.*step)(), true;
  why = "unknown command `" + command.str() + "` of `debug`";
  return false;
}

/// The lanes about to execute for which nothing has written the register.
uint32_t EmulateDebug::findUnwritten(const RegisterView &view) const {
  uint32_t missing = debugger.stop().mask;
  for (const RegisterWriter &writer : view.writers)
    missing &= ~writer.mask;
  return missing;
}

json::Object EmulateDebug::describe() const {
  const MachineView &view = debugger.view();
  json::Array registers, unwritten;
  for (const RegisterView &each : view.registers)
    if (!each.writers.empty())
      registers.push_back(::toJson(each));
  if (debugger.stop().warp == debugger.followedWarp())
    for (const RegisterView &each : view.registers)
      if (uint32_t missing = findUnwritten(each); missing && llvm::is_contained(view.reads, each.slot))
        unwritten.push_back(json::Object{{"name", each.name}, {"mask", missing}});
  return json::Object{{"stop", ::toJson(debugger.stop())},  {"followed", ::toJson(debugger.followedWarp())},
                      {"warps", toArray(view.warps)},       {"ctas", toArray(view.ctas)},
                      {"function", view.function},          {"registers", std::move(registers)},
                      {"unwritten", std::move(unwritten)},  {"operations", toArray(view.operations)},
                      {"accesses", toArray(view.accesses)}, {"variables", listShared(program)}};
}

json::Value EmulateDebug::toJson(const WriterView &writer) const {
  if (!writer.function)
    return nullptr;
  json::Object object = ::toJson(writer.warp);
  object["step"] = number(writer.step);
  object["line"] = writer.function->places[writer.place].ptx.line;
  if (writer.copy)
    object["copy"] = writer.copy;
  else
    object["lane"] = writer.lane;
  return object;
}

/// Words of a CTA's shared memory: `[bits, which of its bytes were written, who wrote it last]`.
json::Object EmulateDebug::describeShared(const json::Object &request, std::string &why) const {
  std::optional<uint64_t> wanted = readCount(request, "cta"), first = readCount(request, "first"),
                          count = readCount(request, "count");
  constexpr uint64_t most = 65536;
  if (!wanted || !first || !count || *count > most) {
    why = "`shared` needs `cta`, and words by `first` and `count`, 65536 at most";
    return {};
  }
  json::Array words;
  for (const CtaView &cta : debugger.view().ctas) {
    if (cta.cta != *wanted)
      continue;
    for (uint64_t word = *first; word < *first + *count && word * 4 < cta.shared.size(); ++word) {
      uint64_t bits = 0, written = 0;
      for (uint64_t k = 0; k < 4 && word * 4 + k < cta.shared.size(); ++k) {
        bits |= uint64_t(cta.shared[word * 4 + k]) << 8 * k;
        written |= uint64_t(cta.written.empty() || cta.written[word * 4 + k]) << k;
      }
      words.push_back(json::Array{hex(bits), number(written),
                                  word < cta.writers.size() ? toJson(cta.writers[word]) : json::Value(nullptr)});
    }
  }
  return json::Object{{"cta", number(*wanted)}, {"first", number(*first)}, {"words", std::move(words)}};
}

json::Object EmulateDebug::call(llvm::StringRef command, const json::Object &request, std::string &why) {
  if (command == "shared")
    return describeShared(request, why);
  refused.reset();
  if (command == "start")
    debugger.goTo(0);
  else if (!move(command, request, why))
    return {};
  why.clear();
  if (refused)
    return json::Object{
        {"problem", json::Object{{"breakpoint", number(refused->first)}, {"message", refused->second}}}};
  return command == "check" ? json::Object{} : describe();
}
