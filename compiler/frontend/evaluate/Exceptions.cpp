// SPDX-License-Identifier: Apache-2.0
// Exceptions: which Python class an error belongs to, what an exception object shows, how one becomes pending.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Evaluator.h"

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
    {"TimeoutError", "OSError"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"UnicodeError", "ValueError"},
    {"Warning", "Exception"},
    {"UserWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
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
  // What we lack, and limits, are not the program's to handle: it would silently go another way than under Python.
  exception->fatal = id == DiagnosticId::notSupported || id == DiagnosticId::unsupportedSyntax || id == DiagnosticId::internalError ||
                     id == DiagnosticId::tracedBool;
  return raise(exception);
}

Raised Evaluator::raise(ExceptionObject *exception) {
  if (!exception->range.isValid())
    exception->range = where(currentRange);
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

std::optional<Value> ExceptionObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "args")
    return evaluator.tuple(arguments);
  if (name == "__cause__" || name == "__context__")
    return cause ? cause : evaluator.none();
  if (name == "__traceback__")
    return evaluator.none();
  if (name == "value" && instanceType->name == "StopIteration")
    return arguments.empty() ? evaluator.none() : arguments[0];
  if (name == "code" && instanceType->name == "SystemExit")
    return arguments.empty() ? evaluator.none() : arguments[0];
  return InstanceObject::getAttribute(evaluator, name);
}

std::optional<std::string> ExceptionObject::repr(Evaluator &evaluator) {
  if (instanceType->find("__repr__"))
    return InstanceObject::repr(evaluator);
  std::string text = instanceType->name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::optional<std::string> part = evaluator.repr(arguments[i]);
    if (!part)
      return std::nullopt;
    text += (i ? ", " : "") + *part;
  }
  return text + ")";
}

std::optional<std::string> ExceptionObject::str(Evaluator &evaluator) {
  if (instanceType->find("__str__"))
    return InstanceObject::str(evaluator);
  if (arguments.empty())
    return "";
  if (arguments.size() == 1)
    return instanceType->name == "KeyError" ? evaluator.repr(arguments[0]) : evaluator.str(arguments[0]);
  return evaluator.repr(evaluator.tuple(arguments));
}
