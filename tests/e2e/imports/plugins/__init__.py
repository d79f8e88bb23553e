# SPDX-License-Identifier: Apache-2.0
registry = {}

def register(function):
    registry[function.__name__] = function
    return function

from . import builtin_plugins as _builtin_plugins
