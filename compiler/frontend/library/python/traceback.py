# SPDX-License-Identifier: Apache-2.0
"""`traceback`."""


def format_exception_only(exc, value=None, /):
    """The class and message of an exception, as lines."""
    error = exc if value is None else value
    text = str(error)
    return [type(error).__name__ + (": " + text if text else "") + "\n"]


def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    """The exception's text as lines: its class and message, without the calls that led there."""
    error = exc if value is None else value
    return ["Traceback (most recent call last):\n"] + format_exception_only(error)


def format_exc(limit=None, chain=True):
    """The text of the exception being handled."""
    import sys

    error = sys.exc_info()[1]
    return "".join(format_exception(error)) if error is not None else "NoneType: None\n"


def print_exc(limit=None, file=None, chain=True):
    """Writes the text of the exception being handled to `file` or `sys.stderr`."""
    import sys

    print(format_exc(), end="", file=sys.stderr if file is None else file)


def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    """Writes the exception's text to `file` or `sys.stderr`."""
    import sys

    print("".join(format_exception(exc, value)), end="", file=sys.stderr if file is None else file)


def extract_tb(tb, limit=None):
    """An empty list: the calls that led to an exception are told in its diagnostic."""
    return []


def format_tb(tb, limit=None):
    """An empty list: the calls that led to an exception are told in its diagnostic."""
    return []
