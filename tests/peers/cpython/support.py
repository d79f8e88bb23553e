# SPDX-License-Identifier: Apache-2.0
# What CPython's test files ask of `test.support`, as far as it makes sense in a program without processes, threads, files and a garbage
# collector: the original reaches for all of these while it is imported. The names and what they promise are the original's; a test that needs
# what is not here is skipped with the reason.
import contextlib
import functools
import io
import sys
import types
import unittest

verbose = False
use_resources = None
max_memuse = 0
real_max_memuse = 0
PGO = False
PIPE_MAX_SIZE = 4 * 1024 * 1024 + 1
MAX_Py_ssize_t = sys.maxsize
_1M = 1024 * 1024
_1G = 1024 * _1M
_2G = 2 * _1G
_4G = 4 * _1G
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False
Py_DEBUG = False
is_android = is_emscripten = is_wasi = is_jython = is_apple = False
has_fork_support = has_subprocess_support = has_socket_support = False
NHASHBITS = 64
FUZZ = 1e-6
TEST_HOME_DIR = "/tmp"


class Error(Exception):
    pass


class TestFailed(Error):
    pass


class ResourceDenied(unittest.SkipTest):
    pass


def _skips(reason):
    """A decorator, called with arguments or not, that leaves a test out."""
    return unittest.skip(reason)


def cpython_only(test):
    return unittest.skip("a detail of CPython")(test)


def impl_detail(message=None, **guards):
    if check_impl_detail(**guards):
        return lambda test: test
    return unittest.skip(message or "a detail of other implementations")


def check_impl_detail(**guards):
    if not guards:
        return False
    return not list(guards.values())[0]


def requires_docstrings(test):
    return test


def requires_IEEE_754(test):
    return test


def no_tracing(test):
    return test


def refcount_test(test):
    return unittest.skip("nothing is counted here")(test)


def requires_resource(resource):
    return _skips("resource " + resource + " is not enabled")


def requires_subprocess():
    return _skips("starts a process")


def requires_fork():
    return _skips("starts a process")


def requires_working_socket(*, module=False):
    return _skips("needs sockets")


def requires_mac_ver(*version):
    return lambda test: test


def requires_zlib(reason="needs zlib"):
    return _skips(reason)


def requires_gzip(reason="needs gzip"):
    return _skips(reason)


def requires_legacy_unicode_capi(test):
    return unittest.skip("needs C")(test)


def bigmemtest(size, memuse, dry_run=True):
    """With little memory the original runs such a test with a small size, unless it says that that makes no sense."""

    def decorate(test):
        @functools.wraps(test)
        def run(self):
            if not dry_run:
                raise unittest.SkipTest("needs much memory")
            return test(self, 5147)

        return run

    return decorate


def bigaddrspacetest(test):
    return unittest.skip("needs much memory")(test)


def skip_if_pgo_task(test):
    return test


def skip_if_buildbot(reason=None):
    return lambda test: test


def anticipate_failure(condition):
    return unittest.expectedFailure if condition else lambda test: test


def run_with_locale(category, *locales):
    return _skips("needs other locales")


def run_with_tz(zone):
    return _skips("needs other time zones")


def is_resource_enabled(resource):
    return False


def requires(resource, message=None):
    raise ResourceDenied(message or "resource " + resource + " is not enabled")


def gc_collect():
    pass


@contextlib.contextmanager
def disable_gc():
    yield


def get_attribute(thing, name):
    try:
        return getattr(thing, name)
    except AttributeError:
        raise unittest.SkipTest(f"object {thing!r} has no attribute {name!r}") from None


def sortdict(dictionary):
    "Like repr(dict), but in sorted order."
    return "{" + ", ".join(["%r: %r" % pair for pair in sorted(dictionary.items())]) + "}"


def findfile(filename, subdir=None):
    raise unittest.SkipTest("reads a file")


def open_urlresource(*args, **kwargs):
    raise unittest.SkipTest("needs the network")


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    with testcase.assertRaises(SyntaxError):
        compile(statement, "<test string>", "exec")


def check__all__(test_case, module, name_of_module=None, extra=(), not_exported=()):
    raise unittest.SkipTest("asks which names a module of CPython has")


def check_sizeof(test, o, size):
    raise unittest.SkipTest("asks for sizes of CPython's objects")


def calcobjsize(fmt):
    raise unittest.SkipTest("asks for sizes of CPython's objects")


calcvobjsize = calcobjsize


def check_free_after_iterating(test, iter, cls, args=()):
    raise unittest.SkipTest("nothing is freed here")


def check_disallow_instantiation(testcase, tp, *args, **kwds):
    testcase.assertRaises(TypeError, tp, *args, **kwds)


def collision_stats(nbins, nballs):
    raise unittest.SkipTest("asks for CPython's hashes")


def wait_process(pid, *, exitcode, timeout=None):
    raise unittest.SkipTest("starts a process")


def setswitchinterval(interval):
    pass


@contextlib.contextmanager
def infinite_recursion(max_depth=75):
    yield


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(max_digits)
        yield
    finally:
        sys.set_int_max_str_digits(before)


@contextlib.contextmanager
def swap_attr(obj, attr, new_val):
    had = hasattr(obj, attr)
    old = getattr(obj, attr, None)
    setattr(obj, attr, new_val)
    try:
        yield old
    finally:
        if had:
            setattr(obj, attr, old)
        else:
            delattr(obj, attr)


@contextlib.contextmanager
def swap_item(obj, item, new_val):
    had = item in obj
    old = obj[item] if had else None
    obj[item] = new_val
    try:
        yield old
    finally:
        if had:
            obj[item] = old
        else:
            del obj[item]


@contextlib.contextmanager
def captured_output(name):
    old = getattr(sys, name)
    setattr(sys, name, io.StringIO())
    try:
        yield getattr(sys, name)
    finally:
        setattr(sys, name, old)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    raise unittest.SkipTest("reads from stdin")


class catch_unraisable_exception:
    def __init__(self):
        raise unittest.SkipTest("nothing is freed here")


def run_in_subinterp(code):
    raise unittest.SkipTest("starts an interpreter")


def run_doctest(module, verbosity=None, optionflags=0):
    raise unittest.SkipTest("runs doctests")


def late_deletion(thing):
    pass


def optim_args_from_interpreter_flags():
    return []


def args_from_interpreter_flags():
    return []


def missing_compiler_executable(names=()):
    return "none"


class Matcher:
    pass


@functools.total_ordering
class _Largest:
    """Greater than anything but itself."""

    def __eq__(self, other):
        return isinstance(other, _Largest)

    def __lt__(self, other):
        return False


@functools.total_ordering
class _Smallest:
    """Less than anything but itself."""

    def __eq__(self, other):
        return isinstance(other, _Smallest)

    def __gt__(self, other):
        return False


class _AlwaysEqual:
    """Equal to anything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _NeverEqual:
    """Equal to nothing, not even itself."""

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


LARGEST = _Largest()
SMALLEST = _Smallest()
ALWAYS_EQ = _AlwaysEqual()
NEVER_EQ = _NeverEqual()


def has_no_debug_ranges():
    return False


def requires_debug_ranges(reason="requires co_positions / debug_ranges"):
    return lambda function: function


def with_pymalloc():
    return False


def python_is_optimized():
    return True


class SuppressCrashReport:
    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        pass
