# SPDX-License-Identifier: Apache-2.0
"""Decorators that keep names and signatures."""
import functools
import inspect


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)

    wrapper.calls = 0
    return wrapper


def checked(**types):
    def decorate(function):
        signature = inspect.signature(function)

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            for name, wanted in types.items():
                if not isinstance(bound.arguments[name], wanted):
                    raise TypeError(f"{function.__name__}: {name} is a {type(bound.arguments[name]).__name__}")
            return function(*bound.args, **bound.kwargs)

        return wrapper

    return decorate
