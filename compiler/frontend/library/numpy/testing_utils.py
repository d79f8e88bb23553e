# SPDX-License-Identifier: Apache-2.0
# module: numpy.testing._private.utils
"""What `numpy.testing` is made of, under the name of its file."""

import numpy.testing as _testing


_shown = ("_no_tracing",)


def _no_tracing(func):
    # Nothing is traced here.
    return func


def requires_memory(free_bytes):
    """A test that needs so much memory is skipped: a run has less."""
    import pytest

    return pytest.mark.skip(reason=f"needs {free_bytes / 1e9:.1f} GB of memory")


def __getattr__(name):
    return getattr(_testing, name)
