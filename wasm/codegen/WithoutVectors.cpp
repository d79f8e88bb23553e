// SPDX-License-Identifier: Apache-2.0
// MLIR's GPU, vector and x86 dialects hang on a few names: NVVM asks whether an operation is a `gpu.module`, and the
// approximations of `math` take vectors apart and know an instruction of x86. Our code is one thread's, of scalars, in
// a `builtin.module`. These stand for the names; the linker meets them before MLIR's archives and leaves the dialects
// there.
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/Support/TypeID.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

namespace mlir::gpu {
class GPUModuleOp;
}
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::gpu::GPUModuleOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::gpu::GPUModuleOp)

[[noreturn]] static void refuse() { llvm::report_fatal_error("vectors are not in this module"); }

// The dialect, which passes name that nobody runs.
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::vector::VectorDialect)
vector::VectorDialect::VectorDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<VectorDialect>()) {
  refuse();
}
vector::VectorDialect::~VectorDialect() = default;
Attribute vector::VectorDialect::parseAttribute(DialectAsmParser &, Type) const { refuse(); }
void vector::VectorDialect::printAttribute(Attribute, DialectAsmPrinter &) const { refuse(); }
Operation *vector::VectorDialect::materializeConstant(OpBuilder &, Attribute, Type, Location) { refuse(); }

vector::BroadcastOp vector::BroadcastOp::create(ImplicitLocOpBuilder &, Type, Value) { refuse(); }
vector::ExtractOp vector::ExtractOp::create(ImplicitLocOpBuilder &, Value, ArrayRef<int64_t>) { refuse(); }
vector::InsertOp vector::InsertOp::create(ImplicitLocOpBuilder &, Value, Value, ArrayRef<int64_t>) { refuse(); }
vector::ShapeCastOp vector::ShapeCastOp::create(ImplicitLocOpBuilder &, Type, Value) { refuse(); }
x86vector::RsqrtOp x86vector::RsqrtOp::create(ImplicitLocOpBuilder &, ValueRange, ArrayRef<NamedAttribute>) {
  refuse();
}
