# SPDX-License-Identifier: Apache-2.0
# `test.support.import_helper`: a module as it is. CPython tests its two forms of a module, in Python and in C; we have one,
# which is tested twice.
import contextlib
import unittest


def _load(name):
    module = __import__(name)
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    return module


def import_module(name, deprecated=False, *, required_on=()):
    try:
        return _load(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error)) from None


def import_fresh_module(name, fresh=(), blocked=(), *, deprecated=False):
    try:
        return _load(name)
    except ImportError:
        return None


@contextlib.contextmanager
def CleanImport(*names, usefrozen=True):
    yield


@contextlib.contextmanager
def DirsOnSysPath(*paths):
    raise unittest.SkipTest("writes modules")
    yield


def make_legacy_pyc(source):
    raise unittest.SkipTest("writes modules")


def unload(name):
    pass


def forget(name):
    pass
