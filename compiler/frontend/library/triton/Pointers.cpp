// SPDX-License-Identifier: Apache-2.0
// Pointers: a flat Ref and an offset in elements. One that may point into several Refs carries which of them it means:
//
//   p = x_ptr                    p: x_ptr or y_ptr, choice %r        %r = scf.if %c -> i32 { yield 1 } else { yield 0 }
//   if c:
//       p = y_ptr
//
// An access through it goes through `tile.select_ref` (one choice for all) or is made once for each Ref, masked (see Memory.cpp). As numbers,
// pointers are the addresses that the host gives tensors (Addresses.cpp).
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

//===-- one of several Refs -----------------------------------------------------------------------------------===//

std::vector<RefObject *> TritonPointer::bases() const {
  std::vector<RefObject *> all = {base};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

TritonPointer *TritonPointer::at(Evaluator &evaluator, mlir::Value newOffset, DType type) {
  mlir::Value moved = choice;
  if (choosesByElement())
    moved = emitterHere(evaluator).broadcastTo(choice, tile::getShape(newOffset.getType()));
  return at(evaluator, newOffset, type, moved);
}

TritonPointer *TritonPointer::at(Evaluator &evaluator, mlir::Value newOffset, DType type, mlir::Value newChoice) {
  auto *pointer = evaluator.make<TritonPointer>(base, newOffset, type);
  pointer->others = others;
  pointer->choice = newChoice;
  return pointer;
}

/// Where `ref` is in `list`, by its memory.
static size_t findRef(llvm::ArrayRef<RefObject *> list, RefObject *ref) {
  return llvm::find_if(list, [&](RefObject *known) { return known->value == ref->value; }) - list.begin();
}

/// Positions in `list` for a pointer's own choice.
static mlir::Value chooseAgain(Evaluator &evaluator, TritonPointer *pointer, llvm::ArrayRef<RefObject *> list) {
  Emitter emitter = emitterHere(evaluator);
  std::vector<RefObject *> own = pointer->bases();
  auto position = [&](size_t k, llvm::ArrayRef<int64_t> shape) { return emitter.constantInt(static_cast<int64_t>(findRef(list, own[k])), DType::int32, shape); };
  if (!pointer->choice)
    return position(0, {});
  mlir::Value choice = useHere(evaluator, pointer->choice);
  if (!choice)
    return {};
  llvm::ArrayRef<int64_t> shape = tile::getShape(choice.getType());
  mlir::Value result = emitter.constantInt(-1, DType::int32, shape);
  for (size_t k = 0; k < own.size(); ++k)
    result = emitter.select(emitter.compare(Compare::eq, choice, emitter.constantInt(static_cast<int64_t>(k), DType::int32, shape), DType::int32), position(k, shape), result);
  return result;
}

static bool sameRefs(llvm::ArrayRef<RefObject *> a, llvm::ArrayRef<RefObject *> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) { return std::get<0>(pair)->value == std::get<1>(pair)->value; });
}

TritonPointer *frontend::fitPointer(Evaluator &evaluator, TritonPointer *pointer, TritonPointer *like) {
  if (pointer->base->dtype != like->base->dtype) {
    evaluator.raise(DiagnosticId::typeError, "a pointer to `" + std::string(numerics::getName(pointer->base->dtype)) + "` can't become one to `" +
                                                 std::string(numerics::getName(like->base->dtype)) + "`");
    return nullptr;
  }
  Emitter emitter = emitterHere(evaluator);
  std::vector<RefObject *> list = pointer->bases(), wanted = like->bases();
  if (llvm::all_of(list, [&](RefObject *ref) { return findRef(wanted, ref) < wanted.size(); }))
    list = wanted;
  else
    for (RefObject *ref : wanted)
      if (findRef(list, ref) == list.size())
        list.push_back(ref);
  mlir::Value offset = pointer->offset ? useHere(evaluator, pointer->offset) : emitter.constantInt(0, DType::int32);
  if (!offset)
    return nullptr;
  DType type = like->offsetType == DType::int64 ? DType::int64 : pointer->offsetType;
  offset = emitter.cast(offset, pointer->offsetType, type);
  mlir::Value choice = pointer->choice;
  if (!sameRefs(list, pointer->bases()) && !(choice = chooseAgain(evaluator, pointer, list)))
    return nullptr;
  if (like->choosesByElement() && like->shape() == tile::getShape(offset.getType()))
    choice = emitter.broadcastTo(choice, like->shape());
  auto *fitted = evaluator.make<TritonPointer>(list.front(), offset, type);
  fitted->others.assign(list.begin() + 1, list.end());
  fitted->choice = choice;
  return fitted;
}

Value frontend::choosePointer(Evaluator &evaluator, mlir::Value condition, TritonPointer *first, TritonPointer *second) {
  TritonPointer *x = fitPointer(evaluator, first, second), *y = x ? fitPointer(evaluator, second, x) : nullptr;
  x = y ? fitPointer(evaluator, x, y) : nullptr;
  if (!x)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  std::optional<Shape> shape = broadcastShapes(tile::getShape(x->offset.getType()), tile::getShape(y->offset.getType()));
  shape = shape ? broadcastShapes(*shape, tile::getShape(condition.getType())) : std::nullopt;
  if (!shape)
    return evaluator.raise(DiagnosticId::shapeMismatch, "pointers of shape " + formatShape(x->shape()) + " and " + formatShape(y->shape()) + " and a condition of shape " +
                                                            formatShape(tile::getShape(condition.getType())) + " do not go together");
  mlir::Value mask = emitter.broadcastTo(condition, *shape);
  auto choose = [&](mlir::Value a, mlir::Value b) { return emitter.select(mask, emitter.broadcastTo(a, *shape), emitter.broadcastTo(b, *shape)); };
  return x->at(evaluator, choose(x->offset, y->offset), x->offsetType, x->choice ? choose(x->choice, y->choice) : mlir::Value());
}

void TritonPointer::collectValues(llvm::SmallVectorImpl<mlir::Value> &values) {
  for (mlir::Value value : {offset, choice})
    if (value)
      values.push_back(value);
}

Value TritonPointer::rebuild(Evaluator &evaluator, llvm::ArrayRef<mlir::Value> &values) {
  auto take = [&](mlir::Value had) {
    if (!had)
      return mlir::Value();
    mlir::Value front = values.front();
    values = values.drop_front();
    return front;
  };
  if (!offset && !choice)
    return this;
  mlir::Value newOffset = take(offset), newChoice = take(choice);
  return at(evaluator, newOffset, offsetType, newChoice);
}

//===-- arithmetic --------------------------------------------------------------------------------------------===//

Value frontend::advancePointer(Evaluator &evaluator, TritonPointer *pointer, Value offset, bool negate) {
  TritonTensor *step = toTritonTensor(evaluator, offset, "pointer +");
  if (!step)
    return nullptr;
  if (!numerics::isInteger(step->dtype))
    return evaluator.raise(DiagnosticId::typeError, "an offset of the pointer `" + pointer->base->name + "` is `" + std::string(numerics::getName(step->dtype)) +
                                                        "`, not an integer");
  Emitter emitter = emitterHere(evaluator, Corners::undefined);
  mlir::Value amount = useHere(evaluator, step);
  if (!amount)
    return nullptr;
  // Offsets are 32 bits wide unless one is wider; unsigned ones are extended with zeros.
  DType type = pointer->offsetType == DType::int64 || numerics::getBitWidth(step->dtype) > 32 || step->dtype == DType::uint32 ? DType::int64 : DType::int32;
  amount = emitter.cast(amount, step->dtype, type);
  if (negate)
    amount = emitter.unary(Unary::neg, amount, type);
  if (!pointer->offset)
    return pointer->at(evaluator, amount, type);
  mlir::Value before = useHere(evaluator, pointer->offset);
  if (!before)
    return nullptr;
  std::optional<Shape> shape = broadcastShapes(tile::getShape(before.getType()), tile::getShape(amount.getType()));
  if (!shape)
    return evaluator.raise(DiagnosticId::shapeMismatch, "pointers of shape " + formatShape(tile::getShape(before.getType())) + " and offsets of shape " +
                                                            formatShape(tile::getShape(amount.getType())) + " do not go together");
  before = emitter.broadcastTo(emitter.cast(before, pointer->offsetType, type), *shape);
  return pointer->at(evaluator, emitter.binary(Binary::add, before, emitter.broadcastTo(amount, *shape), type), type);
}

std::optional<Value> TritonPointer::binary(Evaluator &evaluator, BinaryOp op, Value other, bool reflected) {
  if (isa<PointerObject>(other))
    return Value(evaluator.raise(DiagnosticId::typeError, op == BinaryOp::add ? "cannot add pointers together" : "two pointers can't be combined with `" + syntax::getText(op).str() + "`")
                     .note("add an integer offset to one pointer"));
  if (op == BinaryOp::add)
    return advancePointer(evaluator, this, other, false);
  if (op == BinaryOp::subtract && !reflected)
    return advancePointer(evaluator, this, other, true);
  return std::nullopt;
}

Value TritonPointer::getItem(Evaluator &evaluator, Value key) {
  std::optional<Shape> result = readTritonIndex(evaluator, key, shape());
  if (!result || !offset)
    return result ? Value(evaluator.raise(DiagnosticId::indexError, "the pointer `" + base->name + "` is not a block").note("add a block of offsets to it first")) : nullptr;
  mlir::Value here = useHere(evaluator, offset);
  if (!here)
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  return at(evaluator, emitter.reshape(here, *result), offsetType, choosesByElement() ? emitter.reshape(choice, *result) : choice);
}

std::optional<Value> TritonPointer::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (isNone(other) && (op == CompareOp::equal || op == CompareOp::notEqual))
    return evaluator.boolean(op == CompareOp::notEqual);
  if (op > CompareOp::greaterEqual)
    return std::nullopt;
  auto *pointer = dyn_cast<PointerObject>(other);
  if (!pointer && !isa<TritonTensor, IntObject>(other))
    return std::nullopt;
  constexpr Compare operators[] = {Compare::eq, Compare::ne, Compare::lt, Compare::le, Compare::gt, Compare::ge};
  TritonTensor *left = addressOfPointer(evaluator, this);
  Value right = left && pointer ? addressOfPointer(evaluator, static_cast<TritonPointer *>(pointer)) : other;
  return left && right ? tritonCompare(evaluator, operators[static_cast<int>(op)], left, right, syntax::getText(op)) : nullptr;
}

//===-- attributes --------------------------------------------------------------------------------------------===//

static RecordObject *makePointerType(Evaluator &evaluator, DType element) {
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("triton.language", "pointer_type"));
  record->set("element_ty", evaluator.make<DTypeObject>(element, DTypeStyle::triton));
  return record;
}

std::optional<Value> TritonPointer::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  RecordObject *scalar = makePointerType(evaluator, base->dtype);
  if (name == "dtype" || (name == "type" && shape().empty()))
    return Value(scalar);
  if (name == "type") {
    auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("triton.language", "block_type"));
    record->set("element_ty", scalar).set("shape", evaluator.tupleOfInts(shape()));
    return Value(record);
  }
  if (name == "shape")
    return Value(makeTritonShape(evaluator, shape()));
  if (name == "numel")
    return evaluator.integer(countElements(shape()));
  // The methods that move pointers about or use them; the others are of numbers.
  static const llvm::StringRef methods[] = {"to",         "cast",       "reshape",    "view",      "expand_dims", "broadcast_to", "trans",       "permute",
                                            "ravel",      "T",          "squeeze",    "unsqueeze", "atomic_add",  "atomic_max",   "atomic_min",  "atomic_and",
                                            "atomic_or",  "atomic_xor", "atomic_xchg", "atomic_cas"};
  return llvm::is_contained(methods, name) ? evaluator.libraryMember("triton.language.tensor", name, this) : std::nullopt;
}

void TritonPointer::listAttributes(Evaluator &, std::vector<std::string> &names) {
  for (const char *name : {"dtype", "type", "shape", "to", "reshape", "expand_dims", "broadcast_to", "trans", "permute"})
    names.push_back(name);
}
