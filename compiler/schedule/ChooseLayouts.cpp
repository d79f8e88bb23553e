// SPDX-License-Identifier: Apache-2.0
// A layout for every tensor: the cheapest assignment for the whole kernel, as far as a local search finds it.
//
// LayoutGraph.h says what is held alike (a node) and where a conversion may stand (an edge). What layouts cost, by
// LayoutCosts.h: accesses by their instructions and sectors, reductions by their shuffles and barriers, elementwise
// work by how often elements are held, conversions by what they move; all times 8 for each loop around.
//
// Each node has a few candidates: its accesses' wide ones (warps along the axis that is contiguous in memory, or along
// the others, so that a row stays in a warp), what keeps a reduction within threads or warps, and what its neighbours'
// candidates become through the operation between them: a reduction's operand's without the axis, what a broadcast's
// result repeats, a transpose's permuted. Matrix products' are fixed. Nodes choose in order of what hangs on them and
// hand their choice on to neighbours that have not chosen; then each node in turn takes what is cheapest given its
// neighbours, until nothing changes; then nodes with accesses try to take their neighbourhood with them to another
// candidate.
//
// Example, a row's mean taken off it, 8 x 1024 elements, four warps, which all work along the columns or each on two
// rows:
//
//     x (load) --- x - mean (elementwise) --- out (store)        three nodes, 16-byte accesses in both candidates
//       \--- sum over columns --- mean (8) --- broadcast           the first needs a barrier between warps, the second
//       does not: rows stay in their warps,
//                                                                and then `mean`, held as the sum's result, is what the
//                                                                broadcast wants: no conversion
//
// Each node has at most `maxCandidates`, each sweep asks each edge once a candidate, sweeps are few: linear in the
// kernel's size. Rejected: one pass backwards from the stores (what this was): the first use decides, whatever it costs
// the others. Exact search: exponential.
//
// Then the decision is written down, backwards, so that cheap values wanted in two layouts are computed twice.
#include "compiler/schedule/layouts/LayoutCandidates.h"
#include "compiler/schedule/layouts/LayoutGraph.h"
#include "compiler/schedule/ScheduledKernels.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace tessera::schedule {
#define GEN_PASS_DEF_CHOOSELAYOUTSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static constexpr unsigned maxSweeps = 6, maxMoves = 48;

namespace {

//===-- the search --------------------------------------------------------------------------------------------===//

class LayoutSearch {
public:
  explicit LayoutSearch(LayoutGraph &graph) : graph(graph), isChosen(graph.nodes.size()) {}

  void run() {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      if (!graph.nodes[node].candidates.empty())
        order.push_back(node);
    llvm::stable_sort(order, [&](unsigned a, unsigned b) { return getImportance(a) > getImportance(b); });
    for (unsigned node : order)
      if (!isChosen[node]) {
        choose(node, getBest(node).first);
        spread(node);
      }
    sweep();
    move();
    sweep();
  }

private:
  /// Fixed ones first, then by elements accessed.
  double getImportance(unsigned index) {
    const LayoutNode &node = graph.nodes[index];
    if (node.isFixed)
      return 1e15;
    double bytes = 0, elements = 1;
    for (int64_t extent : node.shape)
      elements *= static_cast<double>(extent);
    for (const LayoutNode::Access &access : node.accesses)
      bytes += access.weight * static_cast<double>(access.facts.elementBytes) * (access.facts.isShared ? 0.25 : 1);
    for (const LayoutNode::Combination &combination : node.combinations)
      bytes += combination.weight;
    return elements * (bytes + node.work / 64);
  }

  void choose(unsigned node, unsigned layout) {
    graph.nodes[node].chosen = layout;
    isChosen[node] = true;
  }

  /// What `node` and its edges to those that have chosen cost.
  double getLocalCost(unsigned index, unsigned layout) {
    double cost = graph.getNodeCost(index, layout);
    for (unsigned number : graph.nodes[index].edges) {
      const LayoutEdge &edge = graph.edges[number];
      if (edge.from == edge.to) {
        cost += graph.getEdgeCost(edge, layout, layout);
        continue;
      }
      unsigned other = edge.from == index ? edge.to : edge.from;
      if (isChosen[other])
        cost += edge.from == index ? graph.getEdgeCost(edge, layout, graph.nodes[other].chosen)
                                   : graph.getEdgeCost(edge, graph.nodes[other].chosen, layout);
    }
    return cost;
  }

  std::pair<unsigned, double> getBest(unsigned index) {
    unsigned best = graph.nodes[index].candidates.front();
    double least = std::numeric_limits<double>::infinity();
    for (unsigned candidate : graph.nodes[index].candidates)
      if (double cost = getLocalCost(index, candidate); cost < least) {
        least = cost;
        best = candidate;
      }
    return {best, least};
  }

  /// The candidate of the node across `edge` that makes the edge free; none where it has none.
  std::optional<unsigned> getAgreeing(const LayoutEdge &edge, unsigned index) {
    unsigned chosen = graph.nodes[index].chosen;
    unsigned other = edge.from == index ? edge.to : edge.from;
    for (unsigned candidate : graph.nodes[other].candidates)
      if (edge.from == index ? graph.produce(edge, chosen) == graph.want(edge, candidate)
                             : graph.produce(edge, candidate) == graph.want(edge, chosen))
        return candidate;
    return std::nullopt;
  }

  /// Hands the choice on to those around that have not chosen.
  void spread(unsigned first) {
    SmallVector<unsigned> queue{first};
    while (!queue.empty()) {
      unsigned node = queue.pop_back_val();
      for (unsigned number : graph.nodes[node].edges) {
        const LayoutEdge &edge = graph.edges[number];
        unsigned other = edge.from == node ? edge.to : edge.from;
        if (isChosen[other])
          continue;
        if (std::optional<unsigned> candidate = getAgreeing(edge, node)) {
          choose(other, *candidate);
          queue.push_back(other);
        }
      }
    }
  }

  void sweep() {
    for (unsigned round = 0; round < maxSweeps; ++round) {
      bool hasChanged = false;
      for (unsigned node : order) {
        auto [best, cost] = getBest(node);
        if (best != graph.nodes[node].chosen && cost < getLocalCost(node, graph.nodes[node].chosen) * (1 - 1e-6)) {
          choose(node, best);
          hasChanged = true;
        }
      }
      if (!hasChanged)
        return;
    }
  }

  double getTotalCost() {
    double cost = 0;
    for (unsigned node : order)
      cost += graph.getNodeCost(node, graph.nodes[node].chosen);
    for (const LayoutEdge &edge : graph.edges)
      cost += graph.getEdgeCost(edge, graph.nodes[edge.from].chosen, graph.nodes[edge.to].chosen);
    return cost;
  }

  /// Nodes take all that can follow to another candidate, where that is cheaper as a whole.
  void move() {
    unsigned moves = 0;
    double cost = getTotalCost();
    for (unsigned node : order) {
      if (graph.nodes[node].isFixed)
        continue;
      for (unsigned candidate : graph.nodes[node].candidates) {
        if (candidate == graph.nodes[node].chosen)
          continue;
        if (++moves > maxMoves)
          return;
        std::vector<std::pair<unsigned, unsigned>> before;
        for (unsigned other : order) {
          before.push_back({other, graph.nodes[other].chosen});
          isChosen[other] = graph.nodes[other].isFixed;
        }
        choose(node, candidate);
        spread(node);
        for (unsigned other : order)
          isChosen[other] = true;
        if (double moved = getTotalCost(); moved < cost * (1 - 1e-6)) {
          cost = moved;
          continue;
        }
        for (auto [other, layout] : before)
          graph.nodes[other].chosen = layout;
      }
    }
  }

  LayoutGraph &graph;
  std::vector<bool> isChosen;
  SmallVector<unsigned> order;
};

//===-- the decision, written down ----------------------------------------------------------------------------===//

class LayoutWriter {
public:
  LayoutWriter(tile::KernelOp kernel, LayoutGraph &graph) : kernel(kernel), graph(graph) {}

  void run() {
    visitBlock(kernel.getBody().front());
    kernel.walk([&](Operation *op) {
      if (llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); }))
        op->setAttr(layoutsName, describe(op->getResults()));
      if (std::optional<unsigned> node =
              isa<tile::StoreOp, tile::ScatterOp>(op) && isa<RankedTensorType>(op->getOperand(0).getType())
                  ? graph.find(op)
                  : std::nullopt)
        op->setAttr(layoutsName, ArrayAttr::get(kernel.getContext(),
                                                tilegpu::LinearAttr::get(kernel.getContext(),
                                                                         graph.getLayout(graph.nodes[*node].chosen))));
      if (auto loop = dyn_cast<scf::WhileOp>(op); loop && llvm::any_of(loop.getBeforeArguments(), [](Value value) {
                                                    return isa<RankedTensorType>(value.getType());
                                                  }))
        op->setAttr(beforeLayoutsName, describe(loop.getBeforeArguments()));
    });
  }

private:
  /// Of what nobody has asked for in any layout: rows dealt out.
  LinearLayout getDefault(Type type) {
    SmallVector<int64_t> shape(tile::getShape(type));
    return layout::makeBlocked(shape, layout::chooseBlocked(shape, 1, tilegpu::lanesPerWarp, graph.warps));
  }

  LinearLayout decide(Value value) {
    if (std::optional<unsigned> node = graph.find(value))
      return graph.getLayout(graph.nodes[*node].chosen);
    auto found = wanted.find(value);
    if (found == wanted.end())
      found = wanted.try_emplace(value, getDefault(value.getType())).first;
    return found->second;
  }

  /// What is cheap is computed anew for each layout that it is wanted in; for what has a node the next pass converts.
  void demand(OpOperand &use, const LinearLayout &layout) {
    Value value = use.get();
    if (!isa<RankedTensorType>(value.getType()) || graph.find(value))
      return;
    auto [found, isNew] = wanted.try_emplace(value, layout);
    if (isNew || found->second == layout)
      return;
    Operation *op = value.getDefiningOp();
    if (!op)
      return;
    // The copy stands before the original, where this backward walk will meet it.
    auto [copy, isFirst] = copies.try_emplace({op, graph.intern(layout)}, nullptr);
    if (isFirst)
      copy->second = OpBuilder(op).clone(*op);
    use.set(copy->second->getResult(0));
    wanted.try_emplace(copy->second->getResult(0), layout);
  }

  void visitBlock(Block &block) {
    for (Operation *op = &block.back(); op; op = op->getPrevNode())
      visit(op);
  }

  /// The layout of the value that an operand becomes, of loops, branches and what ends their regions.
  std::optional<LinearLayout> getCarried(OpOperand &use) {
    Operation *op = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return index < loop.getNumControlOperands()
                 ? std::nullopt
                 : std::optional(decide(loop.getResult(index - loop.getNumControlOperands())));
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return decide(loop.getBeforeArguments()[index]);
    if (isa<scf::ConditionOp>(op))
      return decide(op->getParentOp()->getResult(index - 1));
    if (!isa<scf::YieldOp>(op))
      return std::nullopt;
    if (auto loop = dyn_cast<scf::WhileOp>(op->getParentOp()))
      return decide(loop.getBeforeArguments()[index]);
    return decide(op->getParentOp()->getResult(index));
  }

  void visit(Operation *op) {
    if (!isa<tile::ReduceOp, tile::ReduceByOp, tile::ScanOp>(op))
      for (Region &region : op->getRegions())
        if (!region.empty())
          visitBlock(region.front());
    for (OpOperand &use : op->getOpOperands()) {
      if (!isa<RankedTensorType>(use.get().getType()))
        continue;
      if (std::optional<LinearLayout> carried = getCarried(use))
        demand(use, *carried);
      else if (std::optional<unsigned> node = graph.find(op)) // an access or a combination
        demand(use, graph.getLayout(graph.nodes[*node].chosen));
      else if (op->getNumResults() && isa<RankedTensorType>(op->getResult(0).getType()))
        demand(use, getOperandLayout(op, use.get(), decide(op->getResult(0))));
    }
  }

  ArrayAttr describe(ValueRange values) {
    SmallVector<Attribute> layouts;
    for (Value value : values)
      layouts.push_back(isa<RankedTensorType>(value.getType())
                            ? Attribute(tilegpu::LinearAttr::get(kernel.getContext(), decide(value)))
                            : Attribute(UnitAttr::get(kernel.getContext())));
    return ArrayAttr::get(kernel.getContext(), layouts);
  }

  tile::KernelOp kernel;
  LayoutGraph &graph;
  llvm::DenseMap<Value, LinearLayout> wanted;
  llvm::DenseMap<std::pair<Operation *, unsigned>, Operation *> copies;
};

struct ChooseLayoutsPass : schedule::impl::ChooseLayoutsPassBase<ChooseLayoutsPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation())) {
      LayoutGraph graph(kernel);
      findCandidates(graph);
      LayoutSearch(graph).run();
      LayoutWriter(kernel, graph).run();
    }
  }
};
} // namespace
