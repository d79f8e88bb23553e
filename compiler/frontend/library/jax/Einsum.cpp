// SPDX-License-Identifier: Apache-2.0
// `einsum` and the products that are special cases of it. Operands are joined from the left, two at a time: a label of both that
// nobody needs later is contracted, one that the result or a later operand needs is a batch label. So each step is one
// `dot_general`; labels of one operand alone that nobody needs are summed before.
#include "compiler/frontend/library/jax/Joining.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/jax/Selection.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// An array whose axes have names; `...` axes are named by digits from the last: '0' is the last one.
struct Labelled {
  Value array;
  std::string labels;
};

class Einsum {
public:
  Einsum(Formula &f, const DotOptions &options) : f(f), options(options) {}
  bool parse(llvm::StringRef text, std::vector<Value> operands);
  bool isRearrangement() const;
  Value view(JaxArray *array);
  Value run();

private:
  bool parseOperand(llvm::StringRef term, Value array);
  bool takeDiagonals(Labelled &operand);
  bool sumUnneeded(Labelled &operand, size_t next);
  bool join(Labelled &left, Labelled right, size_t next);
  bool isNeeded(char label, size_t next) const;

  Formula &f;
  DotOptions options;
  std::vector<Labelled> operands;
  std::string output;
};

} // namespace

static Value permuted(Formula &f, Value x, llvm::StringRef from, llvm::StringRef to) {
  llvm::SmallVector<int64_t> permutation;
  for (char label : to)
    permutation.push_back(from.find(label));
  return f.transpose(x, permutation);
}

bool Einsum::parseOperand(llvm::StringRef term, Value array) {
  std::string labels;
  int64_t rank = Formula::shapeOf(array).size(), named = 0;
  for (char c : term)
    named += llvm::isAlpha(c);
  for (size_t k = 0; k < term.size(); ++k) {
    if (llvm::isAlpha(term[k])) {
      labels += term[k];
    } else if (term.substr(k, 3) == "...") {
      int64_t rest = rank - named;
      if (rest < 0 || rest > 10)
        return f.evaluator.raise(DiagnosticId::valueError, "`" + term.str() + "` has more labels than the array has axes: " + formatShape(Formula::shapeOf(array))), false;
      for (int64_t digit = rest; digit-- > 0;)
        labels += static_cast<char>('0' + digit);
      k += 2;
    } else {
      return f.evaluator.raise(DiagnosticId::valueError, "the subscripts of `einsum` have the character `" + std::string(1, term[k]) + "`"), false;
    }
  }
  if (static_cast<int64_t>(labels.size()) != rank)
    return f.evaluator.raise(DiagnosticId::valueError, "`" + term.str() + "` names " + std::to_string(labels.size()) + " axes of an array with " + std::to_string(rank) +
                                                           ": " + formatShape(Formula::shapeOf(array))), false;
  operands.push_back({array, labels});
  return true;
}

bool Einsum::parse(llvm::StringRef text, std::vector<Value> arrays) {
  std::string compact;
  for (char c : text)
    if (c != ' ')
      compact += c;
  auto [left, right] = llvm::StringRef(compact).split("->");
  bool hasOutput = llvm::StringRef(compact).contains("->");
  llvm::SmallVector<llvm::StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != arrays.size())
    return f.evaluator.raise(DiagnosticId::valueError, "the subscripts of `einsum` name " + std::to_string(terms.size()) + " operands, but " +
                                                           std::to_string(arrays.size()) + " are given"), false;
  for (auto [term, array] : llvm::zip(terms, arrays))
    if (!parseOperand(term, array))
      return false;
  std::string dots, letters;
  for (char c = '9'; c >= '0'; --c)
    if (llvm::any_of(operands, [&](const Labelled &o) { return o.labels.find(c) != std::string::npos; }))
      dots += c;
  if (!hasOutput) {
    // What stands once, in alphabetical order, after the axes of `...`.
    for (char c = 'A'; c <= 'z'; ++c)
      if (llvm::isAlpha(c) && left.count(c) == 1)
        letters += c;
    output = dots + letters;
    return true;
  }
  for (size_t k = 0; k < right.size(); ++k) {
    if (right.substr(k, 3) == "...") {
      output += dots;
      k += 2;
    } else if (llvm::isAlpha(right[k]) && left.contains(right[k]) && output.find(right[k]) == std::string::npos) {
      output += right[k];
    } else {
      return f.evaluator.raise(DiagnosticId::valueError, "the result of `einsum` has the label `" + std::string(1, right[k]) +
                                                             "`, which no operand has, or has it twice"), false;
    }
  }
  return true;
}

bool Einsum::isNeeded(char label, size_t next) const {
  return output.find(label) != std::string::npos ||
         llvm::any_of(llvm::ArrayRef<Labelled>(operands).drop_front(next), [&](const Labelled &o) { return o.labels.find(label) != std::string::npos; });
}

/// A label that stands twice in one operand picks the diagonal.
bool Einsum::takeDiagonals(Labelled &operand) {
  for (size_t k = 0; k < operand.labels.size(); ++k) {
    size_t other = operand.labels.find(operand.labels[k], k + 1);
    if (other == std::string::npos)
      continue;
    Shape shape(Formula::shapeOf(operand.array));
    if (shape[k] != shape[other])
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "the label `" + std::string(1, operand.labels[k]) + "` of `einsum` names axes of sizes " +
                                                                std::to_string(shape[k]) + " and " + std::to_string(shape[other])), false;
    mlir::Value places = emitterHere(f.evaluator).iota({shape[k]}, 0, DType::int32);
    Selection selection(f.evaluator, cast<JaxArray>(operand.array), {OutOfBounds::clip, /*wrapsNegative=*/false});
    selection.choose({static_cast<int64_t>(k), static_cast<int64_t>(other)}, {places, places});
    char label = operand.labels[k];
    bool together = other == k + 1;
    operand.array = selection.get();
    operand.labels.erase(other, 1);
    if (!together) { // then the diagonal stands in front
      operand.labels.erase(k, 1);
      operand.labels.insert(0, 1, label);
    }
    if (!operand.array)
      return false;
    k = static_cast<size_t>(-1);
  }
  return true;
}

bool Einsum::sumUnneeded(Labelled &operand, size_t next) {
  std::vector<Value> axes;
  std::string kept;
  for (auto [axis, label] : llvm::enumerate(operand.labels)) {
    if (isNeeded(label, next))
      kept += label;
    else
      axes.push_back(f.integer(axis));
  }
  if (axes.empty())
    return true;
  // The sum keeps the dtype: a product has its operands' type, however narrow.
  DType type = Formula::typeOf(operand.array);
  operand.array = f.cast(f.reduce(Reduce::sum, operand.array, f.evaluator.tuple(axes), false), type);
  operand.labels = kept;
  return operand.array != nullptr;
}

bool Einsum::join(Labelled &left, Labelled right, size_t next) {
  // An axis of size 1 repeats along the other operand's.
  for (size_t k = 0; k < left.labels.size(); ++k) {
    size_t other = right.labels.find(left.labels[k]);
    if (other == std::string::npos)
      continue;
    int64_t a = Formula::shapeOf(left.array)[k], b = Formula::shapeOf(right.array)[other];
    if (a == b)
      continue;
    Labelled &narrow = a == 1 ? left : right;
    if (a != 1 && b != 1)
      return f.evaluator.raise(DiagnosticId::shapeMismatch, "the label `" + std::string(1, left.labels[k]) + "` of `einsum` has size " + std::to_string(a) +
                                                                " in one operand and " + std::to_string(b) + " in another"), false;
    Shape spread(Formula::shapeOf(narrow.array));
    spread[a == 1 ? k : other] = std::max(a, b);
    if (!(narrow.array = f.broadcastTo(narrow.array, spread)))
      return false;
  }
  llvm::SmallVector<int64_t> contractLeft, contractRight, batchLeft, batchRight;
  std::string labels, freeLabels;
  for (auto [axis, label] : llvm::enumerate(left.labels)) {
    size_t other = right.labels.find(label);
    if (other == std::string::npos) {
      freeLabels += label;
      continue;
    }
    bool needed = isNeeded(label, next);
    (needed ? batchLeft : contractLeft).push_back(axis);
    (needed ? batchRight : contractRight).push_back(other);
    if (needed)
      labels += label;
  }
  labels += freeLabels;
  for (char label : right.labels)
    if (left.labels.find(label) == std::string::npos)
      labels += label;
  if (contractLeft.empty()) {
    // No sum: an elementwise product of the operands, spread over all labels.
    auto spread = [&](Labelled &operand) {
      std::string order;
      Shape shape;
      for (char label : labels)
        if (operand.labels.find(label) != std::string::npos)
          order += label;
      Value moved = permuted(f, operand.array, operand.labels, order);
      for (char label : labels)
        shape.push_back(order.find(label) == std::string::npos ? 1 : moved ? Formula::shapeOf(moved)[order.find(label)] : 1);
      return f.reshape(moved, shape);
    };
    Value a = spread(left), b = spread(right);
    if (options.preferred) {
      a = f.cast(a, *options.preferred);
      b = f.cast(b, *options.preferred);
    }
    left = {f.mul(a, b), labels};
  } else {
    left = {applyDotGeneral(f.evaluator, left.array, right.array, contractLeft, contractRight, batchLeft, batchRight, options, f.function), labels};
  }
  return left.array != nullptr;
}

Value Einsum::run() {
  for (size_t k = 0; k < operands.size(); ++k)
    if (!takeDiagonals(operands[k]))
      return nullptr;
  Labelled result = operands[0];
  // Labels of the first operand that only it has are summed; those of the later ones when they come.
  for (size_t k = 0; k < operands.size(); ++k) {
    Labelled operand = operands[k];
    if (k > 0) {
      for (size_t axis = 0; axis < operand.labels.size();) {
        char label = operand.labels[axis];
        bool shared = result.labels.find(label) != std::string::npos || isNeeded(label, k + 1);
        if (shared) {
          ++axis;
          continue;
        }
        DType type = Formula::typeOf(operand.array);
        operand.array = f.cast(f.reduce(Reduce::sum, operand.array, f.integer(axis), false), type);
        operand.labels.erase(axis, 1);
        if (!operand.array)
          return nullptr;
      }
      if (!join(result, operand, k + 1))
        return nullptr;
    } else if (!sumUnneeded(result, 1)) {
      return nullptr;
    }
  }
  Value array = permuted(f, result.array, result.labels, output);
  if (array && options.preferred)
    array = f.cast(array, *options.preferred);
  return array;
}

/// Whether the one operand only has its axes in another order, or diagonals of it taken: nothing is summed.
bool Einsum::isRearrangement() const {
  return operands.size() == 1 && !output.empty() && !options.preferred &&
         llvm::all_of(operands[0].labels, [&](char label) { return output.find(label) != std::string::npos; });
}

/// NumPy's result is then a view, which may be written to.
Value Einsum::view(JaxArray *array) {
  std::string labels = operands[0].labels;
  Value result = array;
  for (size_t k = 0; result && k < labels.size(); ++k) {
    size_t other = labels.find(labels[k], k + 1);
    if (other == std::string::npos)
      continue;
    llvm::SmallVector<int64_t> order;
    std::string kept;
    for (size_t axis = 0; axis < labels.size(); ++axis)
      if (axis != k && axis != other) {
        order.push_back(axis);
        kept += labels[axis];
      }
    order.append({static_cast<int64_t>(k), static_cast<int64_t>(other)});
    result = viewDiagonal(f, result, order);
    labels = kept + labels[k];
    k = static_cast<size_t>(-1);
  }
  return result ? permuted(f, result, labels, output) : nullptr;
}

Value frontend::einsumHandler(Call &call) {
  Formula f(call);
  std::optional<DotOptions> options = toDotOptions(f.evaluator, call["precision"], call["preferred_element_type"]);
  if (!options || !refuseArguments(call, {"out", "_dot_general", "out_sharding"}, true))
    return nullptr;
  bool isNumpys = llvm::StringRef(call.entry->module) == "numpy";
  auto *text = dyn_cast<StrObject>(call["subscripts"]);
  if (!text)
    return f.evaluator.notSupported("`" + f.function + "` with lists of labels in place of a string");
  std::vector<Value> arrays;
  llvm::SmallVector<Operand> operands;
  for (Value item : cast<TupleObject>(call["operands"])->items) {
    JaxArray *array = f.array(item);
    if (!array)
      return nullptr;
    arrays.push_back(array);
    operands.push_back({array, array, {array->dtype, array->weak}});
  }
  if (arrays.empty())
    return f.evaluator.raise(DiagnosticId::valueError, "`" + f.function + "` needs at least one operand");
  std::optional<Common> common = promoteOperands(f.evaluator, operands, f.function);
  if (!common)
    return nullptr;
  if (std::optional<DType> type = isNumpys ? joinedType(call, operands, common->type.dtype) : common->type.dtype)
    common->type.dtype = *type;
  else
    return nullptr;
  for (Value &array : arrays)
    if (!(array = f.cast(array, common->type.dtype)))
      return nullptr;
  Einsum einsum(f, *options);
  if (!einsum.parse(text->value, arrays))
    return nullptr;
  Einsum parsed = einsum;
  Value result = einsum.run(); // which checks the sizes, too, and changes the operands
  auto *only = cast<JaxArray>(operands.front().object);
  bool isView = result && only->flavour == Flavour::numpy && parsed.isRearrangement();
  if (isView && common->type.dtype == only->dtype)
    return parsed.view(only);
  if (!isNumpys || !result)
    return result;
  std::optional<std::string> order = f.evaluator.toString(call["order"], "order");
  if (order && llvm::StringRef(*order).upper() != "K")
    result = layOutLike(f.evaluator, wrap(f.evaluator, cast<JaxArray>(result)->value, common->type, Flavour::numpy), {},
                        llvm::StringRef(*order).upper());
  return order ? result : nullptr;
}

//===-- other products ----------------------------------------------------------------------------------------===//

Value frontend::tensordotHandler(Call &call) {
  Formula f(call);
  Evaluator &evaluator = f.evaluator;
  std::optional<DotOptions> options = toDotOptions(evaluator, call["precision"], call["preferred_element_type"]);
  JaxArray *a = options ? f.array(call["a"]) : nullptr, *b = a ? f.array(call["b"]) : nullptr;
  if (!b)
    return nullptr;
  llvm::SmallVector<int64_t> left, right;
  int64_t leftRank = a->shape().size(), rightRank = b->shape().size();
  if (llvm::isa<IntObject>(call["axes"])) {
    std::optional<int64_t> count = evaluator.toInt(call["axes"], "axes");
    if (!count)
      return nullptr;
    if (a->flavour == Flavour::numpy && *count > rightRank && *count <= leftRank) // the axes that there are come first
      for (int64_t k = 0; k < rightRank; ++k)
        if (a->shape()[leftRank - *count + k] != b->shape()[k])
          return evaluator.raise(DiagnosticId::valueError, "shape-mismatch for sum");
    if (a->flavour == Flavour::numpy && (*count > leftRank || *count > rightRank))
      return evaluator.raise(DiagnosticId::indexError, "tuple index out of range", call.rangeOf("axes"));
    if (*count < 0 || *count > leftRank || *count > rightRank)
      return evaluator.raise(DiagnosticId::valueError, "`axes` of `" + f.function + "` is " + std::to_string(*count), call.rangeOf("axes"));
    for (int64_t k = 0; k < *count; ++k) {
      left.push_back(leftRank - *count + k);
      right.push_back(k);
    }
  } else {
    std::optional<std::vector<Value>> sides = evaluator.toVector(call["axes"]);
    if (!sides || sides->size() != 2)
      return sides ? Value(evaluator.raise(DiagnosticId::valueError, "`axes` of `" + f.function + "` is a number or a pair")) : nullptr;
    std::optional<std::vector<int64_t>> l = evaluator.toShape((*sides)[0], "axes"), r = l ? evaluator.toShape((*sides)[1], "axes") : std::nullopt;
    if (!r)
      return nullptr;
    for (auto [given, rank, axes] : {std::tuple(&*l, leftRank, &left), std::tuple(&*r, rightRank, &right)})
      for (int64_t axis : *given) {
        std::optional<int64_t> normal = normalizeAxis(evaluator, axis, rank, f.function);
        if (!normal)
          return nullptr;
        axes->push_back(*normal);
      }
  }
  if (left.empty() && right.empty()) {
    Shape shape(a->shape());
    shape.append(b->shape().begin(), b->shape().end());
    return f.reshape(f.mul(f.reshape(a, {-1, 1}), f.reshape(b, {1, -1})), shape);
  }
  return applyDotGeneral(evaluator, a, b, left, right, {}, {}, *options, f.function);
}

Value frontend::innerHandler(Call &call) {
  Formula f(call);
  std::optional<DotOptions> options = toDotOptions(f.evaluator, call["precision"], call["preferred_element_type"]);
  JaxArray *a = options ? f.array(call["a"]) : nullptr, *b = a ? f.array(call["b"]) : nullptr;
  if (!b)
    return nullptr;
  int64_t left = a->shape().size(), right = b->shape().size();
  if (left == 0 || right == 0)
    return f.mul(a, b);
  return applyDotGeneral(f.evaluator, a, b, {left - 1}, {right - 1}, {}, {}, *options, f.function);
}

Value frontend::vdotHandler(Call &call) {
  Formula f(call);
  std::optional<DotOptions> options = toDotOptions(f.evaluator, call["precision"], call["preferred_element_type"]);
  Value a = options ? f.reshape(f.array(call["a"]), {-1}) : nullptr, b = a ? f.reshape(f.array(call["b"]), {-1}) : nullptr;
  return b ? applyMatmul(f.evaluator, a, b, *options, f.function) : nullptr;
}
