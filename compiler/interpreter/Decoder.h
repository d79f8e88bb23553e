// SPDX-License-Identifier: Apache-2.0
// Turns a body of `tile`, `arith`, `math` and `scf` into a flat list of steps. An operation's decoder works out shapes, dtypes and
// loops once and leaves a closure that only touches memory. Where a value is read for the last time is known here too, so that
// steps can write over operands that nobody needs any more.
#pragma once

#include "compiler/interpreter/Machine.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "shared/numerics/Elementwise.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::interpreter {

/// Computes `count` elements of an operation's result from those of its operands; `begin` is the number of the first.
using PieceFunction = std::function<void(const uint8_t *const *in, uint8_t *out, int64_t begin, int64_t count)>;

class Decoder {
public:
  /// `isRepeated`: the code runs many times, so constants are made once.
  Decoder(Code &code, Run &run, bool isRepeated) : code(code), run(run), isRepeated(isRepeated) {}

  /// Decodes `function`'s one block; its arguments and results are the code's.
  mlir::LogicalResult decodeFunction(mlir::func::FuncOp function);
  mlir::LogicalResult decodeKernel(tile::KernelOp kernel);
  /// Decodes `part`, operations of one block in their order, which need nothing but each other and what `preset` gave. The values
  /// `preserved` are there at the end.
  mlir::LogicalResult decodePart(llvm::ArrayRef<mlir::Operation *> part, const llvm::DenseSet<mlir::Value> &preserved);
  /// Every frame begins with `value`: `buffer`, or `scalar` where that is null.
  void preset(mlir::Value value, uint64_t scalar, numerics::BufferRef buffer);

  // For the decoders of operations, which are grouped by file. Each answers whether it knows the operation.
  bool decodeControl(mlir::Operation *op);
  bool decodeElementwise(mlir::Operation *op);
  bool decodeArrays(mlir::Operation *op);
  bool decodeIndexed(mlir::Operation *op);
  bool decodeCombine(mlir::Operation *op);
  bool decodeMemory(mlir::Operation *op);
  bool decodeHost(mlir::Operation *op);
  bool decodeWarpgroups(mlir::Operation *op);

  /// Where `value` is; as an operand of `reader` also whether it dies there.
  Operand get(mlir::Value value, mlir::Operation *reader = nullptr);
  /// The number of a `!tile.text` in the frame.
  uint32_t getText(mlir::Value value);
  SlotIndex newSlot() { return code.slotCount++; }
  void emit(mlir::Operation *op, std::function<void(Frame &)> run);
  /// Of an operation whose result has one shape with its operands, or of a broadcast; null where it has no such
  /// function.
  static PieceFunction getPiece(mlir::Operation *op);
  void refuse(mlir::Operation *op, std::string why);

private:
  mlir::LogicalResult decodeBlock(mlir::Block &block);
  void decodeOp(mlir::Operation *op);
  void findDeaths(mlir::Block &block);
  /// `isReader`: whether an operation of the block is going to be run.
  void noteDeath(mlir::Value value, mlir::Block &block, llvm::function_ref<bool(mlir::Operation *)> isReader);
  /// Moves or shares values into slots, all at once.
  std::function<void(Frame &)> assign(llvm::ArrayRef<Operand> from, llvm::ArrayRef<Operand> to);
  llvm::SmallVector<Operand> getAll(mlir::ValueRange values, mlir::Operation *reader = nullptr);
  void addDeaths(mlir::Operation *op, llvm::ArrayRef<Operand> kept = {});
  static PieceFunction getElementwisePiece(mlir::Operation *op);
  void planPieces(llvm::ArrayRef<mlir::Operation *> ops, llvm::function_ref<bool(mlir::Operation *)> isReader,
                  const llvm::DenseSet<mlir::Value> &kept);
  bool decodePieces(mlir::Operation *op);
  bool presetConstant(mlir::Operation *op, mlir::Value result);

  void decodeFor(mlir::scf::ForOp loop);
  void decodeIf(mlir::scf::IfOp branch);
  void decodeWhile(mlir::scf::WhileOp loop);
  void decodeCall(mlir::func::CallOp call);
  void decodeConstant(mlir::arith::ConstantOp constant);
  void decodeSelect(mlir::arith::SelectOp select);
  void decodeCast(mlir::Operation *op, bool fromUnsigned, bool toUnsigned);
  void decodeExtended(mlir::Operation *op);
  void decodeClamp(mlir::math::ClampFOp clamp);
  void decodeInlineAsm(tile::InlineAsmOp op);
  void decodeIota(tile::IotaOp iota);
  void decodeCopy(mlir::Operation *op, llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<int64_t> strides);
  void decodeConcatenate(tile::ConcatenateOp op);
  void decodeSlice(tile::SliceValueOp op);
  void decodeUpdateSlice(tile::UpdateSliceOp op);
  void decodeReduce(tile::ReduceOp op);
  void decodeDot(tile::DotOp op);
  void decodeTake(tile::TakeOp op);
  void decodePut(tile::PutOp op);
  void decodeSort(tile::SortOp op);
  void decodeArgReduce(tile::ArgReduceOp op);
  void decodeCombination(mlir::Operation *op, int64_t axis, bool reverse, bool isScan);
  void decodeLoad(tile::LoadOp op);
  void decodeStore(tile::StoreOp op);
  void decodeGather(tile::GatherOp op);
  void decodeScatter(tile::ScatterOp op);
  void decodeAtomic(mlir::Operation *op);
  void decodeSelectRef(tile::SelectRefOp op);
  /// Notes that the kernel writes to the argument, or to every argument that a chosen Ref may be.
  void markStored(mlir::Value ref);
  void decodeRandom(tile::RandomOp op);
  void decodeRandomKeys(mlir::Operation *op);
  void decodeFormat(tile::FormatOp op);
  void decodeCheckClose(tile::CheckCloseOp op);
  void decodeAssert(tile::AssertOp op);
  void decodeGuard(tile::GuardOp op);
  void decodeLaunch(tile::LaunchOp op);
  // Of kernels of warpgroups, in warpgroups/Decode*.cpp.
  bool decodeAsync(mlir::Operation *op);
  void decodeAllocShared(tilegpu::AllocSharedOp op);
  void decodeAllocBarrier(tilegpu::AllocBarrierOp op);
  void decodeAllocAccumulator(tilegpu::AllocAccumulatorOp op);
  void decodeFree(tilegpu::FreeOp op);
  void decodeSubview(tilegpu::SubviewOp op);
  void decodeTransposeRef(tilegpu::TransposeRefOp op);
  void decodeReinterpret(tilegpu::ReinterpretOp op);
  void decodeClusterRef(tilegpu::ClusterRefOp op);
  void decodeWarpMap(tilegpu::WarpMapOp op);
  void decodeBarrierUse(mlir::Operation *op);
  void decodeSync(tilegpu::SyncOp op);
  void decodeCopyIn(tilegpu::CopyInOp op);
  void decodeCopyOut(tilegpu::CopyOutOp op);
  void decodeStoreCluster(tilegpu::StoreClusterOp op);
  void decodeWgmma(tilegpu::WgmmaOp op);
  void decodeAccumulatorUse(mlir::Operation *op);
  void decodeMma(tilegpu::MmaOp op);
  void decodeSemaphore(mlir::Operation *op);
  /// The slot of a barrier or an accumulator.
  SlotIndex getHandle(mlir::Value value);
  uint32_t getRef(mlir::Value value) { return refs.lookup(value); }

  Code &code;
  Run &run;
  bool isRepeated;
  bool failed = false;
  bool isOfWarpgroups = false;
  unsigned depth = 0; // of regions and calls
  /// Not 0 in a combining region that works on many entries at once: its scalars are arrays of this many, in slots of their own.
  int64_t lanes = 0;
  llvm::DenseMap<mlir::Value, SlotIndex> laneSlots;
  llvm::DenseMap<mlir::Value, SlotIndex> slots, handles;
  llvm::DenseMap<mlir::Value, uint32_t> refs, textSlots;
  llvm::DenseSet<mlir::Value> presets;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> deaths;
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastReaders;
  // Of long arrays: operations that are one step, and values that are never whole in memory.
  std::vector<llvm::SmallVector<mlir::Operation *>> pieceGroups;
  llvm::DenseMap<mlir::Operation *, size_t> pieceGroupOf;
  llvm::DenseSet<mlir::Value> pieceInternals;
  llvm::SmallVector<llvm::SmallVector<Operand>> returnTargets; // of the calls that are being decoded
  llvm::SmallVector<mlir::Operation *> callees;
};

/// The loop of `arith.addf` and its kin.
std::optional<numerics::BinaryOp> getBinaryOp(llvm::StringRef name);

/// A buffer of the constant's elements, in an array's layout; null when there is no memory.
numerics::Buffer *makeConstant(Pool &pool, mlir::Attribute value, const Operand &shape, uint64_t &scalar);

} // namespace tessera::interpreter
