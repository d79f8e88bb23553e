// SPDX-License-Identifier: Apache-2.0
// Attention as plain Pallas and Triton programs write it becomes kernels of warpgroups on sm_90a: each launch gives on the emulator what it gives in the
// interpreter, without a race, under five schedules; weights go from product to product in registers; ptxas neither spills nor serializes wgmma.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const pallas = join(root, "shared/kernels/attention_bf16.py"), triton = join(root, "tests/bench/peers/programs/attention_triton.py");
const tutorial = join(root, "shared/kernels/triton_attention.py");
const programs = [
  [pallas, ""],
  [pallas, "CAUSAL=True DTYPE='float16'"],
  [pallas, "HEAD_DIM=128 BLOCK_K=128 HEADS=1"],
  [pallas, "HEAD_DIM=128 CAUSAL=True HEADS=1"],
  [pallas, "HEAD_DIM=256 HEADS=1"],
  [pallas, "HEAD_DIM=256 HEADS=1 CAUSAL=True"],
  [pallas, "BLOCK_Q=64 CAUSAL=True"],
  [pallas, "BLOCK_Q=192 SEQUENCE=384 HEADS=1 CAUSAL=True"],
  [triton, ""],
  [triton, "CAUSAL=True"],
  [triton, "HEAD_DIM=128 BLOCK_N=128 HEADS=2"],
  [triton, "HEAD_DIM=128 CAUSAL=True DTYPE='bfloat16'"],
  [triton, "HEAD_DIM=256 DTYPE='bfloat16'"],
  [triton, "HEAD_DIM=256 CAUSAL=True"],
  [tutorial, ""],
  [tutorial, "HEAD_DIM=64 FORWARD_QUERIES=128 FORWARD_KEYS=64 N_CTX=256"],
  // Consumers that take turns, through loops that are cut at the diagonal, too.
  [pallas, "", "turns=1;consumers=2"],
  [pallas, "", "turns=0;consumers=2"],
  [pallas, "HEAD_DIM=128 CAUSAL=True HEADS=1", "turns=1;consumers=2"],
  [pallas, "BLOCK_Q=192 SEQUENCE=384 HEADS=1 CAUSAL=True", "turns=1;consumers=2"],
  [triton, "HEAD_DIM=128 CAUSAL=True DTYPE='bfloat16' BLOCK_M=128", "turns=1;consumers=2"],
];
const ptxas = spawnSync("ptxas", ["--version"]).status === 0;

for (const [file, choice, tune] of programs) {
  const settings = choice ? choice.split(" ").flatMap((setting) => ["--set", setting]) : [];
  if (tune) settings.push("--tune", tune);
  const name = `${file.slice(root.length + 1)} ${choice} ${tune ?? ""}`;
  test(`${name}: as the interpreter, without a race`, async () => {
    const { code, stderr } = await tessera(["run", file, ...settings, "--device=emulator", "--compare", "--check=race", "--seeds=5"]);
    assert.equal(code, 0, stderr);
  });
  test(`${name}: by warpgroups, weights in registers`, async (t) => {
    const { code, stdout, stderr } = await tessera(["show", file, ...settings, "--stage=ptx", "--json"]);
    assert.equal(code, 0, stderr);
    const modules = JSON.parse(stdout).text.split(/^(?=\.version)/m).filter((text) => text.includes("wgmma.mma_async"));
    assert.ok(modules.length > 0, "no kernel multiplies by wgmma");
    assert.doesNotMatch(stderr, /is not done/);
    for (const text of modules) {
      assert.match(text, /setmaxnreg\.inc/);
      assert.match(text, /cp\.async\.bulk\.tensor/);
      // The left operand of the second product is four registers; the first one's is a descriptor.
      assert.match(text, /wgmma\.mma_async[^;]*\}, \{[^}]*\}, right/);
      // Between the first product and the last, nothing goes through shared memory but what TMA brings.
      const products = text.slice(text.indexOf("wgmma.mma_async"), text.lastIndexOf("wgmma.mma_async"));
      assert.doesNotMatch(products, /\b(?:st|ld)\.shared|ldmatrix|stmatrix|st\.local|ld\.local/);
      assert.doesNotMatch(text, /\bmma\.sync/);
    }
    if (!ptxas) return t.diagnostic("no ptxas here");
    const folder = makeFolder(t);
    for (const [index, text] of modules.entries()) {
      const file = join(folder, `${index}.ptx`);
      writeFileSync(file, text);
      const { status, stdout, stderr } = spawnSync("ptxas", ["-v", "-arch=sm_90a", "-o", "/dev/null", file], { encoding: "utf8" });
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr + stdout, /C75(0[4-9]|1\d)/);
      for (const [, bytes] of (stderr + stdout).matchAll(/(\d+) bytes spill stores/g)) assert.equal(Number(bytes), 0);
    }
  });
}
