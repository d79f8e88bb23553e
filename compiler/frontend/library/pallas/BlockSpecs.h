// SPDX-License-Identifier: Apache-2.0
// BlockSpecs: reading the user's, and turning one, with an operand and a grid, into what the kernel's argument carries.
#pragma once

#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// Handlers of `pl.BlockSpec`, `pl.GridSpec`, and of the kinds of block dimension.
Value blockSpecHandler(Call &call);
Value gridSpecHandler(Call &call);
Value prefetchGridSpecHandler(Call &call);
Value elementHandler(Call &call);
Value blockedHandler(Call &call);
Value boundedSliceHandler(Call &call);
Value unblockedHandler(Call &call);
Value squeezedConstant(Call &call);
Value memorySpaceConstant(Call &call);
Value memoryRefHandler(Call &call);

/// `pltpu.SMEM`, `pl.ANY`: a place, and called with a shape and a dtype a scratch buffer there.
class MemorySpaceObject : public ExtensionObject {
public:
  MemorySpaceObject(std::string name, bool isMosaic) : ExtensionObject(&tag), name(std::move(name)), isMosaic(isMosaic) {}
  const std::string name;
  const bool isMosaic; // of Mosaic GPU: its buffers may have transforms
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &) override { return "MemorySpace." + name; }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// One array of a kernel, with the BlockSpec that it got.
struct KernelOperand {
  std::string name;   // the kernel's parameter, with the path of a leaf inside it: `x_ref`, `refs[0]`
  std::string origin; // as JAX calls it: `args[0]`, `args[0]['one']`, `outputs[1]`
  Shape shape;
  DType dtype = DType::float32;
  RecordObject *spec = nullptr; // null: every program sees the whole array
  SourceRange shapeRange;       // where the array gets its shape, for notes
  bool isSemaphore = false;     // a scratch counter, 0 where the kernel begins
};

/// What a spec says about one operand.
struct ResolvedBlock {
  bool whole = true; // no block: the Ref is the array's
  Shape shape;       // one entry an axis of the array
  llvm::SmallVector<int64_t> squeezed, elementAxes;
  llvm::SmallVector<int64_t> boundedAxes; // of `pl.BoundedSlice`: element axes whose index is a `pl.ds`
  llvm::SmallVector<int64_t> padding; // of Element: elements before and after each axis, two entries an axis; empty: none
  Value indexMap = nullptr; // null: all zeros
  tile::MemorySpace space = tile::MemorySpace::any;
  SourceRange range; // of the BlockSpec

  Shape refShape(llvm::ArrayRef<int64_t> array) const;
};
/// Checks the spec against the operand; reports `ragged-block` remarks. Empty with an exception pending.
std::optional<ResolvedBlock> resolveBlock(Evaluator &evaluator, const KernelOperand &operand);

/// What every index map of a kernel is given: one index a grid axis, then the Refs of the prefetched scalars.
struct IndexMapArguments {
  size_t gridRank = 0;
  Value scalarTree = nullptr; // a tuple: one entry a prefetched argument of `pallas_call`
  llvm::SmallVector<mlir::Type> scalarTypes; // of its leaves
  std::vector<KernelOperand> scalars;
};
/// Records the index map as a function named after `symbol`: it takes an i32 a grid axis and then the kernel's first arguments, as
/// many as there are prefetched scalars. Null with an exception pending.
mlir::FlatSymbolRefAttr recordIndexMap(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block,
                                       const IndexMapArguments &arguments, llvm::StringRef symbol);

/// `my_kernel at file.py:12`, `<lambda> at file.py:3`; the callable's class where it has no place.
std::string describeFunction(Evaluator &evaluator, Value function);
/// `int32[8,128]`
std::string describeAbstract(DType type, llvm::ArrayRef<int64_t> shape);

/// `any` for None and for the memory spaces that say nothing here; empty with an exception pending for one that is not ours.
std::optional<tile::MemorySpace> toMemorySpace(Evaluator &evaluator, Value value);

} // namespace tessera::frontend
