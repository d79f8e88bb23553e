// SPDX-License-Identifier: Apache-2.0
// What earlier releases wrote, this one reads: releases/VERSION holds artifacts that the version froze and what their
// programs printed. A release adds its folder and never changes another's. Links of earlier releases are
// tests/web/fixtures/links.json.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root, tessera } from "./tessera.mjs";

const releases = join(root, "tests/e2e/releases");

for (const version of readdirSync(releases))
  for (const [name, output] of Object.entries(
    JSON.parse(readFileSync(join(releases, version, "outputs.json"), "utf8")),
  ))
    test(`${name} of ${version} opens, runs as it did and compiles on`, async () => {
      const file = join(releases, version, name);
      const run = await tessera(["run", file]);
      assert.deepEqual([run.code, run.stdout], [0, output], run.stderr);
      const ptx = await tessera(["show", file, "--stage", "ptx"]);
      assert.equal(ptx.code, 0, ptx.stderr);
      assert.match(ptx.stdout, /\.visible \.entry/);
    });

test("a version says what it reads and writes", async () => {
  const version = JSON.parse((await tessera(["version", "--json"])).stdout);
  assert.ok(version.artifact.reads.includes(version.artifact.writes));
  assert.match(version.llvm, /^22\.1/);
  assert.match(version.timeModel, /^\d+$/);
  assert.ok(version.modelContext.includes("2025-06-18"));
});
