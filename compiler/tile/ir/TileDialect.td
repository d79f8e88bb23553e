// SPDX-License-Identifier: Apache-2.0
// The dialect `tile`: WHAT a program computes, block by block, before anything is said about threads. See ../README.md.
#ifndef TESSERA_TILE_DIALECT_TD
#define TESSERA_TILE_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::tessera::tile";
  let summary = "block programs and the host program that launches them";
  let description = [{
    A module of `tile` holds one `func.func @main`, the host program as straight operations on whole arrays, one
    `tile.kernel` for each kernel that it launches, and the private functions that are their index maps.

    Values are ranked tensors of static shape; a rank-0 array is a scalar of its element type (`f32`, never
    `tensor<f32>`). Integers are signless: an operation that cares about the sign says so. Elementwise arithmetic is
    `arith` and `math` on tensors and scalars; control flow is `scf`; `tile` adds Refs, launches, and what those
    dialects can't say about arrays.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect"];
  let extraClassDeclaration = [{
    /// Adds the operations; defined beside their generated code so that each generated file is compiled once.
    void registerOperations();
  }];
}

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tile";
  let genSpecializedAttr = 0;
}

def Tile_Access : Tile_Enum<"Access", "what a kernel does with an argument", [
  I32EnumAttrCase<"read", 0>, I32EnumAttrCase<"write", 1>, I32EnumAttrCase<"readwrite", 2>,
  I32EnumAttrCase<"scratch", 3>]>;
def Tile_AccessAttr : EnumAttr<Tile_Dialect, Tile_Access, "access"> { let assemblyFormat = "`<` $value `>`"; }

def Tile_MemorySpace : Tile_Enum<"MemorySpace", "where a Ref lives", [
  I32EnumAttrCase<"any", 0>, I32EnumAttrCase<"gmem", 1>, I32EnumAttrCase<"smem", 2>]>;

def Tile_Reduction : Tile_Enum<"Reduction", "how two elements are combined", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"mul", 1>, I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"min", 3>,
  I32EnumAttrCase<"umax", 4>, I32EnumAttrCase<"umin", 5>, I32EnumAttrCase<"andi", 6>, I32EnumAttrCase<"ori", 7>,
  I32EnumAttrCase<"xori", 8>]>;
def Tile_ReductionAttr : EnumAttr<Tile_Dialect, Tile_Reduction, "reduction">;

def Tile_Atomic : Tile_Enum<"Atomic", "how an old element and a new one are combined", [
  I32EnumAttrCase<"exchange", 0>, I32EnumAttrCase<"add", 1>, I32EnumAttrCase<"mul", 2>, I32EnumAttrCase<"max", 3>,
  I32EnumAttrCase<"min", 4>, I32EnumAttrCase<"umax", 5>, I32EnumAttrCase<"umin", 6>, I32EnumAttrCase<"andi", 7>,
  I32EnumAttrCase<"ori", 8>, I32EnumAttrCase<"xori", 9>]>;
def Tile_AtomicAttr : EnumAttr<Tile_Dialect, Tile_Atomic, "atomic">;

def Tile_Precision : Tile_Enum<"Precision", "how exact a product of f32 operands must be", [
  I32EnumAttrCase<"ieee", 0>, I32EnumAttrCase<"tf32", 1>, I32EnumAttrCase<"tf32x3", 2>]>;
def Tile_PrecisionAttr : EnumAttr<Tile_Dialect, Tile_Precision, "precision">;

def Tile_Generator : Tile_Enum<"Generator", "a counter-based random number generator", [
  I32EnumAttrCase<"threefry", 0>, I32EnumAttrCase<"philox", 1>]>;
def Tile_GeneratorAttr : EnumAttr<Tile_Dialect, Tile_Generator, "generator">;

def Tile_Distribution : Tile_Enum<"Distribution", "what the random numbers are drawn from", [
  I32EnumAttrCase<"bits", 0>, I32EnumAttrCase<"uniform", 1>, I32EnumAttrCase<"normal", 2>]>;
def Tile_DistributionAttr : EnumAttr<Tile_Dialect, Tile_Distribution, "distribution">;

def Tile_TextStyle : Tile_Enum<"TextStyle", "whose rules turn an array into text", [
  I32EnumAttrCase<"numpy", 0>, I32EnumAttrCase<"jax_repr", 1>, I32EnumAttrCase<"torch", 2>,
  I32EnumAttrCase<"python", 3>, I32EnumAttrCase<"torch_cuda", 4>]>;
def Tile_TextStyleAttr : EnumAttr<Tile_Dialect, Tile_TextStyle, "style">;

#endif
