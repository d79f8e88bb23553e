// SPDX-License-Identifier: Apache-2.0
// Links of a chain of sums are compared operation by operation: what is the same in all stays outside, integers have to
// grow by the same amount from link to link, and all else has to be done in the same way.
#include "compiler/schedule/RollProducts.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/UnusedOperations.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// `sum` and what is added to it: a product's own sum, or one that is added to another.
struct Link {
  Operation *op = nullptr; // gives the next sum
  tile::DotOp dot;         // what is added
  Value sum;               // null for the first product of all
};

class Chain {
public:
  Chain(Link last, AffineAnalysis &affine) : affine(affine) { links.push_back(last); }

  /// Further and further back, and whether there are links to roll.
  bool find() {
    while (Value sum = links.back().sum) {
      std::optional<Link> before = sum.hasOneUse() ? getLink(sum.getDefiningOp()) : std::nullopt;
      if (!before || before->op->getBlock() != links.front().op->getBlock())
        break;
      links.push_back(*before);
    }
    std::reverse(links.begin(), links.end());
    // In a loop, a few products a pass run beside each other better than in a loop of their own.
    size_t fewest = links.front().op->getParentOfType<scf::ForOp>() ? 4 : 2;
    if (links.size() < fewest || (links.front().sum && isa<BlockArgument>(links.front().sum)))
      return false;
    SmallVector<Value> products = llvm::map_to_vector(links, [](Link link) -> Value { return link.dot.getResult(); });
    return matchOps(products, true) && isUnbroken();
  }

  void write() {
    OpBuilder builder(links.back().op);
    Location loc = links.back().op->getLoc();
    ArrayBuilder arrays(builder, loc);
    auto type = cast<RankedTensorType>(links.back().op->getResult(0).getType());
    Value init = links.front().sum;
    if (!init)
      init = arrays.splat(builder.getZeroAttr(type.getElementType()), type.getShape());
    auto loop = scf::ForOp::create(builder, loc, arrays.constant(0),
                                   arrays.constant(static_cast<int64_t>(links.size())), arrays.constant(1), init);
    builder.setInsertionPointToStart(loop.getBody());
    pass = loop.getInductionVar();
    tile::DotOp first = links.front().dot;
    Value a = emit(builder, first.getLhs()), b = emit(builder, first.getRhs());
    Value sum = tile::DotOp::create(builder, loc, type, a, b, loop.getRegionIterArg(0), first.getPrecision(),
                                    first.getFromUnsigned());
    scf::YieldOp::create(builder, loc, sum);
    links.back().op->getResult(0).replaceAllUsesWith(loop.getResult(0));
    eraseUnused({links.back().op});
  }

  /// The sum that is added to by `op`; none where it is no such.
  static std::optional<Link> getLink(Operation *op) {
    if (auto dot = dyn_cast_or_null<tile::DotOp>(op))
      return tile::getShape(dot.getType()).size() == 2 ? std::optional(Link{op, dot, dot.getAcc()}) : std::nullopt;
    if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(op))
      return std::nullopt;
    for (unsigned index : {1, 0})
      if (auto dot = op->getOperand(index).getDefiningOp<tile::DotOp>();
          dot && !dot.getAcc() && dot->hasOneUse() && dot->getBlock() == op->getBlock())
        return Link{op, dot, op->getOperand(1 - index)};
    return std::nullopt;
  }

private:
  /// Loads are done where the last link is: nothing may change memory before that.
  bool isUnbroken() {
    Block *block = links.back().op->getBlock();
    for (Operation *load : loads) {
      if (load->getBlock() != block)
        return false;
      for (Operation *op = load; op != links.back().op; op = op->getNextNode())
        if (!isMemoryEffectFree(op) && !isa<tile::LoadOp, tile::GatherOp>(op))
          return false;
    }
    return true;
  }

  /// Whether these, one of each link, are one value that the pass says which; with `steps` of each pass.
  bool match(ArrayRef<Value> values) {
    if (llvm::all_equal(values))
      return true;
    if (auto known = steps.find(values.front()); known != steps.end() || matched.count(values.front()))
      return llvm::equal(alike[values.front()], values);
    alike[values.front()].assign(values.begin(), values.end());
    if (tile::getElementType(values.front().getType()).isIntOrIndex() && matchIntegers(values))
      return true;
    matched.insert(values.front());
    return matchOps(values, false);
  }

  bool matchIntegers(ArrayRef<Value> values) {
    std::optional<int64_t> step;
    std::optional<AffineArray> before = affine.get(values.front());
    for (Value value : values.drop_front()) {
      std::optional<AffineArray> form = affine.get(value);
      if (!before || !form || before->steps != form->steps || value.getType() != values.front().getType())
        return false;
      AffineSum difference = form->base;
      difference.add(before->base, -1);
      if (!difference.isConstant() || (step && *step != difference.constant))
        return false;
      step = difference.constant;
      before = form;
    }
    steps[values.front()] = *step;
    return true;
  }

  /// The same operation of operands that match; of products the sums are the chain's.
  bool matchOps(ArrayRef<Value> values, bool areProducts) {
    Operation *first = values.front().getDefiningOp();
    if (!first || first->getNumRegions() > 0 || first->getNumResults() != 1)
      return false;
    bool isSlice = isa<tile::LoadOp>(first);
    if (!isMemoryEffectFree(first) && !isSlice && !isa<tile::GatherOp>(first))
      return false;
    for (Value value : values.drop_front()) {
      Operation *op = value.getDefiningOp();
      bool isAlike = op && op->getName() == first->getName() && op->getResultTypes() == first->getResultTypes() &&
                     op->getBlock() == first->getBlock() &&
                     (isSlice ? isAlikeSlice(op, first) : haveSameAttributes(op, first));
      if (!isAlike)
        return false;
    }
    if (!isMemoryEffectFree(first))
      for (Value value : values)
        loads.push_back(value.getDefiningOp());
    if (isSlice)
      return matchSlices(values);
    unsigned operands = areProducts ? 2 : first->getNumOperands();
    for (unsigned index = 0; index < operands; ++index)
      if (!match(llvm::map_to_vector(values, [&](Value value) { return value.getDefiningOp()->getOperand(index); })))
        return false;
    return true;
  }

  /// Of products, which may have a sum or none, what says how many operands there are of each kind does not matter.
  static bool haveSameAttributes(Operation *op, Operation *first) {
    if (auto dot = dyn_cast<tile::DotOp>(op)) {
      auto other = cast<tile::DotOp>(first);
      return dot.getPrecision() == other.getPrecision() && dot.getFromUnsigned() == other.getFromUnsigned() &&
             dot.getLhs().getType() == other.getLhs().getType() && dot.getRhs().getType() == other.getRhs().getType();
    }
    return op->getAttrDictionary() == first->getAttrDictionary() && op->getNumOperands() == first->getNumOperands() &&
           op->getPropertiesAsAttribute() == first->getPropertiesAsAttribute();
  }

  static bool isAlikeSlice(Operation *op, Operation *first) {
    auto load = cast<tile::LoadOp>(op), other = cast<tile::LoadOp>(first);
    return load.getRef() == other.getRef() && load.getSizes() == other.getSizes() &&
           load.getStrides() == other.getStrides() && load.getDropped() == other.getDropped() &&
           !load.getMask() == !other.getMask() && !load.getOther() == !other.getOther();
  }

  bool matchSlices(ArrayRef<Value> values) {
    SmallVector<tile::LoadOp> loads =
        llvm::map_to_vector(values, [](Value value) { return value.getDefiningOp<tile::LoadOp>(); });
    tile::LoadOp first = loads.front();
    auto matchAll = [&](auto get) {
      return !get(first) || match(llvm::map_to_vector(loads, [&](tile::LoadOp load) { return Value(get(load)); }));
    };
    if (!matchAll([](tile::LoadOp load) { return load.getMask(); }) ||
        !matchAll([](tile::LoadOp load) { return load.getOther(); }))
      return false;
    for (int64_t axis = 0; axis < static_cast<int64_t>(first.getSizes().size()); ++axis) {
      AffineSum before;
      std::optional<int64_t> step;
      for (tile::LoadOp load : loads) {
        AffineSum own = getOffset(load, axis), difference = own;
        difference.add(before, -1);
        bool isFirst = load == first;
        if (!isFirst && (!difference.isConstant() || (step && *step != difference.constant)))
          return false;
        if (!isFirst)
          step = difference.constant;
        before = own;
      }
      offsetSteps[first].push_back(*step);
    }
    return true;
  }

  AffineSum getOffset(tile::LoadOp load, int64_t axis) {
    OpFoldResult offset = load.getOffset(axis);
    AffineSum sum;
    if (auto attribute = dyn_cast<Attribute>(offset))
      sum.constant = cast<IntegerAttr>(attribute).getInt();
    else
      sum = affine.get(cast<Value>(offset))->base;
    return sum;
  }

  /// A link's value in pass `pass`, from the first link's.
  Value emit(OpBuilder &builder, Value value) {
    if (Value known = written.lookup(value))
      return known;
    ArrayBuilder arrays(builder, value.getLoc());
    Value &result = written[value];
    if (auto step = steps.find(value); step != steps.end())
      return result = moveBy(arrays, value, step->second);
    if (!matched.count(value))
      return result = value;
    Operation *op = value.getDefiningOp();
    IRMapping mapping;
    SmallVector<Value> operands(op->getOperands()), offsets;
    for (Value operand : operands)
      mapping.map(operand, emit(builder, operand));
    for (auto [axis, step] : llvm::enumerate(offsetSteps.lookup(op))) {
      Value first = arrays.toI32(cast<tile::LoadOp>(op).getOffset(static_cast<int64_t>(axis)));
      offsets.push_back(step == 0 ? first : arrays.add(first, arrays.multiply(pass, step)));
    }
    Operation *copy = builder.clone(*op, mapping);
    if (auto load = dyn_cast<tile::LoadOp>(copy)) {
      load.getOffsetsMutable().assign(offsets);
      load.setStaticOffsets(SmallVector<int64_t>(offsets.size(), ShapedType::kDynamic));
    }
    return written[value] = copy->getResult(0);
  }

  Value moveBy(ArrayBuilder &arrays, Value value, int64_t step) {
    Type element = tile::getElementType(value.getType());
    Value by = arrays.multiply(pass, step);
    if (by.getType() != element)
      by = tile::CastOp::create(arrays.builder, value.getLoc(), element, by, false, false);
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      by = arrays.splat(by, type.getShape());
    return arith::AddIOp::create(arrays.builder, value.getLoc(), value, by);
  }

  AffineAnalysis &affine;
  SmallVector<Link> links;
  llvm::DenseMap<Value, SmallVector<Value>> alike;
  llvm::DenseMap<Value, int64_t> steps; // by which integers grow from link to link
  llvm::DenseMap<Operation *, SmallVector<int64_t>> offsetSteps;
  SmallVector<Operation *> loads;
  llvm::DenseSet<Value> matched; // done again in each pass
  llvm::DenseMap<Value, Value> written;
  Value pass;
};
} // namespace

void tessera::schedule::rollProducts(tile::KernelOp kernel) {
  SmallVector<Link> ends;
  kernel.walk([&](Operation *op) {
    if (std::optional<Link> link = Chain::getLink(op)) {
      // The last of its chain: what comes of it is no sum of one more.
      Value sum = op->getResult(0);
      std::optional<Link> next = sum.hasOneUse() ? Chain::getLink(*sum.user_begin()) : std::nullopt;
      bool goesOn = next && next->sum == sum && (*sum.user_begin())->getBlock() == op->getBlock();
      bool isOwn = op == link->dot || link->dot->getBlock() == op->getBlock();
      bool isPart = isa<tile::DotOp>(op) && next && next->dot == op;
      if (!goesOn && isOwn && !isPart)
        ends.push_back(*link);
    }
  });
  for (const Link &end : ends) {
    AffineAnalysis affine(kernel);
    if (Chain chain(end, affine); chain.find())
      chain.write();
  }
}
