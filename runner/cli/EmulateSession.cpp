// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/EmulateSession.h"
#include "runner/cli/EmulateEntries.h"
#include "runner/cli/Npy.h"
#include "runner/emulator/sass/StandIn.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cmath>
#include <cstring>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace json = llvm::json;

/// An answer, or why the request was none.
struct EmulateSession::Answer {
  json::Value value = nullptr;
  std::string error;

  Answer(json::Object value) : value(std::move(value)) {}
  Answer(std::string error) : error(std::move(error)) {}
};

namespace {

constexpr uint64_t usualLimit = 20'000'000'000; // thread instructions, as on the command line

json::Array toArray(const std::vector<Diagnostic> &diagnostics) {
  json::Array array;
  for (const Diagnostic &diagnostic : diagnostics)
    array.push_back(toJson(diagnostic));
  return array;
}

json::Value number(uint64_t value) { return static_cast<int64_t>(value); }

json::Array toJson(const std::vector<emulator::CountedAccess> &accesses) {
  json::Array array;
  for (const emulator::CountedAccess &access : accesses) {
    const emulator::AccessCounts &counts = access.counts;
    json::Object object{{"line", int64_t(access.ptx.begin.line)}, {"requests", number(counts.requests)}};
    if (access.source.isValid())
      object["source"] = tessera::toJson(access.source);
    if (counts.sectors > 0) {
      object["sectors"] = number(counts.sectors);
      object["idealSectors"] = number(counts.idealSectors);
    }
    if (counts.wavefronts > 0) {
      object["wavefronts"] = number(counts.wavefronts);
      object["idealWavefronts"] = number(counts.idealWavefronts);
    }
    if (counts.localBytes > 0)
      object["localBytes"] = number(counts.localBytes);
    array.push_back(std::move(object));
  }
  return array;
}

json::Object toJson(const emulator::Counts &counts) {
  return json::Object{{"globalReadSectors", number(counts.globalReadSectors)},
                      {"globalWriteSectors", number(counts.globalWriteSectors)},
                      {"sharedWavefronts", number(counts.sharedWavefronts)},
                      {"sharedIdeal", number(counts.sharedIdeal)},
                      {"localBytes", number(counts.localBytes)}};
}

/// One to three whole numbers; `rest` where there is nothing, and for those behind the last.
bool readSizes(const json::Object &request, llvm::StringRef name, uint32_t least, uint32_t rest, uint32_t (&sizes)[3]) {
  const json::Value *given = request.get(name);
  const json::Array *list = given ? given->getAsArray() : nullptr;
  if (given && (!list || list->empty() || list->size() > 3))
    return false;
  for (size_t d = 0; d < 3; ++d) {
    sizes[d] = rest;
    if (!list || d >= list->size())
      continue;
    std::optional<int64_t> size = (*list)[d].getAsInteger();
    if (!size || *size < least || *size > UINT32_MAX)
      return false;
    sizes[d] = static_cast<uint32_t>(*size);
  }
  return true;
}

bool readCount(const json::Object &request, llvm::StringRef name, uint64_t &value) {
  const json::Value *given = request.get(name);
  if (!given)
    return true;
  std::optional<int64_t> count = given->getAsInteger();
  if (!count || *count < 0)
    return false;
  value = static_cast<uint64_t>(*count);
  return true;
}

/// A number as JSON has it, or its name: `nan`, `inf`, `-inf`.
json::Value toJson(const numerics::Array &array, int64_t index) {
  if (!numerics::isFloat(array.dtype())) {
    int64_t value = array.getInt(index);
    constexpr int64_t exact = int64_t(1) << 53; // beyond it a JavaScript number is another one
    bool isExact = value <= exact && value >= -exact && (value >= 0 || !numerics::isUnsigned(array.dtype()));
    if (isExact)
      return value;
    return numerics::isUnsigned(array.dtype()) ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value);
  }
  double value = array.getDouble(index);
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

uint64_t countUnwritten(const emulator::Allocation &allocation, unsigned elementBytes) {
  uint64_t count = 0;
  for (size_t at = 0; at < allocation.written.size(); at += elementBytes)
    count += std::memchr(&allocation.written[at], 0, elementBytes) != nullptr;
  return count;
}

/// `a` comes before `b` in its own type's order; no NaN is among them.
bool isLess(const numerics::Array &array, int64_t a, int64_t b) {
  if (numerics::isFloat(array.dtype()))
    return array.getDouble(a) < array.getDouble(b);
  if (numerics::isUnsigned(array.dtype()))
    return static_cast<uint64_t>(array.getInt(a)) < static_cast<uint64_t>(array.getInt(b));
  return array.getInt(a) < array.getInt(b);
}

/// The few numbers by which one knows an array: its least and largest, what is no number, its first elements.
json::Object summarize(const numerics::Array &array) {
  int64_t least = -1, most = -1;
  uint64_t nans = 0, infinities = 0;
  for (int64_t i = 0; i < array.size(); ++i) {
    double value = numerics::isFloat(array.dtype()) ? array.getDouble(i) : 0;
    nans += std::isnan(value);
    infinities += std::isinf(value);
    if (std::isnan(value))
      continue;
    least = least < 0 || isLess(array, i, least) ? i : least;
    most = most < 0 || isLess(array, most, i) ? i : most;
  }
  constexpr int64_t firstCount = 16;
  json::Array first;
  for (int64_t i = 0; i < std::min(array.size(), firstCount); ++i)
    first.push_back(toJson(array, i));
  json::Object object{{"dtype", std::string(numerics::getName(array.dtype()))},
                      {"shape", json::Array(array.shape())},
                      {"elements", array.size()},
                      {"nans", number(nans)},
                      {"infinities", number(infinities)},
                      {"first", std::move(first)}};
  if (least >= 0) {
    object["minimum"] = toJson(array, least);
    object["maximum"] = toJson(array, most);
  }
  return object;
}

} // namespace

void EmulateSession::putFile(std::string name, std::string bytes) {
  if (bytes.empty())
    files.erase(name);
  else
    files[std::move(name)] = std::move(bytes);
}

void EmulateSession::forgetLaunch() {
  debugged = nullptr;
  placed = nullptr; // before its memory
  memory = nullptr;
  entry = nullptr;
  arguments.clear();
}

EmulateSession::Answer EmulateSession::load(const json::Object &request) {
  auto file = request.getString("file"), text = request.getString("text");
  if (!file || !text)
    return Answer("`load` needs `file` and `text`, both strings");
  forgetLaunch();
  DiagnosticSink sink;
  program = emulator::load(text->str(), file->str(), sink);
  json::Object answer{{"ok", program != nullptr}, {"diagnostics", toArray(sink.takeSorted())}};
  if (program) {
    answer["entries"] = listEntries(*program);
    answer["target"] = std::string(program->module.target);
    json::Array cards;
    for (const rates::Card &card : rates::cards)
      if (LaunchPredictor::runs(card, program->module.target))
        cards.push_back(json::Object{{"card", std::string(card.card)}, {"name", std::string(card.name)}});
    answer["cards"] = std::move(cards);
  }
  return answer;
}

const emulator::Function *EmulateSession::chooseEntry(const json::Object &request, std::string &why) const {
  auto wanted = request.getString("entry");
  const emulator::Function *only = nullptr;
  std::string names;
  for (const emulator::Function &function : program->functions) {
    if (!function.isEntry)
      continue;
    if (wanted && function.name == wanted->str())
      return &function;
    only = names.empty() ? &function : nullptr;
    names += (names.empty() ? "`" : ", `") + function.name + "`";
  }
  if (names.empty())
    why = "the text has no kernel (`.entry`)";
  else if (wanted)
    why = "there is no kernel `" + wanted->str() + "`, but " + names;
  else if (!only)
    why = "which kernel? There are " + names;
  return wanted ? nullptr : only;
}

Result<numerics::Array> EmulateSession::readFile(const std::string &name, std::optional<numerics::DType> wanted) const {
  auto found = files.find(name);
  if (found == files.end())
    return makeProblem(ProblemCode::badRequest, "there is no file `" + name + "`: open it first");
  return parseNpy(found->second, wanted, name);
}

std::optional<std::pair<size_t, std::string>> EmulateSession::readArguments(const json::Array &texts) {
  for (const json::Value &text : texts) {
    auto read = [this](const std::string &name, std::optional<numerics::DType> wanted) {
      return readFile(name, wanted);
    };
    Result<EmulateArgument> argument = parseArgument(text.getAsString().value_or("").str(), arguments, read);
    if (!argument)
      return std::pair(arguments.size(), argument.problem().detail);
    arguments.push_back(std::move(*argument));
    if (std::string why = checkMemory(); !why.empty())
      return std::pair(arguments.size() - 1, why);
  }
  return std::nullopt;
}

/// An array is there as it was made and as the run has it, with a byte for each that says whether it was written; one
/// at a time is read back.
std::string EmulateSession::checkMemory() const {
  uint64_t bytes = 0, largest = 0;
  for (const EmulateArgument &argument : arguments) {
    uint64_t size = argument.contents.byteSize();
    bytes += size * (argument.isEmpty ? 3 : 2);
    largest = std::max(largest, size);
  }
  if (bytes + largest <= limits.memoryBytes)
    return "";
  return "the arrays and their copies take " + std::to_string((bytes + largest) >> 20) + " MB, and there are " +
         std::to_string(limits.memoryBytes >> 20) + " MB for them here; `tessera emulate` has the machine's memory";
}

EmulateSession::Answer EmulateSession::prepare(const json::Object &request) {
  if (!program)
    return Answer("`prepare` without a text that was loaded");
  const json::Array *texts = request.getArray("arguments");
  if (!texts || !llvm::all_of(*texts, [](const json::Value &text) { return text.getAsString().has_value(); }))
    return Answer("`prepare` needs `arguments`, a list of strings");
  emulator::LaunchShape wanted;
  uint64_t shared = 0;
  if (!readSizes(request, "grid", 1, 1, wanted.grid) || !readSizes(request, "block", 1, 1, wanted.block) ||
      !readSizes(request, "cluster", 1, request.get("cluster") ? 1 : 0, wanted.cluster))
    return Answer("`grid`, `block` and `cluster` are lists of one to three whole numbers from 1 on");
  if (!readCount(request, "smem", shared) || shared > UINT32_MAX)
    return Answer("`smem` is not a number of bytes");
  wanted.dynamicShared = static_cast<uint32_t>(shared);
  forgetLaunch();
  findings = {};
  shape = wanted;
  auto refuse = [](std::string message, json::Value argument) {
    return json::Object{{"ok", false},
                        {"problem", json::Object{{"message", std::move(message)}, {"argument", std::move(argument)}}},
                        {"diagnostics", json::Array{}}};
  };
  std::string why;
  const emulator::Function *chosen = chooseEntry(request, why);
  if (!chosen)
    return refuse(why, nullptr);
  if (auto wrong = readArguments(*texts))
    return refuse(wrong->second, number(wrong->first));
  if (Status status = checkArguments(arguments, *chosen); !status)
    return json::Object{{"ok", false},
                        {"diagnostics", json::Array{tessera::toJson(
                                            describeMismatch(status.problem(), arguments, *program, *chosen))}}};
  entry = chosen;
  return json::Object{{"ok", true}, {"entry", entry->name}, {"diagnostics", json::Array{}}};
}

bool EmulateSession::readOptions(const json::Object &request, emulator::RunOptions &options) const {
  options.instructionLimit = usualLimit;
  options.checksRaces = request.getBoolean("checkRaces").value_or(false);
  options.checksInitialization = !request.getBoolean("allowUninitialized").value_or(false);
  return readCount(request, "seed", options.seed) && readCount(request, "limit", options.instructionLimit);
}

/// In the order of a map that came with the request, else of a stand-in: there is no assembler here.
std::unique_ptr<LaunchPredictor> EmulateSession::watchTime(const json::Object &asked, std::string &why) const {
  std::shared_ptr<const emulator::MachineMap> map;
  if (auto text = asked.getString("map")) {
    std::optional<emulator::MachineMap> read = emulator::readMachineMap(text->str(), why);
    if (read)
      why = emulator::findMismatch(*read, program->module);
    if (!read || !why.empty())
      return nullptr;
    map = std::make_shared<const emulator::MachineMap>(std::move(*read));
  } else {
    map = std::make_shared<const emulator::MachineMap>(emulator::makeStandIn(program->module));
  }
  TimeQuestion question{asked.getString("card").value_or("").str(), asked.getNumber("clock").value_or(0)};
  Result<std::unique_ptr<LaunchPredictor>> made = LaunchPredictor::make(*program, *entry, question, std::move(map));
  if (made)
    return std::move(*made);
  why = made.problem().detail;
  return nullptr;
}

EmulateSession::Answer EmulateSession::run(const json::Object &request) {
  if (!entry)
    return Answer("`run` without a launch that was prepared");
  emulator::RunOptions options;
  if (!readOptions(request, options))
    return Answer("`seed` and `limit` are whole numbers from 0 on");
  options.countsAccesses = request.getBoolean("counts").value_or(true);
  std::string output;
  options.print = [&](std::string_view text) {
    output += text;
    if (onOutput)
      onOutput(text);
  };
  std::unique_ptr<LaunchPredictor> time;
  std::string whyNoTime;
  if (const json::Object *asked = request.getObject("time")) {
    time = watchTime(*asked, whyNoTime);
    options.skipsValues = time && asked->getBoolean("skipValues").value_or(false);
    if (time) {
      time->adapt(shape, options);
      options.observer = time->observer();
    }
  }
  placed = nullptr; // before its memory
  memory = std::make_unique<emulator::GlobalMemory>();
  emulator::placeVariables(*program, *memory);
  placed = std::make_unique<PlacedArguments>(arguments, *entry, *memory);
  DiagnosticSink sink;
  emulator::RunResult result = emulator::launch(*program, *entry, shape, placed->parameters(), *memory, options, sink);
  bool ok = result.ok && !sink.hasErrors();
  size_t known = findings.diagnostics.size();
  findings.add(sink.takeSorted(), options.seed, request.getBoolean("namesSeed").value_or(false));
  std::vector<Diagnostic> fresh(findings.diagnostics.begin() + static_cast<ptrdiff_t>(known),
                                findings.diagnostics.end());
  json::Object digests;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (const emulator::Allocation *made = placed->find(i))
      digests[std::to_string(i)] = llvm::utohexstr(llvm::xxh3_64bits(made->bytes));
  json::Object answer{{"ok", ok},
                      {"seed", number(options.seed)},
                      {"threadInstructions", number(result.threadInstructions)},
                      {"warpInstructions", number(result.warpInstructions)},
                      {"digests", std::move(digests)},
                      {"output", json::fixUTF8(output)},
                      {"diagnostics", toArray(fresh)}};
  if (options.countsAccesses) {
    answer["counts"] = ::toJson(result.counts);
    answer["accesses"] = ::toJson(result.accesses);
  }
  if (time && result.ok) {
    if (Status status = time->finish(shape))
      answer["time"] = time->toJson(), answer["timeText"] = time->describe();
    else
      whyNoTime = status.problem().detail;
  }
  if (!whyNoTime.empty())
    answer["whyNoTime"] = whyNoTime;
  return answer;
}

EmulateSession::Answer EmulateSession::describeArrays() const {
  if (!placed)
    return Answer("`arrays` before any run");
  json::Array arrays;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const emulator::Allocation *made = placed->find(i);
    if (!made)
      continue;
    json::Object object = summarize(placed->read(i, arguments));
    object["argument"] = number(i);
    object["unwritten"] = number(countUnwritten(*made, numerics::getByteSize(arguments[i].contents.dtype())));
    object["changed"] = arguments[i].isEmpty || made->bytes.size() != arguments[i].contents.byteSize() ||
                        std::memcmp(made->bytes.data(), arguments[i].contents.bytes(), made->bytes.size()) != 0;
    arrays.push_back(std::move(object));
  }
  return json::Object{{"arrays", std::move(arrays)}};
}

EmulateSession::Answer EmulateSession::takeArray(const json::Object &request) {
  std::optional<int64_t> argument = request.getInteger("argument");
  if (!placed || !argument || *argument < 0 || static_cast<size_t>(*argument) >= arguments.size() ||
      !placed->find(static_cast<size_t>(*argument)))
    return Answer("`array` needs `argument`, the number of an array of the last run");
  numerics::Array array = placed->read(static_cast<size_t>(*argument), arguments);
  if (request.getBoolean("npy").value_or(false)) {
    std::string npy = writeNpy(array);
    lastBytes.assign(npy.begin(), npy.end());
  } else {
    lastBytes.assign(array.bytes(), array.bytes() + array.byteSize());
  }
  return json::Object{{"dtype", std::string(numerics::getName(array.dtype()))}, {"shape", json::Array(array.shape())}};
}

EmulateSession::Answer EmulateSession::debug(const json::Object &request) {
  auto command = request.getString("command");
  if (!command)
    return Answer("`debug` needs a `command`");
  if (!entry || (!debugged && *command != "start"))
    return Answer("`debug` begins with `start`, of a launch that was prepared");
  if (*command == "start") {
    emulator::RunOptions options;
    if (!readOptions(request, options))
      return Answer("`seed` and `limit` are whole numbers from 0 on");
    placed = nullptr; // what a run has left is in the way: a replay has memory of its own
    memory = nullptr;
    debugged = std::make_unique<EmulateDebug>(*program, *entry, shape, arguments, options);
    debugged->onProgress([this](uint64_t instructions) {
      if (onProgress)
        onProgress(instructions);
    });
  }
  std::string why;
  json::Object answer = debugged->call(*command, request, why);
  return why.empty() ? Answer(std::move(answer)) : Answer(std::move(why));
}

json::Value EmulateSession::call(const json::Object &request) {
  auto method = request.getString("method");
  auto answer = [&]() -> Answer {
    if (!method)
      return Answer("the request has no `method`");
    if (*method == "load")
      return load(request);
    if (*method == "prepare")
      return prepare(request);
    if (*method == "run")
      return run(request);
    if (*method == "arrays")
      return describeArrays();
    if (*method == "array")
      return takeArray(request);
    if (*method == "debug")
      return debug(request);
    return Answer("unknown method `" + method->str() + "`");
  }();
  if (!answer.error.empty())
    return json::Object{{"ok", false}, {"error", std::move(answer.error)}};
  return json::Object{{"ok", true}, {"value", std::move(answer.value)}};
}
