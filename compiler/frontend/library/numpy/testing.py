# SPDX-License-Identifier: Apache-2.0
# module: numpy.testing
"""`numpy.testing`, as far as it is not in C++."""

import numpy as np

HAS_REFCOUNT = False  # nothing is counted here
HAS_LAPACK64 = IS_PYPY = IS_PYSTON = IS_MUSL = IS_WASM = False
KnownFailureException = SkipTest = NotImplementedError
verbose = 0


class _Raises:
    def __init__(self, kind, pattern=None):
        self.kind, self.pattern = kind, pattern

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        import re

        if kind is None:
            kinds = self.kind if isinstance(self.kind, tuple) else (self.kind,)
            raise AssertionError(f"{' or '.join(one.__name__ for one in kinds)} not raised")
        self.exception = value
        if not issubclass(kind, self.kind):
            return False
        if self.pattern is not None and not re.search(self.pattern, str(value)):
            raise AssertionError(f'"{self.pattern}" does not match "{value}"')
        return True


def assert_raises(exception_class, callable=None, *args, **kwargs):
    """Fails unless an exception is raised."""
    if callable is None:
        return _Raises(exception_class)
    with _Raises(exception_class):
        callable(*args, **(kwargs or {}))


def assert_raises_regex(exception_class, expected_regexp, callable=None, *args, **kwargs):
    """Fails unless an exception is raised whose text has a pattern."""
    if callable is None:
        return _Raises(exception_class, expected_regexp)
    with _Raises(exception_class, expected_regexp):
        callable(*args, **(kwargs or {}))


class _Warns:
    # Warnings of a block; `wanted` None: there must be none.
    def __init__(self, wanted):
        self.wanted = wanted

    def __enter__(self):
        import warnings

        self.catcher = warnings.catch_warnings(record=True)
        self.seen = self.catcher.__enter__()
        warnings.simplefilter("always")
        return self.seen

    def __exit__(self, *exception):
        self.catcher.__exit__(*exception)
        if exception[0] is not None:
            return False
        if self.wanted is None:
            assert not self.seen, f"Got warnings: {self.seen}"
        elif not any(issubclass(one.category, self.wanted) for one in self.seen):
            raise AssertionError(f"No warning raised of {self.wanted}")
        return False


def _called(manager, args, kwargs):
    if not args:
        return manager
    with manager:
        return args[0](*args[1:], **kwargs)


def assert_warns(warning_class, *args, **kwargs):
    """Fails unless a warning is given."""
    return _called(_Warns(warning_class), args, kwargs)


def assert_no_warnings(*args, **kwargs):
    """Fails if a warning is given."""
    return _called(_Warns(None), args, kwargs)


class suppress_warnings:
    """Warnings of a block are dropped, or kept in lists."""

    def __init__(self, forwarding_rule="always"):
        self.catcher = None

    def __enter__(self):
        import warnings

        self.catcher = warnings.catch_warnings(record=True)
        self.log = self.catcher.__enter__()
        warnings.simplefilter("always")
        return self

    def __exit__(self, *exception):
        return self.catcher.__exit__(*exception)

    def filter(self, category=Warning, message="", module=None):
        return None

    def record(self, category=Warning, message="", module=None):
        return self.log


def _is_array(x):
    return isinstance(x, (np.ndarray, np.generic))


def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    """Fails unless two objects are equal: arrays by their elements, containers by theirs."""
    if isinstance(desired, dict):
        assert isinstance(actual, dict), repr(type(actual))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key in desired:
            assert key in actual, repr(key)
            assert_equal(actual[key], desired[key], f"key={key!r}\n{err_msg}", verbose)
        return None
    desired = list(desired) if isinstance(desired, range) else desired
    actual = list(actual) if isinstance(actual, range) else actual
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], f"item={k!r}\n{err_msg}", verbose)
        return None
    plain = isinstance(desired, (str, bytes, type, type(None))) or isinstance(actual, (str, bytes, type, type(None)))
    if not plain and (_is_array(actual) or _is_array(desired) or isinstance(actual, (int, float))):
        return np.testing.assert_array_equal(actual, desired, err_msg, verbose, strict=strict)
    text = f"\nItems are not equal: {err_msg}\n ACTUAL: {actual!r}\n DESIRED: {desired!r}"
    assert actual == desired, text


def assert_string_equal(actual, desired):
    """Fails unless two texts are equal."""
    assert isinstance(actual, str) and isinstance(desired, str), repr((type(actual), type(desired)))
    assert actual == desired, f"Differences in strings:\n- {actual}\n+ {desired}"


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    """Fails unless two numbers agree to a number of digits."""
    if actual == desired:
        return None
    scale = 10.0 ** np.floor(np.log10(0.5 * (np.abs(desired) + np.abs(actual))))
    near = np.abs(desired / scale - actual / scale) < 10.0 ** -(significant - 1)
    assert bool(near), f"\nItems are not equal to {significant} significant digits: {err_msg}"


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """Fails unless all elements are less."""
    if strict:
        raise NotImplementedError("`strict` of `assert_array_less`")
    assert bool(np.all(np.asarray(x) < np.asarray(y))), "Arrays are not strictly ordered `x < y`" + (
        "\n" + err_msg if err_msg else ""
    )


def _in_order(x):
    # Floats as integers in the same order, so that neighbours differ by one.
    bits = x.view({2: np.int16, 4: np.int32, 8: np.int64}[x.dtype.itemsize]).astype(np.int64)
    lowest = -(1 << (8 * x.dtype.itemsize - 1))
    return np.where(bits < 0, lowest - bits, bits)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """Fails where arrays differ by more than units in the last place."""
    a, b = (np.asarray(a), np.asarray(b)) if dtype is None else (np.asarray(a, dtype), np.asarray(b, dtype))
    type = np.result_type(a.dtype, b.dtype)
    apart = np.abs(_in_order(a.astype(type)) - _in_order(b.astype(type)))
    assert bool(
        np.all(apart <= maxulp)
    ), f"Arrays are not almost equal up to {maxulp} ULP (max difference is {apart.max()} ULP)"
    return apart


def assert_array_almost_equal_nulp(x, y, nulp=1):
    """Fails where arrays differ by more than units in the last place of the greater one."""
    x, y = np.asarray(x), np.asarray(y)
    limit = nulp * np.spacing(np.where(np.abs(x) > np.abs(y), np.abs(x), np.abs(y)))
    assert bool(np.all(np.abs(x - y) <= limit)), f"Arrays are not equal to {nulp} ULP"


def assert_(val, msg=""):
    """Fails unless something holds."""
    assert val, msg


def runstring(astr, dict):
    """Evaluates a program's text."""
    exec(astr, dict)


def break_cycles():
    return None


def measure(code_str, times=1, label=None):
    raise NotImplementedError("`numpy.testing.measure`: nothing is measured here")
