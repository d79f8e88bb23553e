# SPDX-License-Identifier: Apache-2.0
"""`pytest --tessera` over a folder with ordinary, Triton, Pallas and marked tests, and what is so without it."""
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree as xml
from pathlib import Path

try:
    import pytest
except ImportError:
    pytest = None

here = Path(__file__).resolve().parent

ordinary = """
import pytest

def test_ordinary(tmp_path):
    assert tmp_path.exists()

@pytest.mark.tessera
def test_marked():
    import jax.numpy as jnp
    assert int(jnp.arange(4).sum()) == 6

class TestBoth:
    def test_plain(self):
        assert 1 + 1 == 2

    @pytest.mark.tessera
    def test_marked_too(self):
        import jax.numpy as jnp
        assert int(jnp.arange(4).sum()) == 6
"""
pallas = """
from absl.testing import absltest, parameterized
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
import helper

def twice(x, o):
    o[...] = x[...] * helper.factor

class TwiceTest(parameterized.TestCase):
    @parameterized.parameters(4, 8)
    def test_twice(self, n):
        x = jnp.arange(n)
        print("n is", n)
        out = pl.pallas_call(twice, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
        self.assertEqual(int(out.sum()), n * (n - 1))

    def test_skipped(self):
        self.skipTest("not today")
"""


@unittest.skipUnless(pytest, "pytest is not installed")
class Plugin(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "modules").mkdir()
        self.write("modules/helper.py", "factor = 2\n")
        self.write("pytest.ini", "[pytest]\ntessera_path = modules\n")
        self.write("test_ordinary.py", ordinary)
        self.write("test_pallas.py", pallas)
        self.write("test_triton.py", (here / "examples/hello_test.py").read_text())

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run_pytest(self, *options, plugin=True):
        """Ids and outcomes by JUnit's report, its cases, and all that was printed."""
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--junit-xml=report.xml"]
        # Where the wheel is installed its entry point brings the plugin.
        command += ["-p", "tessera.pytest_plugin"] if plugin and not os.environ.get("TESSERA_INSTALLED") else []
        told = subprocess.run([*command, *options], cwd=self.folder, capture_output=True, text=True)
        cases = list(xml.parse(self.folder / "report.xml").iter("testcase"))
        outcome = lambda case: next((one.tag for one in case if one.tag != "system-out"), "passed")
        return {one.get("name"): outcome(one) for one in cases}, cases, told

    def test_beside_ordinary_tests(self):
        outcomes, cases, told = self.run_pytest("--tessera")
        expected = {
            "test_ordinary": "passed",
            "test_plain": "passed",
            "test_marked": "passed",
            "test_marked_too": "passed",
            "test_twice0": "passed",
            "test_twice1": "passed",
            "test_skipped": "skipped",
            "test_add": "passed",
            "test_wrong": "failure",
        }
        self.assertEqual(outcomes, expected, told.stdout + told.stderr)
        self.assertEqual(told.returncode, 1)
        self.assertRegex(
            told.stdout,
            r"test_triton.py:27:\d+: error: .*does not hold.*\n +assert torch.equal\(add\(x, x\), x\)\n +\^~",
        )
        self.assertIn("1 failed, 7 passed, 1 skipped", told.stdout)
        self.assertTrue(all(float(one.get("time")) < 5 for one in cases))
        [skipped] = [one for one in cases if one.get("name") == "test_skipped"]
        self.assertIn("not today", skipped.find("skipped").get("message"))

    def test_nothing_without_the_option(self):
        plain = ["test_ordinary.py::test_ordinary", "test_ordinary.py::TestBoth::test_plain"]
        outcomes, _, told = self.run_pytest(*plain, "--strict-markers")
        self.assertEqual(outcomes, {"test_ordinary": "passed", "test_plain": "passed"}, told.stdout)
        _, _, told = self.run_pytest("--collect-only")
        without = told.stdout
        if not os.environ.get("TESSERA_INSTALLED"):
            _, _, told = self.run_pytest("--collect-only", "-W", "ignore", plugin=False)
            tests = lambda text: [line for line in text.splitlines() if "::" in line]
            self.assertEqual(tests(without), tests(told.stdout))

    def test_selection(self):
        for chosen, names in (
            (["test_pallas.py::TwiceTest::test_twice1"], ["test_twice1"]),
            (["test_pallas.py::TwiceTest"], ["test_twice0", "test_twice1", "test_skipped"]),
            (["-k", "twice0 or add"], ["test_twice0", "test_add"]),
            (["test_ordinary.py::TestBoth"], ["test_marked_too", "test_plain"]),
        ):
            outcomes, _, told = self.run_pytest("--tessera", *chosen)
            self.assertEqual(sorted(outcomes), sorted(names), told.stdout)
            self.assertEqual(told.returncode, 0, told.stdout)

    def test_files_by_pattern(self):
        self.write("pytest.ini", "[pytest]\ntessera_files = check_*.py\n")
        self.write(
            "check_numbers.py",
            "def test_here():\n    import jax.numpy as jnp\n    assert int(jnp.sum(jnp.ones(3))) == 3\n",
        )
        outcomes, _, told = self.run_pytest("--tessera", "check_numbers.py")
        self.assertEqual(outcomes, {"test_here": "passed"}, told.stdout)

    def test_marked_file(self):
        self.write(
            "test_file.py", "import pytest\npytestmark = [pytest.mark.tessera]\ndef test_here():\n    import jax\n"
        )
        outcomes, _, told = self.run_pytest("--tessera", "test_file.py")
        self.assertEqual(outcomes, {"test_here": "passed"}, told.stdout)

    def test_what_tests_print(self):
        self.write("test_triton.py", "import triton\ndef test_it():\n    print('heard')\n")
        _, _, told = self.run_pytest("--tessera", "-rP", "test_triton.py")
        self.assertRegex(told.stdout, "Captured stdout call.*\nheard")

    def test_a_file_that_can_not_be_evaluated(self):
        self.write("test_triton.py", "import triton\nx = 1 / 0\ndef test_it():\n    pass\n")
        outcomes, _, told = self.run_pytest("--tessera", "test_triton.py")
        self.assertEqual(told.returncode, 2, told.stdout)
        self.assertIn("test_triton.py:2:5: error: division by zero", told.stdout)

    def test_what_files_run_on(self):
        self.write("test_triton.py", "import torch, triton\ndef test_it():\n    assert torch.cuda.is_available()\n")
        self.assertEqual(self.run_pytest("--tessera", "test_triton.py")[2].returncode, 0)
        self.assertEqual(self.run_pytest("--tessera", "--tessera-device=cpu", "test_triton.py")[2].returncode, 1)

    def test_no_binary(self):
        with unittest.mock.patch.dict(os.environ, {"TESSERA_BINARY": "/nonexistent"}):
            _, _, told = self.run_pytest("--tessera", "test_triton.py")
        self.assertNotEqual(told.returncode, 0)
        self.assertIn("TESSERA_BINARY names `/nonexistent`", told.stdout)


if __name__ == "__main__":
    unittest.main()
