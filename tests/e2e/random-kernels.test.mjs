// SPDX-License-Identifier: Apache-2.0
// A batch of random kernels on both targets: emulator and interpreter agree and nothing races. random/run.mjs runs more of them, and makes one that fails small.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generate, print, shrink } from "./random/generate.mjs";
import { runMany } from "./random/run.mjs";

const count = Number(process.env.TESSERA_RANDOM_KERNELS ?? 60);

for (const [target, first] of [["sm_80", 1], ["sm_90a", 1001]])
  test(`${count} random kernels for ${target}`, { timeout: 600_000 }, async () => {
    const { failures } = await runMany({ first, count, target, most: 20 });
    assert.deepEqual(failures.map(({ seed, kind, what, text }) => `${kind} seed ${seed}: ${what}\n${text}`), []);
  });

test("a seed is a program, always the same one", () => {
  assert.equal(print(generate(12)), print(generate(12)));
  assert.notEqual(print(generate(12)), print(generate(13)));
});

test("what shrinking gives is smaller, and is still a program", () => {
  for (let seed = 1; seed <= 40; ++seed) {
    const program = generate(seed), size = program.statements.length + program.outputs.length;
    for (const smaller of shrink(program)) {
      assert.ok(smaller.statements.length + smaller.outputs.length <= size, `seed ${seed}`);
      const values = smaller.inputs.length + smaller.statements.length;
      smaller.statements.forEach(({ args }, at) => args.forEach((arg) => assert.ok(arg >= 0 && arg < smaller.inputs.length + at, `seed ${seed}`)));
      smaller.outputs.forEach((at) => assert.ok(at >= 0 && at < values));
    }
  }
});
