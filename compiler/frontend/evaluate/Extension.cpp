// SPDX-License-Identifier: Apache-2.0
// What the evaluator itself does with arrays and records: decide on their values, turn arrays into text.
#include "compiler/frontend/evaluate/Extension.h"
#include "compiler/frontend/evaluate/Evaluator.h"
#include "llvm/ADT/Hashing.h"

using namespace tessera;
using namespace tessera::frontend;

static std::string describe(const ArrayObject &array) {
  std::string text(numerics::getName(array.dtype));
  text += "[";
  for (size_t i = 0; i < array.shape().size(); ++i)
    text += (i ? "," : "") + std::to_string(array.shape()[i]);
  return text + "]";
}

std::optional<bool> ArrayObject::truth(Evaluator &evaluator) {
  if (llvm::any_of(shape(), [](int64_t extent) { return extent != 1; }))
    return evaluator.raise(DiagnosticId::valueError, "the truth value of an array that has not exactly one element is ambiguous: it is " +
                                                         describe(*this))
        .note("use `.any()` or `.all()` on the array");
  if (!traced) {
    Value item = evaluator.forceItem(this);
    return item ? item->truth(evaluator) : std::nullopt;
  }
  Raised raised = evaluator.raise(DiagnosticId::tracedBool, "the value of a traced " + describe(*this) +
                                                                " array decides what Python does next, but it is not known while tracing");
  if (flavour == Flavour::triton)
    return raised.note("`if`, `for` and `while` statements may depend on it; `and`, `or`, `not` and `x if c else y` may not: use "
                       "`&`, `|`, `~` and `tl.where`");
  return raised.note("use `pl.when` for effects on Refs, `jnp.where` to choose elements, `lax.cond` to choose a computation");
}

static tile::TextStyle styleOf(Flavour flavour, char conversion) {
  if (flavour == Flavour::torch)
    return tile::TextStyle::torch;
  return flavour == Flavour::jax && (conversion == 'r' || conversion == 'a') ? tile::TextStyle::jax_repr : tile::TextStyle::numpy;
}

Value ArrayObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (traced) {
    std::optional<std::string> text = repr(evaluator);
    return text ? Value(evaluator.string(*text)) : nullptr;
  }
  mlir::OpBuilder builder = evaluator.hostBuilder();
  std::string specText = conversion == 'r' || conversion == 'a' ? "!r" : spec.str();
  auto style = tile::TextStyleAttr::get(evaluator.context(), styleOf(flavour, conversion));
  llvm::SmallVector<int64_t, 1> unsignedValues;
  if (numerics::isUnsigned(dtype))
    unsignedValues.push_back(0);
  auto op = tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), mlir::ValueRange(value),
                                   builder.getStrArrayAttr({"", ""}), builder.getStrArrayAttr({specText}),
                                   builder.getArrayAttr({style}), builder.getDenseI64ArrayAttr(unsignedValues),
                                   builder.getDenseI64ArrayAttr({}));
  return evaluator.make<TextObject>(op.getResult());
}

std::optional<std::string> ArrayObject::repr(Evaluator &evaluator) {
  if (traced)
    return "Traced<" + describe(*this) + ">";
  Value text = format(evaluator, 'r', "");
  return text ? text->str(evaluator) : std::nullopt;
}

Value ArrayObject::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  mlir::Value next = values.front();
  values = values.drop_front();
  return withValue(evaluator, next);
}

//===-- records ------------------------------------------------------------------------------------------------===//

Value RecordObject::field(llvm::StringRef name) const {
  for (const auto &[fieldName, value] : fields)
    if (fieldName == name)
      return value;
  return nullptr;
}

RecordObject &RecordObject::set(llvm::StringRef name, Value value) {
  for (auto &entry : fields) {
    if (entry.first == name) {
      entry.second = value;
      return *this;
    }
  }
  fields.emplace_back(name.str(), value);
  return *this;
}

std::optional<Value> RecordObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (Value value = field(name))
    return value;
  return Object::getAttribute(evaluator, name);
}

void RecordObject::listAttributes(Evaluator &evaluator, std::vector<std::string> &names) {
  for (const auto &entry : fields)
    names.push_back(entry.first);
  Object::listAttributes(evaluator, names);
}

std::optional<Value> RecordObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  auto *theirs = llvm::dyn_cast<RecordObject>(other);
  if (!theirs || theirs->recordType != recordType || (op != CompareOp::equal && op != CompareOp::notEqual))
    return std::nullopt;
  bool same = fields.size() == theirs->fields.size();
  for (size_t i = 0; same && i < fields.size(); ++i) {
    std::optional<bool> equal = evaluator.equal(fields[i].second, theirs->fields[i].second);
    if (!equal)
      return Value(nullptr);
    same = *equal;
  }
  return evaluator.boolean(same == (op == CompareOp::equal));
}

std::optional<std::string> RecordObject::repr(Evaluator &evaluator) {
  std::string text = recordType->name + "(";
  for (const auto &[name, value] : fields) {
    std::optional<std::string> part = evaluator.repr(value);
    if (!part)
      return std::nullopt;
    text += (text.back() == '(' ? "" : ", ") + name + "=" + *part;
  }
  return text + ")";
}

std::optional<uint64_t> RecordObject::hash(Evaluator &evaluator) {
  if (!evaluator.step())
    return std::nullopt;
  size_t combined = reinterpret_cast<size_t>(recordType);
  for (const auto &entry : fields) {
    std::optional<uint64_t> one = entry.second->hash(evaluator);
    if (!one)
      return std::nullopt;
    combined = llvm::hash_combine(combined, *one);
  }
  return combined;
}
