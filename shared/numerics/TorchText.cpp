// SPDX-License-Identifier: Apache-2.0
// PyTorch's text of a tensor, with its defaults: precision 4, threshold 1000, edge items 3, line width 80. Whole numbers print as
// `1.`; the format turns scientific where four decimals would hide digits.
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/FloatText.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tessera::numerics {

namespace {

constexpr int64_t threshold = 1000, edgeItems = 3, lineWidth = 80;

class TorchFormat {
public:
  TorchFormat(const Array &array, const std::vector<int64_t> &shown) : array(array) {
    if (!isFloat(array.dtype())) {
      for (int64_t i : shown)
        width = std::max(width, write(i).size());
      return;
    }
    double largest = 0, smallest = INFINITY;
    for (int64_t i : shown) {
      double value = array.getDouble(i), magnitude = std::fabs(value);
      if (!std::isfinite(value) || value == 0)
        continue;
      whole &= value == std::ceil(value);
      largest = std::max(largest, magnitude);
      smallest = std::min(smallest, magnitude);
    }
    if (largest == 0)
      return;
    scientific = largest / smallest > 1000 || largest > 1e8 || (!whole && smallest < 1e-4);
    for (int64_t i : shown)
      if (double value = array.getDouble(i); std::isfinite(value) && value != 0)
        width = std::max(width, write(i).size());
  }

  size_t getWidth() const { return width; }
  std::string operator()(int64_t index) const {
    std::string text = write(index);
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  }

private:
  std::string write(int64_t index) const {
    if (!isFloat(array.dtype()))
      return toItemText(array, index);
    double value = array.getDouble(index);
    if (!std::isfinite(value))
      return toPythonText(value);
    if (scientific) {
      char text[32];
      std::snprintf(text, sizeof(text), "%.4e", value);
      return text;
    }
    return whole ? toFixed(value, 0) + "." : toFixed(value, 4);
  }

  const Array &array;
  size_t width = 1;
  bool whole = true, scientific = false;
};

struct TorchLayout {
  const Array &array;
  const TorchFormat &format;
  bool summarize;

  std::string write(size_t axis, int64_t base, int64_t indent) const {
    int64_t extent = array.shape()[axis];
    size_t left = array.shape().size() - axis;
    if (left == 1)
      return writeRow(base * extent, extent, indent);
    std::string between = "," + std::string(left - 1, '\n') + std::string(indent + 1, ' '), text;
    for (int64_t i = 0; i < extent; ++i) {
      if (summarize && extent > 2 * edgeItems && i == edgeItems) {
        text += "..." + between;
        i = extent - edgeItems;
      }
      text += write(axis + 1, base * extent + i, indent + 1) + (i + 1 == extent ? "" : between);
    }
    return "[" + text + "]";
  }

private:
  std::string writeRow(int64_t first, int64_t extent, int64_t indent) const {
    int64_t perLine = std::max<int64_t>(1, (lineWidth - indent) / static_cast<int64_t>(format.getWidth() + 2));
    std::vector<std::string> words;
    for (int64_t i = 0; i < extent; ++i) {
      if (summarize && extent > 2 * edgeItems && i == edgeItems) {
        words.push_back(" ...");
        i = extent - edgeItems;
      }
      words.push_back(format(first + i));
    }
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
      if (i)
        text += static_cast<int64_t>(i) % perLine == 0 ? ",\n" + std::string(indent + 1, ' ') : std::string(", ");
      text += words[i];
    }
    return "[" + text + "]";
  }
};

void listShown(const std::vector<int64_t> &shape, bool summarize, size_t axis, int64_t base, std::vector<int64_t> &shown) {
  if (axis == shape.size()) {
    shown.push_back(base);
    return;
  }
  for (int64_t i = 0; i < shape[axis]; ++i) {
    if (summarize && shape[axis] > 2 * edgeItems && i == edgeItems)
      i = shape[axis] - edgeItems;
    listShown(shape, summarize, axis + 1, base * shape[axis] + i, shown);
  }
}

} // namespace

std::string toTorchRepr(const Array &array, bool onGpu, const std::string &given) {
  // `NAME|ending`: of a class of the program.
  size_t bar = given.find('|');
  const std::string prefix = bar == std::string::npos ? "tensor(" : given.substr(0, bar) + "(";
  const std::string ending = given.substr(bar == std::string::npos ? 0 : bar + 1);
  int64_t indent = static_cast<int64_t>(prefix.size());
  std::vector<std::string> suffixes;
  std::string body;
  if (onGpu)
    suffixes.push_back("device='cuda:0'");
  if (array.size() == 0) {
    body = "[]";
    if (array.rank() != 1) {
      std::string size = "size=(";
      for (size_t i = 0; i < array.shape().size(); ++i)
        size += (i ? ", " : "") + std::to_string(array.shape()[i]);
      suffixes.push_back(size + ")");
    }
  } else {
    bool summarize = array.size() > threshold;
    std::vector<int64_t> shown;
    listShown(array.shape(), summarize, 0, 0, shown);
    TorchFormat format(array, shown);
    body = array.rank() == 0 ? format(0) : TorchLayout{array, format, summarize}.write(0, 0, indent);
  }
  bool implied = array.dtype() == DType::float32 || array.dtype() == DType::int64 || array.dtype() == DType::boolean;
  if (!implied || (array.size() == 0 && array.dtype() != DType::float32))
    suffixes.push_back("dtype=torch." + std::string(getName(array.dtype())));
  if (!ending.empty())
    suffixes.push_back(ending);
  std::string text = prefix + body;
  int64_t last = static_cast<int64_t>(text.size() - (text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n')));
  last += text.rfind('\n') == std::string::npos ? 2 : 1;
  for (const std::string &suffix : suffixes) {
    bool breaks = last + static_cast<int64_t>(suffix.size()) + 2 > lineWidth;
    text += breaks ? ",\n" + std::string(indent, ' ') + suffix : ", " + suffix;
    last = (breaks ? indent : last + 2) + static_cast<int64_t>(suffix.size());
  }
  return text + ")";
}

} // namespace tessera::numerics
