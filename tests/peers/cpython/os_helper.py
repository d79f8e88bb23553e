# SPDX-License-Identifier: Apache-2.0
# `test.support.os_helper`: tests of files are skipped.
import contextlib
import unittest

TESTFN = "@test"
TESTFN_ASCII = "@test"
TESTFN_UNICODE = "@test"
SAVEDCWD = "/"


class FakePath:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        if isinstance(self.path, BaseException):
            raise self.path
        return self.path


def unlink(path):
    pass


def rmtree(path):
    pass


rmdir = unlink


@contextlib.contextmanager
def temp_cwd(name="tempcwd", quiet=False):
    raise unittest.SkipTest("changes the folder")
    yield


temp_dir = change_cwd = temp_cwd


def create_empty_file(path):
    raise unittest.SkipTest("writes a file")


class EnvironmentVarGuard:
    def __init__(self):
        raise unittest.SkipTest("changes the environment")


def skip_unless_symlink(test):
    return unittest.skip("needs files")(test)
