// SPDX-License-Identifier: Apache-2.0
// Every example of shared/kernels: runs and passes its own checks, freezes and thaws to the same output, and gives that output
// on a runner too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, serve, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
for (const { file } of JSON.parse(readFileSync(join(kernels, "index.json"), "utf8"))) {
  test(`${file}: source, artifact and runner agree`, async (t) => {
    const source = join(kernels, file), artifact = join(makeFolder(t), "artifact");
    const direct = await tessera(["run", source]);
    assert.equal(direct.code, 0, direct.stderr);
    assert.equal(direct.stderr.includes("error:"), false, direct.stderr);
    const compiled = await tessera(["compile", source, "-o", artifact]);
    assert.equal(compiled.code, 0, compiled.stderr);
    assert.equal((await tessera(["run", artifact])).stdout, direct.stdout);
    const runner = await serve(t);
    const submitted = await tessera(["submit", artifact, "--runner", runner.url]);
    assert.equal(submitted.code, 0, submitted.stderr);
    assert.equal(submitted.stdout, direct.stdout);
  });
}

// The same programs, smaller and larger than they are written: sizes that divide nothing, one row, many blocks.
const sizes = {
  "attention.py": ["BATCH=1 HEADS=1 SEQUENCE=48 HEAD_DIM=16 BLOCK_Q=16 BLOCK_K=16", "HEADS=3 SEQUENCE=512 HEAD_DIM=64"],
  "attention_bf16.py": ["HEADS=1 SEQUENCE=64 HEAD_DIM=16 BLOCK_Q=32 BLOCK_K=16", "SEQUENCE=512 HEAD_DIM=128 CAUSAL=True"],
  "decode_attention.py": ["BATCH=1 HEADS=2 KV_HEADS=1 SEQUENCE=64 HEAD_DIM=16 SPLITS=2 BLOCK_K=16", "HEADS=16 SEQUENCE=2048 HEAD_DIM=64 SPLITS=8"],
  "grids_blockspecs.py": ["ROWS=512 COLUMNS=384 BLOCK_ROWS=128 BLOCK_COLUMNS=128"],
  "layer_norm.py": ["ROWS=3 COLUMNS=5 BLOCK=4", "ROWS=128 COLUMNS=2048 BLOCK=1024"],
  "matmul_batched.py": ["BATCH=1 M=7 K=5 N=3 BLOCK_M=4 BLOCK_K=4 BLOCK_N=4", "BATCH=4 M=384 K=256 N=320"],
  "paged_attention.py": ["BATCH=1 HEADS=2 KV_HEADS=1 HEAD_DIM=16", "BATCH=4 HEADS=16 KV_HEADS=4 HEAD_DIM=64 PAGES_PER_SEQUENCE=16 PAGES_PER_BLOCK=4"],
  "pallas_softmax.py": ["ROWS=2 COLUMNS=3", "ROWS=256 COLUMNS=2048"],
  "pipelining.py": ["M=128 N=128 K=128", "M=512 N=384 K=1024"],
  "rms_norm.py": ["ROWS=2 COLUMNS=3 BLOCK_ROWS=1", "ROWS=256 COLUMNS=2048"],
  "saxpy.py": ["BLOCK=64"],
  "triton_attention.py": ["HEADS=1 HEAD_DIM=32", "BATCH=2 N_CTX=256 HEAD_DIM=64"],
  "triton_dropout.py": ["N=100000"],
  "triton_grouped_gemm.py": ["M=32 N=32 K=32 GROUP_SIZE=2", "M=256 N=256 K=256 GROUP_SIZE=6"],
  "triton_layer_norm.py": ["M=4 N=16 GROUPS=2", "M=256 N=2048"],
  "triton_libdevice.py": ["N=7", "N=1000000"],
  "triton_matmul.py": ["M=33 N=17 K=9", "M=512 N=512 K=256"],
  "triton_persistent_matmul.py": ["M=40 N=24 K=16", "M=512 N=256 K=256"],
  "triton_softmax.py": ["M=1 N=2", "M=1823 N=781"],
};
for (const [file, choices] of Object.entries(sizes))
  for (const choice of choices)
    test(`${file} with ${choice}`, async () => {
      const settings = choice.split(" ").flatMap((setting) => ["--set", setting]);
      const { code, stderr } = await tessera(["run", join(kernels, file), ...settings]);
      assert.equal(code, 0, stderr);
    });
