// SPDX-License-Identifier: Apache-2.0
// `tessera test`: what goes around tests. Set-up that tests share and its tear-down, captured output, warnings and logs, patches, mocks;
// what unittest and pytest document is expected.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder, tessera } from "./tessera.mjs";

/** Runs a program's text as a file of tests: `[{id, outcome, reason, ..}]`. */
async function run(t, text, args = []) {
  const file = join(makeFolder(t), "test_it.py");
  writeFileSync(file, text);
  const { stdout } = await tessera(["test", "--format=jsonl", file, ...args]);
  return stdout.trim().split("\n").map((line) => JSON.parse(line)).filter((line) => line.id);
}

/** Runs it and expects every test to pass. */
async function expectPasses(t, text) {
  const results = await run(t, text);
  const others = results.filter((one) => one.outcome !== "passed");
  assert.ok(results.length > 0);
  assert.deepEqual(others.map((one) => `${one.id}: ${one.reason}`), []);
}

test("unittest: modules and classes are torn down where they end", (t) => expectPasses(t, `
import unittest
events = []
def setUpModule():
  events.append("module up")
def tearDownModule():
  events.append("module down")
class A(unittest.TestCase):
  @classmethod
  def setUpClass(cls):
    super().setUpClass()
    cls.addClassCleanup(events.append, "A cleaned")
    events.append("A up")
  @classmethod
  def tearDownClass(cls):
    events.append("A down")
  def test_1(self):
    self.assertEqual(events, ["module up", "A up"])
  def test_2(self):
    self.assertEqual(events, ["module up", "A up"])
class B(unittest.TestCase):
  def test_3(self):
    self.assertEqual(events, ["module up", "A up", "A down", "A cleaned"])
`));

test("a tear-down that fails is told of", async (t) => {
  const results = await run(t, `
import unittest
import numpy as np
class A(unittest.TestCase):
  @classmethod
  def tearDownClass(cls):
    np.testing.assert_array_equal(np.arange(3), 1)
  def test_1(self):
    pass
class B(unittest.TestCase):
  def test_2(self):
    pass
def tearDownModule():
  raise ValueError("late")
`);
  assert.deepEqual(results.map((one) => `${one.id} ${one.outcome}`), ["A.test_1 passed", "A.test_1 (tear-down) failed", "B.test_2 passed", "B.test_2 (tear-down) failed"]);
  assert.match(results[3].reason, /late/);
});

test("pytest: fixtures live as long as their scope", (t) => expectPasses(t, `
import pytest
log = []
@pytest.fixture(scope="module")
def file():
  log.append("file up")
  yield "file"
  log.append("file down")
@pytest.fixture(scope="class")
def group(file, request):
  assert (request.scope, request.fixturename, request.cls.__name__[:4]) == ("class", "group", "Test")
  request.addfinalizer(lambda: log.append("group done"))
  log.append("group up")
  yield "group"
  log.append("group down")
class TestA:
  def test_1(self, group):
    assert log == ["file up", "group up"]
  def test_2(self, group):
    assert log == ["file up", "group up"]
class TestB:
  @classmethod
  def teardown_class(cls):
    log.append("B down")
  def test_3(self, group):
    assert log == ["file up", "group up", "group down", "group done", "group up"]
def setup_function(function):
  log.append(function.__name__)
def test_4():
  assert log[5:] == ["group down", "group done", "B down", "test_4"]
@pytest.fixture(params=[1, 2], ids=["one", "two"])
def number(request):
  return request.param
@pytest.mark.usefixtures("number")
def test_5(request):
  assert request.node.name in ("test_5[one]", "test_5[two]")
  assert request.getfixturevalue("number") == (1 if "one" in request.node.name else 2)
  assert request.node.get_closest_marker("usefixtures").args == ("number",)
  assert request.node.get_closest_marker("slow") is None
`));

test("pytest: a wide fixture's parameters come one after the other", async (t) => {
  const results = await run(t, `
import pytest
log = []
@pytest.fixture(scope="module", params=["a", "b"])
def letter(request):
  log.append("up " + request.param)
  yield request.param
  log.append("down " + request.param)
@pytest.fixture(scope="module")
def doubled(letter):
  return 2 * letter
def test_1(letter):
  assert log[-1] == "up " + letter
def test_2(letter, doubled):
  assert log == (["up a"] if letter == "a" else ["up a", "down a", "up b"]) and doubled == 2 * letter
`);
  assert.deepEqual(results.map((one) => `${one.id} ${one.outcome}`), ["test_1[a] passed", "test_2[a] passed", "test_1[b] passed", "test_2[b] passed"]);
});

test("captured output, of kernels too", (t) => expectPasses(t, `
import contextlib, io, sys
import jax, jax.numpy as jnp
from jax._src import test_util as jtu
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_print("x = {}", x_ref[0])
  o_ref[...] = x_ref[...]
call = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))
def test_capsys(capsys):
  print("a", jnp.arange(2).sum())
  print("b", file=sys.stderr)
  assert capsys.readouterr() == ("a 1\\n", "b\\n")
  call(jnp.array([4, 5]))
  print("end")
  captured = capsys.readouterr()
  assert captured.out == "x = 4\\nend\\n" and captured.err == ""
  with capsys.disabled():
    print("shown")
  assert capsys.readouterr().out == ""
def test_capfd(capfd):
  out, err = capfd.readouterr()
  assert (out, err) == ("", "")
def test_blocks():
  target = io.StringIO()
  with contextlib.redirect_stdout(target):
    print("inside")
  assert target.getvalue() == "inside\\n"
class CaptureTest(jtu.JaxTestCase, jtu.CudaArchSpecificTest):
  def setUp(self):
    self.skip_unless_sm90a()
    super().setUp()
  def test_capture_stdout(self):
    with jtu.capture_stdout() as output:
      jax.block_until_ready(call(jnp.array([7, 8])))
    self.assertEqual(output(), "x = 7\\n")
  def test_set_env(self):
    import os
    with jtu.set_env(SOME_NAME="1"):
      self.assertEqual(os.environ["SOME_NAME"], "1")
    self.assertNotIn("SOME_NAME", os.environ)
`));

test("warnings and logs", (t) => expectPasses(t, `
import logging, unittest, warnings
import pytest
def test_warns():
  with pytest.warns(UserWarning, match="care") as record:
    warnings.warn("be careful", UserWarning)
  assert len(record) == 1 and str(record[0].message) == "be careful" and record[0].category is UserWarning
  with pytest.deprecated_call():
    warnings.warn("old", DeprecationWarning)
  with pytest.raises(pytest.fail.Exception, match="DID NOT WARN"):
    with pytest.warns(UserWarning):
      pass
  with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
    with pytest.raises(ValueError):
      pass
def test_recwarn(recwarn):
  warnings.warn("one", UserWarning)
  assert len(recwarn) == 1 and str(recwarn.pop(UserWarning).message) == "one" and len(recwarn) == 0
def test_caplog(caplog):
  logging.getLogger("a.b").info("dropped")
  with caplog.at_level(logging.INFO, logger="a"):
    logging.getLogger("a.b").info("taken %d", 3)
  logging.getLogger("a").warning("too")
  assert caplog.record_tuples == [("a.b", logging.INFO, "taken 3"), ("a", logging.WARNING, "too")]
  assert caplog.messages == ["taken 3", "too"] and "taken 3" in caplog.text
  caplog.clear()
  assert caplog.records == []
class LogTest(unittest.TestCase):
  def test_logs(self):
    with self.assertLogs("foo", level="INFO") as cm:
      logging.getLogger("foo").info("first message")
      logging.getLogger("foo.bar").error("second message")
    self.assertEqual(cm.output, ["INFO:foo:first message", "ERROR:foo.bar:second message"])
    with self.assertNoLogs("foo"):
      pass
    with self.assertRaisesRegex(AssertionError, "no logs of level INFO or higher triggered on foo"):
      with self.assertLogs("foo"):
        pass
`));

test("patches and mocks", (t) => expectPasses(t, `
import unittest
from unittest import mock
from unittest.mock import ANY, MagicMock, Mock, call, patch, sentinel
class Thing:
  size = 1
  def double(self, n):
    return 2 * n
def fetch():
  return Thing().double(4)
class MockTest(unittest.TestCase):
  def test_patch(self):
    with patch.object(Thing, "double", return_value=9) as double:
      self.assertEqual(fetch(), 9)
    double.assert_called_once_with(4)
    self.assertEqual(fetch(), 8)
  @patch.object(Thing, "size", 5)
  @patch.object(Thing, "double")
  def test_decorators(self, double):
    double.side_effect = [1, ValueError("twice")]
    self.assertEqual((fetch(), Thing.size), (1, 5))
    with self.assertRaisesRegex(ValueError, "twice"):
      fetch()
    self.assertEqual(double.call_args_list, [call(4), call(4)])
  def test_patch_dict(self):
    table = {"a": 1}
    with mock.patch.dict(table, b=2):
      self.assertEqual(table, {"a": 1, "b": 2})
    self.assertEqual(table, {"a": 1})
  def test_start_and_stop(self):
    patcher = patch.object(Thing, "size", 7)
    patcher.start()
    self.addCleanup(patcher.stop)
    self.assertEqual(Thing.size, 7)
  def test_after_the_patches(self):
    self.assertEqual(Thing.size, 1)
  def test_mock(self):
    m = Mock(return_value=3, x=4)
    self.assertEqual((m(1, key=2), m.x, m.call_count), (3, 4, 1))
    m.assert_called_once_with(1, key=ANY)
    with self.assertRaisesRegex(AssertionError, r"Expected: mock\\(2\\)\\n  Actual: mock\\(1, key=2\\)"):
      m.assert_called_with(2)
    m.a.b(5)
    self.assertEqual(m.method_calls, [call.a.b(5)])
    m.reset_mock()
    self.assertFalse(m.called)
    with self.assertRaises(AttributeError):
      Mock(spec=["there"]).elsewhere
    self.assertIs(sentinel.one, sentinel.one)
  def test_magic_mock(self):
    m = MagicMock()
    m.__len__.return_value = 4
    m.__enter__.return_value.read.return_value = "text"
    with m as f:
      self.assertEqual((len(m), f.read()), (4, "text"))
    self.assertEqual(list(m), [])
def test_monkeypatch(monkeypatch):
  import os
  table = {"k": 1}
  monkeypatch.setattr(Thing, "size", 2)
  monkeypatch.setitem(table, "k", 5)
  monkeypatch.delitem(table, "absent", raising=False)
  monkeypatch.setenv("SOME_NAME", 3)
  with monkeypatch.context() as inner:
    inner.setattr(Thing, "size", 3)
    assert Thing.size == 3
  assert (Thing.size, table, os.environ["SOME_NAME"]) == (2, {"k": 5}, "3")
  monkeypatch.undo()
  assert (Thing.size, table, "SOME_NAME" in os.environ) == (1, {"k": 1}, False)
`));

test("approx, sub-tests", (t) => expectPasses(t, `
import numpy as np
import pytest
def test_approx():
  assert 0.1 + 0.2 == pytest.approx(0.3)
  assert {"a": 0.1 + 0.2} == pytest.approx({"a": 0.3}) and {"a": 1} != pytest.approx({"b": 1})
  assert np.array([0.1, 0.2 + 1e-9]) == pytest.approx(np.array([0.1, 0.2]))
  assert np.array([0.1, 0.3]) != pytest.approx(np.array([0.1, 0.2]))
  assert repr(pytest.approx(0.3)) == "0.3 \\u00b1 3.0e-07"
  assert repr(pytest.approx([1.0, 2])) == "approx([1.0 \\u00b1 1.0e-06, 2 \\u00b1 2.0e-06])"
def test_subtests(subtests):
  for i in range(3):
    with subtests.test("part", i=i):
      assert i < 3
`));

test("absl's metaclass, conditions as text", async (t) => {
  const results = await run(t, `
from absl.testing import parameterized
import pytest
limit = 3
class Meta(parameterized.TestGeneratorMetaclass):
  def __new__(mcs, *args, kind="plain"):
    cls = super().__new__(mcs, *args)
    cls.KIND = kind
    return cls
class BaseTest(parameterized.TestCase, metaclass=Meta):
  @parameterized.parameters("plain", "other")
  def test_kind(self, kind):
    if kind != self.KIND:
      self.skipTest(self.KIND)
class OtherTest(BaseTest, kind="other"):
  pass
@pytest.mark.skipif("limit > 2 and sys.platform != 'nowhere'", reason="text")
def test_text():
  assert False
@pytest.mark.skipif("limit > 5", reason="text")
def test_runs():
  pass
`);
  assert.deepEqual(results.map((one) => `${one.id} ${one.outcome}`), ["BaseTest.test_kind0 passed", "BaseTest.test_kind1 skipped", "OtherTest.test_kind0 skipped",
    "OtherTest.test_kind1 passed", "test_text skipped", "test_runs passed"], JSON.stringify(results, null, 1));
});

test("files of a test are read back", async (t) => {
  const results = await run(t, `
import os, pytest, shutil
import numpy as np

def save(path, x):
  with open(path, "w") as f:
    for row in x: print(*row.tolist(), file=f)

def test_written(tmp_path):
  assert tmp_path.is_dir() and tmp_path.name == "test_written0" and not list(tmp_path.iterdir())
  save(tmp_path / "x.txt", np.arange(4).reshape(2, 2) * 3)
  assert (tmp_path / "x.txt").read_text().split() == ["0", "3", "6", "9"]

@pytest.mark.parametrize("n", [1, 2])
def test_each_has_its_own(tmp_path, n, monkeypatch):
  monkeypatch.chdir(tmp_path)
  assert os.listdir() == [] and os.getcwd() == str(tmp_path)
  open("a", "w").close()

def test_back():
  assert os.getcwd() == "/"

@pytest.fixture(scope="module")
def shared(tmp_path_factory):
  folder = tmp_path_factory.mktemp("data")
  (folder / "k").write_bytes(b"\\x00\\xff")
  return folder

def test_shared(shared):
  assert (shared / "k").read_bytes() == bytes([0, 255])

def test_shared_again(shared, tmp_path):
  shutil.copytree(shared, tmp_path / "copy")
  assert (tmp_path / "copy" / "k").stat().st_size == 2
  with pytest.raises(FileNotFoundError): open(tmp_path / "absent")
`);
  assert.deepEqual(results.filter((one) => one.outcome !== "passed"), [], JSON.stringify(results, null, 1));
  assert.equal(results.length, 6);
});

test("what is refused is named", async (t) => {
  const results = await run(t, `
import pytest
def test_folder(tmpdir):
  pass
def load_tests(loader, tests, pattern):
  return tests
`);
  assert.deepEqual(results.map((one) => `${one.id} ${one.diagnostics[0].id}`), ["test_folder not-supported", "load_tests not-supported"]);
});

test("patches of the library last as long as their test", async (t) => {
  const results = await run(t, `
import math
import torch

def test_patched(monkeypatch):
  monkeypatch.setattr("math.pi", 3)
  monkeypatch.delattr(math, "tau")
  monkeypatch.setattr(torch.Tensor, "tolist", lambda self: "patched")
  assert math.pi == 3 and not hasattr(math, "tau") and torch.zeros(2).tolist() == "patched"

def test_as_before():
  assert 3.14 < math.pi < 3.15 and math.tau == 2 * math.pi
  assert torch.zeros(2).tolist() == [0.0, 0.0]
`);
  assert.deepEqual(results.map((one) => `${one.id} ${one.outcome}`), ["test_patched passed", "test_as_before passed"]);
});
