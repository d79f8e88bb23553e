// SPDX-License-Identifier: Apache-2.0
#include "compiler/interpreter/TextFormat.h"
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/FormatSpec.h"
#include <cstdlib>

using namespace tessera;
using namespace tessera::interpreter;
using numerics::DType;

/// Text by a Python format spec; none and why in `error`.
static std::optional<std::string> formatBySpec(const numerics::Array &array, const std::string &spec, std::string &error) {
  if (array.size() != 1 || array.rank() != 0) {
    error = "unsupported format string passed to numpy.ndarray.__format__";
    return std::nullopt;
  }
  numerics::FormatValue value;
  using Kind = numerics::FormatValue::Kind;
  DType type = array.dtype();
  value.kind = numerics::isFloat(type) ? Kind::floating : type == DType::boolean ? Kind::boolean : type == DType::uint64 ? Kind::unsignedInteger : Kind::integer;
  if (value.kind == Kind::floating)
    value.floating = array.getDouble(0);
  else
    value.integer = array.getInt(0);
  return numerics::formatValue(value, spec, error);
}

static std::string formatWhole(const numerics::Array &array, const TextPart &part) {
  bool repr = part.spec == "!r";
  switch (part.style) {
  case tile::TextStyle::numpy: return repr ? numerics::toNumpyRepr(array) : numerics::toNumpyText(array);
  case tile::TextStyle::jax_repr: return numerics::toJaxRepr(array, /*weakType=*/part.spec == "!w");
  case tile::TextStyle::torch:
  case tile::TextStyle::torch_cuda: {
    std::string ending = part.spec.rfind("!g", 0) == 0 ? part.spec.substr(2) : ""; // of a tensor with a gradient
    return numerics::toTorchRepr(array, part.style == tile::TextStyle::torch_cuda, ending);
  }
  case tile::TextStyle::python: return array.rank() == 0 ? numerics::toItemText(array) : numerics::toNumpyText(array);
  }
  return {};
}

/// `!o<kind>,precision,threshold,edge items,line width,suppress,separator`: the text of `kind` (empty, `!r` or `!w`) by NumPy's print options.
static std::string formatByOptions(const numerics::Array &array, TextPart part) {
  numerics::TextOptions options;
  std::vector<std::string> fields;
  size_t at = 2;
  for (int k = 0; k < 6; ++k) {
    size_t comma = part.spec.find(',', at);
    fields.push_back(part.spec.substr(at, comma - at));
    at = comma == std::string::npos ? part.spec.size() : comma + 1;
  }
  options.precision = std::atoi(fields[1].c_str());
  options.threshold = std::atoll(fields[2].c_str());
  options.edgeItems = std::atoll(fields[3].c_str());
  options.lineWidth = std::strtoull(fields[4].c_str(), nullptr, 10);
  options.suppress = fields[5] == "1";
  options.separator = part.spec.substr(at);
  part.spec = fields[0];
  numerics::TextOptionsScope scope(options);
  return formatWhole(array, part);
}

std::optional<std::string> interpreter::formatArray(const numerics::Array &array, const TextPart &part, std::string &error) {
  if (part.isKey)
    return numerics::toKeyRepr(array);
  if (part.spec.rfind("!o", 0) == 0)
    return formatByOptions(array, part);
  // Whole values: `repr`, and that of a weak array.
  bool hasSpec = !part.spec.empty() && part.spec != "!r" && part.spec != "!w" && part.spec.rfind("!g", 0) != 0;
  return hasSpec ? formatBySpec(array, part.spec, error) : formatWhole(array, part);
}
