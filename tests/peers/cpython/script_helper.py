# SPDX-License-Identifier: Apache-2.0
# `test.support.script_helper`: tests that start an interpreter are skipped.
import unittest


def _skip(*args, **kwargs):
    raise unittest.SkipTest("starts a process")


assert_python_ok = assert_python_failure = spawn_python = kill_python = make_script = make_pkg = run_python_until_end = _skip


def interpreter_requires_environment():
    return False
