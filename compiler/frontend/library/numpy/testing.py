# SPDX-License-Identifier: Apache-2.0
# module: numpy.testing
"""`numpy.testing`, as far as it is not in C++."""

import numpy as np


class _Raises:
    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            raise AssertionError(f"{self.kind.__name__} not raised")
        self.exception = value
        return issubclass(kind, self.kind)


def assert_raises(exception_class, callable=None, *args, **kwargs):
    """Fails unless an exception is raised."""
    if callable is None:
        return _Raises(exception_class)
    with _Raises(exception_class):
        callable(*args, **(kwargs or {}))


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """Fails unless all elements are less."""
    if strict:
        raise NotImplementedError("`strict` of `assert_array_less`")
    assert bool(np.all(np.asarray(x) < np.asarray(y))), "Arrays are not strictly ordered `x < y`" + (
        "\n" + err_msg if err_msg else ""
    )


def assert_(val, msg=""):
    """Fails unless something holds."""
    assert val, msg
