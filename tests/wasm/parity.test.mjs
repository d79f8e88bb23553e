// SPDX-License-Identifier: Apache-2.0
// One compiler, two builds: for each program of shared/kernels the wasm module and the native `tessera` give the same IR text
// at every level that both have, the same diagnostics, and running it the same output, to the bit.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { ask, binary, listKernels, loadModule, root } from "./load-module.mjs";

let tessera;
before(async () => {
  tessera = await loadModule();
});

function runNative(...args) {
  const { status, stdout, stderr, error } = spawnSync(binary, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return { status, stdout, stderr };
}

/// What must agree of a result: not times, not memory (pointers differ in size), not the device's note.
const comparable = ({ ok, output, files, diagnostics, checks, launches }) => ({
  ok,
  output,
  files,
  diagnostics,
  checks,
  launches: launches.map(({ kernel, range, grid }) => ({ kernel, range, grid })),
});

for (const { file, source } of listKernels())
  describe(file, () => {
    const path = `shared/kernels/${file}`; // as the native tool is told, so that ranges name the same file
    const compile = (target) => ask(tessera, "compile", { file: path, source, target });

    for (const stage of ["tile", "tilegpu"])
      for (const target of stage === "tile" ? ["sm_90a"] : ["sm_90a", "sm_80"])
        test(`${stage} text, ${target}`, () => {
          assert.ok(compile(target).ok);
          const wasm = ask(tessera, "show", { stage });
          const native = runNative("show", path, `--stage=${stage}`, `--target=${target}`);
          if (wasm.text === null) assert.notEqual(native.status, 0, wasm.diagnostics[0]?.message);
          else assert.equal(wasm.text.trimEnd(), native.stdout.trimEnd());
        });

    test("explanation", () => {
      assert.ok(compile("sm_90a").ok);
      const native = JSON.parse(runNative("compile", path, "--target=sm_90a", "--explain=json").stdout).explanation;
      assert.deepEqual(ask(tessera, "explain"), native);
    });

    test("run", () => {
      assert.ok(compile("sm_90a").ok);
      const wasm = ask(tessera, "run");
      const native = JSON.parse(runNative("run", path, "--json").stdout);
      assert.deepEqual(comparable(wasm), comparable(native));
      assert.ok(wasm.ok);
    });
  });

// Programs that must fail: same diagnostics on both sides.
const errors = join(root, "tests/compiler/errors");
if (existsSync(errors))
  for (const name of readdirSync(errors).filter((name) => name.endsWith(".py")))
    test(`diagnostics of ${name}`, () => {
      const path = `tests/compiler/errors/${name}`;
      const answer = ask(tessera, "compile", { file: path, source: readFileSync(join(root, path), "utf8"), target: "sm_90a" });
      const native = JSON.parse(runNative("compile", path, "--json").stdout);
      assert.deepEqual(answer.diagnostics, native.diagnostics);
    });
