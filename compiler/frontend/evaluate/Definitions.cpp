// SPDX-License-Identifier: Apache-2.0
// `def`, `lambda`, and the call of what they define.
#include "compiler/frontend/evaluate/CalledFunction.h"
#include "compiler/frontend/evaluate/Generators.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- functions ----------------------------------------------------------------------------------------------===//

bool Interpretation::fillParameters(FunctionObject &made, syntax::Parameters parameters) {
  for (const syntax::Parameter &parameter : parameters) {
    ParameterInfo info;
    info.name = parameter.name.text.str();
    info.kind = parameter.kind;
    info.range = parameter.range;
    if (parameter.defaultValue && !(info.defaultValue = evaluate(parameter.defaultValue)))
      return false;
    if (parameter.annotation) {
      info.annotation = evaluateAnnotation(parameter.annotation);
      if (!info.annotation)
        info.annotation =
            evaluator.string(evaluator.sourceText(parameter.annotation->range).textOf(parameter.annotation->range));
    }
    made.parameters.push_back(std::move(info));
  }
  const syntax::Scope &scope = *made.scope();
  bool isLong = made.definition && (made.definition->isGenerator || made.definition->isAsync);
  made.isPlain = !isLong && parameters.size() <= scope.locals.size();
  for (size_t i = 0; i < parameters.size() && made.isPlain; ++i) {
    using Kind = syntax::Parameter::Kind;
    Kind kind = parameters[i].kind;
    made.isPlain =
        kind != Kind::varArgs && kind != Kind::varKeywords && scope.locals[i].data() == parameters[i].name.text.data();
    made.positionals += kind != Kind::keywordOnly;
  }
  made.closure = frame;
  for (Frame *outer = frame; outer; outer = outer->parent)
    outer->captured = true;
  return true;
}

Value Interpretation::makeLambda(const syntax::LambdaExpr &expr) {
  auto *made = evaluator.make<FunctionObject>("<lambda>");
  made->lambda = &expr;
  if (std::string qualified = qualifiedNameOf(made->name); qualified != made->name)
    made->qualifiedName = std::move(qualified);
  return fillParameters(*made, expr.parameters) ? made : nullptr;
}

Value Interpretation::decorate(syntax::Exprs decorators, Value value) {
  llvm::SmallVector<Value> functions;
  for (const syntax::Expr *decorator : decorators) {
    PlaceholderObject::DecoratorScope scope(evaluator);
    functions.push_back(evaluate(decorator));
    if (!functions.back())
      return nullptr;
  }
  for (size_t i = functions.size(); value && i-- > 0;) {
    at(decorators[i]);
    value = evaluator.call(functions[i], {value});
  }
  return value;
}

Flow Interpretation::executeFunctionDef(const syntax::FunctionDef &statement) {
  auto *made = evaluator.make<FunctionObject>(statement.name.text.str());
  made->definition = &statement;
  made->definedIn = frame->owner;
  if (std::string qualified = qualifiedNameOf(statement.name.text); qualified != made->name)
    made->qualifiedName = std::move(qualified);
  if (!fillParameters(*made, statement.parameters))
    return Flow::raised;
  // Python evaluates decorators first, then defaults; only a program that prints in both could tell.
  Value value = decorate(statement.decorators, made);
  if (!value)
    return Flow::raised;
  return storeIdentifier(statement.name, value) ? Flow::next : Flow::raised;
}

/// `in "f", called here` at the call, unless the recursion has said so often enough.
static void noteCall(Evaluator &evaluator, const FunctionObject &function, Range call) {
  ExceptionObject *exception = evaluator.pendingException();
  if (!exception || !call.isValid() || exception->stack.size() >= 12)
    return;
  SourceRange where = evaluator.where(call);
  for (const DiagnosticNote &note : exception->stack) // recursion passes the same call again and again
    if (note.range.begin == where.begin && note.range.end == where.end && note.range.file == where.file)
      return;
  exception->stack.push_back({"in `" + function.name + "`, called here", where});
}

/// What fails inside the library's own Python text is told at the call; false for the program's functions.
static bool tellAtCall(Evaluator &evaluator, const SourceRange &call) {
  ExceptionObject *exception = evaluator.pendingException();
  if (!exception || !llvm::StringRef(exception->range.file).starts_with("<") || exception->range.file == "<stdin>")
    return false;
  exception->range = call;
  // What that text raises as NotImplementedError is ours to lack, and no program's to catch.
  if (exception->id == DiagnosticId::raised && exception->instanceType->name == "NotImplementedError" &&
      exception->arguments.size() == 1)
    if (auto *what = llvm::dyn_cast<StrObject>(exception->arguments[0])) {
      if (!llvm::StringRef(what->value).ends_with("not supported yet"))
        exception->arguments[0] = evaluator.string(what->value + " is not supported yet");
      exception->id = DiagnosticId::notSupported;
      exception->fatal = true;
    }
  // Others are told as those are that the library raises in C++.
  if (exception->id == DiagnosticId::raised && exception->arguments.size() == 1 &&
      llvm::isa<StrObject>(exception->arguments[0])) {
    if (exception->instanceType->name == "ValueError")
      exception->id = DiagnosticId::valueError;
    else if (exception->instanceType->name == "TypeError")
      exception->id = DiagnosticId::typeError;
  }
  llvm::erase_if(exception->stack,
                 [](const DiagnosticNote &note) { return llvm::StringRef(note.range.file).starts_with("<"); });
  return true;
}

static thread_local Evaluator *calledIn = nullptr;
static thread_local FunctionObject *calledFunction = nullptr;

CalledFunctionScope::CalledFunctionScope(Evaluator &evaluator, FunctionObject *function)
    : evaluatorBefore(std::exchange(calledIn, &evaluator)), before(std::exchange(calledFunction, function)) {}
CalledFunctionScope::~CalledFunctionScope() {
  calledIn = evaluatorBefore;
  calledFunction = before;
}

std::pair<llvm::StringRef, llvm::StringRef> frontend::calledFormula() {
  FunctionObject *function = calledFunction;
  if (!function || !function->qualifiedName.empty() || !function->lookUp(*calledIn, "_formulas"))
    return {};
  llvm::StringRef text = calledIn->sourceText(function->range()).file();
  return {text.drop_front().drop_back(), function->name}; // `<jax.nn>`
}

Raised Interpretation::refuseDepth(const FunctionObject &called) {
  return evaluator.raise(DiagnosticId::recursionLimit, "maximum recursion depth exceeded")
      .note("`" + called.name + "` is defined here", evaluator.where(called.range()));
}

Value Interpretation::callFunction(FunctionObject &called, Arguments &arguments) {
  Range call = evaluator.currentRange;
  if (evaluator.callDepth >= evaluator.evaluateOptions.recursionLimit)
    return refuseDepth(called);
  llvm::SmallVector<Value, 8> values;
  if (!evaluator.bind(called.qualifiedName.empty() ? called.name : called.qualifiedName, called.parameters, arguments,
                      values, nullptr, nullptr, called.range()))
    return nullptr;
  Frame *inner = newFrame(called.scope(), called.closure);
  inner->locals.bind(called.definition ? called.definition->parameters : called.lambda->parameters, values);
  if (called.definition && (called.definition->isGenerator || called.definition->isAsync)) {
    inner->captured = true;
    return evaluator.make<GeneratorIterator>(*this, &called, inner);
  }
  return runFunction(called, inner, call);
}

/// Runs the body where the function's frame is the one under way.
Value Interpretation::runBody(FunctionObject &called) {
  if (called.lambda) {
    Value returned = evaluate(called.lambda->body);
    freshResult = nullptr;
    return returned;
  }
  Flow flow;
  if (LLVM_UNLIKELY(recordsControlFlow())) {
    Tail nothing;
    tail = &nothing;
    flow = execute(called.definition->body);
  } else {
    flow = execute(called.definition->body);
  }
  if (LLVM_LIKELY(flow == Flow::returned))
    return result;
  freshResult = nullptr;
  return flow == Flow::raised ? nullptr : evaluator.none();
}

Value Interpretation::runFunction(FunctionObject &called, Frame *inner, Range call) {
  Value returned;
  bool isOfSameText =
      function && function->closure && called.closure && function->closure->root == called.closure->root;
  bool isInside = evaluator.isLibraryText(call);
  bool isOfLibrary = isOfSameText ? isInside : evaluator.isLibraryText(called.range());
  {
    Within within(*this, inner, &called);
    ++evaluator.callDepth;
    if (LLVM_LIKELY(!isOfLibrary && !calledFunction)) {
      returned = runBody(called);
    } else {
      Range libraryCall = evaluator.libraryCall;
      if (isOfLibrary && !isInside)
        evaluator.libraryCall = call;
      CalledFunctionScope naming(evaluator, !isOfLibrary ? nullptr : isInside ? calledFunction : &called);
      returned = runBody(called);
      evaluator.libraryCall = libraryCall;
    }
    --evaluator.callDepth;
  }
  releaseFrame(inner);
  if (LLVM_UNLIKELY(!returned)) {
    if (evaluator.hasPending())
      notePassage(*evaluator.pendingException(), call);
    if (!tellAtCall(evaluator, evaluator.where(call)) && !evaluator.isLibraryText(call))
      noteCall(evaluator, called, call);
  }
  return returned;
}
