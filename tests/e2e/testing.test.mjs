// SPDX-License-Identifier: Apache-2.0
// `tessera test` on three files of ours, in the styles of absl, unittest and pytest: which tests there are, what they are called, how each
// ends, in every format; selection, exit codes. The expected names are those that absl and pytest give.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, root, tessera } from "./tessera.mjs";

const folder = join(root, "tests/e2e/testing");
const absl = join(folder, "absl_style_test.py");
const unittest = join(folder, "unittest_style_test.py");
const pytest = join(folder, "pytest_style_test.py");
const modules = ["--path", join(folder, "modules")];

/** `{results: [{id, outcome, reason, ..}], summary, code}` of a run. */
async function results(args) {
  const { code, stdout, stderr } = await tessera(["test", "--format=jsonl", ...args]);
  const lines = stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const summary = lines.pop()?.summary;
  return { code, stderr, summary, results: lines, outcome: (id) => lines.find((line) => line.id === id)?.outcome };
}

/** Runs a program's text as a file of tests. */
async function runText(t, text, args = []) {
  const file = join(makeFolder(t), "test_it.py");
  writeFileSync(file, text);
  return results([file, ...args]);
}

const counts = ({ passed, failed, skipped, broken }) => [passed, failed, skipped, broken];

test("absl: classes, inheritance, parameters, named as absl names them", async () => {
  const run = await results([absl]);
  assert.equal(run.code, 4, run.stderr);
  assert.deepEqual(counts(run.summary), [38, 4, 4, 0], JSON.stringify(run.results.filter((one) => one.outcome === "failed"), null, 1));
  const ids = run.results.map((one) => one.id).filter((id) => id.startsWith("KernelTest."));
  assert.deepEqual(ids, ["test_add", "test_traced_once", "test_dtypes0", "test_dtypes1", "test_spread0", "test_spread1", "test_spread2", "test_named_two",
    "test_named_three", "test_named_four", "test_product0", "test_product1", "test_product2", "test_product3", "test_combined0", "test_combined1",
    "test_device", "test_elsewhere", "test_wrong", "test_lacking", "test_raises", "test_subtests"].map((name) => `KernelTest.${name}`));
  const result = (id) => run.results.find((one) => one.id === id);
  assert.equal(result("InterpretedTest.test_add").reason, "said so");
  assert.equal(result("BaseTest.test_shared").outcome, "skipped");
  assert.equal(result("DerivedTest.test_shared").outcome, "passed");
  const lacking = result("KernelTest.test_lacking");
  assert.equal(lacking.diagnostics[0].id, "not-supported");
  assert.match(lacking.reason, /'jax\._src\.mosaic_dumps' is not in the library/);
  const wrong = result("KernelTest.test_wrong");
  assert.equal(wrong.diagnostics[0].id, "check-failed");
  assert.match(wrong.diagnostics[0].message, /Mismatched elements: 8 \/ 8/);
  assert.equal(wrong.diagnostics[0].range.begin.line, 84);
});

test("--as says what the file runs on, and skips follow", async () => {
  const run = await results([absl, "--as=cpu"]);
  assert.deepEqual(counts(run.summary), [36, 4, 6, 0]);
  assert.equal(run.results.find((one) => one.id === "KernelTest.test_device").reason, "needs a GPU");
  const other = await results([pytest, ...modules, "--as=cpu", "-k", "gpu or add"]);
  assert.deepEqual(counts(other.summary), [4, 0, 1, 0], JSON.stringify(other.results, null, 1));
});

test("unittest: setUp, tearDown, cleanups, skips, expected failures", async () => {
  const run = await results([unittest]);
  assert.equal(run.code, 4);
  assert.deepEqual(counts(run.summary), [3, 1, 3, 0], JSON.stringify(run.results, null, 1));
  assert.equal(run.outcome("ArrayTest.test_3_fails"), "failed");
  assert.match(run.results[2].reason, /2 != 3 : arithmetic/);
  assert.deepEqual(run.results.slice(4).map((one) => one.reason), ["not ready", "condition", "expected to fail"]);
});

test("pytest: stacked parameters, fixtures, marks, raises, hypothesis", async () => {
  const run = await results([pytest, ...modules]);
  assert.equal(run.code, 4, run.stderr);
  assert.deepEqual(counts(run.summary), [18, 2, 4, 0], JSON.stringify(run.results.filter((one) => one.outcome === "failed"), null, 1));
  assert.deepEqual(run.results.map((one) => one.id), ["test_add[float32-8-8]", "test_add[float32-10-4]", "test_add[int32-8-8]", "test_add[int32-10-4]",
    "test_fixture", "test_fixture_is_torn_down", "test_letters[a-1]", "test_letters[a-two]", "test_letters[a-3]", "test_letters[b-1]",
    "test_letters[b-two]", "test_letters[b-3]", "TestTable::test_shape", "TestTable::test_sums[0-expected0]", "TestTable::test_sums[1-expected1]",
    "test_fails", "test_gpu", "test_expected_failure", "test_skips", "test_raises", "test_drawn", "test_monkeypatch", "test_monkeypatch_is_undone",
    "test_conftest"]);
  const failure = run.results.find((one) => one.id === "test_fails").diagnostics[0];
  assert.equal(failure.message, "`left == right` does not hold");
  assert.match(failure.notes[0].message, /left side is 4, the right side 5/);
  assert.match(run.results.find((one) => one.id === "test_fixture_is_torn_down").reason, /a test changed them/);
  assert.equal(run.results.find((one) => one.id === "test_skips").reason, "limit is 4");
});

test("one test, one case, one class; words", async () => {
  const ids = async (...args) => (await tessera(["test", "--list", ...args])).stdout.trim().split("\n").map((line) => line.split("::").slice(1).join("::"));
  assert.deepEqual(await ids(`${absl}::KernelTest.test_product2`), ["KernelTest.test_product2"]);
  assert.deepEqual(await ids(`${absl}::DerivedTest`), ["DerivedTest.test_shared"]);
  assert.deepEqual(await ids(`${absl}::DerivedTest::test_shared`), ["DerivedTest.test_shared"]);
  assert.deepEqual(await ids(`${pytest}::TestTable::test_sums[1-expected1]`, ...modules), ["TestTable::test_sums[1-expected1]"]);
  assert.deepEqual(await ids(`${pytest}::test_letters`, ...modules, "-k", "two"), ["test_letters[a-two]", "test_letters[b-two]"]);
  assert.deepEqual(await ids(pytest, ...modules, "-k", "(shape or RAISES) and not add"), ["TestTable::test_shape", "test_raises"]);
});

test("exit codes", async (t) => {
  const codes = async (...args) => (await tessera(["test", ...args])).code;
  assert.equal(await codes(`${unittest}::ArrayTest.test_1_table`), 0);
  assert.equal(await codes(`${unittest}::ArrayTest.test_5_skipped`), 0);
  assert.equal(await codes(unittest), 4);
  assert.equal(await codes("/nonexistent/test_x.py"), 2);
  assert.equal(await codes(unittest, "-k", "nothing_has_this"), 2);
  assert.equal(await codes(unittest, "-k", "and"), 2);
  assert.equal(await codes(unittest, "--format=xml"), 2);
  const broken = join(makeFolder(t), "test_broken.py");
  writeFileSync(broken, "def test_x(:\n  pass\n");
  const { code, stderr } = await tessera(["test", broken]);
  assert.equal(code, 3);
  assert.match(stderr, /`\(` is never closed \[unterminated\]/);
  writeFileSync(broken, "x = 1 / 0\ndef test_x():\n  pass\n");
  assert.equal(await codes(broken), 3);
});

test("people see failures, skips by reason, and the sum", async () => {
  const { stdout } = await tessera(["test", unittest]);
  assert.match(stdout, /^failed .*unittest_style_test\.py::ArrayTest\.test_3_fails$/m);
  assert.match(stdout, /2 != 3 : arithmetic/);
  assert.match(stdout, /^skipped 1: not ready$/m);
  assert.match(stdout, /^3 passed, 1 failed, 3 skipped in [\d.]+ s$/m);
  const verbose = await tessera(["test", unittest, "-v"]);
  assert.match(verbose.stdout, /^passed .*ArrayTest\.test_1_table$/m);
});

test("--maxfail stops", async () => {
  const run = await results([absl, "--maxfail=1"]);
  assert.equal(run.summary.failed, 1);
  assert.equal(run.code, 4);
});

test("TAP", async () => {
  const { stdout, code } = await tessera(["test", unittest, "--format=tap"]);
  assert.equal(code, 4);
  const lines = stdout.split("\n");
  assert.equal(lines[0], "TAP version 14");
  assert.ok(lines.includes(`ok 1 - ${unittest}::ArrayTest.test_1_table`));
  assert.ok(lines.includes(`not ok 3 - ${unittest}::ArrayTest.test_3_fails`));
  assert.ok(lines.includes(`ok 5 - ${unittest}::ArrayTest.test_5_skipped # SKIP not ready`));
  assert.match(stdout, /\n {2}---\n {2}message: "2 != 3 : arithmetic"\n {2}at: ".*unittest_style_test\.py:32:\d+"\n/);
  assert.ok(lines.includes("1..7"));
});

test("JUnit, to a file, with the summary on stdout", async (t) => {
  const output = join(makeFolder(t), "report.xml");
  const { stdout, code } = await tessera(["test", unittest, pytest, ...modules, "--format=junit", "--output", output]);
  assert.equal(code, 4);
  assert.match(stdout, /21 passed, 3 failed, 7 skipped/);
  const xml = readFileSync(output, "utf8");
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="31" failures="3" errors="0" skipped="7"/);
  assert.match(xml, /<testcase classname="unittest_style_test\.ArrayTest" name="test_1_table" file="[^"]*" line="\d+" time="[\d.]+"\/>/);
  assert.match(xml, /<testcase classname="pytest_style_test" name="test_add\[float32-8-8\]"/);
  assert.match(xml, /<testcase classname="pytest_style_test\.TestTable" name="test_shape"/);
  assert.match(xml, /<skipped message="not ready"\/>/);
  assert.match(xml, /<failure message="2 != 3 : arithmetic">/);
  assert.equal(xml.split("<testcase").length, xml.split(/<\/testcase>|\/>\n {4}<testcase|\/>\n {2}<\/testsuite>/).length);
});

test("a failure leaves nothing behind", async (t) => {
  const run = await runText(t, `
import jax.numpy as jnp
import numpy as np
shared = jnp.arange(4)
def test_a():
  np.testing.assert_array_equal(shared, shared + 1)
def test_b():
  np.testing.assert_array_equal(shared * 2, [0, 2, 4, 6])
def test_c():
  print(shared.sum())
`);
  assert.deepEqual(run.results.map((one) => one.outcome), ["failed", "passed", "passed"]);
  assert.equal(run.results[2].output, "6\n");
});

test("what the library lacks fails the tests that use it, and no other", async (t) => {
  const run = await runText(t, `
import pytest
import some.unknown_module as unknown
from jax._src.foo import bar
try:
  import another_unknown
except ImportError:
  another_unknown = None
class TestDerived(unknown.Base):
  def test_in_it(self):
    pass
@bar.decorate(3)
def test_decorated():
  pass
def test_uses():
  with pytest.raises(Exception):
    unknown.f()
def test_other():
  assert another_unknown is None
@pytest.mark.parametrize("x", [1, bar.two])
def test_parameter(x):
  assert x == 1
`);
  assert.equal(run.code, 4, run.stderr);
  const found = Object.fromEntries(run.results.map((one) => [one.id, one.outcome + (one.diagnostics[0] ? ` ${one.diagnostics[0].id}` : "")]));
  assert.deepEqual(found, {
    "TestDerived.test_in_it": "failed not-supported",
    test_decorated: "failed not-supported",
    test_uses: "failed not-supported",
    test_other: "passed",
    "test_parameter[1]": "passed",
    "test_parameter[x1]": "failed not-supported",
  });
  assert.match(run.results[2].reason, /'some\.unknown_module' is not in the library/);
});

test("modules on the path have their own globals, and errors in them their own lines", async (t) => {
  const place = makeFolder(t);
  writeFileSync(join(place, "helper.py"), "N = 3\ndef get():\n  return N\ndef fail():\n  raise ValueError('no')\n");
  const file = join(place, "test_it.py");
  writeFileSync(file, "import helper\nN = 5\ndef test_globals():\n  assert helper.get() == 3 and N == 5\ndef test_error():\n  helper.fail()\n");
  const run = await results([file]);
  assert.deepEqual(run.results.map((one) => one.outcome), ["passed", "failed"]);
  const { range, notes } = run.results[1].diagnostics[0];
  assert.equal(range.begin.line, 5);
  assert.match(range.file, /helper\.py$/);
  assert.ok(notes.some((note) => note.range?.begin.line === 6 && note.range.file === file));
});

test("arrays decide, fail inside blocks that expect it, and outlive their case", async (t) => {
  const run = await runText(t, `
import functools
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, strategies as st
from absl.testing import absltest
kept = []
@functools.lru_cache(maxsize=None)
def table():
  return jnp.arange(4) * 2
def test_decides():
  assert (table() == np.array([0, 2, 4, 6])).all()
  assert int(table().sum()) == 12
def test_keeps():
  kept.append(table() + 1)
  assert kept[0].shape == (4,)
def test_later():
  np.testing.assert_array_equal(kept[0] - 1, table())
def test_raises():
  with pytest.raises(AssertionError):
    np.testing.assert_array_equal(table(), table() + 1)
def test_does_not_raise():
  with pytest.raises(AssertionError):
    np.testing.assert_array_equal(table(), table())
@given(st.integers(0, 5))
def test_drawn(n):
  np.testing.assert_array_equal(jnp.minimum(n, 3), n)
class SharedTest(absltest.TestCase):
  @classmethod
  def setUpClass(cls):
    np.testing.assert_array_equal(table(), table() + 1)
  def test_a(self):
    pass
class PartsTest(absltest.TestCase):
  def test_parts(self):
    for n in range(4):
      with self.subTest(n=n):
        np.testing.assert_array_equal(table()[n], 2)
`);
  assert.deepEqual(run.results.map((one) => `${one.id} ${one.outcome}`), ["test_decides passed", "test_keeps passed", "test_later passed", "test_raises passed",
    "test_does_not_raise failed", "test_drawn failed", "SharedTest.test_a failed", "PartsTest.test_parts failed"], JSON.stringify(run.results, null, 1));
  const result = (id) => run.results.find((one) => one.id === id);
  assert.match(result("test_does_not_raise").reason, /DID NOT RAISE AssertionError/);
  assert.ok(result("test_drawn").diagnostics[0].notes.some((note) => /falsifying example: n=[45]/.test(note.message)));
  assert.equal(result("PartsTest.test_parts").diagnostics.filter((one) => one.severity === "error").length, 3);
});

test("cases by the thousand", async (t) => {
  const run = await runText(t, `
import jax.numpy as jnp
import numpy as np
import pytest
x = jnp.arange(16)
@pytest.mark.parametrize("a", range(40))
@pytest.mark.parametrize("b", range(25))
def test_sum(a, b):
  np.testing.assert_array_equal((x + a) - b, x + (a - b))
`);
  assert.deepEqual(counts(run.summary), [1000, 0, 0, 0]);
});

test("doc: modules, a module, a name, a method, a slip", async () => {
  const { code, stdout } = await tessera(["doc"]);
  assert.equal(code, 0);
  assert.match(stdout, /^triton\.language +\d+ {2}What Triton kernels are written in\.$/m);
  assert.match((await tessera(["doc", "pytest"])).stdout, /^ {2}raises +A block, or a call, that must raise\.$/m);
  assert.equal((await tessera(["doc", "jnp.cos"])).stdout, "jax.numpy.cos(x, /)\n    Cosine.\n    function; interpreter, GPU\n");
  assert.match((await tessera(["doc", "Array.astype"])).stdout, /^jax\.Array\.astype\(dtype, /m);
  assert.match((await tessera(["doc", "pl.estimate_cost"])).stdout, /known, not supported yet/);
  const slip = await tessera(["doc", "jnp.smu"]);
  assert.equal(slip.code, 2);
  assert.match(slip.stderr, /did you mean .*`jax\.numpy\.sum`/);
  const { entries } = JSON.parse((await tessera(["doc", "tl.dot", "--json"])).stdout);
  assert.equal(entries[0].module, "triton.language");
  assert.ok(entries[0].devices.length > 0);
});
