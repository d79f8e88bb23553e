// SPDX-License-Identifier: Apache-2.0
// How the pipeline is run: MLIR's verifier looks at borders, and what it refuses there is laid to the pass that did it.
#include "compiler/driver/Pipeline.h"
#include "compiler/support/PassDiagnostics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace tessera;

namespace {
/// Gives `arith.addi` an operand of another type, and no diagnostic.
struct BreakPass : PassWrapper<BreakPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakPass)
  StringRef getArgument() const final { return "test-break"; }
  void runOnOperation() override {
    getOperation().walk([](arith::AddIOp op) { op->setOperand(0, op->getBlock()->getArgument(1)); });
  }
};

/// Says that it ran.
struct SayPass : PassWrapper<SayPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SayPass)
  StringRef getArgument() const final { return "test-say"; }
  void runOnOperation() override {
    emitDiagnostic(getOperation().getLoc(), DiagnosticId::scheduleChoice, Severity::remark, "ran");
  }
};

class PipelineTest : public testing::Test {
protected:
  PipelineTest() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    registerPasses();
    static const bool isRegistered = [] {
      PassRegistration<BreakPass>();
      PassRegistration<SayPass>();
      return true;
    }();
    (void)isRegistered;
    module = parseSourceString<ModuleOp>(R"(func.func @main(%a: i32, %b: i64) -> i32 {
      %sum = arith.addi %a, %a : i32
      return %sum : i32
    })",
                                         &context);
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerDialects(registry);
    return registry;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  DiagnosticSink sink;
};

TEST_F(PipelineTest, leavesTheTracedModuleAsItWas) {
  OwningOpRef<ModuleOp> result = runSteps({{"tile", "cse", "", ""}, {"tile", "verify-tile", "", ""}}, *module, sink);
  ASSERT_TRUE(result);
  EXPECT_NE(*result, *module);
  EXPECT_TRUE(sink.all().empty());
}

TEST_F(PipelineTest, whatABorderRefusesIsReportedOnceAndWithWhatWasSaidBefore) {
  PipelineStep say{"tile", "test-say", "", ""}, broken{"tile", "test-break", "", ""}, border{"tile", "verify-tile", "", ""};
  EXPECT_FALSE(runSteps({say, broken, say, border}, *module, sink));
  ASSERT_EQ(sink.all().size(), 2u); // `test-say` ran once before the pass that is to blame, and not behind it
  EXPECT_EQ(sink.all()[0].message, "ran");
  EXPECT_EQ(sink.all()[1].id, DiagnosticId::internalError);
  EXPECT_NE(sink.all()[1].message.find("arith.addi"), std::string::npos) << sink.all()[1].message;
}

TEST_F(PipelineTest, aModuleThatIsWrongFromTheStartIsRefused) {
  module->walk([](arith::AddIOp op) { op->setOperand(0, op->getBlock()->getArgument(1)); });
  EXPECT_FALSE(runSteps({{"tile", "verify-tile", "", ""}}, *module, sink));
  EXPECT_EQ(sink.errorCount(), 1u);
}
} // namespace
