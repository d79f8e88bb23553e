// SPDX-License-Identifier: Apache-2.0
// What the reference says of GPUs is what the compiler does: every name that it lists for them is called in a kernel and must be
// scheduled. TESSERA_SURVEY=1 tries the names that it does not list, too, and prints those that are scheduled nevertheless.
#include "compiler/driver/Compiler.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace tessera;

namespace {
struct Name {
  std::string module, name;
  bool isTriton() const { return llvm::StringRef(module).starts_with("triton"); }
};

std::string pallasProgram(const Name &name, const std::string &arguments, const char *dtype) {
  std::string ones = std::string("jnp.ones((256,), jnp.") + dtype + ")";
  return "import jax, jax.numpy as jnp\nimport " + name.module + "\nfrom jax.experimental import pallas as pl\n"
         "def k(x_ref, y_ref, o_ref):\n  x, y = x_ref[...], y_ref[...]\n"
         "  o_ref[...] = jnp.asarray(" + name.module + "." + name.name + "(" + arguments + ")).astype(o_ref.dtype)\n"
         "block = pl.BlockSpec((128,), lambda i: (i,))\n"
         "pl.pallas_call(k, grid=(2,), in_specs=[block, block], out_specs=block, out_shape=jax.ShapeDtypeStruct((256,), jnp.float32))(" + ones + ", " + ones + ")\n";
}

std::string tritonProgram(const Name &name, const std::string &arguments, const char *dtype) {
  std::string call = name.module + "." + name.name + "(" + arguments + ")";
  std::string ones = std::string("torch.ones(128, dtype=torch.") + dtype + ", device='cuda')";
  return "import torch, triton\nimport triton.language as tl\nimport " + name.module + "\n@triton.jit\ndef k(p, q, o, B: tl.constexpr):\n  i = tl.arange(0, B)\n"
         "  x = tl.load(p + i)\n  y = tl.load(q + i)\n  " + (name.name == "store" ? call : "tl.store(o + i, " + call + ")") + "\n"
         "k[(1,)](" + ones + ", " + ones + ", torch.zeros(128, device='cuda'), B=128)\n";
}

/// Whether some call of it in a kernel is scheduled for the target.
bool isScheduled(Compiler &compiler, const Name &name) {
  std::string type = name.isTriton() ? "tl.float32" : "jnp.float32";
  for (const char *dtype : {"float32", "int32"})
    for (const std::string &arguments : {std::string("x"), std::string("x, y"), std::string("x > y, x, y"), std::string("x, y, x"), std::string("x > y"),
                                         std::string("x > y, x < y"), "x, " + type, std::string("x, 1, y"), std::string("0"), std::string("p + i"), std::string("o + i, x"),
                                         std::string("0, 128"), std::string("(128,), 1, ") + type, std::string("(128,), ") + type}) {
      if (arguments == "0" && name.name != "program_id" && name.name != "num_programs")
        continue; // of a constant nothing is left to be scheduled
      std::string source = name.isTriton() ? tritonProgram(name, arguments, dtype) : pallasProgram(name, arguments, dtype);
      std::unique_ptr<Program> program = compiler.compile("k.py", source);
      if (program->ok() && llvm::none_of(program->diagnostics(), [](const Diagnostic &d) { return d.id == DiagnosticId::noSchedule; }))
        return true;
    }
  return false;
}

TEST(Devices, theReferenceSaysWhatTheCompilerDoes) {
  llvm::json::Value reference = Compiler::reference();
  auto compiler = std::make_unique<Compiler>();
  unsigned tried = 0, listed = 0;
  for (const llvm::json::Value &value : *reference.getAsObject()->getArray("modules")) {
    const llvm::json::Object &module = *value.getAsObject();
    for (const llvm::json::Value &member : *module.getArray("entries")) {
      const llvm::json::Object &entry = *member.getAsObject();
      Name name{module.getString("name")->str(), entry.getString("name")->str()};
      bool isListed = llvm::is_contained(*entry.getArray("devices"), llvm::json::Value("GPU"));
      bool isCalled = entry.getString("kind") == "function" && entry.getBoolean("supported").value_or(false);
      listed += isListed;
      if (!isListed && !(getenv("TESSERA_SURVEY") && isCalled && (name.isTriton() || llvm::StringRef(name.module).starts_with("jax"))))
        continue;
      if (entry.getString("kind") != "function" || name.name == "pallas_call")
        continue;
      if (++tried % 64 == 0)
        compiler = std::make_unique<Compiler>();
      if (getenv("TESSERA_SURVEY"))
        fprintf(stderr, "%s %s\n", name.module.c_str(), name.name.c_str());
      bool scheduled = isScheduled(*compiler, name);
      if (isListed)
        EXPECT_TRUE(scheduled) << name.module << "." << name.name << " is said to work on GPUs";
      else if (scheduled)
        fprintf(stderr, "scheduled, but not listed: %s %s\n", name.module.c_str(), name.name.c_str());
    }
  }
  EXPECT_GT(listed, 50u);
}
} // namespace
