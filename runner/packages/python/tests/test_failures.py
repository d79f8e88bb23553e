# SPDX-License-Identifier: Apache-2.0
"""What goes wrong around the binary: none, one that crashes, hangs, answers nonsense or speaks a newer protocol; and
arguments of wrong types. Stand-ins take the binary's place."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import tessera
from tessera import binary


class StandIns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "tessera")
        patch = mock.patch.dict(os.environ, {"TESSERA_BINARY": str(self.file)})
        patch.start()
        self.addCleanup(patch.stop)

    def behave(self, script):
        self.file.write_text(f"#!/bin/sh\n{script}\n")
        self.file.chmod(self.file.stat().st_mode | stat.S_IXUSR)

    def refuses(self, kind, message, call=lambda: tessera.compile("x = 1\n")):
        with self.assertRaisesRegex(kind, message):
            call()

    def test_missing(self):
        self.refuses(tessera.BinaryError, "TESSERA_BINARY names .*, which is no executable file")
        os.environ.pop("TESSERA_BINARY")
        with mock.patch.object(binary, "candidates", return_value=[self.file]), mock.patch(
            "shutil.which", return_value=None
        ):
            self.refuses(tessera.BinaryError, "no `tessera` binary in .*--force-reinstall")

    def test_unable_to_start(self):
        self.behave("exit 0")
        self.file.write_bytes(b"\x7fELF nothing")
        self.refuses(tessera.BinaryError, "can't be started")

    def test_crashes(self):
        self.behave("echo told >&2; kill -SEGV $$")
        self.refuses(tessera.BinaryError, "ended with SIGSEGV; that is a bug in Tessera.*\ntold")
        self.behave("exit 70")
        self.refuses(tessera.BinaryError, "found a bug of its own")

    def test_nonsense(self):
        for answer in ("hello", "[1]", "{"):
            self.behave(f"echo '{answer}'")
            self.refuses(tessera.BinaryError, "no JSON object")
        self.behave("exit 0")
        self.refuses(tessera.BinaryError, "answered nothing")
        self.behave("""echo '{"protocol": 2, "ok": true}'""")
        self.refuses(tessera.BinaryError, "speaks protocol 2 and this package 1")
        self.behave("echo '{}'")
        self.refuses(tessera.BinaryError, "before its summary", lambda: tessera.test("x.py"))

    def test_time_out(self):
        self.behave("exec sleep 60")
        self.refuses(tessera.TimedOut, "ended after 0.2 s", lambda: tessera.compile("x = 1\n", timeout=0.2))

    def test_wrong_types(self):
        wrong = {
            "a list, expected a program's text": lambda: tessera.compile([1]),
            r"pass `Path\('kernel.py'\)`": lambda: tessera.run("kernel.py"),
            "`target` is a int, expected a str": lambda: tessera.compile("x = 1\n", target=90),
            "`set` is a list": lambda: tessera.compile("x = 1\n", set=["N=1"]),
            "`set`: `N` is a object, expected a literal": lambda: tessera.compile("x = 1\n", set={"N": object()}),
            "`path` is one string": lambda: tessera.compile("x = 1\n", path="folder"),
            "`device` is None": lambda: tessera.run("x = 1\n", device=None),
        }
        for message, call in wrong.items():
            with self.subTest(message):
                self.refuses(tessera.UsageError, message, call)


class Module(unittest.TestCase):
    def test_is_the_command(self):
        told = subprocess.run(
            [sys.executable, "-m", "tessera", "run", "-"], input=b"print(1 + 1)\n", capture_output=True
        )
        self.assertEqual((told.returncode, told.stdout), (0, b"2\n"))
        told = subprocess.run([sys.executable, "-m", "tessera", "nonsense"], capture_output=True)
        self.assertEqual(told.returncode, 2)
        environment = {**os.environ, "TESSERA_BINARY": "/nonexistent"}
        told = subprocess.run([sys.executable, "-m", "tessera"], env=environment, capture_output=True, text=True)
        self.assertEqual(told.returncode, 1)
        self.assertIn("TESSERA_BINARY names `/nonexistent`", told.stderr)

    def test_all_is_all(self):
        for name in tessera.__all__:
            self.assertTrue(getattr(tessera, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
