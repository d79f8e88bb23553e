# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental.checkify
"""Errors as values: `checkify(f)` gives the first check of `f` that fails beside its result."""

import jax
import jax.numpy as jnp


class JaxRuntimeError(ValueError):
    """What `Error.throw` raises."""


user_checks = frozenset({"user"})
nan_checks = frozenset({"nan"})
div_checks = frozenset({"div"})
index_checks = frozenset({"index"})
float_checks = nan_checks | div_checks
automatic_checks = float_checks | index_checks
all_checks = automatic_checks | user_checks

_collected = []  # of each `checkify` under way, the checks that it has met


class Error:
    """The first check that failed, if any."""

    def __init__(self, checks=()):
        self._checks = tuple(checks)

    def get(self):
        """The message, or None."""
        for holds, message, args, kwargs in self._checks:
            if not bool(jnp.all(holds)):
                return message.format(*args, **kwargs) + " (`check` failed)"
        return None

    def throw(self):
        """Raises where a check failed."""
        check_error(self)

    def __repr__(self):
        return f"Error({self.get() or ''})"


def check_error(error):
    """Raises the error that a value of `checkify` holds; inside of another `checkify` it becomes one of its checks."""
    if _collected:
        _collected[-1].extend(error._checks)
        return
    message = error.get()
    if message is not None:
        raise JaxRuntimeError(message)


def check(pred, msg, *fmt_args, debug=False, **fmt_kwargs):
    """Gives an error with `msg` where `pred` is false, told by the `checkify` around; without one it raises."""
    if not isinstance(msg, str):
        raise TypeError(f"The message of `checkify.check` is a str, got {type(msg).__name__}.")
    if debug and not _collected:
        return
    checks = (
        jnp.asarray(pred)._on_host(),
        msg,
        [_host(x) for x in fmt_args],
        {k: _host(x) for k, x in fmt_kwargs.items()},
    )
    if _collected:
        _collected[-1].append(checks)
    else:
        Error([checks]).throw()


def debug_check(pred, msg, *fmt_args, **fmt_kwargs):
    """As `check`, and nothing without a `checkify` around."""
    check(pred, msg, *fmt_args, debug=True, **fmt_kwargs)


def _host(x):
    return x._on_host() if isinstance(x, jax.Array) else x


def checkify(f, errors=user_checks):
    """A function that gives an `Error` beside the result of `f`."""
    unknown = set(errors) - user_checks
    if unknown:
        raise NotImplementedError(f"the checks {sorted(unknown)} of `checkify` (there are `checkify.user_checks`)")

    def checked(*args, **kwargs):
        _collected.append([])
        try:
            result = f(*args, **kwargs)
        finally:
            checks = _collected.pop()
        return Error(checks), result

    return checked


def init_error():
    """No error."""
    return Error()
