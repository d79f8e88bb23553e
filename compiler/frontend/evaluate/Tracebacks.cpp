// SPDX-License-Identifier: Apache-2.0
// What `__traceback__` shows: the frames of the program that an exception has passed, as objects. The exception notes
// them on its way; the objects are made when a program asks, and kept, so that asking twice
// gives the same one. What the library does in its own Python text has no frames, as if it were C.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// What a comprehension's frames are called until they are told apart. Known by its address.
constexpr llvm::StringLiteral comprehensionCode = "<comprehension>";

/// A frame of the program that an exception passed.
struct Passage {
  llvm::StringRef code; // as `co_name` has it
  Range range;          // what was under way there
  Range definition;     // of the code; invalid for a module's
};

struct Tracebacks {
  struct Known {
    llvm::SmallVector<Passage, 4> passages; // innermost first
    Value outermost = nullptr;              // what a program has seen or set
    size_t shown = 0;                       // how many passages that shows
  };
  llvm::DenseMap<const ExceptionObject *, std::unique_ptr<Known>> of;
  Known &operator[](const ExceptionObject *exception) {
    std::unique_ptr<Known> &known = of[exception];
    if (!known)
      known = std::make_unique<Known>();
    return *known;
  }
};
} // namespace

/// What a frame is called, and where `range` is in it.
static Passage passageOf(syntax::Context &context, const Frame &frame, const FunctionObject *function, Range range) {
  using Kind = syntax::Scope::Kind;
  llvm::StringRef code = "<module>";
  Range definition;
  switch (frame.scope ? frame.scope->kind : Kind::module) {
  case Kind::module:
    break;
  case Kind::function:
    if (function && function->definition) {
      code = function->definition->name.text;
      definition = function->definition->range;
    }
    break;
  case Kind::lambda:
    code = "<lambda>";
    if (function && function->lambda)
      definition = function->lambda->range;
    break;
  case Kind::classBody:
    if (auto *type = llvm::dyn_cast_or_null<ClassObject>(frame.owner))
      code = context.intern(type->name);
    break;
  case Kind::comprehension: {
    bool isFunction = function && function->definition && function->definition->scope == frame.scope; // it waits
    code = isFunction ? function->definition->name.text : llvm::StringRef(comprehensionCode);
    break;
  }
  }
  return {code, range, definition};
}

void Interpretation::notePassage(ExceptionObject &exception, Range range) {
  if (!frame || !range.isValid() || evaluator.isLibraryText(range))
    return;
  evaluator.state<Tracebacks>()[&exception].passages.push_back(passageOf(context, *frame, function, range));
}

void Interpretation::nameComprehension(const syntax::ComprehensionExpr &expr, Range call) {
  ExceptionObject *exception = evaluator.pendingException();
  if (!exception)
    return;
  static constexpr llvm::StringLiteral names[] = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"};
  for (Passage &passage : evaluator.state<Tracebacks>()[exception].passages)
    if (passage.code.data() == comprehensionCode.data()) {
      passage.code = names[static_cast<size_t>(expr.result)];
      passage.definition = expr.range;
    }
  notePassage(*exception, call);
}

/// A frame. `_line` is for `traceback`.
static RecordObject *makeFrame(Evaluator &evaluator, const Passage &passage, Value back) {
  SourceRange where = evaluator.where(passage.range);
  Value file = evaluator.string(where.file), name = evaluator.string(passage.code);
  auto *code = evaluator.make<RecordObject>(evaluator.libraryClass("types", "CodeType"));
  code->set("co_name", name).set("co_filename", file);
  bool isModule = !passage.definition.isValid();
  code->set("co_firstlineno", evaluator.integer(isModule ? 1 : evaluator.where(passage.definition).begin.line));
  auto *frame = evaluator.make<RecordObject>(evaluator.libraryClass("types", "FrameType"));
  frame->set("f_code", code).set("f_lineno", evaluator.integer(where.begin.line)).set("f_back", back);
  frame->set("_line", evaluator.string(evaluator.sourceText(passage.range).line(passage.range.begin.line)));
  return frame;
}

/// One entry. `_line` and `_position` (last line, first and last column from 0) are for `traceback`.
static Value makeEntry(Evaluator &evaluator, const Passage &passage, Value next) {
  SourceRange where = evaluator.where(passage.range);
  RecordObject *frame = makeFrame(evaluator, passage, evaluator.none());
  auto *entry = evaluator.make<RecordObject>(evaluator.libraryClass("types", "TracebackType"));
  entry->set("tb_frame", frame).set("tb_lineno", frame->field("f_lineno")).set("tb_next", next);
  entry->set("_line", frame->field("_line"));
  entry->set("_position", evaluator.tupleOfInts({where.end.line, where.begin.column - 1, where.end.column - 1}));
  return entry;
}

/// Comprehensions have no frames of their own here, as in Python 3.12. What a frame's variables are is copied when it
/// is asked for, as a dict.
Value Interpretation::frameAt(int64_t depth) {
  struct Entry {
    Frame *frame;
    FunctionObject *function;
    Range range;
  };
  llvm::SmallVector<Entry> entries; // innermost first
  auto add = [&](Frame *frame, FunctionObject *function, Range range) {
    if (!frame || !range.isValid() || evaluator.isLibraryText(range))
      return;
    while (frame->parent && frame->scope && frame->scope->kind == syntax::Scope::Kind::comprehension)
      frame = frame->parent;
    entries.push_back({frame, function, range});
  };
  add(frame, function, evaluator.range());
  for (const Within *within = innermost; within; within = within->outer)
    add(within->savedFrame, within->savedFunction, within->enteredAt);
  size_t first = std::max<int64_t>(depth, 0);
  if (first >= entries.size())
    return evaluator.raise(DiagnosticId::valueError, "call stack is not deep enough");
  Value result = evaluator.none();
  for (size_t k = entries.size(); k-- > first;) {
    const auto &[frame, function, range] = entries[k];
    RecordObject *made = makeFrame(evaluator, passageOf(context, *frame, function, range), result);
    Within there(*this, frame, function);
    made->set("f_locals", localsAsDict()).set("f_globals", globalsAsDict());
    result = made;
  }
  return result;
}

Value frontend::tracebackOf(Evaluator &evaluator, const ExceptionObject &exception) {
  Tracebacks::Known &known = evaluator.state<Tracebacks>()[&exception];
  Value outermost = known.outermost ? known.outermost : evaluator.none();
  for (; known.shown < known.passages.size(); ++known.shown)
    outermost = makeEntry(evaluator, known.passages[known.shown], outermost);
  return known.outermost = outermost;
}

bool frontend::setTraceback(Evaluator &evaluator, const ExceptionObject &exception, Value traceback) {
  if (!isNone(traceback) && traceback->type(evaluator) != evaluator.libraryClass("types", "TracebackType"))
    return evaluator.raise(DiagnosticId::typeError, "__traceback__ must be a traceback or None"), false;
  Tracebacks::Known &known = evaluator.state<Tracebacks>()[&exception];
  known.outermost = traceback;
  known.shown = known.passages.size();
  return true;
}
