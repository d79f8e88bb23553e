// SPDX-License-Identifier: Apache-2.0
// The door: what a user of Compiler.h can rely on. Rooms have their own tests; here they are only seen to be connected.
#include "compiler/driver/Compiler.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/support/ProgramFiles.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {
const char *addVectors = R"(from jax.experimental import pallas as pl
import jax
import jax.numpy as jnp

def add_kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] + y_ref[...]

x = jnp.arange(8)
z = pl.pallas_call(add_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x, x)
print(z)
)";

const char *blockedCopy = R"(from jax.experimental import pallas as pl
import jax
import jax.numpy as jnp

def copy_kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]

x = jnp.arange(12).reshape(3, 4)
z = pl.pallas_call(copy_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), grid=(2, 1),
                   in_specs=[pl.BlockSpec((2, 4), lambda i, j: (i, j))],
                   out_specs=pl.BlockSpec((2, 4), lambda i, j: (i, j)))(x)
)";

class CompilerTest : public testing::Test {
protected:
  Compiler compiler;

  std::unique_ptr<Program> compileWrong(const char *source) { return compiler.compile("program.py", source); }
  std::unique_ptr<Program> compile(const char *source) {
    auto program = compiler.compile("program.py", source);
    for (const Diagnostic &diagnostic : program->diagnostics())
      if (diagnostic.severity == Severity::error)
        ADD_FAILURE() << render(diagnostic, source);
    return program;
  }
};

TEST_F(CompilerTest, runsAProgram) {
  auto program = compile(addVectors);
  interpreter::RunResult result = program->run({});
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.output, "[ 0  2  4  6  8 10 12 14]\n");
}

TEST_F(CompilerTest, namesItsKernels) {
  EXPECT_EQ(compile(addVectors)->kernels(), std::vector<std::string>{"add_kernel"});
}

TEST_F(CompilerTest, snapshotsBeginWithTheTraceAndFollowThePipeline) {
  auto program = compile(addVectors);
  llvm::ArrayRef<Snapshot> snapshots = program->snapshots();
  std::vector<PipelineStep> steps = getPipeline({"sm_90a"});
  ASSERT_EQ(snapshots.size(), steps.size() + 1);
  EXPECT_EQ(snapshots[0].pass, "trace");
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(snapshots[i + 1].pass, steps[i].pass);
    EXPECT_FALSE(snapshots[i + 1].reason.empty());
  }
}

TEST_F(CompilerTest, snapshotsThatWereTakenMeanwhileAreThoseThatAreTakenAfterwards) {
  CompileOptions keeping;
  keeping.keepsSnapshots = true;
  auto kept = compiler.compile("program.py", addVectors, keeping), replayed = compile(addVectors);
  ASSERT_TRUE(kept->ok());
  ASSERT_EQ(kept->snapshots().size(), replayed->snapshots().size());
  size_t changed = 0;
  for (auto [one, other] : llvm::zip(kept->snapshots(), replayed->snapshots())) {
    EXPECT_EQ(one.stage + one.pass, other.stage + other.pass);
    EXPECT_EQ(one.changed, other.changed) << one.pass;
    EXPECT_EQ(one.text, other.text) << one.pass;
    EXPECT_EQ(one.sourceLines, other.sourceLines) << one.pass;
    changed += one.changed;
  }
  EXPECT_GT(changed, 3u);
  EXPECT_LT(changed, kept->snapshots().size());
}

TEST_F(CompilerTest, everyLineOfASnapshotHasASourceEntry) {
  Snapshot trace = compile(addVectors)->snapshots().front();
  EXPECT_EQ(trace.sourceLines.size(), static_cast<size_t>(llvm::count(trace.text, '\n')));
  // The kernel's load comes from line 6 of the program.
  llvm::StringRef text = trace.text;
  size_t line = text.take_front(text.find("tile.load")).count('\n');
  EXPECT_EQ(trace.sourceLines[line].first, 6u);
  EXPECT_EQ(trace.fileOfLine.size(), trace.sourceLines.size());
  EXPECT_EQ(trace.sourceFiles, std::vector<std::string>{"program.py"});
}

TEST_F(CompilerTest, aLineOfASnapshotNamesTheFileThatItCameFrom) {
  ListedFiles files;
  files.add("kernels.py", "def add_one(x_ref, o_ref):\n  o_ref[...] = x_ref[...] + 1.0\n");
  CompileOptions options;
  options.imports = {&files, {""}, ""};
  auto program = compiler.compile("main.py",
                                  "import jax\nimport jax.numpy as jnp\nfrom jax.experimental import pallas as pl\n"
                                  "from kernels import add_one\nx = jnp.zeros(8)\n"
                                  "print(pl.pallas_call(add_one, out_shape=jax.ShapeDtypeStruct((8,), x.dtype))(x))\n",
                                  options);
  ASSERT_TRUE(program->ok());
  Snapshot trace = program->snapshots().front();
  llvm::StringRef text = trace.text;
  auto fileOf = [&](llvm::StringRef operation) {
    return trace.sourceFiles[trace.fileOfLine[text.take_front(text.find(operation)).count('\n')]];
  };
  EXPECT_EQ(fileOf("tile.store"), "kernels.py");
  EXPECT_EQ(fileOf("tile.launch"), "main.py");
}

TEST_F(CompilerTest, programsOneAfterTheOtherAreAsTheFirst) {
  // Each imports library texts that an earlier one has read, or has only named.
  const char *programs[] = {
      "Color = namedtuple = OrderedDict = contextmanager = reduce = 1\nprint(Color + reduce)\n",
      "import enum\nclass Color(enum.Enum):\n  RED = 1\nprint(Color.RED, list(Color))\n",
      "import enum, dataclasses\n@dataclasses.dataclass\nclass P:\n  x: int = 3\nprint(P(), enum.IntEnum('E', 'A B').B + 1)\n",
      "from collections import namedtuple, OrderedDict\nimport functools\nT = namedtuple('T', 'a b')\n"
      "print(T(1, 2), functools.reduce(lambda a, b: a + b, [1, 2, 3]), OrderedDict(a=1))\n",
      "import contextlib, traceback\n@contextlib.contextmanager\ndef f():\n  yield 7\nwith f() as value:\n  print(value)\n"
      "try:\n  with f():\n    1 / 0\nexcept ZeroDivisionError:\n  print(traceback.format_exc())\n",
      "import dataclasses\ndataclasses.dataclass(3)\n"};
  auto answer = [](Compiler &compiler, const char *source) {
    auto program = compiler.compile("program.py", source);
    std::string text;
    for (const Diagnostic &diagnostic : program->diagnostics())
      text += render(diagnostic, source) + "\n";
    return text + (program->ok() ? program->run({}).output : "");
  };
  for (int round = 0; round < 3; ++round)
    for (const char *source : programs) {
      Compiler first;
      EXPECT_EQ(answer(compiler, source), answer(first, source)) << source;
    }
}

TEST_F(CompilerTest, anUnknownTargetListsTheTargets) {
  auto program = compiler.compile("p.py", "", {"sm_13"});
  ASSERT_FALSE(program->ok());
  EXPECT_EQ(program->diagnostics()[0].id, DiagnosticId::unknownTarget);
  EXPECT_NE(program->diagnostics()[0].notes[0].message.find("sm_90a"), std::string::npos);
}

TEST_F(CompilerTest, anUnknownStageOrPassListsWhatThereIs) {
  auto program = compile(addVectors);
  DiagnosticSink sink;
  EXPECT_FALSE(program->show("hlo", "", "", sink));
  EXPECT_FALSE(program->show("tile", "loop-fusion", "", sink));
  ASSERT_EQ(sink.all().size(), 2u);
  EXPECT_EQ(sink.all()[0].id, DiagnosticId::unknownStage);
  EXPECT_NE(sink.all()[1].notes[0].message.find("tile-cleanup"), std::string::npos);
}

TEST_F(CompilerTest, withoutACodeGeneratorPtxSaysWhereToGetIt) {
  auto program = compile(addVectors);
  DiagnosticSink sink;
  EXPECT_FALSE(program->show("ptx", "", "", sink));
  ASSERT_TRUE(sink.hasErrors());
  EXPECT_EQ(sink.all()[0].id, DiagnosticId::noCodeGenerator);
}

TEST_F(CompilerTest, anArtifactRunsLikeItsProgram) {
  std::vector<uint8_t> bytes = compile(addVectors)->freeze({});
  auto thawed = compiler.thaw(bytes);
  ASSERT_TRUE(thawed->ok());
  EXPECT_EQ(thawed->run({}).output, "[ 0  2  4  6  8 10 12 14]\n");
  EXPECT_EQ(thawed->freeze({}).size() > 0, true);
}

TEST_F(CompilerTest, theSourceTravelsOnlyWhenAskedFor) {
  auto program = compile(addVectors);
  std::vector<uint8_t> without = program->freeze({}), with = program->freeze({true});
  auto holds = [](const std::vector<uint8_t> &bytes) {
    return llvm::StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size()).contains("x_ref[...] + y_ref");
  };
  EXPECT_FALSE(holds(without));
  EXPECT_TRUE(holds(with));
}

TEST_F(CompilerTest, bytesThatAreNoArtifactAreRefused) {
  for (llvm::StringRef text : {"", "TESSERA", "not an artifact at all, but long enough to be one, it seems to me"}) {
    auto program = compiler.thaw(llvm::arrayRefFromStringRef(text));
    EXPECT_FALSE(program->ok());
    EXPECT_FALSE(program->diagnostics().empty());
    EXPECT_FALSE(program->run({}).ok);
  }
}

TEST_F(CompilerTest, whatWasPrintedBeforeAnErrorIsShown) {
  auto program = compileWrong("import jax.numpy as jnp\nprint('first', jnp.arange(3))\nraise ValueError('second')\n");
  EXPECT_FALSE(program->ok());
  EXPECT_TRUE(program->hasBegun());
  interpreter::RunResult result = program->run({});
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.output, "first [0 1 2]\n");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::raised);
}

TEST_F(CompilerTest, anErrorInAKernelLeavesWhatCameBefore) {
  auto program = compileWrong("import jax, jax.numpy as jnp\nfrom jax.experimental import pallas as pl\n"
                              "def double(x_ref, o_ref):\n  o_ref[...] = x_ref[...] * 2\n"
                              "def broken(x_ref, o_ref):\n  for i in range(2):\n    o_ref[...] = x_ref[...] + unknown\n"
                              "shape = jax.ShapeDtypeStruct((3,), jnp.int32)\n"
                              "print(pl.pallas_call(double, out_shape=shape)(jnp.arange(3, dtype=jnp.int32)))\n"
                              "pl.pallas_call(broken, out_shape=shape)(jnp.arange(3, dtype=jnp.int32))\n");
  interpreter::RunResult result = program->run({});
  EXPECT_EQ(result.output, "[0 2 4]\n");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::unknownName);
}

TEST_F(CompilerTest, aFailedCheckComesBeforeALaterError) {
  auto program = compileWrong("import jax.numpy as jnp\nx = jnp.arange(3)\nassert x[0] == 1, "
                              "'here'\nprint('never')\nraise ValueError('nor this')\n");
  interpreter::RunResult result = program->run({});
  EXPECT_EQ(result.output, "");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::assertionFailed);
}

TEST_F(CompilerTest, aTextThatDoesNotParseHasNotBegun) {
  EXPECT_FALSE(compileWrong("print('first')\nx = = 1\n")->hasBegun());
  EXPECT_FALSE(compileWrong("x = 1\nraise ValueError('nothing to see before')\n")->hasBegun());
}

TEST_F(CompilerTest, tilingsOfAKernelThatNeverEndsEnd) {
  auto program = compile(
      "import torch, triton, triton.language as tl\n@triton.jit\ndef spin(p):\n  while tl.load(p) == 0:\n    pass\n"
      "spin[(2,)](torch.zeros(4, device='cuda'))\n");
  ASSERT_TRUE(program->ok());
  llvm::json::Value tilings = program->tilings(std::chrono::milliseconds(20));
  EXPECT_EQ(tilings.getAsObject()->getArray("kernels")->size(), 1u);
}

TEST_F(CompilerTest, tilingsClipARaggedBlock) {
  llvm::json::Value tilings = compile(blockedCopy)->tilings();
  const llvm::json::Object &launch =
      *(*(*tilings.getAsObject()->getArray("kernels"))[0].getAsObject()->getArray("launches"))[0].getAsObject();
  EXPECT_EQ(launch.getInteger("programs"), 2);
  const llvm::json::Object &x = *(*launch.getArray("operands"))[0].getAsObject();
  EXPECT_EQ(x.getString("name"), "x_ref");
  EXPECT_EQ(x.getString("role"), "read");
  EXPECT_EQ(x.getObject("block")->getString("origin"), "block-spec");
  llvm::json::Value expected = llvm::json::Array{llvm::json::Array{llvm::json::Array{0, 0}, llvm::json::Array{2, 4}},
                                                 llvm::json::Array{llvm::json::Array{2, 0}, llvm::json::Array{3, 4}}};
  EXPECT_EQ(*x.get("boxes"), expected);
}
} // namespace
