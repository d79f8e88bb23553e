// SPDX-License-Identifier: Apache-2.0
// One thread's share of a matrix product by all threads of a team (`tilegpu.dot`). How the sum is held says everything: a thread computes the elements that it holds (or
// its warp, by mma.sync), and the operands are read from shared memory in the layouts that go with it (layout/ProductLayouts.h).
//
// mma.sync: K is taken in steps of 32 bytes. An operand's fragments come by ldmatrix, four 8x8 matrices (rows of 16 bytes) an instruction, where K lies innermost in
// memory or elements have 16 bits (`.trans` then); else element by element. The fragments of a step are loaded before the products of the step before it, so that
// loads overlap products.
//
// Multiply-adds: K is taken in pieces, each unrolled; a thread reads as many neighbours as 16 bytes hold.
#pragma once

#include "compiler/codegen/teams/TeamCode.h"

namespace tessera::codegen {

class ProductCode {
public:
  ProductCode(TeamCode &team, tilegpu::DotOp op);
  mlir::LogicalResult run();

private:
  using Coordinates = std::vector<int32_t>;
  struct Operand {
    mlir::Value value;
    bool isRight = false, isInRegisters = false;
    View view;
    mlir::Type element;
    int64_t bytes = 0;
    size_t k = 0, other = 0; // the tensor's axes
    llvm::SmallVector<int64_t> shape;
    bool isDepthInner = false; // K is the memory's last axis
    layout::LinearLayout layout; // of mma's fragments, or of what a thread multiplies
    bool isByMatrices = false; // ldmatrix
    bool isPaired = false;     // of two neighbouring tiles of 8 columns at once
    std::map<Coordinates, TeamCode::Place> places; // of each fragment or group of neighbours
    std::map<Coordinates, int32_t> registers;      // of each element, for lane 0 of warp 0
  };
  Operand makeOperand(mlir::Value value, bool isRight);

  //===-- ProductCode.cpp: mma.sync ---------------------------------------------------------------------------===//
  mlir::LogicalResult runMma();
  bool preparePlaces(Operand &operand);
  void loadStep(Operand &operand, int64_t step, std::map<Coordinates, mlir::Value> &words);
  void loadMatrices(Operand &operand, int64_t step, std::map<Coordinates, mlir::Value> &words);
  mlir::Value getWord(Operand &operand, const Coordinates &at);
  void multiplyTile(const Coordinates &at, int64_t step, std::map<Coordinates, mlir::Value> &left, std::map<Coordinates, mlir::Value> &right);
  mlir::Value roundToTf32(mlir::Value word);
  mlir::Value truncateToTf32(mlir::Value number);
  void emitMma(llvm::ArrayRef<mlir::Value> words, llvm::ArrayRef<int32_t> own);

  //===-- MultiplyAdds.cpp ------------------------------------------------------------------------------------===//
  mlir::LogicalResult runMultiplyAdds();
  void multiplyPiece(Operand &left, Operand &right, int64_t depth, mlir::Value start);
  std::map<Coordinates, mlir::Value> loadPiece(Operand &operand, int64_t depth, mlir::Value start);
  mlir::Value widen(mlir::Value value);

  mlir::Location loc() { return t.loc(); }
  TeamCode &t;
  Distributor &d;
  mlir::OpBuilder &builder;
  tilegpu::DotOp op;
  layout::LinearLayout sum;
  mlir::Type type; // of the sum's elements
  size_t m, n;     // the sum's axes
  int64_t depth;   // K
  Registers values; // of the sum
  std::map<Coordinates, int32_t> inSum;
};

} // namespace tessera::codegen
