// SPDX-License-Identifier: Apache-2.0
// What a program records: control flow that only the run decides, by a strategy as Triton's; arrays in texts and asserts.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Recording.h"
#include "tests/unit/evaluate/RunProgram.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

using namespace tessera;
using namespace tessera::frontend;

namespace {
/// An i32 or f32 scalar that knows `+`, `<` and nothing else.
class Scalar : public ArrayObject {
public:
  Scalar(mlir::Value value, bool traced)
      : ArrayObject(Flavour::triton, value,
                    value.getType().isF32()         ? numerics::DType::float32
                    : value.getType().isInteger(1) ? numerics::DType::boolean
                                                    : numerics::DType::int32,
                    false, traced) {}
  ArrayObject *withValue(Evaluator &evaluator, mlir::Value fresh) override { return evaluator.make<Scalar>(fresh, traced); }
  static Value constant(Evaluator &evaluator, Value number, mlir::Type type) {
    mlir::OpBuilder &builder = evaluator.builder();
    mlir::Type used = type ? type : llvm::isa<FloatObject>(number) ? mlir::Type(builder.getF32Type()) : builder.getI32Type();
    mlir::TypedAttr attribute = used.isF32() ? mlir::TypedAttr(builder.getF32FloatAttr(static_cast<float>(*evaluator.toDouble(number, "x"))))
                                             : builder.getI32IntegerAttr(static_cast<int32_t>(*evaluator.toInt(number, "x")));
    return evaluator.make<Scalar>(mlir::arith::ConstantOp::create(builder, evaluator.location(), attribute), true);
  }
  std::optional<Value> binary(Evaluator &evaluator, BinaryOp op, Value other, bool) override {
    if (!llvm::isa<Scalar>(other))
      other = constant(evaluator, other, value.getType());
    mlir::Value right = llvm::cast<Scalar>(other)->value;
    mlir::OpBuilder &builder = evaluator.builder();
    mlir::Value sum = value.getType().isF32() ? mlir::arith::AddFOp::create(builder, evaluator.location(), value, right).getResult()
                                              : mlir::arith::AddIOp::create(builder, evaluator.location(), value, right).getResult();
    return evaluator.make<Scalar>(sum, traced);
  }
  std::optional<Value> compare(Evaluator &evaluator, CompareOp, Value other) override {
    if (!llvm::isa<Scalar>(other))
      other = constant(evaluator, other, value.getType());
    return evaluator.make<Scalar>(mlir::arith::CmpIOp::create(evaluator.builder(), evaluator.location(), mlir::arith::CmpIPredicate::slt,
                                                              value, llvm::cast<Scalar>(other)->value),
                                  traced);
  }
};

class ScalarStrategy : public RecordingStrategy {
public:
  bool forbidsLeavingLoops() const override { return true; }
  mlir::Value condition(Evaluator &, Value value) override { return llvm::cast<Scalar>(value)->value; }
  bool loopOver(Evaluator &evaluator, Value start, Value stop, Value step, LoopBounds &bounds) override {
    auto toScalar = [&](Value value) {
      return llvm::cast<Scalar>(llvm::isa<Scalar>(value) ? value : Scalar::constant(evaluator, value, {}))->value;
    };
    bounds = {toScalar(start), toScalar(stop), toScalar(step),
              [](Evaluator &e, mlir::Value i) -> Value { return e.make<Scalar>(i, true); }};
    return true;
  }
  std::string describeType(Evaluator &, Value) override { return {}; }
  Value assigned(Evaluator &, Value value) override { return value; }
  Value carry(Evaluator &evaluator, Value value, Value like) override {
    if (!llvm::isa<NumberObject>(value))
      return value;
    return Scalar::constant(evaluator, value, like ? llvm::cast<Scalar>(like)->value.getType() : mlir::Type());
  }
};

struct Recorded {
  std::string result, ir, error;
  bool verified = false;
};

/// Defines `source`, then traces its `f(n)` with n: i32.
Recorded record(llvm::StringRef source) {
  mlir::MLIRContext context;
  DiagnosticSink sink;
  Evaluator evaluator(context, {}, sink);
  Recorded recorded;
  if (!evaluator.run("test.py", source))
    return {"", "", "does not run", false};
  mlir::OpBuilder builder(&context);
  builder.setInsertionPointToEnd(evaluator.module().getBody());
  auto function = mlir::func::FuncOp::create(builder, builder.getUnknownLoc(), "f", builder.getFunctionType({builder.getI32Type()}, {}));
  ScalarStrategy strategy;
  Trace trace(TraceKind::triton, &strategy);
  {
    TraceScope scope(evaluator, trace, function.addEntryBlock());
    Value argument = evaluator.make<Scalar>(function.getArgument(0), true);
    Value result = evaluator.call(Interpretation::of(evaluator).lookUp(nullptr, "f"), {argument});
    if (!result)
      recorded.error = evaluator.pendingException()->str(evaluator).value_or("?");
    else
      recorded.result = llvm::isa<ArrayObject>(result) ? "array" : evaluator.repr(result).value_or("?");
    mlir::func::ReturnOp::create(evaluator.builder(), evaluator.location());
  }
  recorded.verified = mlir::succeeded(mlir::verify(evaluator.module()));
  llvm::raw_string_ostream os(recorded.ir);
  function.print(os);
  return recorded;
}

bool contains(const std::string &text, llvm::StringRef part) { return llvm::StringRef(text).contains(part); }
} // namespace

TEST(Record, ForCarriesWhatItAssigns) {
  Recorded recorded = record("def f(n):\n    acc = 0.0\n    for i in range(0, n, 2):\n        t = i + 1\n        acc = acc + 1.5\n    return acc\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_EQ(recorded.result, "array");
  EXPECT_TRUE(contains(recorded.ir, "scf.for")) << recorded.ir;
  EXPECT_TRUE(contains(recorded.ir, "-> (f32)")) << recorded.ir; // `acc` alone, not `t`
}

TEST(Record, TuplesAreCarriedByTheirElements) {
  Recorded recorded = record("def f(n):\n    p = (0, 1.0)\n    q = (n, n)\n    for i in range(n):\n        q = (q[0] + 1, q[1])\n    return q\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_TRUE(contains(recorded.ir, "-> (i32, i32)")) << recorded.ir;
}

TEST(Record, IfJoinsWhatTheBranchesAssign) {
  Recorded recorded = record("def f(n):\n    x = n\n    if n < 3:\n        x = n + 1\n    elif n < 5:\n        x = 7\n    else:\n        pass\n    return x\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_TRUE(contains(recorded.ir, "scf.if")) << recorded.ir;
  EXPECT_TRUE(contains(recorded.ir, "-> (i32)")) << recorded.ir;
}

TEST(Record, KnownConditionsTakeOneBranch) {
  Recorded recorded = record("def f(n):\n    if True: return 'then'\n    return 'else'\n");
  EXPECT_EQ(recorded.result, "'then'");
  EXPECT_FALSE(contains(recorded.ir, "scf.if"));
}

TEST(Record, EarlyReturnPutsTheRestIntoTheOtherBranch) {
  Recorded recorded = record("def f(n):\n    if n < 3:\n        return n + 1\n    y = n + 2\n    if n < 5:\n        return 9\n    return y\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_EQ(llvm::StringRef(recorded.ir).count("scf.if"), 2u) << recorded.ir;
  EXPECT_EQ(record("def f(n):\n    if n < 3: return\n    x = n + 1\n").result, "None");
  EXPECT_EQ(record("def f(n):\n    if n < 3: return n\n    x = n + 1\n").error, "the returned value is i32 after one branch but no array after the other");
}

TEST(Record, ChainsOfElifMayMixKnownAndTracedConditions) {
  Recorded recorded = record("def f(n):\n    x = 0\n    if n < 3: x = 1\n    elif False: x = 2\n    elif n < 4: x = 3\n    else: x = 4\n    return x\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_EQ(llvm::StringRef(recorded.ir).count("scf.if"), 2u) << recorded.ir;
}

TEST(Record, WhileTestsInItsOwnRegion) {
  Recorded recorded = record("def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n");
  EXPECT_EQ(recorded.error, "");
  EXPECT_TRUE(recorded.verified);
  EXPECT_TRUE(contains(recorded.ir, "scf.while")) << recorded.ir;
}

TEST(Record, ChangedTypesAreErrorsThatNameTheVariable) {
  EXPECT_EQ(record("def f(n):\n    x = 1.0\n    for i in range(n):\n        x = n\n    return x\n").error,
            "`x` is i32 at the end of the loop's body but f32 before the loop");
  EXPECT_EQ(record("def f(n):\n    if n < 1: x = n\n    else: x = 'a'\n    return x\n").error,
            "`x` is i32 after one branch but no array after the other");
  EXPECT_EQ(record("def f(n):\n    for i in range(n):\n        break\n").error, "`break` is not supported inside a loop that only the run decides");
}

TEST(Record, ArraysBecomePartsOfOneFormat) {
  test::Outcome outcome = test::evaluate("import jax.numpy as jnp\nx = jnp.zeros(3)\nprint('x is', x, f'{x[0]:.2f}!', (1, x))\n");
  EXPECT_EQ(outcome.output, "x is <value> <value>! (1, <value>)\n") << outcome.firstError();
  EXPECT_EQ(llvm::StringRef(outcome.ir).count("tile.format"), 1u) << outcome.ir;
}

TEST(Record, AssertsOnHostArraysHappenInTheRun) {
  test::Outcome outcome = test::evaluate("import jax.numpy as jnp\nx = jnp.zeros(3)\nassert (x == 0).all(), f'x is {x}'\n");
  EXPECT_TRUE(outcome.ok) << outcome.firstError();
  EXPECT_TRUE(llvm::StringRef(outcome.ir).contains("tile.assert")) << outcome.ir;
}

TEST(Record, PythonControlFlowOnTracedValuesIsRefused) {
  EXPECT_EQ(test::errorOf("import jax\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\nf(1.0)\n").find("4:8 traced-bool: "), 0u);
}
