// SPDX-License-Identifier: Apache-2.0
// The edges to the outside: output, `contextlib`, `sys`, `os`, `time`, `warnings`, `copy`. A program is a value,
// replayed anywhere, so there is no environment to ask and no clock to read: what a program may see of them is fixed
// here.
#include "compiler/frontend/evaluate/ClassBuilding.h"
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/Files.h"
#include "compiler/frontend/library/python/Python.h"
#include "compiler/tile/ir/FileWrites.h"
#include <cmath>
#include <set>

using namespace tessera;
using namespace tessera::frontend;
using library::FileObject;

//===-- files --------------------------------------------------------------------------------------------------===//

char FileObject::tag;

bool FileObject::write(Evaluator &evaluator, Value text) {
  if (!llvm::isa<StrObject>(text) && !llvm::isa<TextObject>(text))
    return evaluator.raise(DiagnosticId::typeError, "write() argument must be str, not " + text->typeName(evaluator)),
           false;
  if (isClosed)
    return evaluator.raise(DiagnosticId::valueError, "I/O operation on closed file."), false;
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
  std::optional<int64_t> size =
      llvm::isa<StrObject>(call["text"]) ? call.evaluator.length(call["text"]) : std::optional<int64_t>(0);
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
static Value fileName(Call &call) {
  return call.evaluator.string(llvm::cast<FileObject>(call.self)->isError ? "<stderr>" : "<stdout>");
}
static Value isTerminal(Call &call) { return call.evaluator.boolean(false); }
static Value encoding(Call &call) { return call.evaluator.string("utf-8"); }
static Value standardOutput(Call &call) { return call.evaluator.make<FileObject>(); }
static Value standardError(Call &call) {
  auto *file = call.evaluator.make<FileObject>();
  file->isError = true;
  return file;
}

/// `how` is append, replace or remove. io_files.py has the files; this is what the run's results have of them.
static Value recordFile(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> path = evaluator.toString(call["path"], "`path`"),
                             how = evaluator.toString(call["how"], "`how`");
  if (!path || !how)
    return nullptr;
  auto *bytes = llvm::dyn_cast<BytesObject>(call["data"]);
  if (!evaluator.writeFile(bytes ? evaluator.string(bytes->value) : call["data"], *path))
    return nullptr;
  auto write = llvm::cast<tile::WriteFileOp>(evaluator.mainFunction().getBody().front().back());
  if (*how != "append")
    write->setAttr(*how == "replace" ? tile::replacesFileName : tile::removesFileName,
                   mlir::UnitAttr::get(evaluator.context()));
  return evaluator.none();
}
static Value isKnownText(Call &call) { return call.evaluator.boolean(!llvm::isa<TextObject>(call["text"])); }

//===-- contextlib ---------------------------------------------------------------------------------------------===//

namespace {
/// A context manager made of C++ functions.
class ManagerObject : public ExtensionObject {
public:
  bool mayCatch() const override { return true; }
  /// As a decorator: the function runs in a block of a fresh manager.
  std::function<Value(Evaluator &)> again;
  Value catches = nullptr; // the exceptions that it ends quietly
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  using Enter = std::function<Value(Evaluator &)>;
  using Exit = std::function<std::optional<bool>(Evaluator &, Value)>;
  ManagerObject(Enter enterWith, Exit exitWith)
      : ExtensionObject(&tag), enterWith(std::move(enterWith)), exitWith(std::move(exitWith)) {}
  Value enter(Evaluator &evaluator) override { return enterWith(evaluator); }
  std::optional<bool> exit(Evaluator &evaluator, Value exception) override { return exitWith(evaluator, exception); }

private:
  static char tag;
  Enter enterWith;
  Exit exitWith;
};
char ManagerObject::tag;

Value runInside(Evaluator &evaluator, Value manager, Value function, Arguments &arguments) {
  if (!manager || !manager->enter(evaluator))
    return nullptr;
  Value result;
  {
    Evaluator::CatchScope catching(evaluator);
    result = evaluator.call(function, arguments);
  }
  ExceptionObject *exception = result ? nullptr : evaluator.pendingException();
  if (exception && exception->fatal)
    return nullptr;
  evaluator.clearPending();
  std::optional<bool> swallowed = manager->exit(evaluator, exception);
  if (!swallowed)
    return nullptr;
  if (result || *swallowed)
    return result ? result : evaluator.none();
  return evaluator.raise(exception);
}

Value ManagerObject::call(Evaluator &evaluator, Arguments &arguments) {
  Value function = arguments.positional.size() == 1 && arguments.keywords.empty() ? arguments.positional[0] : nullptr;
  if (!again || !function || !evaluator.isCallable(function))
    return ExtensionObject::call(evaluator, arguments);
  std::optional<Value> name = function->getAttribute(evaluator, "__name__");
  auto *text = llvm::dyn_cast_or_null<StrObject>(name.value_or(nullptr));
  auto make = again;
  return evaluator.function(
      text ? text->value : "inner",
      [make, function](Evaluator &evaluator, Arguments &arguments) {
        return runInside(evaluator, make(evaluator), function, arguments);
      },
      function);
}

std::optional<Value> ManagerObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  ManagerObject *self = this;
  if (name == "_catches" && catches)
    return catches;
  if (name == "__enter__")
    return evaluator.function("__enter__",
                              [self](Evaluator &evaluator, Arguments &) { return self->enter(evaluator); });
  if (name == "__exit__")
    return evaluator.function("__exit__", [self](Evaluator &evaluator, Arguments &arguments) -> Value {
      Value exception = arguments.positional.size() > 1 ? arguments.positional[1] : nullptr;
      std::optional<bool> swallowed =
          self->exit(evaluator, llvm::isa_and_nonnull<ExceptionObject>(exception) ? exception : nullptr);
      return swallowed ? evaluator.boolean(*swallowed) : nullptr;
    });
  return ExtensionObject::getAttribute(evaluator, name);
}

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
  // Its own StopIteration comes out of a generator as the cause of a RuntimeError.
  ExceptionObject *raised = evaluator.pendingException();
  bool isSame =
      raised == exception || (raised->cause == exception && isPending(evaluator, "RuntimeError") &&
                              exception->type(evaluator)->isSubclassOf(evaluator.builtinClass("StopIteration")));
  if (!isSame)
    return std::nullopt;
  evaluator.clearPending();
  return false;
}
} // namespace

/// The manager that a generator function makes of its arguments.
static Value manage(Evaluator &evaluator, Value function, const Arguments &given) {
  Arguments arguments = given;
  Value made = evaluator.call(function, arguments);
  auto *generator = llvm::dyn_cast_or_null<GeneratorIterator>(made);
  if (!generator)
    return made ? Value(evaluator.raise(DiagnosticId::typeError, "a context manager's function must `yield`"))
                : nullptr;
  auto *manager = evaluator.make<ManagerObject>(
      [generator](Evaluator &evaluator) -> Value {
        std::optional<Value> value = generator->next(evaluator);
        return value ? *value : Value(evaluator.raise(DiagnosticId::raised, "generator didn't yield"));
      },
      [generator](Evaluator &evaluator, Value exception) { return leaveGenerator(evaluator, generator, exception); });
  manager->again = [function, given](Evaluator &evaluator) { return manage(evaluator, function, given); };
  return manager;
}

static Value contextmanager(Call &call) {
  Value function = call["func"];
  if (!call.evaluator.isCallable(function))
    return call.evaluator.raise(DiagnosticId::typeError, "contextmanager() takes a generator function");
  return call.evaluator.make<WrapperObject>(
      "contextmanager",
      [function](Evaluator &evaluator, Arguments &arguments) { return manage(evaluator, function, arguments); },
      function);
}

static Value nullcontext(Call &call) {
  Value result = call["enter_result"];
  return call.evaluator.make<ManagerObject>([result](Evaluator &) { return result; },
                                            [](Evaluator &, Value) -> std::optional<bool> { return false; });
}

static Value suppress(Call &call) {
  Value types = call["exceptions"];
  auto *made = call.evaluator.make<ManagerObject>(
      [](Evaluator &evaluator) { return evaluator.none(); },
      [types](Evaluator &evaluator, Value exception) -> std::optional<bool> {
        return exception ? evaluator.isInstance(exception, types) : std::optional<bool>(false);
      });
  made->catches = types;
  return made;
}

//===-- sys, os, time ------------------------------------------------------------------------------------------===//

static Value argv(Call &call) { return call.evaluator.list({call.evaluator.string("program.py")}); }
static Value versionInfo(Call &call) {
  Evaluator &evaluator = call.evaluator;
  return evaluator.tuple({evaluator.integer(3), evaluator.integer(12), evaluator.integer(0), evaluator.string("final"),
                          evaluator.integer(0)});
}
static Value frameHandler(Call &call) {
  std::optional<int64_t> depth = call.evaluator.toInt(call["depth"], "depth");
  return depth ? Interpretation::of(call.evaluator).frameAt(*depth) : nullptr;
}
static Value usualHook(Call &call) { return call.evaluator.libraryMember("sys", "excepthook").value_or(nullptr); }
static Value version(Call &call) { return call.evaluator.string("3.12.0 (tessera)"); }
static Value platform(Call &call) { return call.evaluator.string("tessera"); }
static Value maxsize(Call &call) { return call.evaluator.integer(INT64_MAX); }
static Value exitProgram(Call &call) {
  auto *exception = call.evaluator.make<ExceptionObject>(call.evaluator.builtinClass("SystemExit"));
  exception->arguments.push_back(call["status"]);
  return call.evaluator.raise(exception);
}
static Value recursionLimit(Call &call) { return call.evaluator.integer(call.evaluator.options().recursionLimit); }

static Value modulesOf(Call &call) { return Interpretation::of(call.evaluator).moduleDict(); }
static Value searchPath(Call &call) {
  std::vector<Value> folders;
  for (const std::string &folder : Interpretation::of(call.evaluator).searchFolders())
    folders.push_back(call.evaluator.string(folder));
  return call.evaluator.list(std::move(folders));
}
static Value emptyText(Call &call) { return call.evaluator.string(""); }
static Value byteOrder(Call &call) { return call.evaluator.string("little"); }
static Value rootFolder(Call &call) { return call.evaluator.string("/"); }
static Value lineBreak(Call &call) { return call.evaluator.string("\n"); }
static Value posix(Call &call) { return call.evaluator.string("posix"); }
static Value itself(Call &call) { return call[size_t(0)]; }
static Value excInfo(Call &call) {
  Evaluator &evaluator = call.evaluator;
  const std::vector<ExceptionObject *> &handled = Interpretation::of(evaluator).handled;
  if (handled.empty())
    return evaluator.tuple({evaluator.none(), evaluator.none(), evaluator.none()});
  Value traceback = evaluator.getAttribute(handled.back(), "__traceback__");
  return traceback ? evaluator.tuple({handled.back()->type(evaluator), handled.back(), traceback}) : nullptr;
}
static Value cpuCount(Call &call) { return call.evaluator.integer(1); }

/// A program is recorded, so a clock would show the compiler's time and make it mean something else at each run:
/// differences of NaN are NaN.
static void remarkNoClock(Call &call, const std::string &does) {
  struct Told {
    std::set<std::string> names;
  };
  if (call.evaluator.state<Told>().names.insert(call.entry->name).second)
    call.evaluator.sink()
        .report(DiagnosticId::notSupported, call.evaluator.where(),
                std::string("nothing is measured here: `time.") + call.entry->name + "` " + does, Severity::remark)
        .note("launches are timed by the device that runs them: see the results' launches");
}
static Value clock(Call &call) {
  remarkNoClock(call, "gives NaN");
  return call.evaluator.floating(std::nan(""));
}
static Value sleep(Call &call) {
  remarkNoClock(call, "does nothing");
  return call.evaluator.none();
}
static Value refuseClock(Call &call) {
  return call.evaluator
      .raise(DiagnosticId::notSupported,
             std::string("`") + call.entry->module + "." + call.entry->name +
                 "` is not supported: a program is recorded, so a clock would show the compiler's time")
      .note("launches are timed by the device that runs them: see the results' launches");
}

//===-- warnings, copy -----------------------------------------------------------------------------------------===//

/// Whether a filter is about a warning; empty with an exception pending.
static std::optional<bool> filterFits(Evaluator &evaluator, const library::WarningFilter &filter, Value warning,
                                      const std::string &text) {
  std::optional<bool> fits =
      filter.category ? evaluator.isInstance(warning, filter.category) : std::optional<bool>(true);
  if (!fits || !*fits || !filter.message)
    return fits;
  Value re = evaluator.importModule("re", evaluator.range()),
        match = re ? evaluator.getAttribute(re, "match") : nullptr;
  Value found = match ? evaluator.call(match, {filter.message, evaluator.string(text)}) : nullptr;
  return found ? std::optional<bool>(!isNone(found)) : std::nullopt;
}

/// `ignore`, `error`, ..: what the last filter says that fits; empty text where none does. Empty with an exception
/// pending.
static std::optional<std::string> actionFor(Evaluator &evaluator, Value warning, const std::string &text) {
  const library::WarningLog &log = evaluator.state<library::WarningLog>();
  size_t first = log.captures.empty() ? 0 : log.captures.back().firstFilter;
  for (size_t i = log.filters.size(); i-- > first;) {
    library::WarningFilter filter = log.filters[i];
    std::optional<bool> fits = filterFits(evaluator, filter, warning, text);
    if (!fits)
      return std::nullopt;
    if (*fits)
      return filter.action;
  }
  return std::string();
}

static Value warn(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> text = evaluator.str(call["message"]);
  Value warning = text ? call["message"] : nullptr;
  if (text && !llvm::isa<ExceptionObject>(warning))
    warning = evaluator.call(isNone(call["category"]) ? evaluator.builtinClass("UserWarning") : call["category"],
                             {evaluator.string(*text)});
  std::optional<std::string> action = warning ? actionFor(evaluator, warning, *text) : std::nullopt;
  if (!action)
    return nullptr;
  if (*action == "ignore")
    return evaluator.none();
  if (*action == "error")
    return evaluator.raise(llvm::cast<ExceptionObject>(warning));
  library::WarningLog &log = evaluator.state<library::WarningLog>();
  if (log.captures.empty()) {
    evaluator.sink().report(DiagnosticId::raised, toRange(evaluator.location()), *text, Severity::warning);
    return evaluator.none();
  }
  log.captures.back().warnings.push_back(warning);
  if (ListObject *live = log.captures.back().live) {
    auto *message = evaluator.make<RecordObject>(evaluator.libraryClass("warnings", "WarningMessage"));
    SourceRange place = evaluator.where();
    message->set("message", warning)
        .set("category", warning->type(evaluator))
        .set("filename", evaluator.string(place.file));
    message->set("lineno", evaluator.integer(place.begin.line));
    live->items.push_back(message);
  }
  return evaluator.none();
}

/// `filterwarnings`, and `simplefilter`, which has no message.
static Value filterWarnings(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> action = evaluator.toString(call["action"], "action");
  std::optional<bool> append = action ? evaluator.truth(call["append"]) : std::nullopt;
  if (!append)
    return nullptr;
  static constexpr llvm::StringLiteral actions[] = {"default", "error", "ignore", "always", "all", "module", "once"};
  if (!llvm::is_contained(actions, *action))
    return evaluator.raise(DiagnosticId::assertionFailed, "invalid action: '" + *action + "'", call.rangeOf("action"));
  library::WarningFilter filter{*action, isNone(call["category"]) ? nullptr : call["category"], nullptr};
  if (llvm::StringRef(call.entry->name) == "filterwarnings") {
    if (auto *module = llvm::dyn_cast<StrObject>(call["module"]);
        module && !module->value.empty() && *action == "error")
      return evaluator.notSupported("`warnings.filterwarnings` for a module alone");
    if (auto *message = llvm::dyn_cast<StrObject>(call["message"]); message && !message->value.empty())
      filter.message = message;
  }
  auto &filters = evaluator.state<library::WarningLog>().filters;
  filters.insert(*append ? filters.begin() : filters.end(), filter);
  return evaluator.none();
}
static Value resetWarnings(Call &call) {
  call.evaluator.state<library::WarningLog>().filters.clear();
  return call.evaluator.none();
}

static Value catchWarnings(Call &call) {
  std::optional<bool> records = call.evaluator.truth(call["record"]);
  if (!records)
    return nullptr;
  auto filters = std::make_shared<std::vector<library::WarningFilter>>();
  return call.evaluator.make<ManagerObject>(
      [records = *records, filters](Evaluator &evaluator) -> Value {
        library::WarningLog &log = evaluator.state<library::WarningLog>();
        *filters = log.filters;
        if (!records)
          return evaluator.none();
        ListObject *live = evaluator.list({});
        log.captures.push_back({{}, live, log.captures.empty() ? 0 : log.captures.back().firstFilter});
        return live;
      },
      [records = *records, filters](Evaluator &evaluator, Value) -> std::optional<bool> {
        library::WarningLog &log = evaluator.state<library::WarningLog>();
        log.filters = *filters;
        if (records && !log.captures.empty())
          log.captures.pop_back();
        return false;
      });
}

/// NumPy's arrays are places that change: a copy is another one. Everything else that gets here can't change.
static Value copyArray(Evaluator &evaluator, Value value) {
  auto *array = llvm::dyn_cast<ArrayObject>(value);
  if (!array || array->flavour != Flavour::numpy)
    return value;
  std::optional<Value> method = value->getAttribute(evaluator, "copy");
  return !method ? value : *method ? evaluator.call(*method, {}) : nullptr;
}

/// `copy` of what has no class of the program's: what can't change is its own copy. NotImplemented: it is to be taken
/// apart.
static Value copyRest(Call &call) {
  Value value = call["x"];
  if (llvm::isa<ArrayObject>(value))
    return copyArray(call.evaluator, value);
  InstancePart *part = value->instancePart();
  if (part && part->instanceType->isEnum)
    return value;
  return part || llvm::isa<IteratorObject>(value) || llvm::isa<PartialObject>(value) || llvm::isa<SetObject>(value)
             ? call.evaluator.notImplemented()
             : value;
}

static constexpr LibraryEntry entries[] = {
    {"TextIOWrapper", "write", EntryKind::method, "(text, /)", "Appends text to the file.", fileWrite},
    {"TextIOWrapper", "writelines", EntryKind::method, "(lines, /)", "Appends several texts to the file.",
     fileWriteLines},
    {"TextIOWrapper", "close", EntryKind::method, "()", "Ends writing.", fileClose},
    {"TextIOWrapper", "flush", EntryKind::method, "()", "Does nothing: what is written is in order.", nothing},
    {"TextIOWrapper", "name", EntryKind::property, "", "The file's name.", fileName},
    {"TextIOWrapper", "isatty", EntryKind::method, "()", "False.", isTerminal},
    {"TextIOWrapper", "encoding", EntryKind::property, "", "`utf-8`.", encoding},
    {"io", "_record_file", EntryKind::function, "(path, data, how, /)",
     "For the library itself: a file of the run's results changes.", recordFile},
    {"io", "_is_known_text", EntryKind::function, "(text, /)",
     "For the library itself: whether a text does not wait for the run.", isKnownText},
    {"contextlib", "contextmanager", EntryKind::decorator, "(func)", "A context manager from a generator function.",
     contextmanager},
    {"contextlib", "nullcontext", EntryKind::function, "(enter_result=None)", "A context manager that does nothing.",
     nullcontext},
    {"contextlib", "suppress", EntryKind::function, "(*exceptions)", "Ends the block quietly on these exceptions.",
     suppress},
    {"sys", "argv", EntryKind::constant, "", "The program's name alone.", argv},
    {"sys", "version_info", EntryKind::constant, "", "The version of the language that is read.", versionInfo},
    {"sys", "__excepthook__", EntryKind::constant, "", "`sys.excepthook` as it is at the start.", usualHook},
    {"sys", "version", EntryKind::constant, "", "The version as text.", version},
    {"sys", "platform", EntryKind::constant, "", "`tessera`.", platform},
    {"sys", "maxsize", EntryKind::constant, "", "The largest 64-bit integer.", maxsize},
    {"sys", "stdout", EntryKind::constant, "", "The program's output.", standardOutput},
    {"sys", "stderr", EntryKind::constant, "", "The program's output.", standardError},
    {"sys", "stdin", EntryKind::constant, "", "Refused: a program has nobody to ask.", nullptr},
    {"sys", "modules", EntryKind::constant, "", "The modules that were imported, by name.", modulesOf},
    {"sys", "path", EntryKind::constant, "", "The folders that modules are looked for in.", searchPath},
    {"sys", "byteorder", EntryKind::constant, "", "`little`.", byteOrder},
    {"sys", "executable", EntryKind::constant, "", "An empty text.", emptyText},
    {"sys", "_getframe", EntryKind::function, "(depth=0, /)", "The frame under way, or one that many calls out.",
     frameHandler},
    {"sys", "exc_info", EntryKind::function, "()",
     "The class, the exception and the traceback of what is being handled.", excInfo},
    {"sys", "setrecursionlimit", EntryKind::function, "(limit, /)", "Does nothing: the limit is an option of the run.",
     nothing},
    {"sys", "intern", EntryKind::function, "(string, /)", "The string itself.", itself},
    {"os", "getpid", EntryKind::function, "()", "1.", cpuCount},
    {"os", "sep", EntryKind::constant, "", "`/`.", rootFolder},
    {"os", "linesep", EntryKind::constant, "", "A line break.", lineBreak},
    {"os", "name", EntryKind::constant, "", "`posix`.", posix},
    {"sys", "exit", EntryKind::function, "(status=None, /)", "Ends the program.", exitProgram},
    {"sys", "getrecursionlimit", EntryKind::function, "()", "How deep calls may nest.", recursionLimit},
    {"os", "cpu_count", EntryKind::function, "()", "1.", cpuCount},
#define TESSERA_CLOCK(name) {"time", name, EntryKind::function, "()", "NaN: a recorded program has no clock.", clock}
#define TESSERA_NO_CLOCK(name)                                                                                         \
  {"time", name, EntryKind::function, "(*args)", "Refused: a recorded program has no clock.", refuseClock}
    TESSERA_CLOCK("time"),
    TESSERA_CLOCK("perf_counter"),
    TESSERA_CLOCK("monotonic"),
    TESSERA_CLOCK("process_time"),
    TESSERA_CLOCK("thread_time"),
    TESSERA_NO_CLOCK("time_ns"),
    TESSERA_NO_CLOCK("perf_counter_ns"),
    TESSERA_NO_CLOCK("monotonic_ns"),
    TESSERA_NO_CLOCK("process_time_ns"),
    TESSERA_NO_CLOCK("localtime"),
    TESSERA_NO_CLOCK("gmtime"),
    TESSERA_NO_CLOCK("strftime"),
    TESSERA_NO_CLOCK("ctime"),
    TESSERA_NO_CLOCK("asctime"),
    {"time", "sleep", EntryKind::function, "(secs, /)", "Does nothing: a recorded program has no clock.", sleep},
    {"time", "_refuse_clock", EntryKind::function, "(what, /)", "Refuses a text with a time in it.", refuseClock},
#undef TESSERA_CLOCK
#undef TESSERA_NO_CLOCK
    {"warnings", "warn", EntryKind::function, "(message, category=None, stacklevel=1, source=None)",
     "Tells a warning at the call.", warn},
    {"warnings", "filterwarnings", EntryKind::function,
     "(action, message='', category=None, module='', lineno=0, append=False)",
     "Whether warnings are errors, or are dropped; those told again and again are told each time.", filterWarnings},
    {"warnings", "simplefilter", EntryKind::function, "(action, category=None, lineno=0, append=False)",
     "The same for all texts.", filterWarnings},
    {"warnings", "resetwarnings", EntryKind::function, "()", "Forgets what filters said.", resetWarnings},
    {"warnings", "WarningMessage", EntryKind::type, "()",
     "A warning that was recorded: `message`, `category`, `filename`, `lineno`.", nullptr},
    {"warnings", "catch_warnings", EntryKind::function, "(*, record=False)",
     "A block with its own filters; with `record`, the list of its warnings.", catchWarnings},
    {"copy", "_copy_rest", EntryKind::function, "(x, /)", "A copy of what no class says how to copy.", copyRest},
};

llvm::ArrayRef<LibraryEntry> library::systemEntries() { return entries; }
