# SPDX-License-Identifier: Apache-2.0
# `test.support.threading_helper`: tests of threads are skipped.
import contextlib
import unittest


def requires_working_threading(*, module=False):
    if module:
        raise unittest.SkipTest("needs threads")
    return unittest.skip("needs threads")


def reap_threads(test):
    return unittest.skip("needs threads")(test)


def threading_setup():
    return ()


def threading_cleanup(*original):
    pass


@contextlib.contextmanager
def start_threads(threads, unlock=None):
    raise unittest.SkipTest("needs threads")
    yield


@contextlib.contextmanager
def wait_threads_exit(timeout=None):
    yield


def join_thread(thread, timeout=None):
    pass
