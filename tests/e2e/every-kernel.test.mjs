// SPDX-License-Identifier: Apache-2.0
// Every program of shared/kernels and every conformance program with kernels, for both targets: see every-kernel.mjs. What has no code is listed in
// every-kernel.txt with the reason, and nothing else may be without but programs of warpgroups for sm_80; an entry that is out of date fails too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check, listAll, readExceptions, reasonOf } from "./every-kernel.mjs";

const exceptions = readExceptions();

const groups = Map.groupBy ? Map.groupBy(listAll(), ({ id }) => id.replace(/:.*/, "")) : group(listAll());
function group(programs) {
  const map = new Map();
  for (const program of programs) {
    const key = program.id.replace(/:.*/, "");
    map.set(key, [...(map.get(key) ?? []), program]);
  }
  return map;
}

/** Of each target: programs by what came out, and kernels that ran. */
const counts = { sm_80: { right: 0, nothing: 0, byHand: 0, kernels: 0 }, sm_90a: { right: 0, nothing: 0, byHand: 0, kernels: 0 } };
const isByHand = ({ kind, what }, target) => kind === "refused" && what.startsWith(`a program of warpgroups on \`${target}\``);

for (const target of ["sm_80", "sm_90a"])
  for (const [name, programs] of groups)
    test(`${name} for ${target}`, { timeout: 600_000 }, async () => {
      const problems = [];
      for (const program of programs) {
        const result = await check(program, { target }), { kind } = result;
        counts[target].kernels += kind === "right" ? result.kernels : 0;
        if (kind in counts[target]) counts[target][kind]++;
        // Kernels that say wgmma and TMA themselves are for what has them.
        if (target === "sm_80" && program.source.includes("mosaic_gpu") && isByHand(result, target)) {
          counts[target].byHand++;
          continue;
        }
        const exception = exceptions.find((each) => each.id === program.id && (each.target === "*" || each.target === target));
        if (kind === "right" || kind === "nothing") {
          if (exception) problems.push(`${program.id} is right; every-kernel.txt says otherwise`);
          continue;
        }
        const reason = reasonOf(result);
        if (!exception || !reason.includes(exception.reason)) problems.push(`${program.id}: ${reason}`);
      }
      assert.deepEqual(problems, []);
    });

test("how many there were", (t) => {
  for (const [target, { right, nothing, byHand, kernels }] of Object.entries(counts))
    t.diagnostic(`${target}: ${right} programs are right (${kernels} kernels), ${nothing} launch nothing, ${byHand} are programs of warpgroups, ${exceptions.length} are listed`);
  assert.ok(counts.sm_90a.kernels > 700 && counts.sm_80.kernels > 500 && counts.sm_90a.byHand === 0);
});

test("every exception names a program", () => {
  const known = new Set(listAll().map(({ id }) => id));
  assert.deepEqual(exceptions.filter(({ id }) => !known.has(id)), []);
});
