# SPDX-License-Identifier: Apache-2.0
"""`%%tessera` in IPython's shell, without Jupyter: what it prints, what it draws, what is wrong told by cell lines."""
import contextlib
import io
import unittest
from pathlib import Path
from unittest import mock

try:
    from IPython.core.interactiveshell import InteractiveShell
except ImportError:
    InteractiveShell = None

kernels = Path(__file__).resolve().parents[4] / "shared/kernels"


@unittest.skipUnless(InteractiveShell, "IPython is not installed")
class Magic(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shell = InteractiveShell.instance()
        cls.shell.run_line_magic("load_ext", "tessera")

    def run_cell(self, line, cell):
        """What the cell prints, tells on standard error, and shows."""
        out, err, shown = io.StringIO(), io.StringIO(), []
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            with mock.patch("IPython.display.display", shown.append):
                self.shell.run_cell_magic("tessera", line, cell)
        return out.getvalue(), err.getvalue(), [one.data for one in shown]

    def test_output(self):
        cell = (kernels / "hello_vectors.py").read_text()
        self.assertEqual(self.run_cell("", cell), ("[ 0  2  4  6  8 10 12 14]\n", "", []))
        out, _, _ = self.run_cell("--device emulator --ptx --time h100", cell)
        self.assertIn(".entry add_vectors_kernel", out)
        self.assertRegex(out, r"add_vectors_kernel: [\d.]+ us on h100, predicted by model \d+, limited by ")

    def test_pictures(self):
        cell = (kernels / "vector_add.py").read_text()
        _, _, shown = self.run_cell("--tilings --timeline --set size=4096", cell)
        self.assertEqual(len(shown), 2)
        self.assertIn("add_kernel: grid 4, 4 programs", shown[0])
        self.assertIn("steps, not a GPU's time", shown[1])
        _, _, shown = self.run_cell("--timeline --set K=256", (kernels / "hopper_gemm_pipeline.py").read_text())
        self.assertIn("cycles (model)", shown[0])

    def test_errors_are_told_by_the_cells_lines(self):
        out, err, _ = self.run_cell("", "print('before')\nx = missing\n")
        self.assertEqual(err.splitlines()[0], "cell:2:5: error: name 'missing' is not defined [unknown-name]")
        self.assertEqual(err.splitlines()[1:], ["    x = missing", "        ^~~~~~~"])
        out, err, _ = self.run_cell("", "import numpy as np\nprint('seen')\nassert np.arange(3)[1] == 2\n")
        self.assertEqual(out, "seen\n")
        self.assertRegex(err, "^cell:3:")
        _, err, _ = self.run_cell("--device abacus", "x = 1\n")
        self.assertIn("no device `abacus`", err)

    def test_the_program_can_be_kept(self):
        self.run_cell("--as kept --compile --remarks", (kernels / "vector_add.py").read_text())
        self.assertEqual(self.shell.user_ns["kept"].kernels, ["add_kernel"])

    def test_options_that_are_wrong(self):
        for line, message in (
            ("--nonsense", "unrecognized arguments"),
            ("--set N", "expected NAME=VALUE"),
            ("--set N=x", "no Python literal"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                self.run_cell(line, "x = 1\n")


if __name__ == "__main__":
    unittest.main()
