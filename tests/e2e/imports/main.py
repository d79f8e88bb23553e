# SPDX-License-Identifier: Apache-2.0
"""Imports of every kind; what is printed is what CPython 3.11 prints."""
import importlib
import importlib.util
import os
import sys

print(__name__, __package__, __doc__.split(";")[0])

# a package: its names, its submodules, what `*` takes
import shapes
import shapes.solid.ball as ball
from shapes import *
from shapes.plane import *
print(shapes.__name__, shapes.__version__, shapes.__package__, shapes.__doc__)
print(plane.unit, Die(2).surface(), ball_volume(3), late.value, shapes.late is late)
print(square(5), _hidden_but_listed(), "not_listed" in globals(), shapes.plane.not_listed())
print(ball.__name__, ball.__package__, [os.path.basename(p) for p in shapes.__path__], os.path.basename(shapes.__file__))
print(shapes.solid.ball is ball, sys.modules["shapes.solid"] is shapes.solid, "shapes.late" in sys.modules)
try:
    from shapes import missing
except ImportError as error:
    print(type(error).__name__, str(error).split(" (")[0])
try:
    import shapes.missing
except ModuleNotFoundError as error:
    print(error, error.name)
try:
    import shapes.plane.inner
except ModuleNotFoundError as error:
    print(error)
try:
    shapes.absent
except AttributeError as error:
    print(error)
print(getattr(shapes, "absent", "default"), hasattr(shapes, "plane"), hasattr(shapes, "absent"))

# names that are made when they are asked for
import lazy
print(lazy.Table.rows, lazy.heavy.Table is lazy.Table, hasattr(lazy, "nothing"))
from lazy import Table
print(Table.rows)
try:
    from lazy import nothing
except ImportError as error:
    print("no", str(error).split(" (")[0])

# folders without __init__.py, together
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "extra"))
sys.path.append(os.path.join(here, "circle", "..", "more"))
import space.left
import space.right
print(space.left.side, space.right.side, len(list(space.__path__)), hasattr(space, "__file__"), hasattr(space, "left"))

# modules that import each other
import circle.a, circle.b
print(circle.a.name(), circle.b.whole())
try:
    import circle.first
except ImportError as error:
    print(str(error).split(" (/")[0])
print("circle.first" in sys.modules, hasattr(circle, "first"))
for attempt in range(2):
    try:
        import circle.broken
    except ValueError as error:
        print(attempt, error, "circle.broken" in sys.modules)

# by name
print(importlib.import_module("shapes.plane") is shapes.plane, importlib.import_module(".plane", "shapes") is shapes.plane)
print(importlib.util.find_spec("shapes.plane").name, importlib.util.find_spec("nowhere_at_all"), importlib.util.find_spec("shapes").parent)
print(__import__("shapes.plane").__name__, __import__("shapes.plane", fromlist=["unit"]).__name__)
for name in ["flash_attn", "transformers", "no.such.module", "shapes.plane.x"]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        print(error)
import plugins
print(plugins.registry["double"](21))

# sys.modules
class Fake:
    __name__ = "fake_module"
    answer = 42
sys.modules["fake_module"] = Fake()
import fake_module
from fake_module import answer
print(fake_module.answer, answer)
sys.modules["shapes.none"] = None
try:
    import shapes.none
except ModuleNotFoundError as error:
    print(error)
old = sys.modules.pop("shapes.late")
import shapes.late
print(shapes.late is old, shapes.late is late, sys.modules["shapes.late"] is shapes.late)
import __main__
print(__main__.here == here, sys.modules["__main__"] is __main__)

# a module beside the program goes before the library's
import textwrap
print(textwrap.indent("x", "> "))

# within functions and with conditions
def load():
    from shapes.plane import unit as local
    global loaded
    import shapes.plane as loaded
    return local
print(load(), loaded.unit)
try:
    import nothing_at_all as fast
except ImportError:
    fast = None
HAS_FAST = fast is not None
print(HAS_FAST)

def lookup():
    import circle.a
    circle.a.name = lambda: "patched"
    return circle.b.whole()
print(lookup())
if __name__ == "__main__":
    print("done")
