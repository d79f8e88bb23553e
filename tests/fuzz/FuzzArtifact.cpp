// SPDX-License-Identifier: Apache-2.0
// Artifact bytes, what a runner is sent. The bytes as they are: nearly all are refused by the container's digest. So also the
// same bytes as a manifest beside a module of ours, and as a module beside a manifest of ours, both in a container that is
// right, for what comes after the digest.
#include "compiler/driver/Compiler.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include <cstdint>

using namespace tessera;

namespace {
const char *const source = "import jax\n"
                           "import jax.numpy as jnp\n"
                           "from jax.experimental import pallas as pl\n"
                           "def kernel(x_ref, o_ref):\n"
                           "  o_ref[...] = x_ref[...] + 1.0\n"
                           "x = jnp.ones((8,), jnp.float32)\n"
                           "print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x))\n";

artifact::Artifact makeGood() {
  Compiler compiler;
  auto program = compiler.compile("good.py", source);
  auto read = artifact::read(program->freeze({}));
  if (!read)
    abort(); // an artifact of ours must read back
  return *read;
}

void thaw(llvm::ArrayRef<uint8_t> bytes) {
  Compiler compiler;
  auto program = compiler.thaw(bytes);
  if (!program->ok())
    return;
  DiagnosticSink sink;
  program->show("tile", "", "", sink);
  program->tilings();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const artifact::Artifact good = makeGood();
  llvm::ArrayRef<uint8_t> bytes(data, size);
  thaw(bytes);
  std::string error;
  if (auto json = protocol::parseJson(llvm::StringRef(reinterpret_cast<const char *>(data), size), error))
    if (auto manifest = artifact::manifestFromJson(*json))
      thaw(artifact::write(*manifest, good.module));
  thaw(artifact::write(good.manifest, bytes));
  return 0;
}
