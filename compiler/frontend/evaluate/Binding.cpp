// SPDX-License-Identifier: Apache-2.0
// Arguments to parameters, with CPython's messages; and signatures of library entries, which are Python text read by our own parser.
#include "compiler/frontend/evaluate/Binding.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "compiler/frontend/evaluate/OutArgument.h"
#include "compiler/frontend/evaluate/Placeholder.h"
#include "compiler/frontend/library/arrays/ArrayClasses.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"

using namespace tessera;
using namespace tessera::frontend;
using ParameterKind = syntax::Parameter::Kind;

/// `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
static std::string listNames(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i)
      text += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

namespace {
/// One binding under way.
class Binder {
public:
  Binder(Evaluator &evaluator, llvm::StringRef name, const std::vector<ParameterInfo> &parameters, Arguments &arguments,
         llvm::SmallVectorImpl<Value> &values, Range definition)
      : evaluator(evaluator), name(name), parameters(parameters), arguments(arguments), values(values),
        definition(definition), ranges(parameters.size()) {
    values.assign(parameters.size(), nullptr);
  }

  void bindPositional();
  bool bindKeywords();
  bool fillDefaults();
  bool failTooMany(size_t positional);
  bool hasTooMany = false; // told after what is wrong with names, as CPython does
  llvm::SmallVector<bool, 6> passed;
  Evaluator &evaluator;
  llvm::StringRef name;
  const std::vector<ParameterInfo> &parameters;
  Arguments &arguments;
  llvm::SmallVectorImpl<Value> &values;
  Range definition;
  llvm::SmallVector<Range, 6> ranges;

private:
  static bool isPositional(const ParameterInfo &parameter) {
    return parameter.kind == ParameterKind::positional || parameter.kind == ParameterKind::positionalOnly;
  }
  Raised fail(std::string message, Range range = {}) {
    Raised raised = evaluator.raise(DiagnosticId::argumentError, name.str() + "() " + message,
                                    range.isValid() ? range : evaluator.range());
    if (definition.isValid())
      raised.note("`" + name.str() + "` is defined here", evaluator.where(definition));
    return raised;
  }
  bool failUnexpected(const Keyword &keyword, Range range);
};
} // namespace

bool Binder::failTooMany(size_t positional) {
  size_t most = 0, least = 0;
  for (const ParameterInfo &parameter : parameters)
    if (isPositional(parameter)) {
      ++most;
      least += parameter.defaultValue == nullptr;
    }
  std::string takes = least == most ? std::to_string(most) : "from " + std::to_string(least) + " to " + std::to_string(most);
  size_t keywordOnly = 0; // given by name, which Python counts too
  for (const ParameterInfo &parameter : parameters)
    if (parameter.kind == ParameterKind::keywordOnly)
      keywordOnly += llvm::any_of(arguments.keywords, [&](const Keyword &keyword) { return keyword.first == parameter.name; });
  std::string given = std::to_string(positional);
  if (keywordOnly)
    given += std::string(" positional argument") + (positional == 1 ? "" : "s") + " (and " + std::to_string(keywordOnly) +
             " keyword-only argument" + (keywordOnly == 1 ? ")" : "s)");
  given += positional == 1 && !keywordOnly ? " was given" : " were given";
  Range range = most < arguments.positionalRanges.size() ? arguments.positionalRanges[most] : Range{};
  return fail("takes " + takes + " positional argument" + (most == 1 && least == most ? "" : "s") + " but " + given, range), false;
}

void Binder::bindPositional() {
  size_t next = 0, count = arguments.positional.size();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (isPositional(parameters[i]) && next < count) {
      values[i] = arguments.positional[next];
      if (next < arguments.positionalRanges.size())
        ranges[i] = arguments.positionalRanges[next];
      ++next;
    } else if (parameters[i].kind == ParameterKind::varArgs) {
      if (next < arguments.positionalRanges.size() && next < count)
        ranges[i] = syntax::join(arguments.positionalRanges[next], arguments.positionalRanges.back());
      values[i] = evaluator.tuple({arguments.positional.begin() + static_cast<int64_t>(std::min(next, count)), arguments.positional.end()});
      next = count;
    }
  }
  hasTooMany = next < count;
}

bool Binder::failUnexpected(const Keyword &keyword, Range range) {
  std::vector<std::string> names;
  for (const ParameterInfo &parameter : parameters) {
    if (parameter.kind == ParameterKind::positionalOnly && parameter.name == keyword.first)
      return fail("got some positional-only arguments passed as keyword arguments: '" + keyword.first + "'", range), false;
    if (parameter.kind == ParameterKind::positional || parameter.kind == ParameterKind::keywordOnly)
      names.push_back(parameter.name);
  }
  Raised raised = fail("got an unexpected keyword argument '" + keyword.first + "'", range);
  std::vector<std::string> near = nearestNames(keyword.first, names);
  if (!near.empty())
    raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  return false;
}

bool Binder::bindKeywords() {
  DictObject *rest = nullptr;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == ParameterKind::varKeywords)
      values[i] = rest = evaluator.dict();
  for (size_t k = 0; k < arguments.keywords.size(); ++k) {
    const Keyword &keyword = arguments.keywords[k];
    Range range = k < arguments.keywordRanges.size() ? arguments.keywordRanges[k] : Range{};
    auto parameter = llvm::find_if(parameters, [&](const ParameterInfo &candidate) {
      return candidate.name == keyword.first &&
             (candidate.kind == ParameterKind::positional || candidate.kind == ParameterKind::keywordOnly);
    });
    if (parameter == parameters.end()) {
      if (!rest)
        return failUnexpected(keyword, range);
      rest->set(evaluator, keyword.first, keyword.second);
      continue;
    }
    size_t index = static_cast<size_t>(parameter - parameters.begin());
    if (values[index])
      return fail("got multiple values for argument '" + keyword.first + "'", range), false;
    values[index] = keyword.second;
    ranges[index] = range;
  }
  return true;
}

bool Binder::fillDefaults() {
  std::vector<std::string> missing, missingKeywords;
  for (size_t i = 0; i < parameters.size(); ++i) {
    passed.push_back(values[i] != nullptr);
    if (!values[i])
      values[i] = parameters[i].defaultValue;
    if (!values[i])
      (parameters[i].kind == ParameterKind::keywordOnly ? missingKeywords : missing).push_back(parameters[i].name);
  }
  const std::vector<std::string> &absent = missing.empty() ? missingKeywords : missing;
  if (absent.empty())
    return true;
  return fail("missing " + std::to_string(absent.size()) + " required " + (missing.empty() ? "keyword-only" : "positional") +
              " argument" + (absent.size() == 1 ? "" : "s") + ": " + listNames(absent)),
         false;
}

/// A call without fault of a function without `*args` and `**kwargs`. False: it is something else, and nothing is
/// bound.
static bool bindPlainly(const std::vector<ParameterInfo> &parameters, const Arguments &arguments,
                        llvm::SmallVectorImpl<Value> &values, llvm::SmallVectorImpl<bool> *passed,
                        llvm::SmallVectorImpl<Range> *ranges) {
  size_t count = parameters.size(), given = arguments.positional.size(), next = 0;
  values.resize_for_overwrite(count);
  if (ranges)
    ranges->resize_for_overwrite(count);
  for (size_t i = 0; i < count; ++i) {
    ParameterKind kind = parameters[i].kind;
    if (kind == ParameterKind::varArgs || kind == ParameterKind::varKeywords)
      return false;
    bool isGiven = kind != ParameterKind::keywordOnly && next != given;
    values[i] = isGiven ? arguments.positional[next] : nullptr;
    if (ranges)
      (*ranges)[i] = isGiven && next < arguments.positionalRanges.size() ? arguments.positionalRanges[next] : Range{};
    next += isGiven;
  }
  if (next != given)
    return false;
  for (size_t k = 0; k < arguments.keywords.size(); ++k) {
    size_t i = 0;
    while (i < count &&
           (parameters[i].kind == ParameterKind::positionalOnly || parameters[i].name != arguments.keywords[k].first))
      ++i;
    if (i == count || values[i])
      return false;
    values[i] = arguments.keywords[k].second;
    if (ranges && k < arguments.keywordRanges.size())
      (*ranges)[i] = arguments.keywordRanges[k];
  }
  if (passed)
    passed->resize_for_overwrite(count);
  for (size_t i = 0; i < count; ++i) {
    if (passed)
      (*passed)[i] = values[i];
    if (!values[i] && !(values[i] = parameters[i].defaultValue))
      return false;
  }
  return true;
}

bool Evaluator::bind(llvm::StringRef name, const std::vector<ParameterInfo> &parameters, Arguments &arguments,
                     llvm::SmallVectorImpl<Value> &values, llvm::SmallVectorImpl<bool> *passed,
                     llvm::SmallVectorImpl<Range> *ranges, Range definition) {
  if (bindPlainly(parameters, arguments, values, passed, ranges))
    return true;
  Binder binder(*this, name, parameters, arguments, values, definition);
  binder.bindPositional();
  if (!binder.bindKeywords())
    return false;
  if (binder.hasTooMany)
    return binder.failTooMany(arguments.positional.size());
  if (!binder.fillDefaults())
    return false;
  if (passed)
    passed->assign(binder.passed.begin(), binder.passed.end());
  if (ranges)
    ranges->assign(binder.ranges.begin(), binder.ranges.end());
  return true;
}

//===-- signatures of the library ------------------------------------------------------------------------------===//

/// The value of a default: a literal, a sign before a number, a tuple of such.
static Value literalValue(Evaluator &evaluator, const syntax::Expr *expr) {
  if (auto *constant = llvm::dyn_cast<syntax::ConstantExpr>(expr))
    return constantValue(evaluator, *constant);
  if (auto *tuple = llvm::dyn_cast<syntax::TupleExpr>(expr)) {
    std::vector<Value> items;
    for (const syntax::Expr *element : tuple->elements)
      items.push_back(literalValue(evaluator, element));
    return evaluator.tuple(std::move(items));
  }
  if (auto *unary = llvm::dyn_cast<syntax::UnaryExpr>(expr))
    return evaluator.unary(unary->op, literalValue(evaluator, unary->operand));
  // A name of the library: what the reference shows; the handler asks `given`.
  return evaluator.none();
}

Value frontend::constantValue(Evaluator &evaluator, const syntax::ConstantExpr &constant) {
  using Type = syntax::ConstantExpr::Type;
  switch (constant.type) {
  case Type::none:
    return evaluator.none();
  case Type::boolean:
    return evaluator.boolean(constant.boolean);
  case Type::ellipsis:
    return evaluator.ellipsis();
  case Type::integer:
    if (std::optional<Integer> value = Integer::parse(constant.text, 10))
      return evaluator.integer(*value);
    return evaluator.raise(DiagnosticId::valueError, "exceeds the limit (4300 digits) for integer string conversion");
  case Type::floating:
    return evaluator.floating(constant.floating);
  case Type::imaginary:
    return evaluator.make<ComplexObject>(0, constant.floating);
  case Type::string:
    return evaluator.string(constant.text);
  case Type::bytes:
    return evaluator.make<BytesObject>(constant.text.str());
  }
  return evaluator.none();
}

Signatures &Signatures::in(Evaluator &evaluator) {
  if (!evaluator.signatures)
    evaluator.signatures = &evaluator.state<Signatures>();
  return *evaluator.signatures;
}

const Signature &Signatures::of(Evaluator &evaluator, const LibraryEntry &entry) {
  Recent &recent = latest[reinterpret_cast<uintptr_t>(&entry) / sizeof(LibraryEntry) % std::size(latest)];
  if (recent.entry != &entry)
    recent = {&entry, &read(evaluator, entry)};
  return *recent.signature;
}

const Signature &Signatures::read(Evaluator &evaluator, const LibraryEntry &entry) {
  std::unique_ptr<Signature> &signature = byEntry[&entry];
  if (signature)
    return *signature;
  signature = std::make_unique<Signature>();
  std::string text = std::string("def f") + (*entry.signature ? entry.signature : "()") + ": pass\n";
  DiagnosticSink sink;
  syntax::ParsedModule module = syntax::parse(context, entry.name, text, sink);
  if (sink.hasErrors() || module.body.size() != 1 || !llvm::isa<syntax::FunctionDef>(module.body[0])) {
    signature->broken = true;
    return *signature;
  }
  for (const syntax::Parameter &parameter : llvm::cast<syntax::FunctionDef>(module.body[0])->parameters) {
    ParameterInfo info;
    info.name = parameter.name.text.str();
    info.kind = parameter.kind;
    if (parameter.defaultValue)
      info.defaultValue = literalValue(evaluator, parameter.defaultValue);
    signature->hasOut |= info.name == "out" || info.name == "dtype"; // where the result goes, or how its bytes lie
    signature->parameters.push_back(std::move(info));
  }
  std::string &name = signature->name = entry.name;
  if (entry.kind == EntryKind::method)
    name = llvm::StringRef(entry.module).rsplit('.').second.str() + "." + name;
  if (entry.kind == EntryKind::method && name[0] == '.')
    name = entry.module + name;
  signature->mayBeComplex = mayBeComplex(entry.module);
  signature->mayTakeObjects = isOfArrays(entry.module);
  return *signature;
}

bool frontend::isReceiver(Evaluator &evaluator, const LibraryEntry &entry, Value self) {
  const LibraryEntry *type = LibraryTable::get().find("builtins", entry.module);
  return !type || type->kind != EntryKind::type || evaluator.isInstance(self, evaluator.builtinClass(entry.module));
}

/// The first placeholder among values, and those that `*args` and `**kwargs` hold.
static PlaceholderObject *absentAmong(llvm::ArrayRef<Value> values) {
  for (Value value : values) {
    if (auto *absent = llvm::dyn_cast_or_null<PlaceholderObject>(value))
      return absent;
    if (auto *named = llvm::dyn_cast_or_null<DictObject>(value))
      for (const auto &entry : named->table.entries())
        if (auto *absent = llvm::dyn_cast_or_null<PlaceholderObject>(entry.value))
          return absent;
    if (auto *items = llvm::dyn_cast_or_null<TupleObject>(value))
      for (Value item : items->items)
        if (auto *absent = llvm::dyn_cast<PlaceholderObject>(item))
          return absent;
  }
  return nullptr;
}

Value (*OutArgument::run)(Call &call) = nullptr;
Value (*OutArgument::finish)(Call &call, Value result) = nullptr;

static bool givesOut(Call &call) {
  for (auto [index, parameter] : llvm::enumerate(*call.parameters))
    if ((parameter.name == "out" && !isNone(call.values[index])) ||
        (parameter.name == "dtype" && isSwappedDType(call.evaluator, call.values[index])))
      return true;
  return false;
}

Value frontend::callEntry(Evaluator &evaluator, const LibraryEntry &entry, Value self, Arguments &arguments) {
  if (!entry.handler)
    return evaluator.notSupported("`" + std::string(entry.module) + "." + entry.name + "`");
  const Signature &signature = Signatures::in(evaluator).of(evaluator, entry);
  const std::string &name = signature.name;
  if (signature.broken)
    return evaluator.raise(DiagnosticId::internalError,
                           std::string("the signature of `") + entry.name + "` can't be read: " + entry.signature);
  if (entry.kind == EntryKind::method && !self) { // `str.upper`: the receiver comes first
    if (arguments.positional.empty())
      return evaluator.raise(DiagnosticId::argumentError, "unbound method " + name + "() needs an argument");
    self = arguments.positional.front();
    arguments.positional.erase(arguments.positional.begin());
    if (!arguments.positionalRanges.empty())
      arguments.positionalRanges.erase(arguments.positionalRanges.begin());
    if (!isReceiver(evaluator, entry, self))
      return evaluator.raise(DiagnosticId::typeError, std::string("descriptor '") + entry.name + "' for '" + entry.module + "' objects doesn't apply to a '" +
                                                          self->typeName(evaluator) + "' object");
  }
  if (entry.kind == EntryKind::property && !self) // of the class: `float.real()`
    return evaluator.raise(DiagnosticId::typeError, "'getset_descriptor' object is not callable");
  if (signature.mayTakeObjects) {
    if (std::optional<Value> answer = callOnClasses(evaluator, entry, self, arguments))
      return *answer;
    if (std::optional<Value> answer = callOnItems(evaluator, entry, signature.parameters, self, arguments))
      return *answer;
  }
  if (signature.mayBeComplex)
    if (std::optional<Value> answer = callOnComplex(evaluator, entry, self, arguments))
      return *answer;
  Call call(evaluator, &entry, self);
  call.parameters = &signature.parameters;
  if (!evaluator.bind(name, signature.parameters, arguments, call.values, &call.passed, &call.ranges))
    return nullptr;
  Value result = OutArgument::run && signature.hasOut && givesOut(call) ? OutArgument::run(call) : entry.handler(call);
  if (result && OutArgument::finish && llvm::StringRef(entry.module).starts_with("torch"))
    result = OutArgument::finish(call, result);
  // What a function can't do with something that is not there is the fault of what is not there.
  if (ExceptionObject *pending = result ? nullptr : evaluator.pendingException(); pending && !pending->fatal)
    if (PlaceholderObject *absent = absentAmong(call.values)) {
      evaluator.clearPending();
      return absent->refuse(evaluator);
    }
  if (!result && !evaluator.hasPending())
    return evaluator.raise(DiagnosticId::internalError, "`" + name + "` gave neither a value nor an exception");
  return result;
}

std::optional<size_t> Call::indexOf(llvm::StringRef name) const {
  for (size_t i = 0; i < parameters->size(); ++i)
    if ((*parameters)[i].name == name)
      return i;
  return std::nullopt;
}

Value Call::operator[](llvm::StringRef name) const {
  std::optional<size_t> index = indexOf(name);
  return index ? values[*index] : evaluator.none();
}

bool Call::given(llvm::StringRef name) const {
  std::optional<size_t> index = indexOf(name);
  return index && passed[*index];
}

Range Call::rangeOf(llvm::StringRef name) const {
  std::optional<size_t> index = indexOf(name);
  return index && ranges[*index].isValid() ? ranges[*index] : evaluator.range();
}

std::optional<std::vector<ParameterInfo>> Evaluator::parametersOf(Value callable) {
  if (auto *function = llvm::dyn_cast<FunctionObject>(callable))
    return function->parameters;
  if (auto *wrapper = llvm::dyn_cast<WrapperObject>(callable); wrapper && wrapper->wrapped)
    return parametersOf(wrapper->wrapped);
  if (auto *builtin = llvm::dyn_cast<BuiltinObject>(callable))
    return state<Signatures>().of(*this, *builtin->entry).parameters;
  if (auto *method = llvm::dyn_cast<BoundMethodObject>(callable)) {
    std::optional<std::vector<ParameterInfo>> parameters = parametersOf(method->function);
    if (parameters && !parameters->empty())
      parameters->erase(parameters->begin());
    return parameters;
  }
  if (auto *partial = llvm::dyn_cast<PartialObject>(callable)) {
    std::optional<std::vector<ParameterInfo>> parameters = parametersOf(partial->function);
    if (!parameters)
      return parameters;
    size_t given = std::min(partial->positional.size(), parameters->size());
    parameters->erase(parameters->begin(), parameters->begin() + static_cast<int64_t>(given));
    llvm::erase_if(*parameters, [&](const ParameterInfo &parameter) {
      return llvm::any_of(partial->keywords, [&](const Keyword &keyword) { return keyword.first == parameter.name; });
    });
    return parameters;
  }
  if (auto *instance = llvm::dyn_cast<InstanceObject>(callable))
    if (Value method = instance->instanceType->find("__call__"))
      return parametersOf(make<BoundMethodObject>(instance, method));
  return raise(DiagnosticId::typeError, "'" + callable->typeName(*this) + "' object has no signature");
}
