// SPDX-License-Identifier: Apache-2.0
// Predicted times of programs against a committed file of them. Predictions of the model, never a GPU's times. With
// TESSERA_PREDICT=update the file is written anew; what changed by more than 2 % then has `was`, and needs a sentence in
// `why`. Machine code is ptxas's: with another version than the file's nothing is compared.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { ptxas } from "./compiled.mjs";
import { tessera } from "./tessera.mjs";

export const updates = process.env.TESSERA_PREDICT === "update";
export const noPtxas = ptxas ? false : "there is no ptxas on this machine";
const limitOfChange = 0.02;
const readVersion = () => execFileSync(ptxas, ["--version"], { encoding: "utf8" }).match(/V(\d+\.\d+\.\d+)/)?.[1];

/** What `tessera run --time` tells of `program`'s launches: `[{kernel, time}]`. */
export async function predictLaunches(program, target, card, ...options) {
  const { stdout } = await tessera(
    ["run", program, "--target", target, "--device", "emulator", "--time", "--card", card, "--json", ...options],
    { limitMs: 900_000 },
  );
  return stdout ? (JSON.parse(stdout).launches ?? []) : [];
}

/** An entry of a file. */
export function toEntry(time) {
  if (!time) return { none: true };
  return {
    microseconds: Number(time.microseconds.toFixed(3)),
    limit: time.limit,
    ...(time.doubts && { doubts: time.doubts }),
  };
}

/** `find(job)` for each of `jobs`, several at once: all that they found, `{name: entry}`. */
export async function findAll(jobs, find) {
  const found = {},
    waiting = [...jobs];
  await Promise.all(
    Array.from({ length: Math.min(4, cpus().length) }, async () => {
      while (waiting.length) Object.assign(found, await find(waiting.shift()));
    }),
  );
  return found;
}

export const readEntries = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * Compares the entries `found` with those of `file`, or writes them into it. What was not asked for this time
 * (`isLeft(name)`) stays as it is.
 */
export function compareEntries(t, file, found, isLeft = () => false) {
  const version = readVersion(),
    before = readEntries(file);
  if (!updates && before.ptxas !== version)
    return t.skip(`the file is of ptxas ${before.ptxas}, this machine has ${version}`);
  const changed = [];
  for (const [name, now] of Object.entries(found)) {
    const then = before.kernels[name];
    if (then?.why) now.why = then.why;
    if (then?.was) now.was = then.was;
    if (!then?.microseconds || !now.microseconds || Math.abs(now.microseconds / then.microseconds - 1) <= limitOfChange)
      continue;
    changed.push(`${name}: ${then.microseconds} us before, ${now.microseconds} us now (${now.limit})`);
    Object.assign(now, { was: then.microseconds, why: "" });
  }
  const left = Object.fromEntries(Object.entries(before.kernels).filter(([name]) => isLeft(name) && !found[name]));
  if (updates) {
    const sorted = Object.entries({ ...left, ...found }).sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = sorted.map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    const head = `{"means": "predicted by the model, not measured", "ptxas": ${JSON.stringify(version)}, "kernels": {`;
    writeFileSync(file, `${head}\n${lines.join(",\n")}\n}}\n`);
    return;
  }
  assert.deepEqual(changed, [], "changes over 2 %: TESSERA_PREDICT=update writes them; then say why in the file");
  const gone = Object.keys(before.kernels).filter((name) => !found[name] && !left[name]);
  const added = Object.keys(found).filter((name) => !before.kernels[name]);
  assert.deepEqual({ gone, added }, { gone: [], added: [] }, "what the file has and what was predicted");
  const unexplained = Object.entries(before.kernels)
    .filter(([, one]) => one.was && !one.why)
    .map(([name]) => name);
  assert.deepEqual(unexplained, [], "changed, and nobody has said why");
}
