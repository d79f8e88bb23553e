// SPDX-License-Identifier: Apache-2.0
// MLIR's pattern rewriter can also run patterns that are written as IR (PDL). None of ours are, yet with it come three dialects, a conversion and an
// interpreter of byte code, 50 kB of what a page downloads. They hang on the functions below, which no rewrite without such patterns reaches: this
// file comes before MLIR's archives, so the linker leaves the real ones there. MLIR's own switch for this, MLIR_ENABLE_PDL_IN_PATTERNMATCH,
// would do the same; it changes the layout of classes in headers, so all of MLIR would have to be built with it.
#include "mlir/Pass/Pass.h"
#include "ByteCode.h" // of mlir/lib/Rewrite
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

[[noreturn]] static void refuse() { llvm::report_fatal_error("patterns written in PDL are not in this module"); }

namespace mlir {

std::unique_ptr<OperationPass<ModuleOp>>
createConvertPDLToPDLInterpPass(DenseMap<Operation *, PDLPatternConfigSet *> & /*configMap*/) {
  refuse();
}

namespace detail {

PDLByteCode::PDLByteCode(ModuleOp /*module*/, SmallVector<std::unique_ptr<PDLPatternConfigSet>> /*configs*/,
                         const DenseMap<Operation *, PDLPatternConfigSet *> & /*configMap*/,
                         llvm::StringMap<PDLConstraintFunction> /*constraintFns*/,
                         llvm::StringMap<PDLRewriteFunction> /*rewriteFns*/) {
  refuse();
}

void PDLByteCode::initializeMutableState(PDLByteCodeMutableState & /*state*/) const { refuse(); }

void PDLByteCode::match(Operation * /*op*/, PatternRewriter & /*rewriter*/, SmallVectorImpl<MatchResult> & /*matches*/,
                        PDLByteCodeMutableState & /*state*/) const {
  refuse();
}

LogicalResult PDLByteCode::rewrite(PatternRewriter & /*rewriter*/, const MatchResult & /*match*/,
                                   PDLByteCodeMutableState & /*state*/) const {
  refuse();
}

void PDLByteCodeMutableState::updatePatternBenefit(unsigned /*patternIndex*/, PatternBenefit /*benefit*/) { refuse(); }

void PDLByteCodeMutableState::cleanupAfterMatchAndRewrite() { refuse(); }

} // namespace detail
} // namespace mlir
