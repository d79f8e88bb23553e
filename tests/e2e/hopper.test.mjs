// SPDX-License-Identifier: Apache-2.0
// The kernels of warpgroups in shared/kernels (hopper_*.py) at three sizes each, one of them ragged where the kernel takes such: right and without a
// race in the interpreter under several schedules, and on the emulator with its race checker. "Right" is each program's own check, with the tolerance that it
// states, on both.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const kernels = join(root, "shared/kernels");
const products = ["", "M=512 N=256 K=512", "M=200 N=136 K=96"];
const sizes = {
  "hopper_attention.py": ["", "HEADS=1 SEQUENCE=512 HEAD_DIM=128", "HEADS=3 SEQUENCE=128 HEAD_DIM=64"],
  "hopper_gemm_cluster.py": ["", "M=512 N=256 K=512", "M=256 N=136 K=96"],
  "hopper_gemm_persistent.py": ["", "M=384 N=1024 K=256", "M=200 N=264 K=128"],
  "hopper_gemm_pipeline.py": products,
  "hopper_gemm_planar_snake.py": ["", "M=384 N=1024 K=256", "M=200 N=264 K=96"],
  "hopper_gemm_tiled_epilogue.py": ["", "M=512 N=256 K=512", "M=200 N=264 K=96"],
  "hopper_gemm_warp_specialized.py": products,
  "hopper_memory_pipeline.py": ["", "ROWS=64 COLUMNS=2048", "ROWS=40 COLUMNS=520"],
  "hopper_mixed_gemm.py": products,
  "hopper_ragged_gemm.py": ["", "SIZES=(64,8,24) N=256", "SIZES=(8,136,64,0,16) N=136 K=96"],
};

async function run(file, choice, ...args) {
  const settings = choice ? choice.split(" ").flatMap((setting) => ["--set", setting]) : [];
  const { code, stdout, stderr } = await tessera(["run", join(kernels, file), "--json", ...settings, ...args]);
  return { code, stderr, result: stdout ? JSON.parse(stdout) : { diagnostics: [] } };
}

const describe = ({ stderr, result }) =>
  stderr + result.diagnostics.filter(({ severity }) => severity === "error").map(({ message, range, notes }) => `${range?.begin.line}: ${message}\n${notes.map((note) => `  ${note.range?.begin.line}: ${note.message}`).join("\n")}`).join("\n");

for (const file of existsSync(kernels) ? readdirSync(kernels).filter((name) => name.startsWith("hopper_")) : []) {
  test(`${file} is tried at three sizes`, () => assert.equal(sizes[file]?.length, 3));
  for (const choice of sizes[file] ?? [""]) {
    test(`${file} ${choice}: right and without a race in the interpreter`, async () => {
      const ran = await run(file, choice, "--check=race", "--schedules=3");
      assert.equal(ran.code, 0, describe(ran));
      assert.ok(ran.result.checks.length > 0, "the program checks nothing");
    });
    test(`${file} ${choice}: the same on the emulator`, async () => {
      const ran = await run(file, choice, "--device=emulator", "--check=race");
      assert.equal(ran.code, 0, describe(ran));
    });
  }
  test(`${file}: has a timeline, from source and from an artifact`, async (t) => {
    const folder = makeFolder(t), artifact = join(folder, "artifact"), timelines = [];
    const compiled = await tessera(["compile", join(kernels, file), "-o", artifact]);
    assert.equal(compiled.code, 0, compiled.stderr);
    for (const program of [join(kernels, file), artifact]) {
      const output = join(folder, "timeline.json");
      const { code, stderr } = await tessera(["run", program, "--timeline", output]);
      assert.equal(code, 0, stderr);
      timelines.push(readFileSync(output, "utf8"));
    }
    const { launches } = JSON.parse(timelines[0]);
    assert.ok(launches.length > 0);
    for (const { timeline } of launches) {
      assert.equal(timeline.unit, "cycles (model)");
      assert.ok(timeline.events.some(({ kind }) => kind === "copy"), "no copies");
      assert.ok(timeline.events.every(({ row, begin, end }) => row < timeline.rows.length && begin <= end && end <= timeline.length));
    }
    assert.deepEqual(JSON.parse(timelines[1]), JSON.parse(timelines[0]));
  });
}
