# SPDX-License-Identifier: Apache-2.0
"""The examples in docstrings and in the wheel's README are what the package answers."""
import doctest
import importlib
import os
import unittest
from pathlib import Path

import tessera

here = Path(__file__).resolve().parent
root = here.parents[3]
modules = ["__init__", "program", "svg"]
options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def example(name):
    """A file of shared/kernels, or one beside this."""
    beside = here / "examples" / name
    return beside if beside.exists() else root / "shared/kernels" / name


def has(module):
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


class Doctests(unittest.TestCase):
    def check(self, module):
        module = tessera if module == "__init__" else importlib.import_module(f"tessera.{module}")
        failed, tried = doctest.testmod(
            module, optionflags=options, extraglobs={"example": example, "tessera": tessera}
        )
        self.assertGreater(tried, 0)
        self.assertEqual(failed, 0)

    def test_modules(self):
        for module in modules:
            with self.subTest(module):
                self.check(module)

    @unittest.skipUnless(has("numpy"), "NumPy is not installed")
    def test_emulation(self):
        self.check("emulation")

    @unittest.skipUnless(has("pytest"), "pytest is not installed")
    def test_plugin(self):
        self.check("pytest_plugin")

    @unittest.skipUnless(has("numpy"), "NumPy is not installed")
    def test_readme(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(root / "shared/kernels")
        readme = here.parent / "README.md"
        names = {"example": example, "tessera": tessera, "__name__": "readme"}
        failed, tried = doctest.testfile(str(readme), module_relative=False, optionflags=options, globs=names)
        self.assertGreater(tried, 0)
        self.assertEqual(failed, 0)


if __name__ == "__main__":
    unittest.main()
