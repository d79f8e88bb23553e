// SPDX-License-Identifier: Apache-2.0
// An array's text has two halves. The element format is chosen from all elements that are shown (one width, one number of decimals,
// positional or scientific for all); the layout then breaks lines and nests brackets around the words. NumPy and JAX share both and
// differ in what stands around; PyTorch has its own.
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/FloatText.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace tessera::numerics {

namespace {

thread_local TextOptions options;

bool hasOwnText(DType type) {
  if (isFloat(type))
    return getByteSize(type) < 4 && type != DType::float16;
  return getBitWidth(type) < 8 && type != DType::boolean;
}

std::string padLeft(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string integerText(const Array &array, int64_t index) {
  int64_t value = array.getInt(index);
  return array.dtype() == DType::uint64 ? std::to_string(static_cast<uint64_t>(value)) : std::to_string(value);
}

/// Calls `visit(flat index)` for the elements that are shown: all, or the corners of an array that is summarized.
class Shown {
public:
  Shown(const std::vector<int64_t> &shape, bool summarize) : shape(shape), summarize(summarize) {}
  void forEach(const std::function<void(int64_t)> &visit) const { walk(0, 0, visit); }
  bool isCut(int64_t extent) const { return summarize && extent > 2 * options.edgeItems; }

private:
  void walk(size_t axis, int64_t base, const std::function<void(int64_t)> &visit) const {
    if (axis == shape.size())
      return visit(base);
    for (int64_t i = 0; i < shape[axis]; ++i) {
      if (isCut(shape[axis]) && i == options.edgeItems)
        i = shape[axis] - options.edgeItems;
      walk(axis + 1, base * shape[axis] + i, visit);
    }
  }
  const std::vector<int64_t> &shape;
  bool summarize;
};

/// Integer and fraction of a number's text.
struct Parts {
  std::string whole, fraction, exponent;
};

Parts positional(double value, DType type, int precision) {
  Decimal decimal = shortestDecimal(value, type);
  int length = static_cast<int>(decimal.digits.size()), fraction = std::max(0, length - decimal.point);
  // Digits beyond the precision: round the exact value, not the shortest text. Up to the units all digits are exact.
  std::string text = toFixed(std::fabs(value), std::min(fraction, precision));
  if (fraction <= precision && decimal.point < length) {
    std::string all = decimal.point <= 0 ? std::string(1 - decimal.point, '0') + decimal.digits : decimal.digits;
    size_t point = decimal.point <= 0 ? 1 : decimal.point;
    text = all.substr(0, point) + "." + all.substr(point);
  }
  size_t at = text.find('.');
  Parts parts{text.substr(0, at), at == std::string::npos ? "" : text.substr(at + 1), ""};
  while (!parts.fraction.empty() && parts.fraction.back() == '0')
    parts.fraction.pop_back();
  parts.whole = (decimal.negative ? "-" : "") + parts.whole;
  return parts;
}

/// The shortest digits, or the exact value to `precision` digits where those are more, or where it `isFilled`: 1e-05 of
/// float32 beside a number of more digits is 9.9999997e-06.
Parts scientific(double value, DType type, int precision, bool isFilled = false) {
  Decimal decimal = shortestDecimal(value, type);
  std::string digits = decimal.digits;
  int exponent = value == 0 ? 0 : decimal.point - 1;
  if (static_cast<int>(digits.size()) - 1 > precision || isFilled) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.*e", precision, std::fabs(value));
    std::string whole = text;
    size_t at = whole.find('e');
    exponent = std::atoi(text + at + 1);
    digits = whole.substr(0, 1) + (precision ? whole.substr(2, at - 2) : "");
    if (!isFilled)
      digits.resize(std::max<size_t>(digits.find_last_not_of('0') + 1, 1)); // what rounding left
  }
  char tail[16];
  std::snprintf(tail, sizeof(tail), "%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
  return {(decimal.negative ? "-" : "") + digits.substr(0, 1), digits.substr(1), tail};
}

/// How one array's floats are written; NumPy's `FloatingFormat`.
struct FloatFormat {
  DType type;
  int precision = 8;
  bool exponent = false;
  size_t left = 0, right = 0, exponentSize = 0;

  FloatFormat(const Array &array, const Shown &shown, int precision) : type(array.dtype()), precision(precision) {
    double largest = 0, smallest = INFINITY;
    bool anyFinite = false, anyNan = false, anyInfinite = false, anyMinusInfinity = false;
    shown.forEach([&](int64_t i) {
      double value = array.getDouble(i), magnitude = std::fabs(value);
      anyNan |= std::isnan(value);
      anyInfinite |= std::isinf(value);
      anyMinusInfinity |= value == -INFINITY;
      anyFinite |= std::isfinite(value);
      if (std::isfinite(value) && value != 0) {
        largest = std::max(largest, magnitude);
        smallest = std::min(smallest, magnitude);
      }
    });
    double cutoff = type == DType::float64 ? 1e8 : type == DType::float32 ? 1e6 : 1e3;
    // `suppress` is about small numbers, and about small ones beside large ones.
    bool hasSmall = !options.suppress && (smallest < lowCutoff() || ratio(largest, smallest) > 1000);
    exponent = largest > 0 && (largest >= cutoff || hasSmall);
    shown.forEach([&](int64_t i) { measure(array.getDouble(i)); });
    if (exponent)
      this->precision = static_cast<int>(right);
    size_t width = exponent ? right + exponentSize + 1 : right; // after the point
    if (anyNan)
      left = std::max(left, size_t(3) - std::min<size_t>(3, width + 1));
    if (anyInfinite)
      left = std::max(left, size_t(anyMinusInfinity ? 4 : 3) - std::min<size_t>(anyMinusInfinity ? 4 : 3, width + 1));
  }

  std::string operator()(double value) const {
    size_t width = left + 1 + right + (exponent ? exponentSize + 1 : 0);
    if (!std::isfinite(value))
      return padLeft(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", width);
    if (exponent) {
      Parts parts = scientific(value, type, precision, /*isFilled=*/true);
      std::string digits = parts.exponent.substr(1);
      digits = std::string(exponentSize - 1 - digits.size(), '0') + digits;
      return padLeft(parts.whole, left) + "." + parts.fraction + "e" + parts.exponent.substr(0, 1) + digits;
    }
    Parts parts = positional(value, type, precision);
    parts.fraction.resize(right, ' ');
    return padLeft(parts.whole, left) + "." + parts.fraction;
  }

private:
  // NumPy compares in the array's own dtype, where 1e-4 is another number.
  double lowCutoff() const { return type == DType::float32 ? double(1e-4f) : type == DType::float16 ? 0.00010001659393310547 : 1e-4; }
  double ratio(double a, double b) const { return type == DType::float64 ? a / b : double(static_cast<float>(a) / static_cast<float>(b)); }
  void measure(double value) {
    if (!std::isfinite(value))
      return;
    Parts parts = exponent ? scientific(value, type, precision) : positional(value, type, precision);
    left = std::max(left, parts.whole.size());
    right = std::max(right, parts.fraction.size());
    exponentSize = std::max(exponentSize, parts.exponent.size());
  }
};

using ElementText = std::function<std::string(int64_t)>;

ElementText chooseFormat(const Array &array, const Shown &shown, int precision) {
  if (array.dtype() == DType::boolean) {
    bool scalar = array.rank() == 0;
    return [array, scalar](int64_t i) -> std::string { return array.getInt(i) ? (scalar ? "True" : " True") : "False"; };
  }
  if (hasOwnText(array.dtype()))
    return [array](int64_t i) { return isFloat(array.dtype()) ? toScalarText(array.getDouble(i), array.dtype()) : integerText(array, i); };
  if (isFloat(array.dtype()))
    return [array, format = FloatFormat(array, shown, precision)](int64_t i) { return format(array.getDouble(i)); };
  size_t width = 0;
  shown.forEach([&](int64_t i) { width = std::max(width, integerText(array, i).size()); });
  return [array, width](int64_t i) { return padLeft(integerText(array, i), width); };
}

/// NumPy's `_formatArray`.
struct Layout {
  const Array &array;
  const Shown &shown;
  const ElementText &element;
  std::string separator;

  std::string write(size_t axis, int64_t base, const std::string &indent, size_t width) const {
    if (axis == array.shape().size())
      return element(base);
    int64_t extent = array.shape()[axis];
    std::string text = axis + 1 == array.shape().size() ? writeRow(base * extent, extent, indent, width)
                                                        : writeNested(axis, base * extent, extent, indent, width);
    return "[" + text.substr(indent.size()) + "]";
  }

private:
  std::string trimmed(std::string text) const {
    while (!text.empty() && text.back() == ' ')
      text.pop_back();
    return text;
  }

  std::string writeRow(int64_t first, int64_t extent, const std::string &indent, size_t width) const {
    size_t allowed = width - std::max<size_t>(trimmed(separator).size(), 1);
    std::string text, line = indent;
    auto append = [&](const std::string &word, bool last) {
      if (line.size() + word.size() > allowed && line.size() > indent.size()) {
        text += trimmed(line) + "\n";
        line = indent;
      }
      line += word + (last ? "" : separator);
    };
    for (int64_t i = 0; i < extent; ++i) {
      if (shown.isCut(extent) && i == options.edgeItems) {
        append("...", false);
        i = extent - options.edgeItems;
      }
      append(element(first + i), i + 1 == extent);
    }
    return text + line;
  }

  std::string writeNested(size_t axis, int64_t first, int64_t extent, const std::string &indent, size_t width) const {
    std::string between = trimmed(separator) + std::string(array.shape().size() - axis - 1, '\n'), text;
    for (int64_t i = 0; i < extent; ++i) {
      if (shown.isCut(extent) && i == options.edgeItems) {
        text += indent + "..." + between;
        i = extent - options.edgeItems;
      }
      text += indent + write(axis + 1, first + i, indent + " ", width - 1) + (i + 1 == extent ? "" : between);
    }
    return text;
  }
};

std::string bracketText(const Array &array, const std::string &separator, const std::string &prefix, size_t suffix, int precision) {
  if (array.size() == 0)
    return "[]";
  Shown shown(array.shape(), array.size() > options.threshold);
  ElementText element = chooseFormat(array, shown, precision);
  Layout layout{array, shown, element, separator};
  return layout.write(0, 0, " " + std::string(prefix.size(), ' '), options.lineWidth - suffix);
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace

TextOptionsScope::TextOptionsScope(const TextOptions &given) : saved(options) { options = given; }
TextOptionsScope::~TextOptionsScope() { options = saved; }

std::string toItemText(const Array &array, int64_t index) {
  if (array.dtype() == DType::boolean)
    return array.getInt(index) ? "True" : "False";
  return isFloat(array.dtype()) ? toPythonText(array.getDouble(index)) : integerText(array, index);
}

std::string toNumpyText(const Array &array) {
  if (array.rank() != 0)
    return bracketText(array, options.separator, "", 0, options.precision);
  return isFloat(array.dtype()) ? toScalarText(array.getDouble(0), array.dtype()) : toItemText(array);
}

std::string toNumpyRepr(const Array &array, int precision) {
  std::string prefix = "array(", text;
  bool implied = array.dtype() == DType::int64 || array.dtype() == DType::float64 || array.dtype() == DType::boolean;
  if (array.size() > 0 || array.shape() == std::vector<int64_t>{0})
    text = prefix + bracketText(array, ", ", prefix, 1, precision < 0 ? options.precision : precision);
  else
    text = prefix + "[], shape=" + shapeText(array.shape());
  std::string extras;
  if (array.size() > options.threshold)
    extras = "shape=" + shapeText(array.shape());
  if (!implied || array.size() == 0)
    extras += (extras.empty() ? "" : ", ") + ("dtype=" + std::string(getName(array.dtype())));
  if (extras.empty())
    return text + ")";
  size_t last = text.size() - (text.rfind('\n') + 1) + 1;
  bool breaks = last + 1 + extras.size() + 1 > options.lineWidth;
  return text + "," + (breaks ? "\n" + std::string(prefix.size(), ' ') : " ") + extras + ")";
}

std::string toJaxRepr(const Array &array, bool weakType) {
  std::string prefix = "Array(", dtype = "dtype=" + std::string(getName(array.dtype())) + (weakType ? ", weak_type=True" : "");
  if (array.size() == 0)
    return prefix + "[], shape=" + shapeText(array.shape()) + ", " + dtype + ")";
  std::string text = bracketText(array, ", ", prefix, 1, options.precision);
  size_t newline = text.rfind('\n');
  size_t last = newline == std::string::npos ? text.size() + 1 : text.size() - newline;
  bool breaks = last + 1 + dtype.size() + 2 > options.lineWidth;
  return prefix + text + "," + (breaks ? "      " : " ") + dtype + ")";
}

std::string toKeyRepr(const Array &data) {
  std::vector<int64_t> shape(data.shape().begin(), data.shape().end() - 1);
  return "Array(" + shapeText(shape) + ", dtype=key<fry>) overlaying:\n" + toNumpyText(data);
}

} // namespace tessera::numerics
