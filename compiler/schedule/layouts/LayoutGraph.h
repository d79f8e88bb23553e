// SPDX-License-Identifier: Apache-2.0
// A kernel as `schedule-choose-layouts` sees it. A *node* is a set of values that are held alike, or one access: elementwise operations and loops make one node
// of what they connect; each load, store and matrix product is a node of its own, so that a conversion may stand between it and what computes with it.
// An *edge* is a use of one node's value in another: free where the layouts agree through the operation between them (a broadcast, a reduction, ..), else a conversion.
//
// Values that are cheap to compute anew (iotas, constants, arithmetic on them) are in no node: whoever uses one gets it in its own layout.
#pragma once

#include "compiler/schedule/LayoutRules.h"
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <unordered_map>

namespace tessera::schedule {

struct LayoutNode {
  llvm::SmallVector<int64_t> shape;
  double weight = 1;  // how often it is computed: 8 for each loop around it
  double work = 0;    // elementwise operations on it, weighted
  bool isFixed = false;
  struct Access {
    AccessFacts facts;
    double weight;
  };
  llvm::SmallVector<Access, 1> accesses;
  struct Combination {
    llvm::SmallVector<int64_t> axes;
    bool isOrdered, isScan;
    double weight;
  };
  llvm::SmallVector<Combination, 0> combinations;
  llvm::SmallVector<unsigned> candidates; // interned layouts
  unsigned chosen = 0;
  llvm::SmallVector<unsigned> edges;
};

struct LayoutEdge {
  unsigned from = 0, to = 0;
  mlir::Operation *reduction = nullptr; // the value is this operation's result for an operand held as `from`
  mlir::Operation *user = nullptr;      // the value is wanted as `user` wants `operand` where its result is held as `to`; null: as `to`
  mlir::Value operand;
  int64_t bits = 32;
  double weight = 1;
};

class LayoutGraph {
public:
  explicit LayoutGraph(tile::KernelOp kernel);

  bool isCheap(mlir::Value value);
  /// The node of a value, or of an operation without results; none for what is cheap or a scalar.
  std::optional<unsigned> find(mlir::Value value);
  std::optional<unsigned> find(mlir::Operation *op);

  /// The node that `node` has become part of.
  unsigned getRoot(unsigned node);

  unsigned intern(const layout::LinearLayout &layout);
  const layout::LinearLayout &getLayout(unsigned id) const { return layouts[id]; }
  /// What the edge's value is held as, and wanted as; remembered.
  unsigned produce(const LayoutEdge &edge, unsigned from);
  unsigned want(const LayoutEdge &edge, unsigned to);
  double getEdgeCost(const LayoutEdge &edge, unsigned from, unsigned to);
  /// Of the node alone.
  double getNodeCost(unsigned node, unsigned layout);

  std::vector<LayoutNode> nodes; // only roots are in use after `build`
  std::vector<LayoutEdge> edges;
  int64_t warps;

private:
  void visit(mlir::Operation *op);
  void visitControl(mlir::Operation *op);
  void visitCombination(mlir::Operation *op);
  void visitAccess(mlir::Operation *op, mlir::Value ref, mlir::Type array);
  unsigned makeNode(mlir::Value value);
  unsigned makeNode(llvm::ArrayRef<int64_t> shape, mlir::Operation *op);
  /// `value` is held as `node`: one with it, or by an edge where it has a layout of its own.
  void join(unsigned node, mlir::Value value, mlir::Operation *user);
  void addEdge(mlir::Value value, unsigned to, mlir::Operation *at, mlir::Operation *user = nullptr);
  double getWeight(mlir::Operation *op);
  void finish();

  tile::KernelOp kernel;
  std::vector<unsigned> parents;
  llvm::DenseMap<mlir::Value, unsigned> ofValue;
  llvm::DenseMap<mlir::Operation *, unsigned> ofOperation;
  llvm::DenseMap<mlir::Value, int> cheapness;
  llvm::DenseMap<mlir::Block *, double> weights;
  std::vector<layout::LinearLayout> layouts;
  std::unordered_multimap<size_t, unsigned> ids;
  std::map<std::tuple<unsigned, unsigned, int64_t>, double> conversions;
  std::map<std::pair<unsigned, unsigned>, double> nodeCosts;
  std::map<std::pair<mlir::Operation *, std::pair<void *, unsigned>>, unsigned> transported;
};

} // namespace tessera::schedule
