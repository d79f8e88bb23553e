### names_of_later_texts
# source: CPython 3.11
# Modules whose texts are read one by one, as names are asked for: who asks for a name of a later text gets it, lists of
# names have all of them, and what the first texts do works before and after.
import enum
import types

class Color(enum.IntEnum):
    RED = 1
    BLUE = 2

assert issubclass(Color, int) and Color(2) is Color.BLUE
assert enum.Flag.__module__ == "enum" and enum.Flag.__name__ == "Flag"

class Bits(enum.IntFlag, boundary=enum.EJECT):
    A = 1
    B = 2

assert Bits(8) == 8 and type(Bits(8)) is int
assert Bits.A | Bits.B == 3
assert {"Flag", "unique", "IntEnum", "EJECT", "verify"} <= set(dir(enum)), sorted(dir(enum))
try:
    enum.nothing
except AttributeError as error:
    assert str(error) == "module 'enum' has no attribute 'nothing'", error
assert not hasattr(enum, "_flags_of_nobody")

assert types.MappingProxyType({1: 2})[1] == 2
def gen():
    yield 1
assert isinstance(gen(), types.GeneratorType)
assert types.new_class("A").__name__ == "A"

from enum import *
@unique
class C(Enum):
    X = auto()
assert str(C.X) == "C.X" and Bits.A == Color.RED
print(C.X, Bits.A | Bits.B, Color.RED)
#> C.X 3 1
