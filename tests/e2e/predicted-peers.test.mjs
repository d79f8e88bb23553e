// SPDX-License-Identifier: Apache-2.0
// What the model of time predicts for our rows of the peers' table (tests/bench/peers), on an H100, against what
// predicted-peers.json has (predicted.mjs). Large problems take up to minutes each and are of the same code as smaller
// ones: what takes a few seconds and the quickest row of each program run always, all with TESSERA_PREDICT=all.
// `TESSERA_PREDICT=update node --test tests/e2e/predicted-peers.test.mjs` writes the file anew, all rows of it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { compareEntries, findAll, noPtxas, predictLaunches, readEntries, toEntry, updates } from "./predicted.mjs";
import { root } from "./tessera.mjs";

const file = join(root, "tests/e2e/predicted-peers.json");
const rows = () => JSON.parse(execFileSync("python3", [join(root, "tests/bench/peers/rows.py")], { encoding: "utf8" }));
// What is run always, in seconds that a row took when the file was written.
const secondsOfAlways = 4;

/** The names of the rows that are run always. */
function chooseAlways(listed, known) {
  const secondsOf = ({ name }) => known[name]?.seconds ?? 0; // a new row runs
  const quickest = new Map();
  for (const row of listed)
    if (secondsOf(row) < secondsOf(quickest.get(row.program) ?? { name: "" }) || !quickest.has(row.program))
      quickest.set(row.program, row);
  return new Set(
    listed
      .filter((row) => secondsOf(row) <= secondsOfAlways || quickest.get(row.program) === row)
      .map(({ name }) => name),
  );
}

/** The entry of a row: its last launch is the one that is measured. */
async function predict({ name, program, settings }) {
  const begin = process.hrtime.bigint();
  const words = Object.entries(settings).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
  const launches = await predictLaunches(join(root, program), "sm_90a", "h100", "--skip-values", ...words);
  const seconds = Number((Number(process.hrtime.bigint() - begin) / 1e9).toFixed(1));
  return { [name]: { ...toEntry(launches.at(-1)?.time), seconds } };
}

test("predicted times of the peers' table are the committed ones", { skip: noPtxas, timeout: 3_600_000 }, async (t) => {
  const all = updates || process.env.TESSERA_PREDICT === "all",
    known = readEntries(file).kernels,
    listed = rows();
  const always = chooseAlways(listed, known),
    names = new Set(listed.map(({ name }) => name));
  const isLeft = (name) => !all && name in known && names.has(name) && !always.has(name);
  const found = await findAll(
    listed.filter(({ name }) => !isLeft(name)),
    predict,
  );
  for (const [name, entry] of Object.entries(found)) assert.ok(entry.microseconds, `${name}: no time`);
  // Seconds are of the machine that wrote the file.
  if (!updates) for (const [name, entry] of Object.entries(found)) entry.seconds = known[name]?.seconds;
  compareEntries(t, file, found, isLeft);
});
