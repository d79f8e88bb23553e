// SPDX-License-Identifier: Apache-2.0
// Public shapes (shapes/README.md): a sample has the instruction, the limit and the model's time that the table says;
// what the model puts far from the roofline has its reason; backward attention is taken by ptxas as it should be.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assemble, forEach, inspect, ptxas, run } from "./compiled.mjs";
import { findDifferences, findRoofline, getTitle, judge, look, mostRatio, readProgram, readTable }
  from "./shapes/shapes.mjs";
import { root } from "./tessera.mjs";

const { programs, rows } = readTable();

test("every line has its own title, and its reason where it is far from the roofline", () => {
  assert.equal(new Set(rows.map(getTitle)).size, rows.length);
  const unexplained = rows.filter(({ ratio, reason }) => !(Number(ratio) <= mostRatio) && !reason);
  assert.deepEqual(unexplained.map(getTitle), []);
});

test("rooflines are of the card that the model estimates for", () => {
  const [cards, rates] = ["Cards.def", "Rates.def"].map((name) => readFileSync(join(root, "shared/rates", name), "utf8"));
  assert.deepEqual(findDifferences(cards, rates), []);
  for (const row of rows)
    assert.equal(findRoofline(programs.get(row.program), row.sets).toFixed(1), row.roofline, getTitle(row));
});

test("a sample of the table", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach(rows.filter(({ isSampled }) => isSampled), async (row) => {
    const problem = judge(row, await look(programs.get(row.program), row));
    if (problem) problems.push(problem);
  });
  assert.deepEqual(problems, [], "`node tests/e2e/shapes/shapes.mjs table` prints the table's lines as they are now");
});

test("a sample on the emulator", { timeout: 600_000 }, async () => {
  const problems = [];
  await forEach([...programs.values()].filter(({ isSampled }) => isSampled), async (program) => {
    const problem = await run(readProgram(program), { seeds: 1 });
    if (problem) problems.push(`${program.name}: ${problem}`);
  });
  assert.deepEqual(problems, []);
});

const heads = ["D=64", "D=64 CAUSAL=True", "D=128", "D=128 CAUSAL=True"];
for (const name of ["backward", "backward, one kernel", "Pallas backward"])
  for (const settings of heads)
    test(`${name} ${settings}: wgmma, without spill`, { skip: !ptxas && "SKIP: ptxas is not installed" }, async () => {
      const { error, ptx, remarks } = await inspect(readProgram(programs.get(name)), settings);
      assert.ok(!error, error);
      const products = ptx.filter((text) => /wgmma\.mma_async/.test(text));
      assert.ok(products.length > 0 && !ptx.some((text) => /\bmma\.sync/.test(text)), remarks.join("\n"));
      for (const text of products) assert.equal(await assemble(text), null);
    });
