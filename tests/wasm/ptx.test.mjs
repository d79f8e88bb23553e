// SPDX-License-Identifier: Apache-2.0
// One code generator, two builds: the LLVM IR and PTX that the second module makes of what the first one froze are those of
// `tessera show`, byte for byte, for every program of shared/kernels and every conformance program that launches a kernel.
// What one refuses, the other refuses. And whole programs run by their PTX in the module's emulator with the numbers, the
// checks and the findings of `tessera run --device emulator`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { listPrograms } from "../conformance/programs.mjs";
import { ask, binary, folder, listKernels, loadModule, root } from "./load-module.mjs";

let tessera, code, scratch;
before(async () => {
  scratch = mkdtempSync(join(tmpdir(), "tessera-ptx-"));
  tessera = await loadModule();
  const { default: createCode } = await import(pathToFileURL(join(folder, "tessera-code.js")).href);
  code = await createCode({ wasmBinary: readFileSync(join(folder, "tessera-code.wasm")) });
});

after(() => rmSync(scratch, { recursive: true }));

function generate(bytes, stage, kernel) {
  const load = code.call({ method: "load" }, bytes);
  assert.ok(load.ok, load.error);
  assert.deepEqual(load.value.diagnostics, []);
  const reply = code.call({ method: "generate", stage, ...(kernel ? { kernel } : {}) });
  assert.ok(reply.ok, reply.error);
  return reply.value;
}

/// The kernels of a program, and it as an artifact.
function freeze(path, source, target) {
  const { ok } = ask(tessera, "compile", { file: path, source, target });
  if (!ok) return null;
  const { ok: frozen } = tessera.call({ method: "freeze", includeSource: false });
  return frozen ? tessera.bytes() : null;
}

function showNative(path, source, stage, target) {
  const args = ["show", path === "<stdin>" ? "-" : path, `--stage=${stage}`, `--target=${target}`];
  const { status, stdout, stderr, error } = spawnSync(binary, args, {
    cwd: root,
    input: source,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

function compare(path, source, stage, target) {
  const bytes = freeze(path, source, target);
  const native = showNative(path, source, stage, target);
  if (!bytes) return false;
  const { kernels, diagnostics } = generate(bytes, stage);
  if (kernels.length === 0) return false;
  const refused = kernels.some(({ text }) => text === null);
  if (refused || native.status !== 0) {
    assert.equal(refused, native.status !== 0, `${native.stderr}\n${JSON.stringify(diagnostics)}`);
    return true;
  }
  assert.equal(kernels.map(({ text }) => text).join(""), native.stdout);
  return true;
}

for (const { file, source } of listKernels())
  describe(file, () => {
    for (const target of ["sm_90a", "sm_80"])
      for (const stage of ["llvm", "ptx"])
        test(`${stage}, ${target}`, () => {
          compare(`shared/kernels/${file}`, source, stage, target);
        });
  });

// Which of them have kernels is known when they are compiled; most have none.
test("PTX of the conformance programs, sm_90a", () => {
  const wrong = [];
  let compared = 0;
  for (const program of listPrograms()) {
    if (!/pallas|triton/.test(program.source) || program.error) continue;
    try {
      if (compare("<stdin>", program.source, "ptx", "sm_90a")) compared++;
    } catch (thrown) {
      wrong.push(`${program.id}: ${String(thrown.message).slice(0, 300)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(compared > 100, `${compared} compared`);
});

test("a run tells of its launches and of the blocks that have ended", async () => {
  const { default: createCode } = await import(pathToFileURL(join(folder, "tessera-code.js")).href);
  const told = [];
  const onProgress = (kernel, done, total) => told.push({ kernel, done, total });
  const own = await createCode({ wasmBinary: readFileSync(join(folder, "tessera-code.wasm")), onProgress });
  const matmul = listKernels().find(({ file }) => file === "matmul.py"); // 1024 x 1024: long enough to be told of
  const source = matmul.source.replaceAll(/\b1024\b/g, "512");
  assert.ok(own.call({ method: "load" }, freeze(matmul.file, source, "sm_90a")).ok);
  const reply = own.call({ method: "run", compare: false });
  assert.ok(reply.ok && reply.value.ok, JSON.stringify(reply).slice(0, 500));
  const between = told.filter(({ done, total }) => done > 0 && done < total);
  assert.ok(between.length > 2, JSON.stringify(told));
  assert.deepEqual(between.map(({ done }) => done), between.map(({ done }) => done).sort((a, b) => a - b));
});

test("a kernel is generated alone, and bytes that are no artifact are refused", () => {
  const [{ file, source }] = listKernels();
  const bytes = freeze(file, source, "sm_90a");
  const { kernels } = generate(bytes, "ptx");
  const alone = generate(bytes, "ptx", kernels[0].name);
  assert.deepEqual(
    alone.kernels.map(({ name }) => name),
    [kernels[0].name],
  );
  const bad = code.call({ method: "load" }, bytes.slice(0, 100));
  assert.ok(bad.ok && bad.value.diagnostics.length > 0);
  assert.equal(code.call({ method: "generate", stage: "ptx" }).ok, false);
});

/// Programs whose sizes are too large for a test that goes a thread at a time; they take a minute each.
const large = ["matmul.py", "matmul_fused.py", "matmul_vmapped.py", "quickstart.py", "pipelining.py"];
const comparable = ({ ok, device, output, diagnostics, checks, launches, kernels }) => ({
  ok,
  device,
  output,
  diagnostics,
  checks,
  launches: launches.map(({ kernel, range, grid, schedules }) => ({ kernel, range, grid, schedules })),
  kernels,
});

describe("programs run by their PTX", () => {
  for (const { file, source } of listKernels().filter(({ file }) => !large.includes(file)))
    test(file, () => {
      const path = `shared/kernels/${file}`;
      // Both from the artifact: a program from its text keeps what it was told while it was compiled.
      const bytes = freeze(path, source, "sm_90a");
      const frozen = join(scratch, file.replace(/\.py$/, ".tessera"));
      writeFileSync(frozen, bytes);
      const load = code.call({ method: "load" }, bytes);
      assert.deepEqual(load.value.diagnostics, []);
      const reply = code.call({ method: "run", seed: 1, schedules: 1, checkRaces: true });
      assert.ok(reply.ok, reply.error);
      const args = ["run", frozen, "--json", "--device=emulator", "--compare", "--check=race", "--seed=1"];
      const { stdout, stderr } = spawnSync(binary, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
      assert.ok(stdout, stderr);
      assert.deepEqual(comparable(reply.value), comparable(JSON.parse(stdout)));
      assert.ok(reply.value.ok);
    });

  test("a run tells what is printed while it runs, and refuses options that are none", () => {
    const said = [];
    code.onOutput = (text) => said.push(text);
    const bytes = freeze("one.py", 'import jax.numpy as jnp\nprint("before")\nprint(jnp.ones(2) + 1)\n', "sm_90a");
    code.call({ method: "load" }, bytes);
    assert.ok(code.call({ method: "run" }).value.ok);
    assert.equal(said.join(""), "before\n[2. 2.]\n");
    assert.match(code.call({ method: "run", schedules: 0 }).error, /schedules/);
  });
});
