// SPDX-License-Identifier: Apache-2.0
// BlockSpecs: reading the user's, and turning one, with an operand and a grid, into what the kernel's argument carries.
#pragma once

#include "compiler/frontend/library/arrays/Operand.h"

namespace tessera::frontend {

/// Handlers of `pl.BlockSpec`, `pl.GridSpec`, and of the kinds of block dimension.
Value blockSpecHandler(Call &call);
Value gridSpecHandler(Call &call);
Value elementHandler(Call &call);
Value blockedHandler(Call &call);
Value squeezedConstant(Call &call);
Value memorySpaceConstant(Call &call);

/// `pltpu.SMEM`, `pl.ANY`: a place, and called with a shape and a dtype a scratch buffer there.
class MemorySpaceObject : public ExtensionObject {
public:
  explicit MemorySpaceObject(std::string name) : ExtensionObject(&tag), name(std::move(name)) {}
  const std::string name;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &) override { return "MemorySpace." + name; }
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// One array of a kernel, with the BlockSpec that it got.
struct KernelOperand {
  std::string name; // the kernel's parameter
  Shape shape;
  DType dtype = DType::float32;
  RecordObject *spec = nullptr; // null: every program sees the whole array
  SourceRange shapeRange;       // where the array gets its shape, for notes
  std::string role;             // `input 0`, for messages before parameter names are known
};

/// What a spec says about one operand.
struct ResolvedBlock {
  bool whole = true; // no block: the Ref is the array's
  Shape shape;       // one entry an axis of the array
  llvm::SmallVector<int64_t> squeezed, elementAxes;
  Value indexMap = nullptr; // null: all zeros
  tile::MemorySpace space = tile::MemorySpace::any;
  SourceRange range; // of the BlockSpec

  Shape refShape(llvm::ArrayRef<int64_t> array) const;
};
/// Checks the spec against the operand; reports `ragged-block` remarks. Empty with an exception pending.
std::optional<ResolvedBlock> resolveBlock(Evaluator &evaluator, const KernelOperand &operand);

/// Records the index map as a function named after `symbol`. Null with an exception pending.
mlir::FlatSymbolRefAttr recordIndexMap(Evaluator &evaluator, const KernelOperand &operand, const ResolvedBlock &block,
                                       llvm::ArrayRef<int64_t> grid, llvm::StringRef symbol);

/// `any` for None and for the memory spaces that say nothing here; empty with an exception pending for one that is not ours.
std::optional<tile::MemorySpace> toMemorySpace(Evaluator &evaluator, Value value);

} // namespace tessera::frontend
