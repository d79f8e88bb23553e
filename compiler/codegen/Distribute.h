// SPDX-License-Identifier: Apache-2.0
// One thread's code of a kernel. A tensor becomes as many scalars as its layout has registers; an elementwise operation
// becomes that many scalar operations; what depends on the thread is computed from its number once a layout.
//
// Example, `register = [[1], [32]], lane = [[2], [4], ..]`: element of register r of lane l is `(r & 1) + 2 * l + 32 * (r >> 1)`,
// so `tilegpu.iota` is `2 * l`, `2 * l + 1`, `2 * l + 32`, `2 * l + 33`: the thread's part, and a constant a register.
//
// The result is a module of its own with one `llvm.func`, whose body is arith, math and scf on scalars, with llvm and nvvm
// for what those lack. BackEnd.cpp lowers the rest with MLIR's own conversions.
//
// Rejected: MLIR's dialect conversion with 1:N types. The walk below is a fifth of that code and says what it does.
#pragma once

#include "compiler/codegen/Codegen.h"
#include "compiler/layout/LinearLayout.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>
#include <memory>

namespace tessera::codegen {

using Registers = llvm::SmallVector<mlir::Value>;
class TeamCode;

class Distributor {
public:
  explicit Distributor(tilegpu::KernelOp kernel);
  ~Distributor();
  /// The module; failure only for an operation without code, reported at it (a bug: `verify-tilegpu` lets none through).
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> run();
  /// What an element is in memory: 8 bits for i1 and, since LLVM has no such type, for 8-bit floats (which are bytes in registers too).
  static mlir::Type getStoredType(mlir::Type element);

private:
  friend class TeamCode;
  friend class ProductCode;
  //===-- Distribute.cpp: the function, the grid, control flow ------------------------------------------------===//
  mlir::LLVM::LLVMFuncOp createFunction();
  mlir::LogicalResult visitBlock(mlir::Block &block);
  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult visitFor(mlir::scf::ForOp op);
  mlir::LogicalResult visitIf(mlir::scf::IfOp op);
  mlir::LogicalResult visitWhile(mlir::scf::WhileOp op);
  void visitYield(mlir::Operation *op);
  mlir::Value getProgramId(int64_t axis);
  mlir::Value getNumPrograms(int64_t axis);
  /// Parameters after the arguments: which stands where.
  unsigned getFirstExtentParameter() { return kernel.getNumArguments(); }
  unsigned getWorkspaceParameter() { return getFirstExtentParameter() + (kernel.getLinearGrid() ? kernel.getAxisOrder().size() : 0); }
  unsigned getReportsParameter() { return getWorkspaceParameter() + (kernel.getWorkspaceBytes() > 0 ? 1 : 0); }
  unsigned getFirstMapParameter() { return getReportsParameter() + (kernel.getReports() ? 1 : 0); }
  mlir::Value getParameter(unsigned index) { return function.getBody().front().getArgument(index); }
  mlir::Value getBlockX();

  //===-- Elementwise.cpp, InlineAssembly.cpp: what is computed element by element -----------------------------===//
  mlir::LogicalResult visitElementwise(mlir::Operation *op);
  Registers computeElement(mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands);
  void visitCast(tilegpu::CastOp op);
  void visitBitcast(tilegpu::BitcastOp op);
  void visitConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult visitInlineAsm(tilegpu::InlineAsmOp op);

  //===-- DistributeValues.cpp: operations on registers -------------------------------------------------------===//
  void visitIota(tilegpu::IotaOp op);
  void visitBroadcast(tilegpu::BroadcastOp op);
  void visitSlice(tilegpu::SliceOp op);

  //===-- DistributeMemory.cpp: accesses ----------------------------------------------------------------------===//
  void visitLoad(tilegpu::LoadOp op);
  void visitStore(tilegpu::StoreOp op);
  void visitGather(tilegpu::GatherOp op);
  void visitScatter(tilegpu::ScatterOp op);
  /// Elements that one instruction moves.
  struct Group {
    int32_t first = 0, count = 1; // registers
    mlir::Value pointer;
    mlir::Value predicate; // null: always
  };
  template <typename OpT> llvm::SmallVector<Group> getBoxGroups(OpT op, mlir::Type array);
  template <typename OpT> llvm::SmallVector<Group> getIndexedGroups(OpT op, mlir::Type array);
  void emitLoads(mlir::Operation *op, llvm::ArrayRef<Group> groups, mlir::Value other, tilegpu::RefType ref,
                 bool isVolatile, tilegpu::Cache cache);
  void emitStores(mlir::Operation *op, llvm::ArrayRef<Group> groups, mlir::Value stored, tilegpu::RefType ref, tilegpu::Cache cache);
  //===-- UnalignedAccesses.cpp: pairs of neighbours that begin anywhere --------------------------------------===//
  void emitUnalignedLoads(mlir::Operation *op, llvm::ArrayRef<Group> groups, bool isVolatile);
  void emitUnalignedStores(mlir::Operation *op, llvm::ArrayRef<Group> groups, mlir::Value stored);
  /// Which of a pair's stores run: both elements as one word, and each alone.
  struct PairPredicates {
    mlir::Value both, first, second;
  };
  PairPredicates getStorePredicates(const Group &group, mlir::Value mask, mlir::Value writer);
  /// Whether a loop carries this value as words of two elements.
  bool isCarriedInPairs(mlir::scf::ForOp loop, unsigned index);
  Registers getCarriedPairs(mlir::Value value);
  Registers joinPairs(llvm::ArrayRef<mlir::Value> elements);
  Registers joinHalves(llvm::ArrayRef<mlir::Value> parts);
  Registers splitPairs(mlir::ValueRange words, mlir::Type element);
  /// `elements` to consecutive places, and back, in one access; `pointer` is a multiple of their bytes.
  void storeElements(mlir::Value pointer, llvm::ArrayRef<mlir::Value> elements);
  llvm::SmallVector<mlir::Value> loadElements(mlir::Value pointer, mlir::Type element, int64_t count);
  bool isWritten(mlir::Value ref);
  mlir::Value addOffset(mlir::Value pointer, mlir::Value elements, mlir::Type element);
  /// Whether this thread is the one of those with copies that writes; null where there are no copies.
  mlir::Value getWriterPredicate(mlir::Type type);

  //===-- Reports.cpp: words to the host ----------------------------------------------------------------------===//
  mlir::LogicalResult visitReport(mlir::Operation *op);
  /// The number of this block in the launch, x the fastest.
  mlir::Value getProgramNumber();
  void appendWords(mlir::Value element, llvm::SmallVectorImpl<mlir::Value> &words);
  void appendElements(mlir::Value array, llvm::SmallVectorImpl<mlir::Value> &words);
  void emitRecord(llvm::ArrayRef<mlir::Value> words);

  //===-- shared by the three ---------------------------------------------------------------------------------===//
  mlir::Location getLoc(mlir::Location loc);
  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::Value constant(int64_t value) { return constant(builder.getI32Type(), value); }
  const Registers &get(mlir::Value value) { return registers.find(value)->second; }
  mlir::Value getScalar(mlir::Value value) { return get(value).front(); }
  void set(mlir::Value value, Registers values) { registers[value] = std::move(values); }
  int64_t countRegisters(mlir::Type type);
  mlir::Value getThread();
  /// The part of the coordinate along `axis` that lane and warp give.
  mlir::Value getThreadCoordinate(const layout::LinearLayout &layout, size_t axis);
  /// `part` xor `coordinate`, as an addition where no bit is in both.
  mlir::Value addCoordinate(const layout::LinearLayout &layout, size_t axis, mlir::Value part, int32_t coordinate);
  mlir::LogicalResult fail(mlir::Operation *op, const llvm::Twine &what);

  tilegpu::KernelOp kernel;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::LLVM::LLVMFuncOp function;
  mlir::LLVM::GlobalOp shared;
  std::unique_ptr<TeamCode> team;
  llvm::DenseMap<mlir::Value, Registers> registers;
  /// Of what loops alone carry, each element by itself: words that wait for nothing until the pass ends.
  llvm::DenseMap<mlir::Value, Registers> halves;
  /// Thread-dependent coordinates, kept in the entry block: they serve the whole kernel.
  std::map<std::pair<std::string, size_t>, mlir::Value> coordinates;
  mlir::Value blockX;
  std::map<int64_t, mlir::Value> programIds;
};

/// One thread's code of `kernel`; see above.
inline mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> distribute(tilegpu::KernelOp kernel) { return Distributor(kernel).run(); }

} // namespace tessera::codegen
