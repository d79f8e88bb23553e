// SPDX-License-Identifier: Apache-2.0
// Values as text: `str`, `repr`, `format`, and texts that only the run knows, which are joined, printed and written.
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;

std::optional<std::string> Evaluator::str(Value value) { return value->str(*this); }
std::optional<std::string> Evaluator::repr(Value value) { return value->repr(*this); }

/// Looks a few levels deep, enough for what a program prints, and once into each container: one may be inside itself.
static bool holdsHostArray(Value value, llvm::SmallPtrSetImpl<Value> &seen, unsigned depth = 0) {
  if (auto *array = llvm::dyn_cast<ArrayObject>(value))
    return !array->traced;
  if (llvm::isa<TextObject>(value))
    return true;
  auto *sequence = llvm::dyn_cast<SequenceObject>(value);
  auto *dict = llvm::dyn_cast<DictObject>(value);
  if ((!sequence && !dict) || depth == 16 || !seen.insert(value).second)
    return false;
  auto inner = [&](Value item) { return holdsHostArray(item, seen, depth + 1); };
  if (sequence)
    return llvm::any_of(sequence->items, inner);
  auto innerValue = [&](const HashTable::Entry &entry) { return entry.key && inner(entry.value); };
  return llvm::any_of(dict->table.entries(), innerValue);
}

/// A tuple, list or dict with arrays inside: its text is put together from theirs.
Value Evaluator::formatContainer(Value container) {
  if (!step())
    return nullptr;
  ReprGuard guard(container);
  if (guard.isInside())
    return string(container->kind() == Kind::tuple ? "(...)" : container->kind() == Kind::list ? "[...]" : "{...}");
  std::vector<Value> parts;
  auto add = [&](Value value) {
    Value text = format(value, 'r', "");
    parts.push_back(text);
    return text != nullptr;
  };
  if (auto *dict = llvm::dyn_cast<DictObject>(container)) {
    parts.push_back(string("{"));
    for (const HashTable::Entry &entry : dict->table.entries()) {
      if (!entry.key)
        continue;
      if (parts.size() > 1)
        parts.push_back(string(", "));
      if (!add(entry.key))
        return nullptr;
      parts.push_back(string(": "));
      if (!add(entry.value))
        return nullptr;
    }
    parts.push_back(string("}"));
    return concatenate(parts);
  }
  auto *sequence = llvm::cast<SequenceObject>(container);
  bool isTuple = sequence->kind() == Kind::tuple;
  parts.push_back(string(sequence->namedType ? sequence->namedType->name + "(" : isTuple ? "(" : "["));
  for (size_t i = 0; i < sequence->items.size(); ++i) {
    bool isOnLine = !sequence->namedType || !llvm::StringRef(sequence->namedType->fieldNames[i])
                                                 .starts_with("\n"); // torch's results have a line for each field
    std::string before = !i ? "" : isOnLine ? ", " : ",";
    if (sequence->namedType)
      before += sequence->namedType->fieldNames[i] + "=";
    parts.push_back(string(before));
    if (!add(sequence->items[i]))
      return nullptr;
  }
  parts.push_back(string(!isTuple ? "]" : sequence->items.size() == 1 && !sequence->namedType ? ",)" : ")"));
  return concatenate(parts);
}

/// Whether the value is an instance of a program's class that has a text of its own, which goes before the container's.
/// `dict.__repr__(self)` asks for the container's.
static bool hasOwnText(Value value, char conversion) {
  InstancePart *part = value->instancePart();
  if (!part || std::exchange(part->plain, false))
    return false;
  const ClassObject &type = *part->instanceType;
  return type.find("__repr__") || (conversion != 'r' && type.find("__str__")) ||
         (!conversion && type.find("__format__"));
}

Value Evaluator::format(Value value, char conversion, llvm::StringRef spec) {
  llvm::SmallPtrSet<Value, 8> seen;
  if ((llvm::isa<SequenceObject>(value) || llvm::isa<DictObject>(value)) && spec.empty() &&
      holdsHostArray(value, seen) && !hasOwnText(value, conversion))
    return formatContainer(value);
  return value->format(*this, conversion, spec);
}

Value Evaluator::concatenate(llvm::ArrayRef<Value> texts) {
  llvm::SmallVector<std::string> pieces(1);
  llvm::SmallVector<mlir::Value> values;
  for (Value text : texts) {
    if (auto *known = llvm::dyn_cast<StrObject>(text)) {
      pieces.back() += known->value;
    } else {
      values.push_back(llvm::cast<TextObject>(text)->value);
      pieces.emplace_back();
    }
  }
  if (static_cast<int64_t>(pieces.back().size()) > evaluateOptions.sizeLimit)
    return raise(DiagnosticId::memoryLimit,
                 "a string of " + std::to_string(pieces.back().size()) + " bytes is beyond the limit");
  memory += pieces.back().size();
  if (values.empty())
    return string(pieces.back());
  if (values.size() == 1 && pieces[0].empty() && pieces[1].empty())
    return make<TextObject>(values[0]);
  mlir::OpBuilder builder = hostBuilder();
  // A text that only this one uses is merged into it, so that one print is one `tile.format`.
  llvm::SmallVector<mlir::Value> flat;
  llvm::SmallVector<std::string> flatPieces{pieces[0]}, specs;
  llvm::SmallVector<mlir::Attribute> styles;
  llvm::SmallVector<int64_t> unsignedValues, keyValues;
  auto python = tile::TextStyleAttr::get(&mlirContext, tile::TextStyle::python);
  for (size_t i = 0; i < values.size(); ++i) {
    if (auto inner = values[i].getDefiningOp<tile::FormatOp>()) {
      auto innerPieces = inner.getPieces().getAsValueRange<mlir::StringAttr>();
      llvm::SmallVector<llvm::StringRef> texts(innerPieces.begin(), innerPieces.end());
      flatPieces.back() += texts[0];
      for (size_t k = 0; k < inner.getValues().size(); ++k) {
        if (llvm::is_contained(inner.getUnsignedValues(), static_cast<int64_t>(k)))
          unsignedValues.push_back(static_cast<int64_t>(flat.size()));
        if (llvm::is_contained(inner.getKeyValues(), static_cast<int64_t>(k)))
          keyValues.push_back(static_cast<int64_t>(flat.size()));
        flat.push_back(inner.getValues()[k]);
        specs.push_back(llvm::cast<mlir::StringAttr>(inner.getSpecs()[k]).str());
        styles.push_back(inner.getStyles()[k]);
        flatPieces.push_back(texts[k + 1].str());
      }
    } else {
      flat.push_back(values[i]);
      specs.push_back("");
      styles.push_back(python);
      flatPieces.emplace_back();
    }
    flatPieces.back() += pieces[i + 1];
  }
  auto strings = [&](llvm::ArrayRef<std::string> list) {
    llvm::SmallVector<llvm::StringRef> refs(list.begin(), list.end());
    return builder.getStrArrayAttr(refs);
  };
  auto op =
      tile::FormatOp::create(builder, location(), tile::TextType::get(&mlirContext), flat, strings(flatPieces),
                             strings(specs), builder.getArrayAttr(styles), builder.getDenseI64ArrayAttr(unsignedValues),
                             builder.getDenseI64ArrayAttr(keyValues));
  for (mlir::Value value : values)
    if (mlir::Operation *unused = value.getDefiningOp();
        unused && unused->use_empty() && llvm::isa<tile::FormatOp>(unused))
      detachedTexts.insert(unused);
  return make<TextObject>(op.getResult());
}

/// The text as a value of `@main`.
static mlir::Value emitText(Evaluator &evaluator, Value text) {
  if (auto *run = llvm::dyn_cast<TextObject>(text))
    return run->value;
  mlir::OpBuilder builder = evaluator.hostBuilder();
  auto none = builder.getDenseI64ArrayAttr({});
  return tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()),
                                mlir::ValueRange(), builder.getStrArrayAttr({llvm::cast<StrObject>(text)->value}),
                                builder.getStrArrayAttr({}), builder.getArrayAttr({}), none, none);
}

namespace {
/// How often the program has printed. Each time is two steps of `@main`, which has at most half a million: a flood must
/// end where it stands in the text, before it has filled the memory.
struct PrintCount {
  static constexpr size_t most = 200'000;
  size_t value = 0;
};
} // namespace

bool Evaluator::print(Value text) {
  if (++state<PrintCount>().value > PrintCount::most) {
    raise(DiagnosticId::stepLimit,
          "the program prints more than " + std::to_string(PrintCount::most) + " times, which is the limit")
        .note("every print is a step of the compiled program: one of several lines is one step");
    pending->fatal = true;
    return false;
  }
  mlir::OpBuilder builder = hostBuilder();
  mlir::Value value = emitText(*this, text);
  tile::PrintOp::create(builder, location(), value);
  return true;
}

bool Evaluator::writeFile(Value text, llvm::StringRef path) {
  mlir::OpBuilder builder = hostBuilder();
  mlir::Value value = emitText(*this, text);
  tile::WriteFileOp::create(builder, location(), value, builder.getStringAttr(path));
  return true;
}
