// SPDX-License-Identifier: Apache-2.0
// `tl.load`, `tl.store` and the atomics. A pointer block is a Ref and a block of indices into it, so a load of a block
// is a gather and a load through a scalar pointer a slice of one element. Cache and eviction hints say how, not what.
// `volatile` matters in a `while`, where a program may wait for what another one stores: a plain load would be read
// once, before the loop, and a loop around it that does nothing else would be dropped. There it is an atomic read,
// `atomic_cas(pointer, 0, 0)`, which changes nothing and stays where it is.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

/// The pointer of an access; null with an exception pending.
static TritonPointer *readPointer(Call &call) {
  Value given = call.self && isa<PointerObject>(call.self) ? call.self : call["pointer"];
  if (auto *pointer = dyn_cast<PointerObject>(given))
    return static_cast<TritonPointer *>(pointer);
  Raised raised = call.evaluator.raise(DiagnosticId::typeError,
                                       "`" + publicName(call.entry) + "` takes a pointer, not a `" +
                                           given->typeName(call.evaluator) + "`",
                                       call.rangeOf("pointer"));
  raised.note("add the offsets to one of the kernel's pointer parameters: `x_ptr + offsets`");
  return nullptr;
}

/// A mask or `other` in the pointers' shape.
static mlir::Value readLike(Call &call, llvm::StringRef name, DType type, llvm::ArrayRef<int64_t> shape) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *tensor = toTritonTensor(evaluator, call[name], name);
  if (!tensor)
    return {};
  std::optional<Shape> joined = broadcastShapes(tensor->shape(), shape);
  if (!joined || llvm::ArrayRef<int64_t>(*joined) != shape) {
    evaluator.raise(DiagnosticId::shapeMismatch,
                    "`" + name.str() + "` has shape " + formatShape(tensor->shape()) + " but the pointers have " +
                        formatShape(shape),
                    call.rangeOf(name));
    return {};
  }
  return fitTriton(evaluator, tensor, type, shape);
}

/// `mask` in the pointers' shape; null where there is none. False with an exception pending.
static bool readMask(Call &call, llvm::ArrayRef<int64_t> shape, mlir::Value &mask) {
  Evaluator &evaluator = call.evaluator;
  if (isNone(call["mask"]))
    return true;
  TritonTensor *tensor = toTritonTensor(evaluator, call["mask"], "mask");
  if (tensor && tensor->dtype != DType::boolean)
    return evaluator
               .raise(DiagnosticId::dtypeMismatch,
                      "Mask must have boolean scalar type: it is `" + std::string(numerics::getName(tensor->dtype)) +
                          "`",
                      call.rangeOf("mask"))
               .note("compare it, for example with `!= 0`"),
           false;
  mask = tensor ? readLike(call, "mask", DType::boolean, shape) : mlir::Value();
  return mask != nullptr;
}

/// Cache modifier and eviction policy say nothing of the result, but have to be known ones. False with an exception
/// pending.
static bool checkHints(Call &call, llvm::ArrayRef<llvm::StringRef> modifiers) {
  auto check = [&](llvm::StringRef name, llvm::StringRef what, llvm::ArrayRef<llvm::StringRef> known) {
    auto *text = dyn_cast<StrObject>(call[name]);
    if (isNone(call[name]) || (text && llvm::is_contained(known, text->value)))
      return true;
    std::string seen = text ? text->value : call.evaluator.repr(call[name]).value_or("");
    std::string expected = llvm::join(known.drop_front(), "`, `");
    return call.evaluator.raise(DiagnosticId::valueError,
                                what.str() + " `" + seen + "` not supported, expected one of `" + expected + "`",
                                call.rangeOf(name)),
           false;
  };
  return check("cache_modifier", "Cache modifier", modifiers) &&
         check("eviction_policy", "Eviction policy", {"", "evict_last", "evict_first"});
}

static mlir::Value offsetOf(Evaluator &evaluator, TritonPointer *pointer) {
  if (!pointer->offset)
    return emitterHere(evaluator).constantInt(0, DType::int32);
  return useHere(evaluator, pointer->offset);
}

//===-- one Ref or several ------------------------------------------------------------------------------------===//

namespace {
/// One access: elements of `ref` where `mask` (null: everywhere) holds.
struct Access {
  mlir::Value ref, mask;
};
} // namespace

/// The accesses that make up one through `pointer`. Where each pointer of a block chooses its Ref there is one for each
/// Ref, and the masks part the elements. Empty with an exception pending.
static llvm::SmallVector<Access> partAccess(Evaluator &evaluator, TritonPointer *pointer, mlir::Value mask) {
  Emitter emitter = emitterHere(evaluator);
  llvm::SmallVector<mlir::Value> refs;
  for (RefObject *base : pointer->bases()) {
    refs.push_back(useHere(evaluator, base->value));
    if (!refs.back())
      return {};
  }
  if (!pointer->choice)
    return {{refs.front(), mask}};
  mlir::Value choice = useHere(evaluator, pointer->choice);
  if (!choice)
    return {};
  if (!pointer->choosesByElement())
    return {{emitter.create<tile::SelectRefOp>(refs.front().getType(), choice, refs), mask}};
  llvm::ArrayRef<int64_t> shape = tile::getShape(choice.getType());
  llvm::SmallVector<Access> parts;
  for (auto [number, ref] : llvm::enumerate(refs)) {
    mlir::Value own = emitter.compare(
        Compare::eq, choice, emitter.constantInt(static_cast<int64_t>(number), DType::int32, shape), DType::int32);
    parts.push_back({ref, mask ? emitter.binary(Binary::bitAnd, mask, own, DType::boolean) : own});
  }
  // An address that no tensor has: an access outside memory.
  mlir::Value known = emitter.compare(Compare::ge, choice, emitter.constantInt(0, DType::int32, shape), DType::int32);
  if (mask)
    known = emitter.binary(Binary::bitOr, known, emitter.unary(Unary::bitNot, mask, DType::boolean), DType::boolean);
  assertInKernel(evaluator, wrapTriton(evaluator, known, DType::boolean),
                 evaluator.string("an address that is no tensor's"), evaluator.none());
  return parts;
}

std::optional<Padding> frontend::readPadding(Call &call) {
  Value given = call["padding_option"];
  if (isNone(given))
    return Padding::none;
  auto *text = dyn_cast<StrObject>(given);
  if (text && text->value.empty())
    return Padding::none;
  if (text && text->value == "zero")
    return Padding::zero;
  if (text && text->value == "nan")
    return Padding::nan;
  return call.evaluator.raise(DiagnosticId::valueError,
                              "`padding_option` is `" + call.evaluator.repr(given).value_or("") +
                                  "`, not \"zero\" or \"nan\"",
                              call.rangeOf("padding_option"));
}

Value frontend::loadElements(Evaluator &evaluator, TritonPointer *pointer, mlir::Value mask, mlir::Value other) {
  llvm::ArrayRef<int64_t> shape = pointer->shape();
  DType type = pointer->base->dtype;
  mlir::Value offset = offsetOf(evaluator, pointer);
  llvm::SmallVector<Access> parts = offset ? partAccess(evaluator, pointer, mask) : llvm::SmallVector<Access>();
  if (parts.empty())
    return nullptr;
  Emitter emitter = emitterHere(evaluator);
  mlir::Type resultType = getArrayType(evaluator.context(), shape, type);
  if (shape.empty()) {
    if (mask && !other)
      other = emitter.constant(0, type); // as of a block's masked elements
    mlir::Value loaded =
        emitter.create<tile::LoadOp>(resultType, parts[0].ref, mlir::ValueRange{offset}, mask, other,
                                     llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1},
                                     llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
    return wrapTriton(evaluator, loaded, type);
  }
  for (const Access &part : parts)
    other = emitter.create<tile::GatherOp>(resultType, part.ref, mlir::ValueRange{offset}, part.mask, other);
  return wrapTriton(evaluator, other, type);
}

bool frontend::storeElements(Evaluator &evaluator, TritonPointer *pointer, mlir::Value value, mlir::Value mask) {
  mlir::Value offset = offsetOf(evaluator, pointer);
  llvm::SmallVector<Access> parts = offset ? partAccess(evaluator, pointer, mask) : llvm::SmallVector<Access>();
  if (parts.empty())
    return false;
  Emitter emitter = emitterHere(evaluator);
  for (const Access &part : parts) {
    if (pointer->shape().empty())
      emitter.create<tile::StoreOp>(value, part.ref, mlir::ValueRange{offset}, mask,
                                    llvm::ArrayRef<int64_t>{mlir::ShapedType::kDynamic}, llvm::ArrayRef<int64_t>{1},
                                    llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{0});
    else
      emitter.create<tile::ScatterOp>(value, part.ref, mlir::ValueRange{offset}, part.mask);
  }
  return true;
}

static Value loadAnew(Call &call, TritonPointer *pointer, mlir::Value mask, mlir::Value other);

/// Whether the load asks for what is in memory now, where the program waits for it.
static bool isRepeated(Call &call) {
  auto *modifier = dyn_cast<StrObject>(call["cache_modifier"]);
  bool isVolatile = call.evaluator.truth(call["volatile"]).value_or(false) || (modifier && modifier->value == ".cv");
  mlir::Operation *around = emitterHere(call.evaluator).builder.getInsertionBlock()->getParentOp();
  return isVolatile && around && (isa<mlir::scf::WhileOp>(around) || around->getParentOfType<mlir::scf::WhileOp>());
}

static Value tritonLoad(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isBlockPointer(call[size_t(0)]))
    return loadBlock(call, call[size_t(0)]);
  TritonPointer *pointer = readPointer(call);
  if (!pointer || !refuseArguments(call, {"boundary_check"}) || !checkHints(call, {"", ".ca", ".cg", ".cs", ".cv"}))
    return nullptr;
  std::optional<Padding> padding = readPadding(call);
  if (!padding)
    return nullptr;
  if (*padding != Padding::none)
    return evaluator
        .raise(DiagnosticId::argumentError, "`padding_option` is for block pointers", call.rangeOf("padding_option"))
        .note("give `mask` and `other`");
  if (!isNone(call["other"]) && isNone(call["mask"]))
    return evaluator.raise(DiagnosticId::argumentError, "`other` is given without `mask`", call.rangeOf("other"));
  mlir::Value mask, other;
  if (!readMask(call, pointer->shape(), mask))
    return nullptr;
  if (!isNone(call["other"]) && !(other = readLike(call, "other", pointer->base->dtype, pointer->shape())))
    return nullptr;
  Value loaded =
      isRepeated(call) ? loadAnew(call, pointer, mask, other) : loadElements(evaluator, pointer, mask, other);
  if (auto *base = TritonRef::from(pointer->base); loaded && base)
    static_cast<TritonTensor *>(loaded)->pointees = pointer->others.empty() ? base->pointees : nullptr;
  return loaded;
}

static Value tritonStore(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (isBlockPointer(call[size_t(0)]))
    return storeBlock(call, call[size_t(0)]);
  TritonPointer *pointer = readPointer(call);
  if (!pointer || !refuseArguments(call, {"boundary_check"}) || !checkHints(call, {"", ".wb", ".cg", ".cs", ".wt"}))
    return nullptr;
  mlir::Value value = readLike(call, "value", pointer->base->dtype, pointer->shape()), mask;
  if (!value || !readMask(call, pointer->shape(), mask))
    return nullptr;
  return storeElements(evaluator, pointer, value, mask) ? evaluator.none() : nullptr;
}

//===-- atomics -----------------------------------------------------------------------------------------------===//

/// `sem` and `scope`; empty with an exception pending.
static std::optional<std::pair<std::string, std::string>> readOrder(Call &call) {
  static const llvm::StringRef orders[] = {"relaxed", "acquire", "release", "acq_rel"},
                               scopes[] = {"cta", "gpu", "sys"};
  std::pair<std::string, std::string> result = {"acq_rel", "gpu"};
  auto read = [&](llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known, std::string &text) {
    bool has = llvm::any_of(*call.parameters, [&](const ParameterInfo &parameter) { return parameter.name == name; });
    if (!has || isNone(call[name]))
      return true;
    auto *given = dyn_cast<StrObject>(call[name]);
    if (!given || !llvm::is_contained(known, given->value))
      return call.evaluator.raise(DiagnosticId::valueError,
                                  "`" + name.str() + "` is `" +
                                      (given ? given->value : call[name]->typeName(call.evaluator)) + "`, expected `" +
                                      llvm::join(known, "`, `") + "`",
                                  call.rangeOf(name)),
             false;
    text = given->value;
    return true;
  };
  if (!read("sem", orders, result.first) || !read("scope", scopes, result.second))
    return std::nullopt;
  return result;
}

/// Which combination `kind` is for a dtype; empty with an exception pending.
static std::optional<tile::Atomic> chooseAtomic(Call &call, llvm::StringRef kind, DType type) {
  std::string name = "`" + publicName(call.entry) + "`", seen = "`" + std::string(numerics::getName(type)) + "`";
  unsigned width = numerics::getBitWidth(type);
  bool floating = numerics::isFloat(type), isUnsigned = numerics::isUnsigned(type);
  if (width < 16 || (width == 16 && !floating && kind != "xchg"))
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, name + " does not support " + seen)
        .note("the hardware changes 32 and 64 bits at once; fp16 and bf16 can be added");
  if (floating && width == 16 && kind != "add" && kind != "xchg")
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, name + " does not support " + seen);
  if (floating && (kind == "and" || kind == "or" || kind == "xor"))
    return call.evaluator.raise(DiagnosticId::dtypeMismatch, name + " takes integers, not " + seen);
  if (kind == "max" || kind == "min")
    return kind == "max" ? (isUnsigned ? tile::Atomic::umax : tile::Atomic::max)
           : isUnsigned  ? tile::Atomic::umin
                         : tile::Atomic::min;
  return kind == "add"   ? tile::Atomic::add
         : kind == "and" ? tile::Atomic::andi
         : kind == "or"  ? tile::Atomic::ori
         : kind == "xor" ? tile::Atomic::xori
                         : tile::Atomic::exchange;
}

/// `value` in the shape of the pointers and their element type; null with an exception pending.
static mlir::Value fitTo(Evaluator &evaluator, Value value, llvm::StringRef what, TritonPointer *pointer) {
  TritonTensor *tensor = toTritonTensor(evaluator, value, what);
  std::optional<Shape> joined = tensor ? broadcastShapes(tensor->shape(), pointer->shape()) : std::nullopt;
  if (tensor && (!joined || llvm::ArrayRef<int64_t>(*joined) != pointer->shape())) {
    evaluator.raise(DiagnosticId::shapeMismatch, "`" + what.str() + "` has shape " + formatShape(tensor->shape()) +
                                                     " but the pointers have " + formatShape(pointer->shape()));
    return {};
  }
  return tensor ? fitTriton(evaluator, tensor, pointer->base->dtype, pointer->shape()) : mlir::Value();
}

/// The old elements of what `update` does to each part. Null with an exception pending, also when `value` is null.
static Value updateParts(Evaluator &evaluator, TritonPointer *pointer, mlir::Value value, mlir::Value mask,
                         llvm::function_ref<mlir::Value(Emitter &, const Access &, mlir::Value)> update) {
  mlir::Value offset = value ? offsetOf(evaluator, pointer) : mlir::Value(), old;
  llvm::SmallVector<Access> parts = offset ? partAccess(evaluator, pointer, mask) : llvm::SmallVector<Access>();
  Emitter emitter = emitterHere(evaluator);
  for (const Access &part : parts) {
    mlir::Value here = update(emitter, part, offset);
    old = old ? emitter.select(part.mask, here, old) : here;
  }
  return old ? wrapTriton(evaluator, old, pointer->base->dtype) : nullptr;
}

Value frontend::updateElements(Call &call, llvm::StringRef kind, TritonPointer *pointer, Value value,
                               mlir::Value mask) {
  Evaluator &evaluator = call.evaluator;
  auto order = readOrder(call);
  std::optional<tile::Atomic> atomic = order ? chooseAtomic(call, kind, pointer->base->dtype) : std::nullopt;
  mlir::Value update = atomic ? fitTo(evaluator, value, "val", pointer) : mlir::Value();
  return updateParts(
      evaluator, pointer, update, mask, [&](Emitter &emitter, const Access &part, mlir::Value offset) -> mlir::Value {
        return emitter.create<tile::AtomicRmwOp>(update.getType(), *atomic, update, part.ref, mlir::ValueRange{offset},
                                                 part.mask, order->first, order->second);
      });
}

static Value atomicHandler(Call &call) {
  TritonPointer *pointer = readPointer(call);
  mlir::Value mask;
  if (!pointer || (!isNone(call["mask"]) && !(mask = readLike(call, "mask", DType::boolean, pointer->shape()))))
    return nullptr;
  return updateElements(call, llvm::StringRef(call.entry->name).drop_front(strlen("atomic_")), pointer, call["val"],
                        mask);
}

static Value atomicCasHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonPointer *pointer = readPointer(call);
  auto order = pointer ? readOrder(call) : std::nullopt;
  if (!order)
    return nullptr;
  DType type = pointer->base->dtype;
  if (numerics::getBitWidth(type) < 16)
    return evaluator.raise(DiagnosticId::dtypeMismatch,
                           "`tl.atomic_cas` does not support `" + std::string(numerics::getName(type)) + "`");
  mlir::Value compare = fitTo(evaluator, call["cmp"], "cmp", pointer),
              value = compare ? fitTo(evaluator, call["val"], "val", pointer) : mlir::Value();
  return updateParts(
      evaluator, pointer, value, {}, [&](Emitter &emitter, const Access &part, mlir::Value offset) -> mlir::Value {
        return emitter.create<tile::AtomicCasOp>(value.getType(), compare, value, part.ref, mlir::ValueRange{offset},
                                                 part.mask, order->first, order->second);
      });
}

/// A load that nothing moves, merges or drops.
static Value loadAnew(Call &call, TritonPointer *pointer, mlir::Value mask, mlir::Value other) {
  Evaluator &evaluator = call.evaluator;
  DType type = pointer->base->dtype;
  if (numerics::getBitWidth(type) < 16)
    return evaluator
        .raise(DiagnosticId::notSupported,
               "a volatile load of `" + std::string(numerics::getName(type)) + "` in a `while` is not supported yet",
               call.rangeOf("volatile"))
        .note("wait for an integer of 32 or 64 bits");
  mlir::Value zero = fitTo(evaluator, evaluator.integer(int64_t(0)), "other", pointer);
  Value loaded = updateParts(
      evaluator, pointer, zero, mask, [&](Emitter &emitter, const Access &part, mlir::Value offset) -> mlir::Value {
        return emitter.create<tile::AtomicCasOp>(zero.getType(), zero, zero, part.ref, mlir::ValueRange{offset},
                                                 part.mask, "acquire", "gpu");
      });
  if (!loaded || !mask)
    return loaded;
  mlir::Value read = static_cast<TritonTensor *>(loaded)->value;
  return wrapTriton(evaluator, emitterHere(evaluator).select(mask, read, other ? other : zero), type);
}

/// Looks again and again: `while atomic_or(pointer, 0) != expected: pass`.
static Value atomicPollHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonPointer *pointer = readPointer(call);
  auto order = pointer ? readOrder(call) : std::nullopt;
  if (!order)
    return nullptr;
  DType type = pointer->base->dtype;
  if (!pointer->shape().empty() || !numerics::isInteger(type) || numerics::getBitWidth(type) < 32)
    return evaluator.raise(DiagnosticId::dtypeMismatch,
                           "`tl.atomic_poll` takes a pointer to one integer of 32 or 64 bits, not to `" +
                               std::string(numerics::getName(type)) + "`" + formatShape(pointer->shape()));
  if (order->first == "release" || order->first == "acq_rel")
    order->first = "acquire";
  mlir::Value expected = fitTo(evaluator, call["expected_value"], "expected_value", pointer);
  if (!expected)
    return nullptr;
  auto look = [&]() -> mlir::Value {
    mlir::Value zero = emitterHere(evaluator).constantInt(0, type);
    Value old = updateParts(
        evaluator, pointer, zero, {}, [&](Emitter &emitter, const Access &part, mlir::Value offset) -> mlir::Value {
          return emitter.create<tile::AtomicRmwOp>(zero.getType(), tile::Atomic::ori, zero, part.ref,
                                                   mlir::ValueRange{offset}, part.mask, order->first, order->second);
        });
    return old ? emitterHere(evaluator).compare(Compare::eq, static_cast<TritonTensor *>(old)->value, expected, type)
               : mlir::Value();
  };
  if (!isNone(call["timeout_ns"])) {
    mlir::Value seen = look();
    return seen ? wrapTriton(evaluator, seen, DType::boolean) : nullptr;
  }
  Emitter emitter = emitterHere(evaluator);
  auto loop = emitter.create<mlir::scf::WhileOp>(mlir::TypeRange(), mlir::ValueRange());
  {
    mlir::OpBuilder::InsertionGuard guard(emitter.builder);
    emitter.builder.createBlock(&loop.getBefore());
    mlir::Value seen = look();
    if (!seen)
      return nullptr;
    emitter.create<mlir::scf::ConditionOp>(emitter.unary(Unary::bitNot, seen, DType::boolean), mlir::ValueRange());
    emitter.builder.createBlock(&loop.getAfter());
    emitter.create<mlir::scf::YieldOp>();
  }
  return wrapTriton(evaluator, emitter.constantInt(1, DType::boolean), DType::boolean);
}

//===-- the table ---------------------------------------------------------------------------------------------===//

#define TESSERA_LOAD                                                                                                   \
  "mask=None, other=None, boundary_check=None, padding_option='', cache_modifier='', eviction_policy='', "             \
  "volatile=False)"
#define TESSERA_STORE "value, mask=None, boundary_check=None, cache_modifier='', eviction_policy='')"
#define TESSERA_ENTRY(name, signature, summary, handler)                                                               \
  {"triton.language", name, EntryKind::function, signature, summary, handler}
#define TESSERA_ATOMIC(name, summary)                                                                                  \
  TESSERA_ENTRY(name, "(pointer, val, mask=None, sem=None, scope=None)", summary " Gives the old elements.",           \
                atomicHandler),                                                                                        \
  {                                                                                                                    \
    "triton.language.tensor", name, EntryKind::method, "(val, mask=None, sem=None, scope=None)", summary,              \
        atomicHandler                                                                                                  \
  }
static const LibraryEntry entries[] = {
    TESSERA_ENTRY(
        "load", "(pointer, " TESSERA_LOAD,
        "Reads through pointers, a block pointer or a descriptor, where a mask holds; elsewhere `other`, or 0.",
        tritonLoad),
    TESSERA_ENTRY("store", "(pointer, " TESSERA_STORE,
                  "Writes through pointers where a mask holds; the value is cast to the element type.", tritonStore),
    TESSERA_ATOMIC("atomic_add", "Adds in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_max", "Maximum in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_min", "Minimum in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_and", "And in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_or", "Or in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_xor", "Exclusive or in memory, each element in one step."),
    TESSERA_ATOMIC("atomic_xchg", "Exchanges elements in memory, each in one step."),
    TESSERA_ENTRY("atomic_cas", "(pointer, cmp, val, sem=None, scope=None)",
                  "Replaces elements that equal `cmp`, each in one step. Gives the old elements.", atomicCasHandler),
    {"triton.language.tensor", "atomic_cas", EntryKind::method, "(cmp, val, sem=None, scope=None)",
     "Replaces elements that equal `cmp`, each in one step.", atomicCasHandler},
    TESSERA_ENTRY("atomic_poll", "(pointer, expected_value, sem=None, scope=None, timeout_ns=None)",
                  "Waits until memory holds a value; True. With `timeout_ns` it looks once: nothing changes while a "
                  "program waits here.",
                  atomicPollHandler),
    {"triton.language.tensor", "atomic_poll", EntryKind::method,
     "(expected_value, sem=None, scope=None, timeout_ns=None)", "Waits until memory holds a value.", atomicPollHandler},
};

void library::registerTritonMemory(LibraryTable &table) { table.add({}, entries); }
