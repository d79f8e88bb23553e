// SPDX-License-Identifier: Apache-2.0
// Triton programs whose PTX has to give what the interpreter gives: products by TF32 to the last bit, loops that count down or are cut, operations
// of two results.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root, tessera } from "./tessera.mjs";

const compare = async (name, target, ...flags) => {
  const { code, stdout, stderr } = await tessera(["run", join(root, "tests/e2e/triton", name), "--device=emulator", "--compare", `--target=${target}`, ...flags]);
  assert.equal(code, 0, stderr);
  return stdout.trim().split("\n");
};

for (const target of ["sm_80", "sm_90a"]) {
  test(`products by TF32 read 19 bits of each operand (${target})`, async () => {
    const lines = await compare("tf32.py", target);
    assert.equal(lines.length, 12);
    for (const line of lines) assert.match(line, /True$/);
  });

  test(`high halves of products stand beside products of matrices (${target})`, async () => {
    assert.deepEqual(await compare("attention_dropout.py", target), ["hash of 32 bits True", "hash of 64 bits True", "random True"]);
  });

  test(`kernels in the style of public packages agree with torch (${target})`, async () => {
    const lines = await compare("public_style.py", target);
    assert.equal(lines.length, 10);
    for (const line of lines.slice(0, -1)) assert.match(line, /True/);
    assert.equal(lines.at(-1), "[-4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0]");
  });

  test(`loops over all passes of all tiles count themselves (${target})`, async () => {
    assert.deepEqual(await compare("flat_loops.py", target), ["all right"]);
  });

  test(`loops are cut where masks begin to matter, wherever that is (${target})`, async () => {
    assert.deepEqual(await compare("cut_loops.py", target, "--check=race", "--tune=cut=1"), ["32 cases, wrong: []"]);
  });

  test(`what is kept within the range of 8-bit floats saturates (${target})`, async () => {
    const lines = await compare("saturation.py", target);
    assert.equal(lines.length, 6);
    for (const line of lines) assert.match(line, /wrong: \[\]$/);
  });

  test(`loops count down, and integers have their signs (${target})`, async () => {
    assert.deepEqual(await compare("loops.py", target), ["[192.0, 196.0, 200.0]", "True", "True", "True", "[4294967287, 4294967291, 2, 4294967294] True"]);
  });
}
