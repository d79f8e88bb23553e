// SPDX-License-Identifier: Apache-2.0
// Builds the graph of a kernel's values, and asks the cost model about it.
#include "compiler/schedule/layouts/LayoutGraph.h"
#include "compiler/schedule/ScheduledKernels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

/// Instructions that computing a cheap value anew may take; what a loop is worth.
static constexpr int cheapLimit = 16;
static constexpr double loopWeight = 8;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Has a layout of its own whatever uses it.
static bool isIsolated(Value value) {
  return isa_and_nonnull<tile::LoadOp, tile::GatherOp, tile::AtomicRmwOp, tile::AtomicCasOp, tilegpu::DotOp>(
      value.getDefiningOp());
}

LayoutGraph::LayoutGraph(tile::KernelOp kernel) : warps(getNumWarps(kernel)), kernel(kernel) {
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  finish();
}

//===-- what is cheap -----------------------------------------------------------------------------------------===//

bool LayoutGraph::isCheap(Value value) {
  if (!isArray(value))
    return true;
  auto [found, isNew] = cheapness.try_emplace(value, cheapLimit);
  if (!isNew)
    return found->second < cheapLimit;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions())
    return false;
  int cost = cheapLimit;
  if (isa<tile::IotaOp, arith::ConstantOp>(op)) {
    cost = 1;
  } else if (isa<tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp, tile::CastOp>(op) ||
             (isa<arith::ArithDialect>(op->getDialect()) && !isa<arith::DivFOp, arith::RemFOp>(op))) {
    cost = isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op) ? 6 : 1;
    // A row that is repeated costs its share: registers of one column hold it once.
    int64_t own = cast<RankedTensorType>(value.getType()).getNumElements();
    for (Value operand : op->getOperands())
      if (isArray(operand)) {
        int64_t share = std::max<int64_t>(
            1, own / std::max<int64_t>(1, cast<RankedTensorType>(operand.getType()).getNumElements()));
        int part = isCheap(operand) ? static_cast<int>((cheapness[operand] + share - 1) / share) : cheapLimit;
        cost = std::min(cheapLimit, cost + part);
      }
  }
  cheapness[value] = cost;
  return cost < cheapLimit;
}

//===-- nodes -------------------------------------------------------------------------------------------------===//

double LayoutGraph::getWeight(Operation *op) {
  Block *block = op->getBlock();
  auto found = weights.find(block);
  if (found != weights.end())
    return found->second;
  Operation *parent = block->getParentOp();
  double weight = parent == kernel.getOperation()
                      ? 1
                      : getWeight(parent) * (isa<scf::ForOp, scf::WhileOp>(parent) ? loopWeight : 1);
  return weights[block] = weight;
}

unsigned LayoutGraph::makeNode(ArrayRef<int64_t> shape, Operation *op) {
  LayoutNode node;
  node.shape.assign(shape.begin(), shape.end());
  node.weight = op ? getWeight(op) : 1;
  nodes.push_back(std::move(node));
  parents.push_back(static_cast<unsigned>(parents.size()));
  return parents.back();
}

unsigned LayoutGraph::makeNode(Value value) {
  auto found = ofValue.find(value);
  if (found != ofValue.end())
    return getRoot(found->second);
  Operation *op = value.getDefiningOp() ? value.getDefiningOp() : cast<BlockArgument>(value).getOwner()->getParentOp();
  unsigned node = makeNode(tile::getShape(value.getType()), op);
  ofValue[value] = node;
  return node;
}

unsigned LayoutGraph::getRoot(unsigned node) {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

std::optional<unsigned> LayoutGraph::find(Value value) {
  auto found = ofValue.find(value);
  return found == ofValue.end() ? std::nullopt : std::optional(getRoot(found->second));
}
std::optional<unsigned> LayoutGraph::find(Operation *op) {
  auto found = ofOperation.find(op);
  return found == ofOperation.end() ? std::nullopt : std::optional(getRoot(found->second));
}

void LayoutGraph::addEdge(Value value, unsigned to, Operation *at, Operation *user) {
  if (!isArray(value) || isCheap(value))
    return;
  LayoutEdge edge;
  edge.to = to;
  edge.from = makeNode(value);
  edge.user = user;
  edge.operand = value;
  edge.bits = tile::getElementType(value.getType()).getIntOrFloatBitWidth();
  edge.weight = getWeight(at);
  edges.push_back(edge);
}

void LayoutGraph::join(unsigned node, Value value, Operation *user) {
  if (!isArray(value) || isCheap(value))
    return;
  if (isIsolated(value))
    return addEdge(value, node, user);
  unsigned other = makeNode(value);
  node = getRoot(node);
  if (node == other)
    return;
  LayoutNode &to = nodes[node], &from = nodes[other];
  to.weight = std::max(to.weight, from.weight);
  to.work += from.work;
  to.accesses.append(from.accesses.begin(), from.accesses.end());
  to.combinations.append(from.combinations.begin(), from.combinations.end());
  parents[other] = node;
}

//===-- operations --------------------------------------------------------------------------------------------===//

/// How a Ref's elements are reached.
static AccessFacts getFacts(Operation *op, Value ref, Type array) {
  AccessFacts facts;
  auto vector = op->getAttrOfType<IntegerAttr>(vectorName), axis = op->getAttrOfType<IntegerAttr>(contiguousAxisName);
  facts.vector = vector ? vector.getInt() : 1;
  facts.axis = axis ? axis.getInt() : static_cast<int64_t>(tile::getShape(array).size()) - 1;
  facts.elementBytes = (tile::getElementType(array).getIntOrFloatBitWidth() + 7) / 8;
  facts.isShared = tilegpu::isSharedRef(ref.getType());
  return facts;
}

void LayoutGraph::visitAccess(Operation *op, Value ref, Type array) {
  if (!isa<RankedTensorType>(array))
    return;
  unsigned node = op->getNumResults() ? makeNode(op->getResult(0)) : makeNode(tile::getShape(array), op);
  ofOperation[op] = node;
  nodes[node].accesses.push_back({getFacts(op, ref, array), getWeight(op)});
  for (Value operand : op->getOperands())
    addEdge(operand, node, op);
}

void LayoutGraph::visitCombination(Operation *op) {
  bool isScan = isa<tile::ScanOp>(op);
  Value first;
  for (Value input : op->getOperands())
    if (!first && !isCheap(input))
      first = input;
  if (!first && !isScan)
    first = op->getOperand(0);
  if (!isArray(op->getOperand(0)))
    return;
  // Whatever is combined together is held alike; a scan's results too.
  unsigned node = isScan ? makeNode(op->getResult(0)) : makeNode(first);
  for (Value input : op->getOperands())
    if (input != first || isScan)
      join(node, input, op);
  node = getRoot(node);
  ofOperation[op] = node;
  LayoutNode::Combination combination;
  combination.weight = getWeight(op);
  combination.isScan = isScan;
  combination.isOrdered = !isa<tile::ReduceOp>(op);
  if (auto reduce = dyn_cast<tile::ReduceOp>(op))
    combination.axes.assign(reduce.getAxes().begin(), reduce.getAxes().end());
  else
    combination.axes = {isScan ? static_cast<int64_t>(cast<tile::ScanOp>(op).getAxis())
                               : static_cast<int64_t>(cast<tile::ReduceByOp>(op).getAxis())};
  nodes[node].combinations.push_back(combination);
  for (Value result : op->getResults()) {
    if (!isArray(result))
      continue;
    if (isScan) {
      join(node, result, op);
      continue;
    }
    LayoutEdge edge;
    edge.from = node;
    edge.to = makeNode(result);
    edge.reduction = op;
    edge.bits = tile::getElementType(result.getType()).getIntOrFloatBitWidth();
    edge.weight = getWeight(op);
    edges.push_back(edge);
  }
}

/// What is carried is one value at different times.
void LayoutGraph::visitControl(Operation *op) {
  auto unite = [&](ArrayRef<Value> same) {
    if (!isArray(same.front()))
      return;
    unsigned node = makeNode(same.front());
    for (Value other : same.drop_front())
      join(node, other, other.getDefiningOp() ? other.getDefiningOp() : op);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      unite({loop.getRegionIterArg(i), loop.getResult(i), loop.getYieldedValues()[i], loop.getInitArgs()[i]});
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (unsigned i = 0; i < branch.getNumResults(); ++i)
      unite({branch.getResult(i), branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (unsigned i = 0; i < loop.getInits().size(); ++i)
      unite({loop.getBeforeArguments()[i], loop.getYieldedValues()[i], loop.getInits()[i]});
    for (unsigned i = 0; i < loop.getNumResults(); ++i)
      unite({loop.getResult(i), loop.getAfterArguments()[i], loop.getConditionOp().getArgs()[i]});
  }
}

void LayoutGraph::visit(Operation *op) {
  // A region that combines is on scalars.
  if (isa<tile::ReduceOp, tile::ReduceByOp, tile::ScanOp>(op))
    return visitCombination(op);
  if (op->getNumRegions())
    return visitControl(op);
  if (isa<tile::LoadOp, tile::GatherOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op)) {
    Value ref = isa<tile::AtomicRmwOp>(op)   ? cast<tile::AtomicRmwOp>(op).getRef()
                : isa<tile::AtomicCasOp>(op) ? cast<tile::AtomicCasOp>(op).getRef()
                                             : op->getOperand(0);
    return visitAccess(op, ref, op->getResult(0).getType());
  }
  if (isa<tile::StoreOp, tile::ScatterOp>(op))
    return visitAccess(op, op->getOperand(1), op->getOperand(0).getType());
  if (op->getNumResults() == 0 || !isArray(op->getResult(0)) || isCheap(op->getResult(0)))
    return;
  unsigned node = makeNode(op->getResult(0));
  if (std::optional<LinearLayout> anchor = getAnchor(op)) {
    nodes[node].isFixed = true;
    nodes[node].candidates = {intern(*anchor)};
    for (Value operand : op->getOperands())
      addEdge(operand, node, op, op);
    return;
  }
  nodes[node].work += getWeight(op) * (isa<math::MathDialect>(op->getDialect()) ? 4 : 1);
  bool moves = isa<tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp>(op);
  for (Value operand : op->getOperands()) {
    if (moves)
      addEdge(operand, node, op, op);
    else
      join(node, operand, op);
  }
  for (Value result : op->getResults().drop_front())
    join(node, result, op);
}

void LayoutGraph::finish() {
  for (auto [index, edge] : llvm::enumerate(edges)) {
    edge.from = getRoot(edge.from);
    edge.to = getRoot(edge.to);
    nodes[edge.from].edges.push_back(static_cast<unsigned>(index));
    if (edge.to != edge.from)
      nodes[edge.to].edges.push_back(static_cast<unsigned>(index));
  }
}

//===-- layouts and what they cost ----------------------------------------------------------------------------===//

unsigned LayoutGraph::intern(const LinearLayout &layout) {
  size_t hash = hash_value(layout);
  auto [begin, end] = ids.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (layouts[at->second] == layout)
      return at->second;
  layouts.push_back(layout);
  auto id = static_cast<unsigned>(layouts.size() - 1);
  ids.emplace(hash, id);
  return id;
}

unsigned LayoutGraph::produce(const LayoutEdge &edge, unsigned from) {
  if (!edge.reduction)
    return from;
  auto [found, isNew] = transported.try_emplace({edge.reduction, {nullptr, from}}, 0);
  if (!isNew)
    return found->second;
  auto reduce = dyn_cast<tile::ReduceOp>(edge.reduction);
  SmallVector<int64_t> axes;
  if (reduce)
    axes.assign(reduce.getAxes().begin(), reduce.getAxes().end());
  else
    axes = {static_cast<int64_t>(cast<tile::ReduceByOp>(edge.reduction).getAxis())};
  return found->second = intern(getReducedLayout(getLayout(from), axes));
}

unsigned LayoutGraph::want(const LayoutEdge &edge, unsigned to) {
  if (!edge.user)
    return to;
  auto [found, isNew] = transported.try_emplace({edge.user, {edge.operand.getAsOpaquePointer(), to}}, 0);
  if (isNew) {
    LinearLayout result = getLayout(to);
    found->second = intern(getOperandLayout(edge.user, edge.operand, result));
  }
  return found->second;
}

double LayoutGraph::getEdgeCost(const LayoutEdge &edge, unsigned from, unsigned to) {
  unsigned held = produce(edge, from), wanted = want(edge, to);
  if (held == wanted)
    return 0;
  auto [found, isNew] = conversions.try_emplace({held, wanted, edge.bits}, 0);
  if (isNew)
    found->second = getConversionCost(getLayout(held), getLayout(wanted), edge.bits);
  return found->second * edge.weight;
}

double LayoutGraph::getNodeCost(unsigned index, unsigned layout) {
  auto [found, isNew] = nodeCosts.try_emplace({index, layout}, 0);
  if (!isNew)
    return found->second;
  const LayoutNode &node = nodes[index];
  double cost = node.work * getWorkCost(getLayout(layout));
  for (const LayoutNode::Access &access : node.accesses)
    cost += access.weight * getAccessCost(getLayout(layout), access.facts);
  for (const LayoutNode::Combination &combination : node.combinations) {
    auto combining = getCombinationCost(getLayout(layout), combination.axes, combination.isOrdered, combination.isScan);
    cost += combining ? combination.weight * *combining : 1e12;
  }
  return nodeCosts[{index, layout}] = cost;
}
