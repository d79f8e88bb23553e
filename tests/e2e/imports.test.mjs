// SPDX-License-Identifier: Apache-2.0
// Imports of every kind, in plain Python: `imports/main.py` prints what CPython 3.11 prints (`imports/expected.txt`, made by
// `python3 main.py > expected.txt` in that folder). And what is told of errors in modules: their own file, their own line.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const folder = join(root, "tests/e2e/imports");

/** Writes `{path: text}` below a folder of the test. */
function write(t, files) {
  const place = makeFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
}

test("packages, names, cycles and sys.modules as CPython has them", async () => {
  const { code, stdout, stderr } = await tessera(["run", join(folder, "main.py")]);
  assert.equal(stdout, readFileSync(join(folder, "expected.txt"), "utf8"), stderr);
  assert.equal(code, 0, stderr);
});

test("a program beside its modules is found from anywhere", async () => {
  const { code, stdout, stderr } = await tessera(["run", "main.py"], { cwd: folder });
  assert.equal(stdout, readFileSync(join(folder, "expected.txt"), "utf8"), stderr);
  assert.equal(code, 0, stderr);
});

test("an error in a module is told at its own file and line, with the import", async (t) => {
  const place = write(t, {
    "main.py": "import pkg.inner\nprint(1)\npkg.inner.f()\n",
    "pkg/__init__.py": "",
    "pkg/inner.py": "# a line\n# another\n\ndef f():\n  return undefined_name\n",
    "broken.py": "import pkg.wrong\n",
    "pkg/wrong.py": "x = 1\ny = x +\n",
    "raises.py": "from pkg import late\n",
    "pkg/late.py": "\n\n1 / 0\n",
  });
  const called = await tessera(["run", "main.py"], { cwd: place });
  assert.equal(called.code, 3);
  assert.match(called.stderr, /^pkg\/inner\.py:5:10: error: name 'undefined_name' is not defined.*\n {6}return undefined_name\n/m);
  assert.match(called.stderr, /^main\.py:3:1: note: in `f`, called here\n {4}pkg\.inner\.f\(\)\n/m);
  const syntax = await tessera(["run", "broken.py"], { cwd: place });
  assert.equal(syntax.code, 3);
  assert.match(syntax.stderr, /^pkg\/wrong\.py:2:\d+: error: .*\n {4}y = x \+\n/m);
  const raised = await tessera(["run", "raises.py"], { cwd: place });
  assert.equal(raised.code, 3);
  assert.match(raised.stderr, /^pkg\/late\.py:3:1: error: division by zero/m);
  assert.match(raised.stderr, /^raises\.py:1:\d+: note: in the module `pkg\.late`, imported here\n {4}from pkg import late/m);
  for (const command of ["show", "compile", "tune"]) {
    const told = await tessera([command, "main.py"], { cwd: place });
    assert.equal(told.code, 3, command);
    assert.match(told.stderr, /pkg\/inner\.py:5:10/, command);
  }
});

test("a failing check in a module is told there", async (t) => {
  const place = write(t, {
    "main.py": "import jax.numpy as jnp\nfrom checks import check\n\ncheck(jnp.arange(4))\n",
    "checks.py": "# first\n\ndef check(x):\n  print(x)\n  assert (x < 3).all(), 'too large'\n",
  });
  const { code, stderr } = await tessera(["run", "main.py"], { cwd: place });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /^checks\.py:5:\d+: error: .*too large.*\n {6}assert/m);
});

test("--path adds folders; a module there goes before one of ours, but not before what kernels are made of", async (t) => {
  const place = write(t, {
    "app/main.py": "import statistics, numpy, helper\nfrom jax.extra_of_ours import x\nprint(statistics.mine, helper.y, numpy.add(1, 2), x)\n",
    "lib/statistics.py": "mine = 'mine'\n",
    "lib/helper.py": "y = 5\n",
    "lib/numpy/__init__.py": "raise RuntimeError('the real one')\n",
    "lib/jax/extra_of_ours.py": "x = 7\n",
    "python/os.py": "",
    "python/statistics.py": "mine = 'not Python\\'s own'\n",
  });
  const { code, stdout, stderr } = await tessera(["run", "app/main.py", "--path", "python", "--path", "lib"], { cwd: place });
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "mine 5 3 7\n");
});

test("an import that nothing uses is a warning, one that is used an error", async (t) => {
  const place = write(t, { "main.py": "import pandas as pd\nprint('runs')\n", "used.py": "import pandas as pd\npd.DataFrame({})\n" });
  const unused = await tessera(["run", "main.py"], { cwd: place });
  assert.equal(unused.code, 0, unused.stderr);
  assert.equal(unused.stdout, "runs\n");
  assert.match(unused.stderr, /^main\.py:1:8: warning: No module named 'pandas'; only what uses it fails \[unknown-module\]/m);
  const used = await tessera(["run", "used.py"], { cwd: place });
  assert.equal(used.code, 3);
  assert.match(used.stderr, /^used\.py:2:1: error: No module named 'pandas'/m);
});

test("a file of tests inside a package is a module of it", async (t) => {
  const place = write(t, {
    "src/pkg/__init__.py": "value = 3\n",
    "src/pkg/tests/__init__.py": "",
    "src/pkg/tests/conftest.py": "import pytest\n\n@pytest.fixture\ndef three():\n  from .. import value\n  return value\n",
    "src/pkg/tests/test_it.py": "from .. import value\nimport pkg\n\ndef test_it(three):\n  assert three == value == pkg.value\n  assert __name__ == 'pkg.tests.test_it'\n",
  });
  const { code, stdout, stderr } = await tessera(["test", "src/pkg/tests/test_it.py"], { cwd: place });
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /1 passed/);
});
