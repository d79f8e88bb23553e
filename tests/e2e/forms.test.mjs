// SPDX-License-Identifier: Apache-2.0
// Spellings of products and attention (forms/README.md): at a large size each has the instruction that the table says,
// and takes by the model as long as it says; a sample is right at a small size on the emulator, as in the interpreter
// and without races under three orders. ptxas takes the sample at its large size, and forms that hold many registers,
// without spilling and with products that run on (`forms.mjs assemble` looks at all forms).
import assert from "node:assert/strict";
import { test } from "node:test";
import { forEach, inspect, ptxas, run } from "./compiled.mjs";
import { judge, judgeAssembly, look, print, readPrograms, readTable } from "./forms/forms.mjs";

const programs = readPrograms(), table = readTable();

test("the table has every form once", () => {
  assert.deepEqual(table.map(({ name }) => name).sort(), [...programs.keys()].sort());
});

/** A line within this of the plain form's time is as good as it is to be. */
const goal = 1.25;
test("a line that falls short of the goal says why, and no other", () => {
  const isShort = ({ wanted, now, ratio }) => now !== wanted || Number(ratio) > goal;
  assert.deepEqual(table.filter((row) => isShort(row) && !row.note).map(({ name }) => name), [], "without a reason");
  const isGood = (row) => !isShort(row) && row.ratio !== "-" && row.note;
  assert.deepEqual(table.filter(isGood).map(({ name }) => name), [], "nothing is missing");
});

test("instructions and times of large products", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(table, async (row) => {
    const problem = judge(row, await look(programs.get(row.name), row));
    if (problem) problems.push(problem);
  });
  assert.deepEqual(problems, [], "`node tests/e2e/forms/forms.mjs table` prints the table's lines as they are now");
});

/** Whose results, masks, addresses or sums are more than registers hold, unless they are made as they are needed. */
const fullOfRegisters = [
  ...["t_swapped", "t_dot_scaled_step", "t_dot_minus", "e_gelu", "e_silu", "e_gate", "e_transposed_store", "e_tril"],
  ...["e_tril_zero", "e_dropout", "p_gelu", "p_glu", "a_dropout"],
];

const skip = !ptxas && "SKIP: ptxas is not installed";
test("no spilled registers, products that run on", { skip, timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(table.filter(({ name, isSampled }) => isSampled || fullOfRegisters.includes(name)), async (row) => {
    const problem = await judgeAssembly(programs.get(row.name), row);
    if (problem) problems.push(problem);
  });
  assert.deepEqual(problems, []);
});

test("a sample on the emulator", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(table.filter(({ isSampled }) => isSampled), async ({ name }) => {
    const problem = await run(print(programs.get(name)));
    if (problem) problems.push(`${name}: ${problem}`);
  });
  assert.deepEqual(problems, []);
});

test("the sample with blocks of the compiler's, and programs one after the other", { timeout: 600_000 }, async () => {
  const problems = [], sample = table.filter(({ isSampled }) => isSampled);
  // Rows and columns of two programs; what the form's own size does not have stays as it is.
  const merged = sample.map(({ name }, index) => ({ name, tune: index % 2 ? "tile_n=256" : "tile_m=256" }));
  // More programs than there are multiprocessors.
  const many = "M=4096 N=1024 K=128";
  const persistent = ["e_row_max", "e_second_output", "e_alpha_beta"].map((name) => ({ name, settings: many }));
  await forEach([...merged, ...persistent], async ({ name, ...options }) => {
    const problem = await run(print(programs.get(name)), { seeds: 2, ...options });
    if (problem) problems.push(`${name} ${JSON.stringify(options)}: ${problem}`);
  });
  assert.deepEqual(problems, []);
  const { remarks } = await inspect(print(programs.get("e_second_output")), many);
  assert.match(remarks.join("\n"), /each block does several programs, one after the other|programs are one/);
});
