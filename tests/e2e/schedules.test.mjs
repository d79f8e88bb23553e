// SPDX-License-Identifier: Apache-2.0
// `tessera run` under chosen schedules: --check, --seed, --schedules, --timeline, on the interpreter and on the emulator.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const hello = join(root, "shared/kernels/hello_vectors.py");
const run = (...args) => tessera(["run", ...args]);

test("the emulator runs as many schedules as are asked for", async () => {
  const { code, stdout, stderr } = await run(hello, "--device", "emulator", "--check=race", "--seed=3", "--schedules=4", "--json");
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout);
  assert.equal(result.ok, true);
  assert.equal(result.launches[0].schedules, 4);
  assert.equal("timeline" in result.launches[0], false);
});

test("--timeline writes who did what on the emulator", async (t) => {
  const file = join(makeFolder(t), "timeline.json");
  const vectors = join(root, "tests/bench/peers/programs/vector_add_pallas.py"); // one program of 2048 floats
  const { code, stderr } = await run(vectors, "--set", "N=2048", "--device", "emulator", "--timeline", file);
  assert.equal(code, 0, stderr);
  const { launches } = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(launches.length, 1);
  assert.equal(launches[0].kernel, "kernel");
  assert.equal(launches[0].timeline.unit, "steps");
  assert.equal(launches[0].timeline.rows.length, 4, "four warps");
  assert.ok(launches[0].timeline.events.length > 0);
});

test("a run without a timeline says so", async (t) => {
  const file = join(makeFolder(t), "timeline.json");
  const { code, stderr } = await run(hello, "--timeline", file);
  assert.equal(code, 0);
  assert.match(stderr, /no launch made a timeline/);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { launches: [] });
});

test("schedules that are none are refused", async () => {
  for (const [args, message] of [
    [["--schedules=0"], /`--schedules` is `0`, expected a number from 1 to 1000000, or `exhaustive`/],
    [["--schedules=many"], /`--schedules` is `many`/],
    [["--device=emulator", "--schedules=exhaustive"], /`exhaustive`, which the interpreter alone can do; the device is `emulator`/],
    [["--check=everything"], /--check/],
    [["--seed=x"], /--seed/],
  ]) {
    const { code, stdout, stderr } = await run(hello, ...args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
});

test("--seeds is --schedules", async () => {
  const { code, stdout } = await run(hello, "--device", "emulator", "--seeds=2", "--json");
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).launches[0].schedules, 2);
});

test("a timeline that can't be written is 5", async () => {
  const { code, stderr } = await run(hello, "--device", "emulator", "--timeline", "/nowhere/timeline.json");
  assert.equal(code, 5);
  assert.match(stderr, /can't write `\/nowhere\/timeline.json`/);
});
