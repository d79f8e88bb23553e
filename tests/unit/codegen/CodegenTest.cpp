// SPDX-License-Identifier: Apache-2.0
// PTX from scheduled kernels: what its text must hold, that ptxas takes it without spilling (where there is a ptxas), the
// facts of a launch, and that wrong requests are refused and not crashed on.
#include "compiler/codegen/Codegen.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tilegpu/transforms/Passes.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {

/// A module scheduled for one target.
struct Scheduled {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  DiagnosticSink sink;
  std::string target;

  Scheduled(const std::string &text, const std::string &target = "sm_90a")
      : context(mlir::MLIRContext::Threading::DISABLED), target(target) {
    context.loadDialect<tile::TileDialect, tilegpu::TileGpuDialect, mlir::func::FuncDialect>();
    DiagnosticCollector collector(&context, sink);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, "kernel.py");
    if (!module) {
      ADD_FAILURE() << sink.all().front().message;
      return;
    }
    mlir::PassManager manager(&context);
    schedule::ScheduleOptions options;
    options.target = target;
    schedule::addSchedulePasses(manager, options);
    manager.addPass(tilegpu::createVerifyTileGpuPass());
    EXPECT_TRUE(mlir::succeeded(manager.run(*module)));
  }

  std::string generate(const std::string &kernel, const std::string &stage = "ptx") {
    auto text = codegen::generate(*module, kernel, target, stage, sink);
    if (mlir::succeeded(text))
      return *text;
    return "";
  }
  codegen::LaunchFacts getFacts(const std::string &kernel) {
    auto facts = codegen::getLaunchFacts(*module, kernel, target, sink);
    EXPECT_TRUE(mlir::succeeded(facts));
    return mlir::succeeded(facts) ? *facts : codegen::LaunchFacts();
  }
};

size_t count(const std::string &text, const std::string &piece) {
  size_t found = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++found;
  return found;
}

/// What ptxas says of `ptx`, or nothing where there is none; fails the test where it refuses.
std::string assemble(const std::string &ptx, const std::string &target) {
  llvm::SmallVector<llvm::StringRef> folders = {"/usr/local/cuda/bin"};
  auto tool = llvm::sys::findProgramByName("ptxas");
  if (!tool)
    tool = llvm::sys::findProgramByName("ptxas", folders);
  if (!tool)
    return "";
  llvm::SmallString<128> source, binary, output;
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("codegen", "ptx", source));
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("codegen", "cubin", binary));
  EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("codegen", "txt", output));
  llvm::FileRemover removers[] = {llvm::FileRemover(source), llvm::FileRemover(binary), llvm::FileRemover(output)};
  std::error_code error;
  llvm::raw_fd_ostream(source, error) << ptx;
  std::string architecture = "-arch=" + target;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(output), llvm::StringRef(output)};
  int status = llvm::sys::ExecuteAndWait(*tool, {*tool, architecture, "-v", source, "-o", binary}, std::nullopt, redirects);
  auto said = llvm::MemoryBuffer::getFile(output);
  std::string text = said ? (*said)->getBuffer().str() : "";
  EXPECT_EQ(status, 0) << text;
  EXPECT_NE(text.find("0 bytes spill stores, 0 bytes spill loads"), std::string::npos) << text;
  return text;
}

const char *vectorAdd = R"(
tile.kernel @add(%x: !tile.ref<?xf32>, %y: !tile.ref<?xf32>, %o: !tile.ref<?xf32> {tile.access = #tile.access<readwrite>},
                 %n: i32 {tile.divisibility = 16, tile.name = "n_elements"}) attributes {source = "triton"} {
  %c1024 = arith.constant 1024 : i32
  %pid = tile.program_id 0
  %start = arith.muli %pid, %c1024 : i32
  %i = tile.iota 0 : tensor<1024xi32>
  %s = tile.broadcast %start axes [] : i32 -> tensor<1024xi32>
  %offsets = arith.addi %s, %i : tensor<1024xi32>
  %nn = tile.broadcast %n axes [] : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %offsets, %nn : tensor<1024xi32>
  %a = tile.gather %x[%offsets] mask %m : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %b = tile.gather %y[%offsets] mask %m : tensor<1024xi1> : !tile.ref<?xf32>[tensor<1024xi32>] -> tensor<1024xf32>
  %c = arith.addf %a, %b : tensor<1024xf32>
  tile.scatter %c, %o[%offsets] mask %m : tensor<1024xi1> : tensor<1024xf32>, !tile.ref<?xf32>[tensor<1024xi32>]
  tile.return
}
)";

/// A kernel that loads 1024 of `from`, applies `body` to `%0`, and stores `%r` as `to`.
std::string makeKernel(const std::string &from, const std::string &to, const std::string &body) {
  std::string in = "!tile.ref<1024x" + from + ">", out = "!tile.ref<1024x" + to + ">";
  return "tile.kernel @k(%x: " + in + ", %o: " + out + " {tile.access = #tile.access<write>}) attributes {source = \"pallas\"} {\n" +
         "%0 = tile.load %x[0] sizes [1024] : " + in + " -> tensor<1024x" + from + ">\n" + body +
         "\ntile.store %r, %o[0] sizes [1024] : tensor<1024x" + to + ">, " + out + "\ntile.return\n}\n";
}

} // namespace

TEST(Codegen, VectorAddMovesSixteenBytesAtOnce) {
  for (std::string target : {"sm_80", "sm_90a"}) {
    Scheduled scheduled(vectorAdd, target);
    std::string ptx = scheduled.generate("add");
    EXPECT_EQ(count(ptx, "ld.global.v4.b32"), 4u) << ptx;
    EXPECT_EQ(count(ptx, "st.global.v4.b32"), 2u) << ptx;
    EXPECT_EQ(count(ptx, "ld.global"), 4u) << ptx;
    EXPECT_EQ(count(ptx, "bra"), 0u) << ptx;
    EXPECT_NE(ptx.find(".target " + target), std::string::npos);
    EXPECT_NE(ptx.find(".reqntid 128"), std::string::npos);
    EXPECT_NE(ptx.find(".loc"), std::string::npos);
    EXPECT_NE(ptx.find("\"kernel.py\""), std::string::npos);
    assemble(ptx, target);
  }
}

TEST(Codegen, FactsOfALaunch) {
  Scheduled scheduled(vectorAdd);
  codegen::LaunchFacts facts = scheduled.getFacts("add");
  EXPECT_EQ(facts.threads, 128);
  EXPECT_EQ(facts.sharedBytes, 0);
  ASSERT_EQ(facts.parameters.size(), 4u);
  EXPECT_TRUE(facts.parameters[0].isArray);
  EXPECT_EQ(facts.parameters[2].access, tilegpu::Access::readwrite);
  EXPECT_EQ(facts.parameters[3].name, "n_elements");
  EXPECT_EQ(facts.parameters[3].bytes, 4u);
  EXPECT_EQ(facts.getCudaGrid({97}), (std::array<uint32_t, 3>{97, 1, 1}));
  EXPECT_FALSE(facts.getCudaGrid({0}));
  EXPECT_FALSE(facts.getCudaGrid({2, 2}));
  EXPECT_FALSE(facts.getCudaGrid({int64_t(1) << 31}));
}

TEST(Codegen, PallasGridsRunBackwards) {
  codegen::LaunchFacts facts;
  facts.axisOrder = {1, 0};
  EXPECT_EQ(facts.getCudaGrid({3, 5}), (std::array<uint32_t, 3>{5, 3, 1}));
  facts.parts = 4;
  EXPECT_EQ(facts.getCudaGrid({3, 5}), (std::array<uint32_t, 3>{20, 3, 1}));
  EXPECT_FALSE(facts.getCudaGrid({70000, 5}));
  facts.linearGrid = true;
  EXPECT_EQ(facts.getCudaGrid({70000, 5}), (std::array<uint32_t, 3>{1400000, 1, 1}));
  EXPECT_EQ(facts.getExtents({70000, 5}), (std::vector<int32_t>{70000, 5}));
}

TEST(Codegen, ALargeGridIsTakenApart) {
  Scheduled scheduled(R"(
tile.kernel @k(%o: !tile.ref<?xi32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas"} {
  %i = tile.program_id 0
  %j = tile.program_id 3
  %n = tile.num_programs 3
  %0 = arith.muli %i, %n : i32
  %1 = arith.addi %0, %j : i32
  tile.scatter %1, %o[%1] : i32, !tile.ref<?xi32>[i32]
  tile.return
})");
  EXPECT_TRUE(scheduled.getFacts("k").linearGrid);
  std::string ptx = scheduled.generate("k");
  EXPECT_EQ(count(ptx, ".param .u32"), 4u) << ptx;
  EXPECT_GE(count(ptx, "div.u32"), 1u) << ptx;
  assemble(ptx, "sm_90a");
}

/// 1024 bytes are read by two warps.
TEST(Codegen, AccessesAreAsWideAsTheElementAllows) {
  const std::pair<const char *, const char *> cases[] = {{"f32", "ld.global.v4.b32"}, {"f16", "ld.global.v4.b32"},
                                                         {"i8", "ld.global.v4.b32"}, {"f64", "ld.global.v2.b64"}};
  for (auto [type, load] : cases) {
    Scheduled scheduled(makeKernel(type, type, std::string("%r = arith.") + (type[0] == 'f' ? "addf" : "addi") +
                                                   " %0, %0 : tensor<1024x" + type + ">"));
    std::string ptx = scheduled.generate("k");
    EXPECT_NE(ptx.find(load), std::string::npos) << type << ptx;
    assemble(ptx, "sm_90a");
  }
}

TEST(Codegen, EveryFunctionOfMathHasCode) {
  for (std::string target : {"sm_80", "sm_90a"})
    for (std::string type : {"f32", "bf16", "f16"})
      for (std::string name : {"absf", "acos", "asin", "atan", "cbrt", "ceil", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1",
                               "floor", "log", "log10", "log1p", "log2", "round", "roundeven", "rsqrt", "sin", "sinh", "sqrt",
                               "tan", "tanh", "trunc"}) {
        Scheduled scheduled(makeKernel(type, type, "%r = math." + name + " %0 : tensor<1024x" + type + ">"), target);
        EXPECT_NE(scheduled.generate("k"), "") << name << " on " << type;
        EXPECT_FALSE(scheduled.sink.hasErrors()) << name << " on " << type;
      }
}

TEST(Codegen, EveryCastHasCode) {
  for (std::string from : {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"})
    for (std::string to : {"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"})
      for (std::string flags : {"", " {from_unsigned, to_unsigned}"}) {
        if (from == to)
          continue;
        Scheduled scheduled(makeKernel(from, to, "%r = tile.cast %0" + flags + " : tensor<1024x" + from + "> -> tensor<1024x" + to + ">"),
                            "sm_80");
        EXPECT_NE(scheduled.generate("k"), "") << from << " to " << to;
      }
}

TEST(Codegen, LayoutsAreConvertedThroughSharedMemory) {
  Scheduled scheduled(R"(
tile.kernel @k(%x: !tile.ref<32xf32>, %o: !tile.ref<32x32xf32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
  %0 = tile.load %x[0] sizes [32] : !tile.ref<32xf32> -> tensor<32xf32>
  %1 = tile.broadcast %0 axes [0] : tensor<32xf32> -> tensor<32x32xf32>
  %2 = tile.broadcast %0 axes [1] : tensor<32xf32> -> tensor<32x32xf32>
  %3 = arith.addf %1, %2 : tensor<32x32xf32>
  tile.store %3, %o[0, 0] sizes [32, 32] : tensor<32x32xf32>, !tile.ref<32x32xf32>
  tile.return
})");
  EXPECT_EQ(scheduled.getFacts("k").sharedBytes, 128);
  std::string ptx = scheduled.generate("k");
  EXPECT_NE(ptx.find(".extern .shared"), std::string::npos) << ptx;
  EXPECT_EQ(count(ptx, "bar.sync"), 1u) << ptx;
  assemble(ptx, "sm_90a");
}

TEST(Codegen, WrongRequestsAreRefused) {
  Scheduled scheduled(vectorAdd);
  EXPECT_EQ(scheduled.generate("nobody"), "");
  EXPECT_EQ(scheduled.sink.all().back().id, DiagnosticId::noSchedule);
  EXPECT_EQ(scheduled.generate("add", "wasm"), "");
  EXPECT_EQ(scheduled.sink.all().back().id, DiagnosticId::unknownStage);
  scheduled.target = "sm_12";
  EXPECT_EQ(scheduled.generate("add"), "");
  EXPECT_EQ(scheduled.sink.all().back().id, DiagnosticId::unknownTarget);
}

TEST(PassDiagnostics, TheIdTravelsThroughMlir) {
  Scheduled scheduled(R"(
tile.kernel @k(%x: !tile.ref<16x16xf32>) attributes {source = "pallas"} {
  %0 = tile.load %x[0, 0] sizes [16, 16] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %1 = tile.slice %0 [0, 0] sizes [0, 16] : tensor<16x16xf32> -> tensor<0x16xf32>
  tile.return
})");
  ASSERT_EQ(scheduled.sink.all().size(), 1u);
  const Diagnostic &remark = scheduled.sink.all().front();
  EXPECT_EQ(remark.id, DiagnosticId::noSchedule);
  EXPECT_EQ(remark.severity, Severity::remark);
  EXPECT_EQ(remark.message, "an array without elements in kernel `k` has no GPU schedule yet");
  EXPECT_EQ(remark.range.begin.line, 4u);
  EXPECT_EQ(remark.notes.size(), 1u);
}

TEST(PassDiagnostics, TextWithoutAnIdIsLeftAlone) {
  for (std::string text : {"", "]", " []", "a [b]", "a [no-schedule] b"}) {
    std::string message = text;
    EXPECT_FALSE(takeDiagnosticId(message)) << text;
    EXPECT_EQ(message, text);
  }
}
