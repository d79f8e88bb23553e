// SPDX-License-Identifier: Apache-2.0
// What the model of time predicts for every kernel of shared/kernels, on an H100 and an A100, against what
// predicted-times.json has: a change of the compiler that makes one slower is seen without a GPU. Predictions, never a
// GPU's times. `TESSERA_PREDICT=update node --test tests/e2e/predicted-times.test.mjs` writes the file anew; what
// changed by more than 2 % then has `was`, and needs a sentence in `why`.
//
// Machine code is ptxas's: with another version than the file's nothing is compared.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ptxas } from "./compiled.mjs";
import { root, tessera } from "./tessera.mjs";

const file = join(root, "tests/e2e/predicted-times.json"), kernels = join(root, "shared/kernels");
const updates = process.env.TESSERA_PREDICT === "update";
// The same kernels as others, for so long that this test would be mostly of them.
const leftOut = ["quickstart.py", "matmul_vmapped.py", "matmul_fused.py"];
const targets = { sm_90a: "h100", sm_80: "a100" };
const readVersion = () => execFileSync(ptxas, ["--version"], { encoding: "utf8" }).match(/V(\d+\.\d+\.\d+)/)?.[1];

/** `{name: {microseconds, limit}}` of a program's launches; of several launches of one kernel the first. */
async function predict(name, target) {
  const { stdout } = await tessera(["run", join(kernels, name), "--target", target, "--device", "emulator", "--time", "--card", targets[target], "--json"]);
  const times = {};
  for (const { kernel, time } of stdout ? JSON.parse(stdout).launches ?? [] : [])
    times[`${name} ${kernel} ${target}`] ??= time ? { microseconds: Number(time.microseconds.toFixed(3)), limit: time.limit, ...(time.doubts && { doubts: time.doubts }) } : { none: true };
  return times;
}

test("predicted times are the committed ones", { skip: ptxas ? false : "there is no ptxas on this machine", timeout: 900_000 }, async (t) => {
  const version = readVersion(), before = JSON.parse(readFileSync(file, "utf8"));
  if (!updates && before.ptxas !== version) return t.skip(`the file is of ptxas ${before.ptxas}, this machine has ${version}`);
  const names = JSON.parse(readFileSync(join(kernels, "index.json"), "utf8")).map((one) => one.file).filter((name) => !leftOut.includes(name));
  const jobs = names.flatMap((name) => Object.keys(targets).map((target) => [name, target]));
  const found = {};
  await Promise.all([0, 1].map(async () => {
    for (let job; (job = jobs.shift()); ) Object.assign(found, await predict(...job));
  }));
  const changed = [];
  for (const [name, now] of Object.entries(found)) {
    const then = before.kernels[name];
    if (then?.why) now.why = then.why;
    if (then?.was) now.was = then.was;
    if (!then?.microseconds || !now.microseconds || Math.abs(now.microseconds / then.microseconds - 1) <= 0.02) continue;
    changed.push(`${name}: ${then.microseconds} us before, ${now.microseconds} us now (${now.limit})`);
    Object.assign(now, { was: then.microseconds, why: "" });
  }
  if (updates) {
    const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
    const lines = Object.entries(sorted).map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    writeFileSync(file, `{"means": "predicted by the model, not measured", "ptxas": ${JSON.stringify(version)}, "kernels": {\n${lines.join(",\n")}\n}}\n`);
    return;
  }
  assert.deepEqual(changed, [], "changes over 2 %: TESSERA_PREDICT=update writes them; then say why in the file");
  const gone = Object.keys(before.kernels).filter((name) => !found[name]), added = Object.keys(found).filter((name) => !before.kernels[name]);
  assert.deepEqual({ gone, added }, { gone: [], added: [] }, "kernels of the file and of shared/kernels");
  const unexplained = Object.entries(before.kernels).filter(([, one]) => one.was && !one.why).map(([name]) => name);
  assert.deepEqual(unexplained, [], "changed, and nobody has said why");
});
