// SPDX-License-Identifier: Apache-2.0
// tests/bench/peers without a GPU: its own unit tests, and a dry run of the whole command.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root } from "./tessera.mjs";

function python(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn("python3", args, { env: { ...process.env, TESSERA_BINARY: binary } });
    let stdout = "", stderr = "";
    child.stdout.on("data", (part) => (stdout += part));
    child.stderr.on("data", (part) => (stderr += part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

const peers = join(root, "tests/bench/peers");

test("the calibration's parts, without a GPU", async () => {
  const { code, stderr } = await python(join(root, "tests/bench/time/calibrate_test.py"));
  assert.equal(code, 0, stderr);
});

test("rounds, ratios, tables and peers that fail", async () => {
  const { code, stderr } = await python(join(peers, "peers_test.py"));
  assert.equal(code, 0, stderr);
});

test("a dry run measures what is here and names what is not", async (t) => {
  const folder = makeFolder(t);
  const { code, stdout, stderr } = await python(join(peers, "run.py"), "--dry-run", "--rounds=2", "--samples=2", "--results", folder, "--peers", "tessera", "tessera-pallas", "jax");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /a dry run: these are not a GPU's times/);
  const [file] = readdirSync(folder);
  const { measured, settings, versions } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  assert.equal(settings.dryRun, true);
  assert.ok(versions.tessera);
  assert.equal(measured.length, 12, "six problems, two kinds of inputs");
  for (const { name, inputs, rounds, errors } of measured)
    assert.deepEqual((rounds["tessera-pallas"] ?? rounds.tessera)?.map((round) => round.length), [1, 1], `${name}, ${inputs}: ${JSON.stringify(errors)}`);
});
