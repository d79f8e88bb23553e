// SPDX-License-Identifier: Apache-2.0
// Programs in the manner of public kernel packages, as they are: each folder of `packages` and of shared/packages has a `main.py` that ends with `ok`, and perhaps
// files of tests. They are run as a user would, with no option but what a program's own instructions would say.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { root, tessera } from "./tessera.mjs";

const packages = join(root, "tests/e2e/packages");
const shown = join(root, "shared/packages"); // those of the playground's menu
const folders = [packages, shown].flatMap((top) =>
  readdirSync(top)
    .map((name) => join(top, name))
    .filter((folder) => statSync(folder).isDirectory())
    .sort(),
);

/** Files of tests below `folder`. */
function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && (/^test_.*\.py$/.test(entry.name) || /_test\.py$/.test(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

for (const folder of folders) {
  const name = basename(folder);
  test(`${name} runs`, async () => {
    const { code, stdout, stderr } = await tessera(["run", join(folder, "main.py")]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /(^|\n)ok\n$/, stdout + stderr);
  });
  for (const file of testFiles(folder))
    test(`${name}: ${file.slice(folder.length + 1)}`, async () => {
      const { code, stdout, stderr } = await tessera(["test", "--path", folder, file]);
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /[1-9]\d* passed/);
    });
}

test("a module of a package runs by its name", async () => {
  const cwd = join(packages, "modtool");
  const whole = await tessera(["run", "-m", "modtool"], { cwd });
  assert.equal(whole.code, 0, whole.stderr);
  assert.equal(whole.stdout, "modtool 2 __main__ modtool\nok\n");
  const part = await tessera(["run", "-m", "modtool.scale", "--path", cwd], { cwd: root });
  assert.equal(part.code, 0, part.stderr);
  assert.equal(part.stdout, "ok\n");
  const none = await tessera(["run", "-m", "modtool.kernels"], { cwd });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /without a `__main__.py`/);
  const absent = await tessera(["run", "-m", "modtool.nothing"], { cwd });
  assert.equal(absent.code, 2);
  assert.match(absent.stderr, /no such module below `\.`/);
});

test("what is absent fails where it is used, and nothing catches that", async () => {
  const { code, stdout, stderr } = await tessera(["run", join(packages, "optdeps/uses_absent.py")]);
  assert.equal(code, 3);
  assert.equal(stdout, "before\n");
  assert.match(stderr, /optdeps\/compat\.py:\d+:5: error: No module named 'matplotlib' \[unknown-module\]\n {4} {4}plt\.plot\(values\)/);
  assert.match(stderr, /optdeps\/compat\.py:\d+:\d+: note: it comes from here\n.*import matplotlib\.pyplot/);
  assert.match(stderr, /uses_absent\.py:7:5: note: in `plot`, called here/);
});

test("an artifact of a program of several files holds what it needs", async (t) => {
  assert.ok(existsSync(join(packages, "groupmm/main.py")));
  const { makeFolder } = await import("./tessera.mjs");
  const file = join(makeFolder(t), "groupmm.tsr");
  const made = await tessera(["compile", join(packages, "groupmm/main.py"), "-o", file, "--include-source"]);
  assert.equal(made.code, 0, made.stderr);
  const run = await tessera(["run", file]);
  assert.equal(run.code, 0, run.stderr);
  assert.equal(run.stdout, "kernel 16\nok\n");
});
