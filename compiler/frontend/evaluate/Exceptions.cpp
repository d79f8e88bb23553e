// SPDX-License-Identifier: Apache-2.0
// Exceptions: which Python class an error belongs to, what an exception object shows, how one becomes pending.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

static constexpr std::pair<const char *, const char *> classTable[] = {
    {"BaseException", "object"},
    {"Exception", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"SystemExit", "BaseException"},
    {"GeneratorExit", "BaseException"},
    {"ArithmeticError", "Exception"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"FloatingPointError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"BufferError", "Exception"},
    {"EOFError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"MemoryError", "Exception"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"FileNotFoundError", "OSError"},
    {"PermissionError", "OSError"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"StopIteration", "Exception"},
    {"StopAsyncIteration", "Exception"},
    {"SyntaxError", "Exception"},
    {"IndentationError", "SyntaxError"},
    {"TabError", "IndentationError"},
    {"ReferenceError", "Exception"},
    {"SystemError", "Exception"},
    {"TimeoutError", "OSError"},
    {"FileExistsError", "OSError"},
    {"IsADirectoryError", "OSError"},
    {"NotADirectoryError", "OSError"},
    {"InterruptedError", "OSError"},
    {"BlockingIOError", "OSError"},
    {"ChildProcessError", "OSError"},
    {"ProcessLookupError", "OSError"},
    {"ConnectionError", "OSError"},
    {"BrokenPipeError", "ConnectionError"},
    {"ConnectionAbortedError", "ConnectionError"},
    {"ConnectionRefusedError", "ConnectionError"},
    {"ConnectionResetError", "ConnectionError"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"UnicodeDecodeError", "UnicodeError"},
    {"UnicodeEncodeError", "UnicodeError"},
    {"UnicodeTranslateError", "UnicodeError"},
    {"Warning", "Exception"},
    {"UserWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
    {"PendingDeprecationWarning", "Warning"},
    {"SyntaxWarning", "Warning"},
    {"ImportWarning", "Warning"},
    {"UnicodeWarning", "Warning"},
    {"BytesWarning", "Warning"},
    {"ResourceWarning", "Warning"},
    {"EncodingWarning", "Warning"},
};

llvm::ArrayRef<std::pair<const char *, const char *>> frontend::exceptionClasses() { return classTable; }

llvm::StringRef frontend::baseOfException(llvm::StringRef name) {
  for (const auto &[className, base] : classTable)
    if (name == className)
      return base;
  return "";
}

static llvm::StringRef classOf(DiagnosticId id) {
  switch (id) {
  case DiagnosticId::unknownName:
    return "NameError";
  case DiagnosticId::unknownAttribute:
    return "AttributeError";
  case DiagnosticId::unknownModule:
    return "ModuleNotFoundError";
  case DiagnosticId::notSupported:
  case DiagnosticId::unsupportedSyntax:
    return "NotImplementedError";
  case DiagnosticId::argumentError:
  case DiagnosticId::typeError:
  case DiagnosticId::tracedBool:
  case DiagnosticId::dotInnerSize:
  case DiagnosticId::dtypeMismatch:
  case DiagnosticId::kernelSignature:
    return "TypeError";
  case DiagnosticId::valueError:
  case DiagnosticId::shapeMismatch:
  case DiagnosticId::indexMap:
  case DiagnosticId::blockSpec:
  case DiagnosticId::gridError:
  case DiagnosticId::raggedBlock:
    return "ValueError";
  case DiagnosticId::indexError:
  case DiagnosticId::outOfBounds:
    return "IndexError";
  case DiagnosticId::keyError:
    return "KeyError";
  case DiagnosticId::zeroDivision:
    return "ZeroDivisionError";
  case DiagnosticId::assertionFailed:
    return "AssertionError";
  case DiagnosticId::recursionLimit:
    return "RecursionError";
  case DiagnosticId::memoryLimit:
    return "MemoryError";
  default:
    return "RuntimeError";
  }
}

Raised Evaluator::raise(DiagnosticId id, std::string message) { return raise(id, std::move(message), currentRange); }

Raised Evaluator::raise(DiagnosticId id, std::string message, Range range) {
  auto *exception = make<ExceptionObject>(builtinClass(classOf(id)));
  exception->arguments.push_back(string(message));
  exception->id = id;
  exception->range = where(range);
  Interpretation::of(*this).notePassage(*exception, currentRange);
  // What we lack, and limits, are not the program's to handle: it would silently go another way than under Python.
  exception->fatal = id == DiagnosticId::notSupported || id == DiagnosticId::unsupportedSyntax ||
                     id == DiagnosticId::internalError || id == DiagnosticId::tracedBool;
  return raise(exception);
}

/// Whether `exception` is among the contexts of `of`: chained again, they would go round.
static bool isBehind(const ExceptionObject *exception, ExceptionObject *of) {
  for (unsigned depth = 0; of && depth < 64; ++depth) {
    if (of == exception)
      return true;
    of = llvm::dyn_cast_or_null<ExceptionObject>(of->context);
  }
  return false;
}

Raised Evaluator::raise(ExceptionObject *exception) {
  Interpretation &walk = Interpretation::of(*this);
  if (!exception->range.isValid()) {
    exception->range = where(currentRange);
    walk.notePassage(*exception, currentRange);
  }
  ExceptionObject *handled = walk.handled.empty() ? nullptr : walk.handled.back();
  if (handled && handled != exception && !exception->context && !isBehind(exception, handled))
    exception->context = handled;
  pending = exception;
  return Raised(exception);
}

Raised Evaluator::notSupported(const std::string &what) {
  return raise(DiagnosticId::notSupported, what + " is not supported yet");
}

const Raised &Raised::note(std::string message, SourceRange range) const {
  exception->notes.push_back({std::move(message), std::move(range)});
  return *this;
}

const Raised &Raised::at(SourceRange range) const {
  exception->range = std::move(range);
  return *this;
}

bool frontend::isPending(Evaluator &evaluator, llvm::StringRef className) {
  ExceptionObject *exception = evaluator.pendingException();
  return exception && exception->instanceType->isSubclassOf(evaluator.builtinClass(className));
}

/// An exception's class in line whose name is one of the language's.
static bool derivesFrom(const ExceptionObject &exception, llvm::StringRef name) {
  return llvm::any_of(exception.instanceType->resolutionOrder,
                      [&](const ClassObject *base) { return !base->isUser && base->name == name; });
}

/// One of a codec with all its arguments: the encoding (but for a translation), the text or bytes, where it is wrong,
/// and why.
static bool isUnicodeError(const ExceptionObject &exception) {
  if (derivesFrom(exception, "UnicodeTranslateError"))
    return exception.arguments.size() == 4;
  return exception.arguments.size() == 5 &&
         (derivesFrom(exception, "UnicodeDecodeError") || derivesFrom(exception, "UnicodeEncodeError"));
}

static std::optional<std::string> describeUnicodeError(Evaluator &evaluator, const ExceptionObject &exception) {
  bool translates = exception.arguments.size() == 4, decodes = derivesFrom(exception, "UnicodeDecodeError");
  auto argument = [&](size_t index) { return exception.arguments[index - translates]; };
  std::optional<std::string> codec = translates ? std::optional<std::string>("") : evaluator.str(argument(0)),
                             reason = codec ? evaluator.str(argument(4)) : std::nullopt;
  std::optional<int64_t> start = reason ? evaluator.toInt(argument(2), "`start`") : std::nullopt,
                         end = start ? evaluator.toInt(argument(3), "`end`") : std::nullopt;
  if (!end)
    return std::nullopt;
  std::string text = (translates ? "" : "'" + *codec + "' codec ") + "can't " +
                     (translates ? "translate"
                      : decodes  ? "decode"
                                 : "encode");
  Value item = nullptr;
  if (*end == *start + 1) {
    item = argument(1)->getItem(evaluator, argument(2));
    evaluator.clearPending();
  }
  char shown[16] = "";
  if (auto *byte = llvm::dyn_cast_or_null<IntObject>(static_cast<Object *>(item)))
    std::snprintf(shown, sizeof shown, "0x%02x", static_cast<unsigned>(byte->value.asInt64().value_or(0)));
  std::string place = std::to_string(*start);
  if (auto *character = llvm::dyn_cast_or_null<StrObject>(static_cast<Object *>(item)))
    text += " character '" + llvm::StringRef(escapeToAscii(character->value)).str() + "' in position " + place;
  else if (item)
    text += std::string(" byte ") + shown + " in position " + place;
  else
    text += (decodes ? " bytes in position " : " characters in position ") + place + "-" + std::to_string(*end - 1);
  return text + ": " + *reason;
}

/// Whether a class of the program's, before those of the language in line, has the attribute: a property `name` hides
/// that of ImportError.
static bool isOfUsersClass(const ClassObject &type, llvm::StringRef name) {
  for (const ClassObject *base : type.resolutionOrder)
    if (!base->isUser)
      return false;
    else if (base->attributes.find(name))
      return true;
  return false;
}

std::optional<Value> ExceptionObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  auto argument = [&](size_t index) { return index < arguments.size() ? arguments[index] : evaluator.none(); };
  if (attributes.find(name) || isOfUsersClass(*instanceType, name))
    return InstanceObject::getAttribute(evaluator, name);
  if (name == "args")
    return evaluator.tuple(arguments);
  if (name == "__cause__")
    return cause ? cause : evaluator.none();
  if (name == "__context__")
    return context ? context : evaluator.none();
  if (name == "__suppress_context__")
    return evaluator.boolean(suppressContext);
  if (name == "__traceback__")
    return tracebackOf(evaluator, *this);
  if (name == "value" && derivesFrom(*this, "StopIteration"))
    return argument(0);
  if (name == "code" && derivesFrom(*this, "SystemExit"))
    return argument(0);
  if (name == "msg" && (derivesFrom(*this, "ImportError") || derivesFrom(*this, "SyntaxError")))
    return argument(0);
  if ((name == "name" && (derivesFrom(*this, "AttributeError") || derivesFrom(*this, "NameError") ||
                          derivesFrom(*this, "ImportError"))) ||
      (name == "obj" && derivesFrom(*this, "AttributeError")) || (name == "path" && derivesFrom(*this, "ImportError")))
    return evaluator.none(); // not given
  static constexpr llvm::StringLiteral ofSyntax[] = {
      "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line"};
  if (auto *place = llvm::find(ofSyntax, name); place != std::end(ofSyntax) && derivesFrom(*this, "SyntaxError")) {
    auto *details = arguments.size() == 2 ? llvm::dyn_cast<SequenceObject>(arguments[1]) : nullptr;
    auto index = static_cast<size_t>(place - ofSyntax);
    return details && index < details->items.size() && index < 6 ? details->items[index] : evaluator.none();
  }
  if (isUnicodeError(*this)) {
    bool translates = derivesFrom(*this, "UnicodeTranslateError");
    static constexpr llvm::StringLiteral ofCodec[] = {"encoding", "object", "start", "end", "reason"};
    if (auto *place = llvm::find(ofCodec, name); place != std::end(ofCodec) && !(translates && place == ofCodec))
      return argument(static_cast<size_t>(place - ofCodec) - translates);
  }
  if (derivesFrom(*this, "OSError") && arguments.size() >= 2) {
    if (name == "errno" || name == "strerror")
      return argument(name == "errno" ? 0 : 1);
    if (name == "filename" || name == "filename2") {
      Value held = attributes.find(name);
      return held ? held : evaluator.none();
    }
  }
  return InstanceObject::getAttribute(evaluator, name);
}

bool ExceptionObject::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  if (isOfUsersClass(*instanceType, name))
    return InstanceObject::setAttribute(evaluator, name, value);
  auto isException = [&] {
    if (isNone(value) || llvm::isa<ExceptionObject>(value))
      return true;
    return evaluator.raise(DiagnosticId::typeError, "exception " + name.drop_front(2).drop_back(2).str() +
                                                        " must be None or derive from BaseException"),
           false;
  };
  if (name == "__cause__") {
    if (!isException())
      return false;
    cause = isNone(value) ? nullptr : value;
    suppressContext = true;
    return true;
  }
  if (name == "__context__") {
    if (!isException())
      return false;
    context = isNone(value) ? nullptr : value;
    return true;
  }
  if (name == "__suppress_context__") {
    std::optional<bool> truth = evaluator.truth(value);
    suppressContext = truth.value_or(false);
    return truth.has_value();
  }
  if (name == "__traceback__")
    return setTraceback(evaluator, *this, value);
  if (name == "args") {
    std::optional<std::vector<Value>> items = evaluator.toVector(value);
    if (items)
      arguments = std::move(*items);
    return items.has_value();
  }
  return InstanceObject::setAttribute(evaluator, name, value);
}

std::optional<std::string> ExceptionObject::repr(Evaluator &evaluator) {
  if (!plain && instanceType->find("__repr__"))
    return InstanceObject::repr(evaluator);
  plain = false;
  std::string text = instanceType->name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::optional<std::string> part = evaluator.repr(arguments[i]);
    if (!part)
      return std::nullopt;
    text += (i ? ", " : "") + *part;
  }
  return text + ")";
}

/// `" (file.py, line 3)"` of a SyntaxError's second argument, as far as it says where.
static std::optional<std::string> syntaxPlace(Evaluator &evaluator, Value details) {
  auto *parts = llvm::dyn_cast<SequenceObject>(details);
  auto *file = parts && parts->items.size() >= 2 ? llvm::dyn_cast<StrObject>(parts->items[0]) : nullptr;
  auto *line = parts && parts->items.size() >= 2 ? llvm::dyn_cast<IntObject>(parts->items[1]) : nullptr;
  std::string name = file ? llvm::StringRef(file->value).rsplit('/').second.str() : "";
  if (file && name.empty())
    name = file->value;
  std::optional<std::string> number = line ? evaluator.str(line) : std::optional<std::string>("");
  if (!number || (name.empty() && number->empty()))
    return number;
  return " (" + name + (name.empty() || number->empty() ? "" : ", ") + (number->empty() ? "" : "line " + *number) + ")";
}

std::optional<std::string> ExceptionObject::str(Evaluator &evaluator) {
  if (!plain && instanceType->find("__str__"))
    return InstanceObject::str(evaluator);
  plain = false;
  if (arguments.empty())
    return "";
  if (isUnicodeError(*this))
    return describeUnicodeError(evaluator, *this);
  if (derivesFrom(*this, "OSError") && arguments.size() == 2 && llvm::isa<IntObject>(arguments[0])) {
    std::optional<std::string> text = evaluator.str(arguments[1]);
    for (llvm::StringRef name : {"filename", "filename2"})
      if (Value held = attributes.find(name); held && text) {
        std::optional<std::string> file = evaluator.repr(held);
        text = file ? std::optional<std::string>(*text + (name == "filename" ? ": " : " -> ") + *file) : std::nullopt;
      }
    return text ? std::optional<std::string>("[Errno " + evaluator.str(arguments[0]).value_or("?") + "] " + *text)
                : std::nullopt;
  }
  if (arguments.size() == 2 && derivesFrom(*this, "SyntaxError")) {
    std::optional<std::string> place = syntaxPlace(evaluator, arguments[1]),
                               message = place ? evaluator.str(arguments[0]) : std::nullopt;
    return message ? std::optional<std::string>(*message + *place) : std::nullopt;
  }
  if (arguments.size() == 1)
    return derivesFrom(*this, "KeyError") ? evaluator.repr(arguments[0]) : evaluator.str(arguments[0]);
  return evaluator.repr(evaluator.tuple(arguments));
}
