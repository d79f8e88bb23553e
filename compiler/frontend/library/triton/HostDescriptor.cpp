// SPDX-License-Identifier: Apache-2.0
// Descriptors that the host makes. TMA's own rules are checked as Triton checks them: the last stride is 1, the others and the base are
// multiples of 16 bytes.
#include "compiler/frontend/library/triton/HostDescriptor.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

const char HostDescriptor::tag = 0;

static Value listOf(Evaluator &evaluator, llvm::ArrayRef<int64_t> numbers) {
  std::vector<Value> items;
  for (int64_t number : numbers)
    items.push_back(evaluator.integer(number));
  return evaluator.list(std::move(items));
}

std::optional<Value> HostDescriptor::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "base")
    return Value(base);
  if (name == "shape")
    return listOf(evaluator, shape);
  if (name == "strides")
    return listOf(evaluator, strides);
  if (name == "block_shape")
    return listOf(evaluator, block);
  if (name == "padding")
    return evaluator.string(padsWithNan ? "nan" : "zero");
  return std::nullopt;
}

bool HostDescriptor::setAttribute(Evaluator &evaluator, llvm::StringRef name, Value value) {
  if (name != "block_shape")
    return evaluator.raise(DiagnosticId::unknownAttribute, "`" + name.str() + "` of a tensor descriptor can't be set").note("only `block_shape` can"), false;
  std::optional<std::vector<int64_t>> sizes = evaluator.toShape(value, "block_shape");
  if (!sizes)
    return false;
  if (sizes->size() != shape.size())
    return evaluator.raise(DiagnosticId::shapeMismatch, "`block_shape` has " + std::to_string(sizes->size()) + " axes but the tensor has " + std::to_string(shape.size())), false;
  block = std::move(*sizes);
  return true;
}

static bool checkDescriptor(Call &call, TorchTensor *tensor, llvm::ArrayRef<int64_t> strides) {
  Evaluator &evaluator = call.evaluator;
  int64_t bytes = numerics::getByteSize(tensor->dtype);
  if (strides.empty() || strides.size() > 5)
    return evaluator.raise(DiagnosticId::shapeMismatch, "a tensor descriptor has 1 to 5 axes, not " + std::to_string(strides.size())), false;
  if (strides.back() != 1)
    return evaluator.raise(DiagnosticId::valueError, "the last stride of a tensor descriptor is 1, not " + std::to_string(strides.back())).note("copy the tensor with `.contiguous()`"), false;
  if (tensor->offset * bytes % 16)
    return evaluator.raise(DiagnosticId::valueError, "the base of a tensor descriptor must be a multiple of 16 bytes"), false;
  for (int64_t stride : strides.drop_back())
    if (stride * bytes % 16)
      return evaluator.raise(DiagnosticId::valueError, "a stride of a tensor descriptor is " + std::to_string(stride * bytes) + " bytes, not a multiple of 16"), false;
  return true;
}

static Value makeHostDescriptor(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *tensor = dyn_cast<TorchTensor>(call[size_t(0)]);
  if (!tensor)
    return evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a tensor, not a `" + call[size_t(0)]->typeName(evaluator) + "`");
  bool isFull = llvm::StringRef(call.entry->name) == "TensorDescriptor";
  std::vector<int64_t> shape(tensor->shape().begin(), tensor->shape().end()), strides(tensor->strides.begin(), tensor->strides.end());
  if (isFull) {
    std::optional<std::vector<int64_t>> sizes = evaluator.toShape(call["shape"], "shape"), steps = sizes ? evaluator.toShape(call["strides"], "strides") : std::nullopt;
    if (!steps)
      return nullptr;
    shape = *sizes;
    strides = *steps;
  }
  std::optional<std::vector<int64_t>> block = evaluator.toShape(call["block_shape"], "block_shape");
  if (!block)
    return nullptr;
  if (shape.size() != strides.size() || shape.size() != block->size())
    return evaluator.raise(DiagnosticId::shapeMismatch, "a tensor descriptor has " + std::to_string(shape.size()) + " sizes, " + std::to_string(strides.size()) + " strides and " +
                                                            std::to_string(block->size()) + " block sizes");
  std::optional<std::string> padding = evaluator.toString(call["padding"], "padding");
  if (!padding || !checkDescriptor(call, tensor, strides))
    return nullptr;
  if (*padding != "zero" && *padding != "nan")
    return evaluator.raise(DiagnosticId::valueError, "`padding` is `" + *padding + "`, not \"zero\" or \"nan\"", call.rangeOf("padding"));
  return evaluator.make<HostDescriptor>(tensor, shape, strides, *block, *padding == "nan");
}

static const LibraryEntry entries[] = {
    {"triton.tools.tensor_descriptor", "TensorDescriptor", EntryKind::type, "(base, shape, strides, block_shape, padding='zero')",
     "A tensor that a kernel reads and writes in blocks (TMA); strides in elements, the last 1.", makeHostDescriptor},
    {"triton.tools.tensor_descriptor.TensorDescriptor", "from_tensor", EntryKind::function, "(tensor, block_shape, padding='zero')", "A descriptor with the tensor's own shape and strides.",
     makeHostDescriptor},
};

void library::registerTritonDescriptor(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.tools", "Tools of the host."}, {"triton.tools.tensor_descriptor", "Descriptors that the host makes."}};
  table.add(modules, entries);
}
