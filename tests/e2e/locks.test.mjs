// SPDX-License-Identifier: Apache-2.0
// Programs of one launch that wait for each other, under several orders of who goes on: a seed draws another one in the interpreter. What a program
// prints is the same under each, and so is the deadlock of those that have one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainDifference, listPrograms } from "../conformance/programs.mjs";
import { tessera } from "./tessera.mjs";

const programs = listPrograms("triton/locks");

test("there are programs that wait", () => assert.ok(programs.length >= 8));

for (const program of programs)
  test(program.id, async () => {
    for (const seed of [1, 2, 3, 4]) {
      const { stdout, stderr } = await tessera(["run", "-", "--json", `--seed=${seed}`], { input: program.source });
      assert.ok(stdout, stderr);
      assert.equal(explainDifference(program, JSON.parse(stdout)), null, `seed ${seed}`);
    }
  });
