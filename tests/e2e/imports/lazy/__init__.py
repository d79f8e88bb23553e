# SPDX-License-Identifier: Apache-2.0
import importlib

_where = {"heavy": ".heavy", "Table": ".heavy"}

def __getattr__(name):
    if name in _where:
        print("looked for", name)
        module = importlib.import_module(_where[name], __name__)
        return module if name == "heavy" else getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

def __dir__():
    return sorted(list(globals()) + list(_where))
