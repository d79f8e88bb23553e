// SPDX-License-Identifier: Apache-2.0
// Programs of several files in the module: each package of tests/e2e/packages does what the native `tessera` does with
// it, whether its `main.py` runs, a module of it by its name, or another file that fails; and what `freeze` makes of it
// runs natively.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { before, test } from "node:test";
import { ask, binary, loadModule, root } from "./load-module.mjs";

const packages = join(root, "tests/e2e/packages");
const shown = join(root, "shared/packages"); // those of the playground's menu
const namesIn = (top) =>
  readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
const names = [...namesIn(packages), ...namesIn(shown)];
const folderOf = (name) => join(existsSync(join(shown, name)) ? shown : packages, name);

let tessera;
before(async () => {
  tessera = await loadModule();
});

/** All files of a package as the playground's list has them. */
function listFiles(name) {
  const folder = folderOf(name);
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path: relative(folder, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}

function runNative(name, ...args) {
  const options = { cwd: folderOf(name), encoding: "utf8", maxBuffer: 1 << 28 };
  const { stdout, stderr, error } = spawnSync(binary, ["run", "--json", ...args], options);
  if (error) throw error;
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

/** A program that does not compile and has done nothing has no run: natively its diagnostics are the answer. */
function runHere(request) {
  const compiled = ask(tessera, "compile", { target: "sm_90a", ...request });
  return compiled.ok || compiled.begun ? ask(tessera, "run") : compiled;
}

/** Not times, not memory, which differ by nature. */
const comparable = ({ ok, output = "", files = {}, diagnostics, checks = [], launches = [] }) => ({
  ok,
  output,
  files,
  diagnostics,
  checks,
  launches: launches.map(({ kernel, range, grid }) => ({ kernel, range, grid })),
});

function mainOf(name, file = "main.py") {
  const files = listFiles(name);
  const source = files.find(({ path }) => path === file).text;
  return { file, source, files: files.filter(({ path }) => path !== file) };
}

test("there are packages", () => assert.ok(names.length >= 40));

for (const name of names)
  test(`${name} runs as natively`, () => {
    const here = runHere(mainOf(name));
    assert.ok(here.ok, JSON.stringify(here.diagnostics));
    assert.match(here.output, /(^|\n)ok\n$/);
    assert.deepEqual(comparable(here), comparable(runNative(name, "main.py")));
  });

for (const module of ["modtool", "modtool.scale"])
  test(`-m ${module} runs as natively`, () => {
    const here = runHere({ module, files: listFiles("modtool") });
    assert.ok(here.ok, JSON.stringify(here.diagnostics));
    assert.deepEqual(comparable(here), comparable(runNative("modtool", "-m", module)));
  });

test("a module that is none is refused", () => {
  const files = listFiles("modtool");
  const refuse = (module) => tessera.call({ method: "compile", module, files }).error;
  assert.equal(refuse("modtool.nothing"), "`-m modtool.nothing`: there is no such module below `.`");
  assert.match(refuse("modtool.kernels"), /without a `__main__.py`/);
});

test("a diagnostic in another file names it, and so do its notes", () => {
  const here = runHere(mainOf("optdeps", "uses_absent.py"));
  const [error] = here.diagnostics.filter(({ severity }) => severity === "error");
  assert.equal(error.range.file, "optdeps/compat.py");
  assert.ok(error.notes.some(({ range }) => range?.file === "uses_absent.py"));
  assert.deepEqual(comparable(here), comparable(runNative("optdeps", "uses_absent.py")));
});

test("a file of a folder finds what is beside it, and further folders when they are given", () => {
  const files = [
    { path: "lib/shared.py", text: "value = 3\n" },
    { path: "examples/near.py", text: "value = 4\n" },
  ];
  const request = { file: "examples/demo.py", files };
  assert.equal(runHere({ ...request, source: "import near\nprint(near.value)\n" }).output, "4\n");
  const source = "import shared\nprint(shared.value)\n";
  assert.equal(runHere({ ...request, source }).ok, false);
  assert.equal(runHere({ ...request, source, folders: ["lib"] }).output, "3\n");
});

test("a line of IR names the file that it came from", () => {
  const kernel = "def add(x_ref, o_ref):\n  o_ref[...] = x_ref[...] + 1\n";
  const source = [
    "import jax, jax.numpy as jnp",
    "from jax.experimental import pallas as pl",
    "from kernels import add",
    "print(pl.pallas_call(add, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(jnp.zeros(8)))",
  ].join("\n");
  assert.ok(ask(tessera, "compile", { file: "main.py", source, files: [{ path: "kernels.py", text: kernel }] }).ok);
  const trace = ask(tessera, "snapshots").snapshots[0];
  assert.deepEqual([...trace.sourceFiles].sort(), ["kernels.py", "main.py"]);
  const line = trace.text.split("\n").findIndex((text) => text.includes("tile.store"));
  const [first, last, file] = trace.sourceLines.slice(3 * line);
  assert.deepEqual([first, last, trace.sourceFiles[file]], [2, 2, "kernels.py"]);
});

test("an artifact of several files runs natively, and holds the texts that were imported when asked", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-wasm-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const request = mainOf("groupmm");
  const unused = { path: "notes.py", text: "# nobody imports this\n" };
  assert.ok(ask(tessera, "compile", { ...request, files: [...request.files, unused] }).ok);
  ask(tessera, "freeze", { includeSource: false });
  assert.ok(!Buffer.from(tessera.bytes()).includes("import"), "no text without asking");
  ask(tessera, "freeze", { includeSource: true });
  const bytes = Buffer.from(tessera.bytes());
  assert.ok(bytes.includes("groupmm/launch.py") && !bytes.includes("nobody imports this"));
  const file = join(folder, "groupmm.tsr");
  writeFileSync(file, bytes);
  assert.equal(runNative("groupmm", file).output, "kernel 16\nok\n");
});
