// SPDX-License-Identifier: Apache-2.0
// The edges to the outside: files, `contextlib`, `sys`, `os`, `time`, `warnings`, `copy`. A program is a value, replayed anywhere, so
// there is no environment to ask and no clock to read: what a program may see of them is fixed here.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/library/python/Files.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;
using library::FileObject;

//===-- files --------------------------------------------------------------------------------------------------===//

char FileObject::tag;

bool FileObject::write(Evaluator &evaluator, Value text) {
  if (!llvm::isa<StrObject>(text) && !llvm::isa<TextObject>(text))
    return evaluator.raise(DiagnosticId::typeError, "write() argument must be str, not " + text->typeName(evaluator)), false;
  if (isClosed)
    return evaluator.raise(DiagnosticId::valueError, "I/O operation on closed file."), false;
  if (!path.empty())
    return evaluator.writeFile(text, path);
  if (!evaluator.print(text))
    return false;
  mlir::Block &main = evaluator.mainFunction().getBody().front();
  if (auto print = isError && !main.empty() ? llvm::dyn_cast<tile::PrintOp>(main.back()) : tile::PrintOp())
    print->setAttr(errorOutputName, mlir::UnitAttr::get(evaluator.context()));
  return true;
}

static Value fileWrite(Call &call) {
  if (!llvm::cast<FileObject>(call.self)->write(call.evaluator, call["text"]))
    return nullptr;
  std::optional<int64_t> size = llvm::isa<StrObject>(call["text"]) ? call.evaluator.length(call["text"]) : std::optional<int64_t>(0);
  return call.evaluator.integer(size.value_or(0));
}
static Value fileWriteLines(Call &call) {
  std::optional<std::vector<Value>> lines = call.evaluator.toVector(call["lines"]);
  for (size_t i = 0; lines && i < lines->size(); ++i)
    if (!llvm::cast<FileObject>(call.self)->write(call.evaluator, (*lines)[i]))
      return nullptr;
  return lines ? call.evaluator.none() : nullptr;
}
static Value fileClose(Call &call) {
  llvm::cast<FileObject>(call.self)->isClosed = true;
  return call.evaluator.none();
}
static Value nothing(Call &call) { return call.evaluator.none(); }
static Value fileName(Call &call) { return call.evaluator.string(llvm::cast<FileObject>(call.self)->path); }
static Value standardOutput(Call &call) { return call.evaluator.make<FileObject>(""); }
static Value standardError(Call &call) {
  auto *file = call.evaluator.make<FileObject>("");
  file->isError = true;
  return file;
}

//===-- contextlib ---------------------------------------------------------------------------------------------===//

namespace {
/// A context manager made of C++ functions.
class ManagerObject : public ExtensionObject {
public:
  bool mayCatch() const override { return true; }
  using Enter = std::function<Value(Evaluator &)>;
  using Exit = std::function<std::optional<bool>(Evaluator &, Value)>;
  ManagerObject(Enter enterWith, Exit exitWith) : ExtensionObject(&tag), enterWith(std::move(enterWith)), exitWith(std::move(exitWith)) {}
  Value enter(Evaluator &evaluator) override { return enterWith(evaluator); }
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override { return exitWith(evaluator, exception); }

private:
  static char tag;
  Enter enterWith;
  Exit exitWith;
};
char ManagerObject::tag;

std::optional<bool> leaveGenerator(Evaluator &evaluator, GeneratorIterator *generator, Value exception) {
  if (!exception) {
    std::optional<Value> more = generator->next(evaluator);
    if (!more)
      return false;
    if (*more)
      evaluator.raise(DiagnosticId::raised, "generator didn't stop");
    return std::nullopt;
  }
  std::optional<Value> more = generator->throwInto(evaluator, llvm::cast<ExceptionObject>(exception));
  if (!more)
    return true; // the generator ended: it swallowed the exception
  if (*more)
    return evaluator.raise(DiagnosticId::raised, "generator didn't stop after throw()");
  if (evaluator.pendingException() != exception)
    return std::nullopt;
  evaluator.clearPending();
  return false;
}
} // namespace

static Value contextmanager(Call &call) {
  Value function = call["func"];
  if (!call.evaluator.isCallable(function))
    return call.evaluator.raise(DiagnosticId::typeError, "contextmanager() takes a generator function");
  return call.evaluator.make<WrapperObject>(
      "contextmanager",
      [function](Evaluator &evaluator, Arguments &arguments) -> Value {
        Value made = evaluator.call(function, arguments);
        auto *generator = llvm::dyn_cast_or_null<GeneratorIterator>(made);
        if (!generator)
          return made ? Value(evaluator.raise(DiagnosticId::typeError, "a context manager's function must `yield`")) : nullptr;
        return evaluator.make<ManagerObject>(
            [generator](Evaluator &evaluator) -> Value {
              std::optional<Value> value = generator->next(evaluator);
              return value ? *value : Value(evaluator.raise(DiagnosticId::raised, "generator didn't yield"));
            },
            [generator](Evaluator &evaluator, Value exception) { return leaveGenerator(evaluator, generator, exception); });
      },
      function);
}

static Value nullcontext(Call &call) {
  Value result = call["enter_result"];
  return call.evaluator.make<ManagerObject>([result](Evaluator &) { return result; },
                                            [](Evaluator &, Value) -> std::optional<bool> { return false; });
}

static Value suppress(Call &call) {
  Value types = call["exceptions"];
  return call.evaluator.make<ManagerObject>([](Evaluator &evaluator) { return evaluator.none(); },
                                            [types](Evaluator &evaluator, Value exception) -> std::optional<bool> {
                                              return exception ? evaluator.isInstance(exception, types) : std::optional<bool>(false);
                                            });
}

//===-- sys, os, time ------------------------------------------------------------------------------------------===//

static Value argv(Call &call) { return call.evaluator.list({call.evaluator.string("program.py")}); }
static Value versionInfo(Call &call) {
  Evaluator &evaluator = call.evaluator;
  return evaluator.tuple({evaluator.integer(3), evaluator.integer(12), evaluator.integer(0), evaluator.string("final"), evaluator.integer(0)});
}
static Value version(Call &call) { return call.evaluator.string("3.12.0 (tessera)"); }
static Value platform(Call &call) { return call.evaluator.string("tessera"); }
static Value maxsize(Call &call) { return call.evaluator.integer(INT64_MAX); }
static Value exitProgram(Call &call) {
  auto *exception = call.evaluator.make<ExceptionObject>(call.evaluator.builtinClass("SystemExit"));
  exception->arguments.push_back(call["status"]);
  return call.evaluator.raise(exception);
}
static Value recursionLimit(Call &call) { return call.evaluator.integer(call.evaluator.options().recursionLimit); }

static Value environment(Call &call) { return call.evaluator.dict(); }
static Value getenv(Call &call) { return call["default"]; }
static Value cpuCount(Call &call) { return call.evaluator.integer(1); }

/// A clock would make a program mean something else at each run.
static Value clock(Call &call) {
  return call.evaluator.raise(DiagnosticId::notSupported, std::string("`time.") + call.entry->name + "` is not supported: a program is recorded, so a clock would show the compiler's time")
      .note("launches are timed by the device that runs them: see the results' launches");
}

//===-- warnings, copy -----------------------------------------------------------------------------------------===//

static Value warn(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> text = evaluator.str(call["message"]);
  if (!text)
    return nullptr;
  if (auto &captures = evaluator.state<library::WarningLog>().captures; !captures.empty()) {
    Value warning = call["message"];
    if (!llvm::isa<ExceptionObject>(warning))
      warning = evaluator.call(isNone(call["category"]) ? evaluator.builtinClass("UserWarning") : call["category"], {evaluator.string(*text)});
    if (!warning)
      return nullptr;
    captures.back().push_back(warning);
    return evaluator.none();
  }
  evaluator.sink().report(DiagnosticId::raised, evaluator.where(), *text, Severity::warning);
  return evaluator.none();
}
static Value catchWarnings(Call &call) {
  return call.evaluator.make<ManagerObject>([](Evaluator &evaluator) -> Value { return evaluator.list({}); },
                                            [](Evaluator &, Value) -> std::optional<bool> { return false; });
}

static Value copyOf(Evaluator &evaluator, Value value, bool deep) {
  if (!evaluator.step())
    return nullptr;
  auto inner = [&](Value item) { return deep && item ? copyOf(evaluator, item, true) : item; };
  if (auto *sequence = llvm::dyn_cast<SequenceObject>(value)) {
    std::vector<Value> items;
    for (Value item : sequence->items) {
      items.push_back(inner(item));
      if (!items.back())
        return nullptr;
    }
    Value copy = sequence->kind() == Kind::tuple ? Value(evaluator.tuple(std::move(items))) : evaluator.list(std::move(items));
    llvm::cast<SequenceObject>(copy)->namedType = sequence->namedType;
    return copy;
  }
  if (auto *dict = llvm::dyn_cast<DictObject>(value)) {
    DictObject *copy = evaluator.dict();
    copy->defaultFactory = dict->defaultFactory;
    for (const HashTable::Entry &entry : dict->table.entries()) {
      if (!entry.key)
        continue;
      Value held = inner(entry.value);
      if (!held || !copy->table.insert(evaluator, entry.key, held))
        return nullptr;
    }
    return copy;
  }
  if (auto *set = llvm::dyn_cast<SetObject>(value)) {
    auto *copy = evaluator.make<SetObject>(set->frozen);
    copy->table = set->table;
    return copy;
  }
  auto *instance = llvm::dyn_cast<InstanceObject>(value);
  if (!instance || llvm::isa<ExceptionObject>(value) || instance->instanceType->isEnum)
    return value; // can't change, or is shared by its nature
  auto *copy = evaluator.make<InstanceObject>(instance->instanceType);
  for (const auto &[name, held] : instance->attributes.entries()) {
    Value item = held ? inner(held) : nullptr;
    if (held && !item)
      return nullptr;
    if (item)
      copy->attributes.set(name, item);
  }
  return copy;
}
static Value shallowCopy(Call &call) { return copyOf(call.evaluator, call["x"], false); }
static Value deepCopy(Call &call) { return copyOf(call.evaluator, call["x"], true); }

static constexpr LibraryEntry entries[] = {
    {"TextIOWrapper", "write", EntryKind::method, "(text, /)", "Appends text to the file.", fileWrite},
    {"TextIOWrapper", "writelines", EntryKind::method, "(lines, /)", "Appends several texts to the file.", fileWriteLines},
    {"TextIOWrapper", "close", EntryKind::method, "()", "Ends writing.", fileClose},
    {"TextIOWrapper", "flush", EntryKind::method, "()", "Does nothing: what is written is in order.", nothing},
    {"TextIOWrapper", "name", EntryKind::property, "", "The file's name.", fileName},
    {"contextlib", "contextmanager", EntryKind::decorator, "(func)", "A context manager from a generator function.", contextmanager},
    {"contextlib", "nullcontext", EntryKind::function, "(enter_result=None)", "A context manager that does nothing.", nullcontext},
    {"contextlib", "suppress", EntryKind::function, "(*exceptions)", "Ends the block quietly on these exceptions.", suppress},
    {"sys", "argv", EntryKind::constant, "", "The program's name alone.", argv},
    {"sys", "version_info", EntryKind::constant, "", "The version of the language that is read.", versionInfo},
    {"sys", "version", EntryKind::constant, "", "The version as text.", version},
    {"sys", "platform", EntryKind::constant, "", "`tessera`.", platform},
    {"sys", "maxsize", EntryKind::constant, "", "The largest 64-bit integer.", maxsize},
    {"sys", "stdout", EntryKind::constant, "", "The program's output.", standardOutput},
    {"sys", "stderr", EntryKind::constant, "", "The program's output.", standardError},
    {"sys", "exit", EntryKind::function, "(status=None, /)", "Ends the program.", exitProgram},
    {"sys", "getrecursionlimit", EntryKind::function, "()", "How deep calls may nest.", recursionLimit},
    {"os", "environ", EntryKind::constant, "", "Environment variables: none.", environment},
    {"os", "getenv", EntryKind::function, "(key, default=None)", "The default: there are no environment variables.", getenv},
    {"os", "cpu_count", EntryKind::function, "()", "1.", cpuCount},
    {"time", "time", EntryKind::function, "()", "Refused: a recorded program has no clock.", clock},
    {"time", "perf_counter", EntryKind::function, "()", "Refused: a recorded program has no clock.", clock},
    {"time", "monotonic", EntryKind::function, "()", "Refused: a recorded program has no clock.", clock},
    {"time", "sleep", EntryKind::function, "(secs, /)", "Refused: a recorded program has no clock.", clock},
    {"warnings", "warn", EntryKind::function, "(message, category=None, stacklevel=1, source=None)", "Tells a warning at the call.", warn},
    {"warnings", "filterwarnings", EntryKind::function, "(action, message='', category=None, module='', lineno=0, append=False)", "Does nothing.", nothing},
    {"warnings", "simplefilter", EntryKind::function, "(action, category=None, lineno=0, append=False)", "Does nothing.", nothing},
    {"warnings", "catch_warnings", EntryKind::function, "(*, record=False)", "A block whose warnings are told all the same.", catchWarnings},
    {"copy", "copy", EntryKind::function, "(x)", "A copy that shares its elements.", shallowCopy},
    {"copy", "deepcopy", EntryKind::function, "(x, memo=None)", "A copy of the object and all it holds.", deepCopy},
};

llvm::ArrayRef<LibraryEntry> library::systemEntries() { return entries; }
