// SPDX-License-Identifier: Apache-2.0
// Spellings of products and attention (forms/README.md): at a large size each has the instruction that the table says,
// and takes by the model as long as it says; a sample is right at a small size on the emulator, as in the interpreter
// and without races under three orders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach, judge, look, readPrograms, readTable, run } from "./forms/forms.mjs";

const programs = readPrograms(), table = readTable();

test("the table has every form once", () => {
  assert.deepEqual(table.map(({ name }) => name).sort(), [...programs.keys()].sort());
});

test("instructions and times of large products", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(table, async (row) => {
    const problem = judge(row, await look(programs.get(row.name), row));
    if (problem) problems.push(problem);
  });
  assert.deepEqual(problems, [], "`node tests/e2e/forms/forms.mjs table` prints the table's lines as they are now");
});

test("a sample on the emulator", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(table.filter(({ isSampled }) => isSampled), async ({ name }) => {
    const problem = await run(programs.get(name));
    if (problem) problems.push(`${name}: ${problem}`);
  });
  assert.deepEqual(problems, []);
});
