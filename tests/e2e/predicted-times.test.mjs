// SPDX-License-Identifier: Apache-2.0
// What the model of time predicts for every kernel of shared/kernels, on an H100 and an A100, against what
// predicted-times.json has: a change of the compiler that makes one slower is seen without a GPU (predicted.mjs).
// `TESSERA_PREDICT=update node --test tests/e2e/predicted-times.test.mjs` writes the file anew.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareEntries, findAll, noPtxas, predictLaunches, toEntry } from "./predicted.mjs";
import { root } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
// The same kernels as others, for so long that this test would be mostly of them.
const leftOut = ["quickstart.py", "matmul_vmapped.py", "matmul_fused.py"];
const targets = { sm_90a: "h100", sm_80: "a100" };

/** Entries of a program's launches; of several launches of one kernel the first. */
async function predict([name, target]) {
  const times = {};
  for (const { kernel, time } of await predictLaunches(join(kernels, name), target, targets[target]))
    times[`${name} ${kernel} ${target}`] ??= toEntry(time);
  return times;
}

test("predicted times are the committed ones", { skip: noPtxas, timeout: 900_000 }, async (t) => {
  const names = JSON.parse(readFileSync(join(kernels, "index.json"), "utf8"))
    .map((one) => one.file)
    .filter((name) => !leftOut.includes(name));
  const jobs = names.flatMap((name) => Object.keys(targets).map((target) => [name, target]));
  compareEntries(t, join(root, "tests/e2e/predicted-times.json"), await findAll(jobs, predict));
});
