// SPDX-License-Identifier: Apache-2.0
// `def`, `lambda`, `class`, and the call of what they define.
#include "compiler/frontend/evaluate/Exceptions.h"
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
        info.annotation = evaluator.string(evaluator.sourceText(parameter.annotation->range).textOf(parameter.annotation->range));
    }
    made.parameters.push_back(std::move(info));
  }
  made.closure = frame;
  for (Frame *outer = frame; outer; outer = outer->parent)
    outer->captured = true;
  return true;
}

Value Interpretation::makeLambda(const syntax::LambdaExpr &expr) {
  auto *made = evaluator.make<FunctionObject>("<lambda>");
  made->lambda = &expr;
  return fillParameters(*made, expr.parameters) ? made : nullptr;
}

Value Interpretation::decorate(syntax::Exprs decorators, Value value) {
  llvm::SmallVector<Value> functions;
  for (const syntax::Expr *decorator : decorators) {
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
  if (statement.isAsync) {
    evaluator.raise(DiagnosticId::unsupportedSyntax, "`async def` is not supported", statement.headerRange).note("write a plain `def`");
    return Flow::raised;
  }
  auto *made = evaluator.make<FunctionObject>(statement.name.text.str());
  made->definition = &statement;
  made->definedIn = frame->owner;
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
    if (note.range.begin == where.begin && note.range.end == where.end)
      return;
  exception->stack.push_back({"in `" + function.name + "`, called here", where});
}

/// What fails inside the library's own Python text is told at the call; false for the program's functions.
static bool tellAtCall(Evaluator &evaluator, const SourceRange &call) {
  ExceptionObject *exception = evaluator.pendingException();
  if (!exception || !llvm::StringRef(exception->range.file).starts_with("<") || exception->range.file == "<stdin>")
    return false;
  exception->range = call;
  llvm::erase_if(exception->stack, [](const DiagnosticNote &note) { return llvm::StringRef(note.range.file).starts_with("<"); });
  return true;
}

Value Interpretation::callFunction(FunctionObject &called, Arguments &arguments) {
  Range call = evaluator.currentRange;
  if (evaluator.callDepth >= evaluator.evaluateOptions.recursionLimit)
    return evaluator.raise(DiagnosticId::recursionLimit, "maximum recursion depth exceeded")
        .note("`" + called.name + "` is defined here", evaluator.where(called.range()));
  llvm::SmallVector<Value, 8> values;
  if (!evaluator.bind(called.name, called.parameters, arguments, values, nullptr, nullptr, evaluator.where(called.range())))
    return nullptr;
  Frame *inner = newFrame(called.definition ? called.definition->scope : called.lambda->scope, called.closure);
  syntax::Parameters parameters = called.definition ? called.definition->parameters : called.lambda->parameters;
  for (size_t i = 0; i < parameters.size(); ++i)
    inner->locals[parameters[i].name.text.data()] = values[i];
  if (called.definition && called.definition->isGenerator) {
    inner->captured = true;
    return evaluator.make<GeneratorIterator>(*this, &called, inner);
  }
  Value returned;
  {
    Within within(*this, inner, &called);
    ++evaluator.callDepth;
    if (called.lambda) {
      returned = evaluate(called.lambda->body);
    } else {
      Flow flow = execute(called.definition->body);
      returned = flow == Flow::raised ? nullptr : flow == Flow::returned ? result : evaluator.none();
    }
    --evaluator.callDepth;
  }
  releaseFrame(inner);
  if (!returned && !tellAtCall(evaluator, evaluator.where(call)))
    noteCall(evaluator, called, call);
  return returned;
}

//===-- classes ------------------------------------------------------------------------------------------------===//

/// Refuses what a class may not derive from here; false with an exception pending.
static bool checkBase(Evaluator &evaluator, ClassObject &type, ClassObject *base) {
  static constexpr llvm::StringLiteral plain[] = {"object", "tuple", "Exception"};
  if (base->isUser || base->isException || base->isEnum || llvm::is_contained(plain, base->name))
    return true;
  llvm::StringRef module = base->module;
  if (!LibraryTable::get().baseOf(base->qualifiedName()).empty())
    return true;
  if (module == "abc" || module == "typing" || module == "enum" || module == "torch.autograd")
    return true;
  bool isMixin = base->name == "str" || base->name == "int"; // of an enum; checked at the end
  if (isMixin)
    return true;
  return evaluator.notSupported("a class `" + type.name + "` that derives from `" + base->qualifiedName() + "`"), false;
}

static bool collectBases(Evaluator &evaluator, ClassObject &type, const Arguments &arguments) {
  for (Value value : arguments.positional) {
    auto *base = llvm::dyn_cast<ClassObject>(value);
    if (!base) {
      if (llvm::isa<PlaceholderObject>(value))
        type.attributes.set(placeholderBase, value);
      if (llvm::isa<ExtensionObject>(value)) // `Generic[T]`, `Protocol`
        continue;
      return evaluator.raise(DiagnosticId::typeError, "a class can't derive from a '" + value->typeName(evaluator) + "' object"), false;
    }
    if (!checkBase(evaluator, type, base))
      return false;
    type.bases.push_back(base);
    type.isEnum |= base->isEnum;
    type.isException |= base->isException;
    type.isFrozen |= base->isFrozen;
  }
  for (const Keyword &keyword : arguments.keywords)
    if (keyword.first != "metaclass" || !llvm::isa<ClassObject>(keyword.second) || llvm::cast<ClassObject>(keyword.second)->isUser)
      return evaluator.notSupported("the class keyword `" + keyword.first + "`"), false;
  if (type.bases.empty())
    type.bases.push_back(evaluator.builtinClass("object"));
  if (!type.isEnum)
    for (ClassObject *base : type.bases)
      if (!base->isUser && (base->name == "str" || base->name == "int" || base->name == "tuple"))
        return evaluator.notSupported("a class `" + type.name + "` that derives from `" + base->name + "`"), false;
  return resolveOrder(evaluator, type);
}

Flow Interpretation::executeClassDef(const syntax::ClassDef &statement) {
  Arguments arguments;
  if (!evaluateArguments(statement.arguments, arguments))
    return Flow::raised;
  at(statement.headerRange);
  auto *type = evaluator.make<ClassObject>(statement.name.text.str());
  type->module = "__main__";
  type->isUser = true;
  if (!collectBases(evaluator, *type, arguments))
    return Flow::raised;
  if (!statement.docstring.empty())
    type->attributes.set("__doc__", evaluator.string(statement.docstring));
  Frame *body = newFrame(statement.scope, frame);
  body->names = &type->attributes;
  body->owner = type;
  body->captured = true;
  {
    Within within(*this, body, nullptr);
    Flow flow = execute(statement.body);
    if (flow != Flow::next)
      return Flow::raised;
  }
  for (const auto &[name, value] : type->attributes.entries()) {
    Value held = value;
    if (auto *descriptor = llvm::dyn_cast_or_null<DescriptorObject>(held)) {
      if (auto *setter = llvm::dyn_cast_or_null<FunctionObject>(descriptor->setter))
        setter->definedIn = type;
      held = descriptor->getter;
    }
    if (auto *wrapper = llvm::dyn_cast_or_null<WrapperObject>(held))
      held = wrapper->wrapped;
    if (auto *method = llvm::dyn_cast_or_null<FunctionObject>(held); method && !method->definedIn)
      method->definedIn = type;
  }
  at(statement.headerRange);
  if (Value custom = type->attributes.find("__new__"); custom) {
    evaluator.notSupported("`__new__` in a class");
    return Flow::raised;
  }
  bool isNamedTuple = llvm::any_of(type->bases, [](ClassObject *base) { return base->qualifiedName() == "typing.NamedTuple"; });
  if ((type->isEnum && !finishEnum(*type)) || (isNamedTuple && !finishNamedTuple(*type)))
    return Flow::raised;
  Value value = decorate(statement.decorators, type);
  return value && storeIdentifier(statement.name, value) ? Flow::next : Flow::raised;
}

/// The value that `auto()` stands for after `last`.
static Value nextAutoValue(Evaluator &evaluator, const ClassObject &type, Value last, llvm::StringRef name) {
  if (type.isSubclassOf(evaluator.builtinClass("str")))
    return evaluator.string(name.lower());
  return last ? evaluator.binary(BinaryOp::add, last, evaluator.integer(1)) : evaluator.integer(1);
}

bool Interpretation::finishEnum(ClassObject &type) {
  std::vector<std::pair<std::string, Value>> entries = type.attributes.entries();
  Value last = nullptr;
  for (const auto &[name, held] : entries) {
    Value value = held;
    bool isMember = value && !llvm::StringRef(name).starts_with("_") && !llvm::isa<FunctionObject>(value) &&
                    !llvm::isa<DescriptorObject>(value) && !llvm::isa<WrapperObject>(value) && !llvm::isa<ClassObject>(value);
    if (!isMember)
      continue;
    if (auto *record = llvm::dyn_cast<RecordObject>(value); record && record->recordType->qualifiedName() == "enum.auto")
      value = nextAutoValue(evaluator, type, last, name);
    if (!value)
      return false;
    last = llvm::isa<IntObject>(value) ? value : last;
    InstanceObject *member = nullptr;
    for (Value other : enumMembers(type)) { // an equal value is an alias
      std::optional<bool> same = evaluator.equal(llvm::cast<InstanceObject>(other)->attributes.find("value"), value);
      if (!same)
        return false;
      if (*same)
        member = llvm::cast<InstanceObject>(other);
    }
    if (!member) {
      member = evaluator.make<InstanceObject>(&type);
      member->attributes.set("name", evaluator.string(name));
      member->attributes.set("value", value);
    }
    type.attributes.set(name, member);
  }
  return true;
}

bool Interpretation::finishNamedTuple(ClassObject &type) {
  if (auto *annotations = llvm::dyn_cast_or_null<DictObject>(type.attributes.find("__annotations__")))
    for (const HashTable::Entry &entry : annotations->table.entries())
      if (entry.key)
        type.fieldNames.push_back(llvm::cast<StrObject>(entry.key)->value);
  type.bases = {evaluator.builtinClass("tuple")};
  return resolveOrder(evaluator, type);
}
