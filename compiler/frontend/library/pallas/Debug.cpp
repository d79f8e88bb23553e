// SPDX-License-Identifier: Apache-2.0
// Prints and checks of kernels. They run where they stand, once for each program that gets there, in the order of programs.
#include "compiler/frontend/library/jax/Array.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/pallas/PallasTables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// A `tile.format` in the making: literal text between values.
class TextBuilder {
public:
  explicit TextBuilder(Evaluator &evaluator) : evaluator(evaluator) {}
  void add(llvm::StringRef text) { pieces.back() += text; }
  /// Appends `{value!conversion:spec}`. False with an exception pending.
  bool add(Value value, char conversion, llvm::StringRef spec);
  mlir::Value finish();

private:
  Evaluator &evaluator;
  std::vector<std::string> pieces = {""}, specs;
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<int64_t> unsignedValues;
};

/// A replacement field of a format string: `{}`, `{1}`, `{:.3f}`, `{!r}`.
struct Field {
  std::string literal; // in front of it
  bool exists = false; // false: only the text after the last field
  std::string index, spec;
  char conversion = 0;
};

} // namespace

bool TextBuilder::add(Value value, char conversion, llvm::StringRef spec) {
  auto *array = dyn_cast<ArrayObject>(value);
  if (!array) {
    Value text = evaluator.format(value, conversion, spec);
    auto *known = text ? dyn_cast<StrObject>(text) : nullptr;
    if (text && !known)
      return evaluator.raise(DiagnosticId::notSupported, "text that only the run knows, in a print of a kernel, is not supported"), false;
    if (known)
      add(known->value);
    return known != nullptr;
  }
  mlir::Value here = useHere(evaluator, array);
  if (!here)
    return false;
  if (numerics::isUnsigned(array->dtype))
    unsignedValues.push_back(values.size());
  values.push_back(here);
  specs.push_back(conversion == 'r' || conversion == 'a' ? "!r" : spec.str());
  pieces.push_back("");
  return true;
}

mlir::Value TextBuilder::finish() {
  mlir::OpBuilder &builder = evaluator.builder();
  auto strings = [&](const std::vector<std::string> &list) { return builder.getStrArrayAttr(llvm::SmallVector<llvm::StringRef>(list.begin(), list.end())); };
  llvm::SmallVector<mlir::Attribute> styles(values.size(), tile::TextStyleAttr::get(evaluator.context(), tile::TextStyle::numpy));
  return tile::FormatOp::create(builder, evaluator.location(), tile::TextType::get(evaluator.context()), values, strings(pieces), strings(specs),
                                builder.getArrayAttr(styles), builder.getDenseI64ArrayAttr(unsignedValues), builder.getDenseI64ArrayAttr({}));
}

/// Takes a format string apart as `str.format` does. Empty with an exception pending.
static std::optional<std::vector<Field>> parseFields(Evaluator &evaluator, llvm::StringRef text) {
  std::vector<Field> fields(1);
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool isDouble = (c == '{' || c == '}') && i + 1 < text.size() && text[i + 1] == c;
    if (isDouble || (c != '{' && c != '}')) {
      fields.back().literal += c;
      i += isDouble;
      continue;
    }
    size_t end = text.find('}', i);
    if (c == '}' || end == llvm::StringRef::npos)
      return evaluator.raise(DiagnosticId::valueError, c == '}' ? "Single '}' encountered in format string" : "expected '}' before end of string");
    auto [name, spec] = text.slice(i + 1, end).split(':');
    auto [index, conversion] = name.split('!');
    if (!conversion.empty() && conversion != "r" && conversion != "s" && conversion != "a")
      return evaluator.raise(DiagnosticId::valueError, "Unknown conversion specifier '" + conversion.str() + "'");
    Field &field = fields.back();
    field.exists = true;
    field.index = index.str();
    field.spec = spec.str();
    field.conversion = conversion.empty() ? 0 : conversion[0];
    fields.emplace_back();
    i = end;
  }
  return fields;
}

/// The placeholders of `fields` filled from `arguments`.
static bool fill(Evaluator &evaluator, const std::vector<Field> &fields, llvm::ArrayRef<Value> arguments, TextBuilder &text) {
  size_t next = 0;
  for (const Field &field : fields) {
    text.add(field.literal);
    if (!field.exists)
      continue;
    size_t index = next++;
    if (!field.index.empty() && llvm::StringRef(field.index).getAsInteger(10, index))
      return evaluator.raise(DiagnosticId::keyError, "'" + field.index + "'").note("`pl.debug_print` takes no keyword arguments: write `{}`"), false;
    if (index >= arguments.size())
      return evaluator.raise(DiagnosticId::indexError, "Replacement index " + std::to_string(index) + " out of range for positional args tuple"), false;
    if (!text.add(arguments[index], field.conversion, field.spec))
      return false;
  }
  return true;
}

Value frontend::debugPrintHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> format = evaluator.toString(call["fmt"], "fmt");
  std::optional<std::vector<Field>> fields = format ? parseFields(evaluator, *format) : std::nullopt;
  if (!fields)
    return nullptr;
  const std::vector<Value> &arguments = cast<TupleObject>(call["args"])->items;
  TextBuilder text(evaluator);
  bool hasPlaceholders = fields->size() > 1;
  if (hasPlaceholders && !fill(evaluator, *fields, arguments, text))
    return nullptr;
  if (!hasPlaceholders) {
    // Without placeholders the values follow the text, as in `print(fmt, *args)`.
    text.add(*format);
    for (Value argument : arguments) {
      text.add(" ");
      if (!text.add(argument, 0, ""))
        return nullptr;
    }
  }
  text.add("\n");
  tile::PrintOp::create(evaluator.builder(), evaluator.location(), text.finish());
  return evaluator.none();
}

//===-- checks ------------------------------------------------------------------------------------------------===//

namespace {

/// Whether `pl.debug_check` checks: off unless the program says so.
struct DebugChecks {
  bool enabled = false;
};

/// `with pl.enable_debug_checks():`.
class DebugChecksScope : public ExtensionObject {
public:
  explicit DebugChecksScope(bool enabled) : ExtensionObject(&tag), enabled(enabled) {}
  Value enter(Evaluator &evaluator) override {
    saved = evaluator.state<DebugChecks>().enabled;
    evaluator.state<DebugChecks>().enabled = enabled;
    return evaluator.none();
  }
  std::optional<bool> exit(Evaluator &evaluator, Value) override {
    evaluator.state<DebugChecks>().enabled = saved;
    return false;
  }

private:
  static const char tag;
  const bool enabled;
  bool saved = false;
};
const char DebugChecksScope::tag = 0;

} // namespace

Value frontend::enableDebugChecksHandler(Call &call) {
  std::optional<bool> enabled = call.evaluator.truth(call["enabled"]);
  return enabled ? call.evaluator.make<DebugChecksScope>(*enabled) : nullptr;
}
bool frontend::areDebugChecksEnabled(Evaluator &evaluator) { return evaluator.state<DebugChecks>().enabled; }
Value frontend::debugChecksEnabledHandler(Call &call) { return call.evaluator.boolean(areDebugChecksEnabled(call.evaluator)); }

void frontend::recordCheck(Evaluator &evaluator, mlir::Value condition, llvm::StringRef text) {
  TextBuilder message(evaluator);
  message.add(text);
  tile::AssertOp::create(evaluator.builder(), evaluator.location(), condition, message.finish());
}

Value frontend::debugCheckHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> message = evaluator.toString(call["message"], "message");
  if (!message)
    return nullptr;
  if (!evaluator.state<DebugChecks>().enabled)
    return evaluator.none();
  mlir::Value condition = toCondition(evaluator, call["condition"], publicName(call.entry));
  if (!condition)
    return nullptr;
  recordCheck(evaluator, condition, *message);
  return evaluator.none();
}
