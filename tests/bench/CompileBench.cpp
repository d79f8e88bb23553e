// SPDX-License-Identifier: Apache-2.0
// From source text to PTX: programs that people write, each with its aim, and a kernel that grows, whose time must grow
// no faster than it.
//
//   TesseraBenchCompile FOLDER [NAME]     FOLDER is shared/kernels; only the programs whose names have NAME in them
#include "tests/bench/CompileTimes.h"

using namespace tessera;
using namespace tessera::bench;

namespace {

struct Case {
  const char *file;
  std::vector<Setting> settings;
  double aim;
};

/// `count` statements in a chain: elementwise ones, every tenth a sum that is broadcast back.
std::string makeChain(int count) {
  std::string text = "import jax\nimport jax.numpy as jnp\nfrom jax.experimental import pallas as pl\n\ndef kernel(x_ref, o_ref):\n    x = x_ref[...]\n    y = x\n";
  for (int i = 0; i < count; ++i)
    text += i % 10 == 9 ? "    y = y - jnp.sum(y, axis=1, keepdims=True) * 0.01\n" : "    y = jnp.maximum(y * x, x + " + std::to_string(i % 7) + ".5)\n";
  return text + "    o_ref[...] = y\n\nx = jax.random.normal(jax.random.key(0), (64, 128))\npl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((64, 128), jnp.float32))(x)\n";
}

} // namespace

int main(int argc, char **argv) {
  std::string folder = argc > 1 ? argv[1] : "shared/kernels";
  llvm::StringRef only = argc > 2 ? argv[2] : "";
  const Case cases[] = {{"vector_add.py", {}, 20},
                        {"triton_softmax.py", {}, 30},
                        {"pallas_softmax.py", {}, 30},
                        {"triton_layer_norm.py", {}, 60},
                        {"triton_matmul.py", {{"M", "4096"}, {"N", "4096"}, {"K", "4096"}}, 60},
                        {"matmul.py", {}, 60},
                        {"triton_attention.py", {}, 120},
                        {"attention_bf16.py", {}, 120},
                        {"attention.py", {}, 120}};
  bool ok = true;
  for (const char *target : {"sm_90a", "sm_80"})
    for (const Case &one : cases) {
      if (!llvm::StringRef(one.file).contains(only))
        continue;
      llvm::outs() << one.file << " for " << target << "\n";
      ok &= measureCompiling(one.file, read(folder + "/" + one.file), one.settings, one.aim, /*tellsPasses=*/llvm::StringRef(target) == "sm_90a", nullptr, target);
    }
  double before = 0;
  for (int count : {50, 100, 200, 400}) {
    if (!llvm::StringRef("chain.py").contains(only))
      break;
    llvm::outs() << "a chain of " << count << " statements\n";
    double now = 0;
    ok &= measureCompiling("chain.py", makeChain(count), {}, 0, /*tellsPasses=*/count == 400, &now);
    if (before > 0)
      llvm::outs() << llvm::format("  %-44s %9.2f times for twice the statements\n", "", now / before);
    before = now;
  }
  return ok ? 0 : 1;
}
