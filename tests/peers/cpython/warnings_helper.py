# SPDX-License-Identifier: Apache-2.0
# `test.support.warnings_helper`: warnings of a block, held against what is expected.
import contextlib
import functools
import re
import unittest
import warnings


class WarningsRecorder:
    """The warnings so far; attributes are those of the last."""

    def __init__(self, recorded):
        self.recorded = recorded
        self.start = 0

    @property
    def warnings(self):
        return self.recorded[self.start:]

    def reset(self):
        self.start = len(self.recorded)

    def __getattr__(self, name):
        if len(self.recorded) > self.start:
            return getattr(self.recorded[-1], name)
        if name in ("message", "category", "filename", "lineno", "file", "line", "source"):
            return None
        raise AttributeError(name)


@contextlib.contextmanager
def check_warnings(*filters, quiet=None):
    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always")
        yield WarningsRecorder(recorded)
    left = list(recorded)
    missing = []
    for message, category in filters:
        found = [w for w in left if re.match(message, str(w.message), re.I) and issubclass(w.category, category)]
        for w in found:
            left.remove(w)
        if not found:
            missing.append((message, category.__name__))
    if filters and not quiet and left:
        raise AssertionError("unhandled warning " + str(left[0].message))
    if missing and quiet is not True:
        raise AssertionError("filter %r did not catch any warning" % (missing[0],))


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always")
        yield
    testcase.assertEqual(recorded, [])


check_no_resource_warning = contextlib.nullcontext


def ignore_warnings(*, category):
    def decorate(test):
        @functools.wraps(test)
        def run(*args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return test(*args, **kwargs)

        return run

    return decorate


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    raise unittest.SkipTest("asks for warnings of the compiler")


@contextlib.contextmanager
def save_restore_warnings_filters():
    yield
