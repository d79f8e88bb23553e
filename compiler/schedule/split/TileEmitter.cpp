// SPDX-License-Identifier: Apache-2.0
// Scopes, what is known in them, and tiles of operations that work element by element.
#include "compiler/schedule/split/TileEmitter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

//===-- scopes ------------------------------------------------------------------------------------------------===//

Scope *TileEmitter::open(Block *block, Operation *opened) {
  auto scope = std::make_unique<Scope>();
  scope->parent = current;
  scope->depth = current ? current->depth + 1 : 0;
  scope->block = block;
  scope->opened = opened;
  scope->before = block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>() ? nullptr : &block->back();
  if (current) {
    scope->outerBefore = current->before;
    current->before = opened;
  }
  current = scopes.emplace_back(std::move(scope)).get();
  return current;
}

void TileEmitter::close() {
  Scope *parent = current->parent;
  if (parent)
    parent->before = current->outerBefore;
  current = parent;
}

OpBuilder &TileEmitter::getBuilder() {
  if (current->before)
    writer.setInsertionPoint(current->before);
  else
    writer.setInsertionPointToEnd(current->block);
  return writer;
}

bool Scope::isGone() const {
  for (const Scope *one = this; one; one = one->parent)
    if (one->isErased)
      return true;
  return false;
}

Scope *TileEmitter::getScopeOf(Value start) const {
  auto found = definedIn.find(start);
  if (found != definedIn.end())
    return found->second;
  Scope *root = current;
  while (root->parent)
    root = root->parent;
  return root;
}

bool TileEmitter::startsInside(const Box &box, const Scope &scope) const {
  return llvm::any_of(box, [&](const Span &span) { return span.start && getScopeOf(span.start)->depth >= scope.depth; });
}

Scope *TileEmitter::getScopeOf(Value value, const Box &box) const {
  Scope *deepest = current;
  while (deepest->parent)
    deepest = deepest->parent;
  Block *block = value.getParentBlock();
  for (Scope *scope = current; scope; scope = scope->parent)
    if (scope->source == block)
      deepest = scope->depth > deepest->depth ? scope : deepest;
  for (const Span &span : box)
    if (span.start)
      if (Scope *scope = getScopeOf(span.start); scope->depth > deepest->depth)
        deepest = scope;
  return deepest;
}

Scope::Key TileEmitter::getKey(Value value, const Box &box) {
  Scope::Key key{value.getAsOpaquePointer(), {}};
  for (const Span &span : box)
    key.second.emplace_back(span.start.getAsOpaquePointer(), span.size);
  return key;
}

Value TileEmitter::lookup(Scope *scope, Value value, const Box &box) const {
  auto found = scope->known.find(getKey(value, box));
  return found == scope->known.end() ? Value() : found->second;
}

void TileEmitter::remember(Scope *scope, Value value, const Box &box, Value tile) { scope->known[getKey(value, box)] = tile; }

//===-- starts ------------------------------------------------------------------------------------------------===//

Value TileEmitter::place(Place kind, Value start, int64_t number) {
  if (!start || (number == 1 && kind != Place::remainder))
    return start;
  Scope *scope = getScopeOf(start);
  Value &known = scope->places[{static_cast<int>(kind), start.getAsOpaquePointer(), number}];
  if (known)
    return known;
  ScopeSwitch inside(*this, scope);
  OpBuilder builder = getBuilder();
  ArrayBuilder arrays(builder, start.getLoc());
  Value factor = arrays.constant(number);
  if (kind == Place::multiply)
    known = arith::MulIOp::create(builder, start.getLoc(), start, factor);
  else if (kind == Place::divide)
    known = arith::DivUIOp::create(builder, start.getLoc(), start, factor);
  else
    known = arith::RemUIOp::create(builder, start.getLoc(), start, factor);
  definedIn[known] = scope;
  return known;
}

Value TileEmitter::addStarts(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  Scope *left = getScopeOf(a), *right = getScopeOf(b), *scope = left->depth > right->depth ? left : right;
  const void *first = a.getAsOpaquePointer(), *second = b.getAsOpaquePointer();
  Value &known = scope->places[{3, first, reinterpret_cast<intptr_t>(second)}];
  if (known)
    return known;
  ScopeSwitch inside(*this, scope);
  OpBuilder builder = getBuilder();
  known = arith::AddIOp::create(builder, a.getLoc(), a, b);
  definedIn[known] = scope;
  return known;
}

//===-- tiles -------------------------------------------------------------------------------------------------===//

Value TileEmitter::fail(Value value, const Box &box) {
  if (!obstacle) {
    obstacle = value;
    obstacleBox = box;
  }
  return {};
}

/// Small values from before the tiles are what they are.
bool TileEmitter::isDirect(Value value, const Box &box) const {
  if (large.contains(value) || (isa<RankedTensorType>(value.getType()) && !isWhole(box, tile::getShape(value.getType()))))
    return false;
  for (Scope *scope = current; scope; scope = scope->parent)
    if (scope->source && scope->source == value.getParentBlock())
      return false;
  return true;
}

Value TileEmitter::produce(Value value, const Box &box) {
  if (!value || isDirect(value, box))
    return value;
  Scope *scope = getScopeOf(value, box);
  if (Value known = lookup(scope, value, box))
    return known;
  ScopeSwitch inside(*this, scope);
  Value tile = emit(value, box);
  if (tile)
    remember(scope, value, box, tile);
  return tile;
}

Value TileEmitter::emit(Value value, const Box &box) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return emitArgument(argument, box);
  Operation *op = value.getDefiningOp();
  sources.insert(op);
  if (isa<tile::LoadOp, tile::GatherOp, tile::DotOp, tile::ReduceOp, tile::ReduceByOp>(op) && !box.empty())
    log.push_back({value, box, current});
  return emitOperation(op, value, box);
}

Value TileEmitter::emitOperation(Operation *op, Value value, const Box &box) {
  OpBuilder builder = getBuilder();
  Type type = tile::getArrayType(getSizes(box), tile::getElementType(value.getType()));
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](tile::LoadOp load) { return emitLoad(load, box); })
      .Case([&](tile::GatherOp gather) { return emitGather(gather, box); })
      .Case([&](tile::IotaOp iota) { return emitIota(iota, box); })
      .Case([&](arith::ConstantOp constant) -> Value {
        auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
        if (!splat)
          return isa<ElementsAttr>(constant.getValue()) ? fail(value, box) : builder.clone(*op)->getResult(0);
        return arith::ConstantOp::create(builder, op->getLoc(), splat.resizeSplat(cast<ShapedType>(type)));
      })
      .Case([&](tile::BroadcastOp broadcast) -> Value {
        Box inner;
        for (auto [extent, axis] : llvm::zip(tile::getShape(broadcast.getInput().getType()), broadcast.getAxes()))
          inner.push_back(extent == 1 ? Span() : box[axis]);
        Value input = produce(broadcast.getInput(), inner);
        return input ? tile::BroadcastOp::create(getBuilder(), op->getLoc(), type, input, broadcast.getAxes()).getResult() : Value();
      })
      .Case([&](tile::TransposeOp transpose) -> Value {
        Box inner(box.size());
        for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
          inner[source] = box[axis];
        Value input = produce(transpose.getInput(), inner);
        return input ? tile::TransposeOp::create(getBuilder(), op->getLoc(), type, input, transpose.getPermutation()).getResult() : Value();
      })
      .Case([&](tile::ReshapeOp reshape) { return emitReshape(reshape, box); })
      .Case([&](tile::ReduceOp reduce) { return emitReduce(reduce, box); })
      .Case([&](tile::ReduceByOp reduce) { return emitReduceBy(reduce, value, box); })
      .Case([&](tile::ScanOp scan) { return emitScan(scan, value, box); })
      .Case([&](tile::DotOp dot) { return emitDot(dot, box); })
      .Case([&](scf::ForOp loop) { return emitFor(loop, value, box); })
      .Case([&](scf::IfOp branch) { return emitIf(branch, value, box); })
      .Default([&](Operation *) { return emitElementwise(op, value, box); });
}

bool TileEmitter::produceAll(ValueRange values, const Box &box, SmallVectorImpl<Value> &tiles) {
  for (Value value : values) {
    tiles.push_back(produce(value, isa<RankedTensorType>(value.getType()) ? box : Box()));
    if (!tiles.back())
      return false;
  }
  return true;
}

bool TileEmitter::mapCaptured(mlir::Region &region, IRMapping &mapping) {
  bool isMapped = true;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()) && !mapping.contains(operand)) {
        Value own = produce(operand, {});
        isMapped &= static_cast<bool>(own);
        mapping.map(operand, own);
      }
  });
  return isMapped;
}

/// One element of the result from one of each operand; scalars stay scalars. All results have tiles then.
Value TileEmitter::emitElementwise(Operation *op, Value value, const Box &box) {
  bool isPureAsm = isa<tile::InlineAsmOp>(op) && cast<tile::InlineAsmOp>(op).getIsPure();
  bool isScalar = !isa<RankedTensorType>(value.getType()) && isMemoryEffectFree(op) && !op->getNumRegions() &&
                  llvm::none_of(op->getOperandTypes(), [](Type type) { return isa<RankedTensorType>(type); });
  if (!isScalar && !isPureAsm && !OpTrait::hasElementwiseMappableTraits(op) && !isa<tile::CastOp, tile::BitcastOp>(op))
    return fail(value, box);
  SmallVector<Value> operands;
  if (!produceAll(op->getOperands(), box, operands))
    return {};
  auto types = llvm::map_to_vector(op->getResultTypes(), [&](Type type) {
    return isa<RankedTensorType>(type) ? tile::getArrayType(getSizes(box), tile::getElementType(type)) : type;
  });
  OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *written = getBuilder().create(state);
  for (auto [whole, part] : llvm::zip(op->getResults(), written->getResults()))
    remember(current, whole, box, part);
  return written->getResult(cast<OpResult>(value).getResultNumber());
}
