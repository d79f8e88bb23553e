// SPDX-License-Identifier: Apache-2.0
// Block pointers and tensor descriptors. Both become gathers and scatters with masks:
//
//   element (i, j) of the block is at    base + (offset0 + i) * stride0 + (offset1 + j) * stride1
//   and exists where                     0 <= offset0 + i < shape0  and  0 <= offset1 + j < shape1
//
// computed with 64 bits. A block pointer checks the axes that `boundary_check` names, a descriptor all.
#include "compiler/frontend/library/triton/BlockPointers.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

const char BlockPointer::tag = 0;
const char TensorDescriptor::tag = 0;

bool frontend::isBlockPointer(Value value) { return isa<BlockPointer, TensorDescriptor>(value); }

//===-- the objects -------------------------------------------------------------------------------------------===//

void BlockPointer::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  for (TritonTensor *offset : offsets)
    values.push_back(offset->value);
}
Value BlockPointer::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  std::vector<TritonTensor *> moved;
  for (size_t k = 0; k < offsets.size(); ++k)
    moved.push_back(wrapTriton(evaluator, values[k], DType::int32));
  values = values.drop_front(offsets.size());
  return evaluator.make<BlockPointer>(window, std::move(moved));
}

void TensorDescriptor::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  if (!isCarried)
    return;
  window.base->collectValues(values);
  for (const std::vector<Value> *list : {&window.shape, &window.strides})
    for (Value item : *list)
      values.push_back(cast<TritonTensor>(item)->value);
}
Value TensorDescriptor::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  if (!isCarried)
    return this;
  BlockWindow moved = window;
  moved.base = cast<TritonPointer>(window.base->rebuild(evaluator, values));
  for (std::vector<Value> *list : {&moved.shape, &moved.strides})
    for (Value &item : *list) {
      item = wrapTriton(evaluator, values.front(), DType::int64);
      values = values.drop_front();
    }
  auto *descriptor = evaluator.make<TensorDescriptor>(std::move(moved), padsWithNan);
  descriptor->isCarried = true;
  return descriptor;
}

static bool sameItems(Evaluator &evaluator, const std::vector<Value> &a, const std::vector<Value> &b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [&](auto pair) {
           auto [x, y] = pair;
           auto *left = dyn_cast<TritonTensor>(x), *right = dyn_cast<TritonTensor>(y);
           return x == y || (left && right && left->value == right->value) || (isa<IntObject>(x) && isa<IntObject>(y) && evaluator.equal(x, y).value_or(false));
         });
}
static bool sameWindow(Evaluator &evaluator, const BlockWindow &a, const BlockWindow &b) {
  bool samePlace = a.base == b.base || (a.base->base->value == b.base->base->value && a.base->offset == b.base->offset && a.base->choice == b.base->choice);
  return samePlace && a.block == b.block && sameItems(evaluator, a.shape, b.shape) && sameItems(evaluator, a.strides, b.strides);
}

Value frontend::carryWindow(Evaluator &evaluator, Value value, Value like) {
  auto *pointer = dyn_cast<BlockPointer>(value), *other = dyn_cast<BlockPointer>(like);
  if (pointer && other && !sameWindow(evaluator, pointer->window, other->window))
    return evaluator.notSupported("a block pointer that a loop or a branch moves to another array");
  auto *descriptor = dyn_cast<TensorDescriptor>(value), *twin = dyn_cast<TensorDescriptor>(like);
  if (!descriptor || !twin || sameWindow(evaluator, descriptor->window, twin->window))
    return value;
  if (descriptor->window.block != twin->window.block || descriptor->padsWithNan != twin->padsWithNan)
    return evaluator.raise(DiagnosticId::typeError, "two descriptors of blocks " + formatShape(descriptor->window.block) + " and " + formatShape(twin->window.block) + " can't become one");
  BlockWindow window = descriptor->window;
  window.base = fitPointer(evaluator, window.base, twin->window.base);
  for (std::vector<Value> *list : {&window.shape, &window.strides})
    for (Value &item : *list) {
      TritonTensor *tensor = window.base ? toTritonTensor(evaluator, item, "a descriptor") : nullptr;
      item = tensor ? tritonCast(evaluator, tensor, DType::int64, false) : nullptr;
      if (!item)
        return nullptr;
    }
  auto *carried = evaluator.make<TensorDescriptor>(std::move(window), descriptor->padsWithNan);
  carried->isCarried = true;
  return carried;
}

static Value elementType(Evaluator &evaluator, const BlockWindow &window) { return evaluator.make<DTypeObject>(window.base->base->dtype, DTypeStyle::triton); }

std::optional<Value> BlockPointer::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "dtype" || name == "type")
    return window.base->getAttribute(evaluator, name);
  if (name == "shape")
    return Value(makeTritonShape(evaluator, window.block));
  return std::nullopt;
}

std::optional<Value> TensorDescriptor::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  if (name == "block_shape")
    return Value(makeTritonShape(evaluator, window.block));
  if (name == "dtype")
    return elementType(evaluator, window);
  if (name == "shape")
    return evaluator.tuple(window.shape);
  if (name == "strides")
    return evaluator.tuple(window.strides);
  return evaluator.libraryMember("triton.language.tensor_descriptor", name, this);
}

//===-- making ------------------------------------------------------------------------------------------------===//

/// Integers or integer scalars, one an axis. False with an exception pending.
static bool readScalars(Call &call, llvm::StringRef name, size_t rank, std::vector<Value> &result) {
  std::optional<std::vector<Value>> items = call.evaluator.toVector(call[name]);
  if (!items)
    return false;
  for (Value item : *items) {
    auto *tensor = dyn_cast<TritonTensor>(item);
    bool fits = isa<IntObject>(item) || (tensor && tensor->shape().empty() && numerics::isInteger(tensor->dtype));
    if (!fits)
      return call.evaluator.raise(DiagnosticId::typeError, "`" + name.str() + "` of `" + publicName(call.entry) + "` holds a `" + item->typeName(call.evaluator) +
                                                               "`, expected integers",
                                  call.rangeOf(name)),
             false;
  }
  if (rank && items->size() != rank)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "`" + name.str() + "` has " + std::to_string(items->size()) + " entries but `shape` has " + std::to_string(rank),
                                call.rangeOf(name)),
           false;
  result = std::move(*items);
  return true;
}

static bool readWindow(Call &call, BlockWindow &window) {
  auto *pointer = dyn_cast<PointerObject>(call["base"]);
  if (!pointer)
    return call.evaluator.raise(DiagnosticId::typeError, "`base` of `" + publicName(call.entry) + "` is a `" + call["base"]->typeName(call.evaluator) + "`, not a pointer",
                                call.rangeOf("base")),
           false;
  window.base = static_cast<TritonPointer *>(pointer);
  if (!window.base->shape().empty())
    return call.evaluator.raise(DiagnosticId::typeError, "`base` of `" + publicName(call.entry) + "` is a block of pointers", call.rangeOf("base")), false;
  if (!readScalars(call, "shape", 0, window.shape) || !readScalars(call, "strides", window.shape.size(), window.strides))
    return false;
  std::optional<std::vector<int64_t>> block = call.evaluator.toShape(call["block_shape"], "block_shape");
  if (!block || !checkBlockShape(call, *block))
    return false;
  if (block->size() != window.shape.size())
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "`block_shape` has " + std::to_string(block->size()) + " axes but `shape` has " + std::to_string(window.shape.size()),
                                call.rangeOf("block_shape")),
           false;
  window.block.assign(block->begin(), block->end());
  return true;
}

/// As an int32 scalar; null with an exception pending.
static TritonTensor *toOffset(Evaluator &evaluator, Value value) {
  TritonTensor *tensor = toTritonTensor(evaluator, value, "offsets");
  return tensor ? llvm::cast_or_null<TritonTensor>(tritonCast(evaluator, tensor, DType::int32, false)) : nullptr;
}

static Value makeBlockPointer(Call &call) {
  BlockWindow window;
  std::vector<Value> given;
  if (!readWindow(call, window) || !readScalars(call, "offsets", window.shape.size(), given))
    return nullptr;
  // `order` says how the array lies in memory, which the strides say too.
  std::vector<TritonTensor *> offsets;
  for (Value value : given) {
    offsets.push_back(toOffset(call.evaluator, value));
    if (!offsets.back())
      return nullptr;
  }
  return call.evaluator.make<BlockPointer>(std::move(window), std::move(offsets));
}

static Value advanceHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *pointer = dyn_cast<BlockPointer>(call["base"]);
  if (!pointer)
    return evaluator.raise(DiagnosticId::typeError, "`tl.advance` moves block pointers, not a `" + call["base"]->typeName(evaluator) + "`", call.rangeOf("base"));
  std::vector<Value> steps;
  if (!readScalars(call, "offsets", pointer->offsets.size(), steps))
    return nullptr;
  std::vector<TritonTensor *> offsets;
  for (auto [offset, step] : llvm::zip(pointer->offsets, steps)) {
    Value moved = tritonBinary(evaluator, Binary::add, offset, step, "tl.advance");
    TritonTensor *narrow = moved ? toOffset(evaluator, moved) : nullptr;
    if (!narrow)
      return nullptr;
    offsets.push_back(narrow);
  }
  return evaluator.make<BlockPointer>(pointer->window, std::move(offsets));
}

static Value makeDescriptor(Call &call) {
  BlockWindow window;
  std::optional<Padding> padding = readPadding(call);
  if (!padding || !readWindow(call, window))
    return nullptr;
  auto *last = window.strides.empty() ? nullptr : dyn_cast<IntObject>(window.strides.back());
  if (!last || last->value.asInt64() != 1)
    return call.evaluator
        .raise(DiagnosticId::valueError, "Tensor descriptor last dim must be 1 but got " + (last ? last->value.toString() : "a number that only the run knows"), call.rangeOf("strides"))
        .note("the last stride is 1, known while compiling: write `1`");
  DType type = window.base->base->dtype;
  int64_t bytes = window.block.back() * numerics::getByteSize(type);
  if (bytes < 16)
    return call.evaluator.raise(DiagnosticId::valueError, "Descriptor block shape must have at least 16 bytes in the last dimension, but got " + std::to_string(window.block.back()) +
                                                              " * " + std::to_string(numerics::getByteSize(type)) + " = " + std::to_string(bytes) + " bytes",
                                call.rangeOf("block_shape"));
  return call.evaluator.make<TensorDescriptor>(std::move(window), *padding == Padding::nan);
}

//===-- places ------------------------------------------------------------------------------------------------===//

namespace {
/// The pointers of a block and where they may be used; `mask` is null for everywhere.
struct Places {
  TritonPointer *pointer = nullptr;
  mlir::Value mask;
};
} // namespace

static mlir::Value toWide(Evaluator &evaluator, Value scalar) {
  TritonTensor *tensor = toTritonTensor(evaluator, scalar, "a block");
  return tensor ? fitTriton(evaluator, tensor, DType::int64, {}) : mlir::Value();
}

/// `positions[k]`: int64, along axis k of the array, in a shape that broadcasts to `shape`. The axes in `checked` are masked.
static std::optional<Places> findPlaces(Evaluator &evaluator, const BlockWindow &window, llvm::ArrayRef<mlir::Value> positions, llvm::ArrayRef<int64_t> shape,
                                        llvm::ArrayRef<int64_t> checked) {
  Emitter emitter = emitterHere(evaluator);
  mlir::Value index, mask;
  for (auto [axis, position] : llvm::enumerate(positions)) {
    llvm::ArrayRef<int64_t> own = tile::getShape(position.getType());
    mlir::Value stride = toWide(evaluator, window.strides[axis]);
    if (!stride)
      return std::nullopt;
    mlir::Value part = emitter.broadcastTo(emitter.binary(Binary::mul, position, emitter.broadcastTo(stride, own), DType::int64), shape);
    index = index ? emitter.binary(Binary::add, index, part, DType::int64) : part;
    if (!llvm::is_contained(checked, static_cast<int64_t>(axis)))
      continue;
    mlir::Value extent = toWide(evaluator, window.shape[axis]);
    if (!extent)
      return std::nullopt;
    mlir::Value low = emitter.compare(Compare::ge, position, emitter.constantInt(0, DType::int64, own), DType::int64);
    mlir::Value high = emitter.compare(Compare::lt, position, emitter.broadcastTo(extent, own), DType::int64);
    mlir::Value inside = emitter.broadcastTo(emitter.binary(Binary::bitAnd, low, high, DType::boolean), shape);
    mask = mask ? emitter.binary(Binary::bitAnd, mask, inside, DType::boolean) : inside;
  }
  Value pointer = advancePointer(evaluator, window.base, wrapTriton(evaluator, index, DType::int64), false);
  if (!pointer)
    return std::nullopt;
  return Places{cast<TritonPointer>(pointer), mask};
}

/// offset + 0, 1, 2, ... along `axis` of a block of `rank` axes.
static mlir::Value positionsAlong(Emitter &emitter, mlir::Value offset, int64_t axis, llvm::ArrayRef<int64_t> block) {
  int64_t extent = block[axis];
  mlir::Value steps = emitter.binary(Binary::add, emitter.iota({extent}, 0, DType::int64), emitter.broadcastTo(offset, {extent}), DType::int64);
  Shape shape(block.size(), 1);
  shape[axis] = extent;
  return emitter.reshape(steps, shape);
}

static std::optional<Places> placesOfBlock(Evaluator &evaluator, const BlockWindow &window, llvm::ArrayRef<Value> offsets, llvm::ArrayRef<int64_t> checked) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> positions;
  for (size_t axis = 0; axis < offsets.size(); ++axis) {
    mlir::Value offset = toWide(evaluator, offsets[axis]);
    if (!offset)
      return std::nullopt;
    positions.push_back(positionsAlong(emitter, offset, axis, window.block));
  }
  return findPlaces(evaluator, window, positions, window.block, checked);
}

/// Where a descriptor's access goes: `offsets`, one an axis.
static std::optional<Places> placesOfDescriptor(Call &call, TensorDescriptor *descriptor, Value offsets) {
  std::optional<std::vector<Value>> items = call.evaluator.toVector(offsets);
  if (!items)
    return std::nullopt;
  size_t rank = descriptor->window.block.size();
  if (items->size() != rank)
    return call.evaluator.raise(DiagnosticId::shapeMismatch, "the descriptor has " + std::to_string(rank) + " axes but `" + publicName(call.entry) + "` got " +
                                                                 std::to_string(items->size()) + " offsets");
  llvm::SmallVector<int64_t> all;
  for (size_t axis = 0; axis < rank; ++axis)
    all.push_back(axis);
  return placesOfBlock(call.evaluator, descriptor->window, *items, all);
}

static mlir::Value paddingOf(Evaluator &evaluator, const Places &places, bool nan) {
  DType type = places.pointer->base->dtype;
  if (!places.mask)
    return {};
  return emitterHere(evaluator).constant(nan && numerics::isFloat(type) ? NAN : 0.0, type, places.pointer->shape());
}

static mlir::Value fitValue(Evaluator &evaluator, Value value, const Places &places) {
  TritonTensor *tensor = toTritonTensor(evaluator, value, "value");
  if (!tensor)
    return {};
  std::optional<Shape> joined = broadcastShapes(tensor->shape(), places.pointer->shape());
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != places.pointer->shape()) {
    evaluator.raise(DiagnosticId::shapeMismatch, "`value` is " + formatShape(tensor->shape()) + " but the block is " + formatShape(places.pointer->shape()));
    return {};
  }
  return fitTriton(evaluator, tensor, places.pointer->base->dtype, places.pointer->shape());
}

//===-- block pointers' accesses ------------------------------------------------------------------------------===//

static std::optional<Places> placesOfPointer(Call &call, Value given) {
  auto *pointer = dyn_cast<BlockPointer>(given);
  if (!pointer)
    return call.evaluator.raise(DiagnosticId::typeError, "a descriptor is read and written with its methods").note("use `desc.load(offsets)` or `desc.store(offsets, value)`");
  if (!isNone(call["mask"]))
    return call.evaluator.raise(DiagnosticId::argumentError, "`mask` does not go with a block pointer", call.rangeOf("mask")).note("use `boundary_check=(0, 1)`");
  llvm::SmallVector<int64_t> checked;
  if (!isNone(call["boundary_check"])) {
    auto axes = toAxes(call.evaluator, call["boundary_check"], pointer->window.block.size(), "boundary_check");
    if (!axes)
      return std::nullopt;
    checked.assign(axes->begin(), axes->end());
  }
  std::vector<Value> offsets(pointer->offsets.begin(), pointer->offsets.end());
  return placesOfBlock(call.evaluator, pointer->window, offsets, checked);
}

Value frontend::loadBlock(Call &call, Value pointer) {
  std::optional<Padding> padding = readPadding(call);
  std::optional<Places> places = padding ? placesOfPointer(call, pointer) : std::nullopt;
  if (!places || !refuseArguments(call, {"other"}))
    return nullptr;
  return loadElements(call.evaluator, places->pointer, places->mask, paddingOf(call.evaluator, *places, *padding == Padding::nan));
}

Value frontend::storeBlock(Call &call, Value pointer) {
  std::optional<Places> places = placesOfPointer(call, pointer);
  mlir::Value value = places ? fitValue(call.evaluator, call["value"], *places) : mlir::Value();
  return value && storeElements(call.evaluator, places->pointer, value, places->mask) ? call.evaluator.none() : nullptr;
}

//===-- descriptors' accesses ---------------------------------------------------------------------------------===//

/// The descriptor that a method or function is about; null with an exception pending.
static TensorDescriptor *readDescriptor(Call &call) {
  Value given = call.self && isa<TensorDescriptor>(call.self) ? call.self : call["desc"];
  if (auto *descriptor = dyn_cast<TensorDescriptor>(given))
    return descriptor;
  call.evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes a tensor descriptor, not a `" + given->typeName(call.evaluator) + "`");
  return nullptr;
}

static Value loadDescriptor(Call &call) {
  TensorDescriptor *descriptor = readDescriptor(call);
  std::optional<Places> places = descriptor ? placesOfDescriptor(call, descriptor, call["offsets"]) : std::nullopt;
  return places ? loadElements(call.evaluator, places->pointer, places->mask, paddingOf(call.evaluator, *places, descriptor->padsWithNan)) : nullptr;
}
static Value storeDescriptor(Call &call) {
  TensorDescriptor *descriptor = readDescriptor(call);
  std::optional<Places> places = descriptor ? placesOfDescriptor(call, descriptor, call["offsets"]) : std::nullopt;
  mlir::Value value = places ? fitValue(call.evaluator, call["value"], *places) : mlir::Value();
  return value && storeElements(call.evaluator, places->pointer, value, places->mask) ? call.evaluator.none() : nullptr;
}
static Value atomicDescriptor(Call &call) {
  TensorDescriptor *descriptor = readDescriptor(call);
  std::optional<Places> places = descriptor ? placesOfDescriptor(call, descriptor, call["offsets"]) : std::nullopt;
  if (!places)
    return nullptr;
  llvm::StringRef kind = llvm::StringRef(call.entry->name).drop_front(strlen("atomic_"));
  return updateElements(call, kind, places->pointer, call["value"], places->mask) ? call.evaluator.none() : nullptr;
}

/// Rows `x_offsets` of a matrix, columns from `y_offset` on: TMA's gather and scatter.
static std::optional<Places> placesOfRows(Call &call, TensorDescriptor *descriptor) {
  Evaluator &evaluator = call.evaluator;
  llvm::ArrayRef<int64_t> block = descriptor->window.block;
  TritonTensor *rows = toTritonTensor(evaluator, call["x_offsets"], "x_offsets");
  mlir::Value column = rows ? toWide(evaluator, call["y_offset"]) : mlir::Value();
  if (!column)
    return std::nullopt;
  if (block.size() != 2 || block[0] != 1 || rows->shape().size() != 1)
    return evaluator.raise(DiagnosticId::shapeMismatch, "`" + publicName(call.entry) + "` takes a descriptor of blocks (1, N) and a block of row indices, not " + formatShape(block) +
                                                            " and " + formatShape(rows->shape()));
  Shape shape = {rows->shape()[0], block[1]};
  Emitter emitter = emitterHere(evaluator);
  mlir::Value wide = fitTriton(evaluator, rows, DType::int64, rows->shape());
  if (!wide)
    return std::nullopt;
  return findPlaces(evaluator, descriptor->window, {emitter.reshape(wide, {shape[0], 1}), positionsAlong(emitter, column, 1, shape)}, shape, {0, 1});
}
static Value gatherDescriptor(Call &call) {
  TensorDescriptor *descriptor = readDescriptor(call);
  std::optional<Places> places = descriptor ? placesOfRows(call, descriptor) : std::nullopt;
  return places ? loadElements(call.evaluator, places->pointer, places->mask, paddingOf(call.evaluator, *places, descriptor->padsWithNan)) : nullptr;
}
static Value scatterDescriptor(Call &call) {
  TensorDescriptor *descriptor = readDescriptor(call);
  std::optional<Places> places = descriptor ? placesOfRows(call, descriptor) : std::nullopt;
  mlir::Value value = places ? fitValue(call.evaluator, call["value"], *places) : mlir::Value();
  return value && storeElements(call.evaluator, places->pointer, value, places->mask) ? call.evaluator.none() : nullptr;
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_ENTRY(name, signature, summary, handler) {"triton.language", name, EntryKind::function, signature, summary, handler}
#define TESSERA_METHOD(name, signature, summary, handler) {"triton.language.tensor_descriptor", name, EntryKind::method, signature, summary, handler}
static const LibraryEntry entries[] = {
    TESSERA_ENTRY("make_block_ptr", "(base, shape, strides, offsets, block_shape, order)", "A pointer to a block of an array in memory, to be moved with `tl.advance`.",
                  makeBlockPointer),
    TESSERA_ENTRY("advance", "(base, offsets)", "The block pointer moved by `offsets` elements, one an axis.", advanceHandler),
    TESSERA_ENTRY("make_tensor_descriptor", "(base, shape, strides, block_shape, padding_option='zero')",
                  "A descriptor of an array in memory, read and written in blocks; what lies outside reads as the padding and is not written.", makeDescriptor),
    TESSERA_ENTRY("load_tensor_descriptor", "(desc, offsets)", "The block at `offsets`.", loadDescriptor),
    TESSERA_ENTRY("store_tensor_descriptor", "(desc, offsets, value)", "Writes a block at `offsets`.", storeDescriptor),
    {"triton.language", "tensor_descriptor", EntryKind::type, "", "A descriptor of an array in memory.", nullptr},
    {"triton.language", "tensor_descriptor_base", EntryKind::type, "", "What descriptors have in common.", nullptr},
    TESSERA_METHOD("load", "(offsets)", "The block at `offsets`.", loadDescriptor),
    TESSERA_METHOD("store", "(offsets, value)", "Writes a block at `offsets`.", storeDescriptor),
    TESSERA_METHOD("gather", "(x_offsets, y_offset)", "Rows of a matrix by their indices, columns from `y_offset` on.", gatherDescriptor),
    TESSERA_METHOD("scatter", "(value, x_offsets, y_offset)", "Writes rows of a matrix by their indices.", scatterDescriptor),
    TESSERA_METHOD("atomic_add", "(offsets, value)", "Adds to a block in memory.", atomicDescriptor),
    TESSERA_METHOD("atomic_min", "(offsets, value)", "Minimum with a block in memory.", atomicDescriptor),
    TESSERA_METHOD("atomic_max", "(offsets, value)", "Maximum with a block in memory.", atomicDescriptor),
    TESSERA_METHOD("atomic_and", "(offsets, value)", "And with a block in memory.", atomicDescriptor),
    TESSERA_METHOD("atomic_or", "(offsets, value)", "Or with a block in memory.", atomicDescriptor),
    TESSERA_METHOD("atomic_xor", "(offsets, value)", "Exclusive or with a block in memory.", atomicDescriptor),
};

void library::registerTritonBlockPointers(LibraryTable &table) { table.add({}, entries); }
