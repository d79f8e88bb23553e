// SPDX-License-Identifier: Apache-2.0
// Candidates: what accesses and reductions want, and what neighbours' candidates become on the way.
#include "compiler/schedule/layouts/LayoutCandidates.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using tessera::layout::LinearLayout;

namespace {
/// A blocked layout, said by who gets which axis in which order.
class Dealer {
public:
  Dealer(ArrayRef<int64_t> shape) : shape(shape), room(shape) {
    blocked.elementsPerThread.assign(shape.size(), 1);
    blocked.lanes.assign(shape.size(), 1);
    blocked.warps.assign(shape.size(), 1);
  }
  /// Up to `count` along `axis`; how many of `count` are left.
  static int64_t deal(SmallVector<int64_t> &owner, SmallVector<int64_t> &room, int64_t axis, int64_t count) {
    int64_t taken = std::min(count, room[axis]);
    owner[axis] *= taken;
    room[axis] /= taken;
    return count / taken;
  }
  void dealElements(int64_t axis, int64_t count) { deal(blocked.elementsPerThread, room, axis, count); }
  void dealLanes(ArrayRef<int64_t> order) { lanes = dealAll(blocked.lanes, order, lanes); }
  void dealWarps(ArrayRef<int64_t> order, int64_t warps) { blocked.warps[order.back()] *= dealAll(blocked.warps, order, warps); }

  LinearLayout finish(ArrayRef<int64_t> order) {
    blocked.order.assign(order.begin(), order.end());
    blocked.lanes[order.back()] *= lanes; // copies
    return layout::makeBlocked(shape, blocked);
  }

private:
  int64_t dealAll(SmallVector<int64_t> &owner, ArrayRef<int64_t> order, int64_t count) {
    for (int64_t axis : order)
      count = deal(owner, room, axis, count);
    return count;
  }

  ArrayRef<int64_t> shape;
  SmallVector<int64_t> room;
  layout::Blocked blocked;
  int64_t lanes = tilegpu::lanesPerWarp;
};

class CandidateFinder {
public:
  explicit CandidateFinder(LayoutGraph &graph) : graph(graph) {}

  void run() {
    for (unsigned index = 0; index < graph.nodes.size(); ++index)
      if (isUsed[index] = index == graph.getRoot(index); isUsed[index])
        addOwn(index);
    // Twice there and back: a candidate gets from an access through a reduction to whoever uses its result.
    for (unsigned round = 0; round < 2; ++round) {
      for (const LayoutEdge &edge : graph.edges)
        transport(edge);
      for (const LayoutEdge &edge : llvm::reverse(graph.edges))
        transport(edge);
    }
    for (unsigned index = 0; index < graph.nodes.size(); ++index)
      if (isUsed[index] && graph.nodes[index].candidates.empty())
        add(index, makeDealt(graph.nodes[index].shape, static_cast<int64_t>(graph.nodes[index].shape.size()) - 1, 1, false));
  }

private:
  void add(unsigned index, const LinearLayout &layout) { addId(index, graph.intern(layout)); }
  void addId(unsigned index, unsigned id) {
    LayoutNode &node = graph.nodes[index];
    if (!node.isFixed && node.candidates.size() < maxCandidates && !llvm::is_contained(node.candidates, id))
      node.candidates.push_back(id);
  }

  /// The axes, `first` first, then from the last to the first.
  static SmallVector<int64_t> makeOrder(size_t rank, int64_t first) {
    SmallVector<int64_t> order{first};
    for (int64_t axis = static_cast<int64_t>(rank); axis-- > 0;)
      if (axis != first)
        order.push_back(axis);
    return order;
  }

  /// `vector` neighbours a thread along `axis`, lanes along it first; then warps, or those along the other axes first.
  LinearLayout makeDealt(ArrayRef<int64_t> shape, int64_t axis, int64_t vector, bool warpsElsewhere) {
    int64_t elements = 1;
    for (int64_t extent : shape)
      elements *= extent;
    // Every thread has something before any has more.
    int64_t fair = std::max<int64_t>(1, elements / (tilegpu::lanesPerWarp * graph.warps));
    SmallVector<int64_t> order = makeOrder(shape.size(), axis);
    Dealer dealer(shape);
    dealer.dealElements(axis, std::min(vector, fair));
    dealer.dealLanes(order);
    SmallVector<int64_t> warpOrder = order;
    if (warpsElsewhere)
      std::rotate(warpOrder.begin(), warpOrder.begin() + 1, warpOrder.end());
    dealer.dealWarps(warpOrder, graph.warps);
    return dealer.finish(order);
  }

  /// All of `axis` in one thread, the others over lanes and warps: where there are enough of them.
  void addWithinThread(unsigned index, int64_t axis) {
    ArrayRef<int64_t> shape = graph.nodes[index].shape;
    if (shape.size() < 2 || shape[axis] > 64)
      return;
    SmallVector<int64_t> order = makeOrder(shape.size(), axis);
    SmallVector<int64_t> others(ArrayRef<int64_t>(order).drop_front());
    Dealer dealer(shape);
    dealer.dealElements(axis, shape[axis]);
    dealer.dealLanes(others);
    dealer.dealWarps(others, graph.warps);
    add(index, dealer.finish(order));
  }

  void addOwn(unsigned index) {
    LayoutNode node = graph.nodes[index];
    if (node.isFixed || node.shape.empty())
      return;
    for (const LayoutNode::Access &access : node.accesses) {
      int64_t axis = access.facts.axis >= 0 ? access.facts.axis : static_cast<int64_t>(node.shape.size()) - 1;
      for (bool elsewhere : {false, true})
        add(index, makeDealt(node.shape, axis, access.facts.vector, elsewhere));
    }
    for (const LayoutNode::Combination &combination : node.combinations) {
      int64_t axis = combination.axes.front();
      if (combination.isScan || combination.isOrdered) {
        // Neighbours in a thread, all of the axis in a warp if it can be.
        int64_t share = std::clamp<int64_t>(node.shape[axis] / tilegpu::lanesPerWarp, 1, 64);
        for (int64_t vector : {share, std::min<int64_t>(share, 4)})
          for (bool elsewhere : {true, false})
            add(index, makeDealt(node.shape, axis, vector, elsewhere));
      }
      if (node.accesses.empty() && !combination.isScan)
        add(index, makeDealt(node.shape, static_cast<int64_t>(node.shape.size()) - 1, 1, false));
      addWithinThread(index, axis);
    }
  }

  /// Candidates that make the edge free, from either side.
  void transport(const LayoutEdge &edge) {
    SmallVector<unsigned> from = graph.nodes[edge.from].candidates, to = graph.nodes[edge.to].candidates;
    for (unsigned candidate : from)
      if (std::optional<unsigned> forward = getForward(edge, graph.produce(edge, candidate)))
        addId(edge.to, *forward);
    if (!edge.reduction)
      for (unsigned candidate : to)
        addId(edge.from, graph.want(edge, candidate));
  }

  /// The layout of `edge.to` for which it wants its operand as `held`.
  std::optional<unsigned> getForward(const LayoutEdge &edge, unsigned held) {
    if (!edge.user)
      return held;
    LinearLayout operand = graph.getLayout(held);
    if (auto transpose = dyn_cast<tile::TransposeOp>(edge.user))
      return graph.intern(operand.transposed(transpose.getPermutation()));
    if (auto reshape = dyn_cast<tile::ReshapeOp>(edge.user)) {
      auto layout = operand.reshaped(tile::getShape(reshape.getType()));
      return layout ? std::optional(graph.intern(*layout)) : std::nullopt;
    }
    return std::nullopt;
  }

  LayoutGraph &graph;
  std::vector<bool> isUsed = std::vector<bool>(graph.nodes.size());
};
} // namespace

void tessera::schedule::findCandidates(LayoutGraph &graph) { CandidateFinder(graph).run(); }
