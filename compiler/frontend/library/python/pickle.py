# SPDX-License-Identifier: Apache-2.0
"""`pickle`, by name: objects are not written as bytes."""

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4


class PickleError(Exception):
    """Something of `pickle` failed."""


class PicklingError(PickleError):
    """An object can't be written."""


class UnpicklingError(PickleError):
    """Bytes can't be read."""


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Refused."""
    raise NotImplementedError("`pickle.dumps`")


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """Refused."""
    raise NotImplementedError("`pickle.loads`")


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Refused."""
    raise NotImplementedError("`pickle.dump`")


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """Refused."""
    raise NotImplementedError("`pickle.load`")
