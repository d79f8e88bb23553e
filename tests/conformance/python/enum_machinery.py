### flag_boundaries
# source: CPython 3.11
from enum import Flag, IntFlag, STRICT, CONFORM, EJECT, KEEP, FlagBoundary
def shown(make):
    try: return repr(make())
    except (ValueError, TypeError) as e: return type(e).__name__ + ": " + str(e)
for boundary in (STRICT, CONFORM, EJECT, KEEP):
    class F(Flag, boundary=boundary):
        A = 1; B = 4
    print(boundary, shown(lambda: F(3)), shown(lambda: F(5)), shown(lambda: F(-1)), shown(lambda: ~F.A), shown(lambda: F("x")))
print(list(FlagBoundary), Flag._boundary_ is STRICT, IntFlag._boundary_ is KEEP)
class I(IntFlag):
    A = 1; B = 2
print(I.A | 8, repr(I.A | 8), ~I.A, I(-1), I.A ^ 1, I.B in I.A | I.B, list(I(3)), len(I(7)))
class Named(Flag):
    LOW = 1
    WIDE = 6
print(list(Named), repr(Named(2)), repr(Named.LOW | Named.WIDE), Named._flag_mask_, Named._all_bits_)
#> strict ValueError: <flag 'F'> invalid value 3
#>     given 0b0 011
#>   allowed 0b0 101 <F.A|B: 5> ValueError: <flag 'F'> invalid value -1
#>     given 0b1 111
#>   allowed 0b0 101 <F.B: 4> ValueError: 'x' is not a valid F
#> conform <F.A: 1> <F.A|B: 5> <F.A|B: 5> <F.B: 4> ValueError: 'x' is not a valid F
#> eject 3 <F.A|B: 5> -1 -2 ValueError: 'x' is not a valid F
#> keep <F.A|2: 3> <F.A|B: 5> <F.A|B|2: 7> <F.B|2: 6> ValueError: 'x' is not a valid F
#> [<FlagBoundary.STRICT: 'strict'>, <FlagBoundary.CONFORM: 'conform'>, <FlagBoundary.EJECT: 'eject'>, <FlagBoundary.KEEP: 'keep'>] True True
#> 9 <I.A|8: 9> 2 3 0 True [<I.A: 1>, <I.B: 2>] 3
#> [<Named.LOW: 1>] <Named: 2> <Named.LOW|WIDE: 7> 7 7
### verify_unique_and_order
# source: CPython 3.11
from enum import Enum, Flag, verify, UNIQUE, CONTINUOUS, NAMED_FLAGS, unique
def shown(checks, make):
    try: return verify(*checks)(make())
    except (ValueError, TypeError) as e: return str(e)
print(shown([UNIQUE], lambda: Enum("C", {"A": 1, "B": 1})))
print(shown([CONTINUOUS], lambda: Enum("C", {"A": 1, "B": 4})))
print(shown([CONTINUOUS, UNIQUE], lambda: Enum("C", "A B C")))
print(shown([NAMED_FLAGS], lambda: Flag("C", {"A": 1, "B": 6})))
print(shown([CONTINUOUS], lambda: Flag("C", {"A": 1, "B": 8})))
try:
    class Ordered(Enum):
        _order_ = "A B"
        B = 1
        A = 2
except TypeError as e: print(e)
#> aliases found in <enum 'C'>: B -> A
#> invalid enum 'C': missing values 2, 3
#> <enum 'C'>
#> invalid Flag 'C': alias B is missing combined values of 0x6 [use enum.show_flag_values(value) for details]
#> invalid flag 'C': missing values 2, 4
#> member order does not match _order_:
#>   ['B', 'A']
#>   ['A', 'B']
### members_and_properties
# source: CPython 3.11
import enum
from enum import Enum, member, nonmember, auto
class Shape(Enum):
    square = 1
    circle = 2
    sides = nonmember(4)
    @member
    def draw(): return "drawn"
    @enum.property
    def area(self): return f"area of {self.name}"
print([m.name for m in Shape], Shape.sides, Shape.draw.value(), Shape.square.area, Shape.square.circle)
class Hidden(Shape.__class__.__call__(Enum, "Base", [])):
    name = "n"
    value = "v"
print(Hidden.name, Hidden.name.name, Hidden.value.value, list(Hidden))
for change in (lambda: setattr(Shape, "square", 3), lambda: delattr(Shape, "square"), lambda: setattr(Shape.square, "value", 3), lambda: Shape.triangle,
               lambda: Shape.square.triangle, lambda: Shape["x"], lambda: Shape(9)):
    try: change()
    except (AttributeError, KeyError, ValueError) as e: print(type(e).__name__, e)
print(Shape.__members__["circle"], type(Shape.__members__).__name__, bool(Shape), Enum.__class__, isinstance(Shape, enum.EnumType))
#> ['square', 'circle', 'draw'] 4 drawn area of square Shape.circle
#> Hidden.name name v [<Hidden.name: 'n'>, <Hidden.value: 'v'>]
#> AttributeError cannot reassign member 'square'
#> AttributeError 'Shape' cannot delete member 'square'.
#> AttributeError <enum 'Enum'> cannot set attribute 'value'
#> AttributeError triangle
#> AttributeError 'Shape' object has no attribute 'triangle'
#> KeyError 'x'
#> ValueError 9 is not a valid Shape
#> Shape.circle mappingproxy True <class 'enum.EnumType'> True
### auto_and_values
# source: CPython 3.11
from enum import Enum, IntEnum, StrEnum, Flag, auto
class Named(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower() + str(count)
    A = auto(); B = auto()
class Pair(Enum):
    A = auto(), "first"
    B = auto(), "second"
class Bits(Flag):
    A = auto(); B = auto(); AB = A | B
class Text(StrEnum):
    ONE = auto(); TWO = "zwei"
print([m.value for m in Named], [m.value for m in Pair], Bits.AB, [m.value for m in Bits], [str(m) for m in Text], f"{Text.ONE:>6}|")
try:
    class Twice(Enum):
        A = 1
        A = 2
except TypeError as e: print(e)
try:
    class Late(Enum):
        A = auto()
        def _generate_next_value_(name, start, count, last): return name
except TypeError as e: print(e)
try:
    class Under(Enum):
        _mine_ = 1
except ValueError as e: print(e)
class Ignoring(Enum):
    _ignore_ = "each Space"
    Space = vars()
    for each in range(3): Space[f"m{each}"] = each
print(list(Ignoring))
#> ['a0', 'b1'] [(1, 'first'), (2, 'second')] Bits.AB [1, 2] ['one', 'zwei']    one|
#> 'A' already defined as 1
#> _generate_next_value_ must be defined before members
#> _sunder_ names, such as '_mine_', are reserved for future Enum use
#> [<Ignoring.m0: 0>, <Ignoring.m1: 1>, <Ignoring.m2: 2>]
### data_types_and_hooks
# source: CPython 3.11
from enum import Enum, IntEnum, EnumType
class Point(tuple, Enum):
    ORIGIN = (0, 0)
    UNIT = 1, 1
class Money(float, Enum):
    LOW = 1.5
    def __str__(self): return f"${self._value_}"
class Loud:
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw); cls.seen = [m.name for m in cls]
class Heard(Loud, Enum):
    A = 1; B = 2
class Coded(Enum):
    def __new__(cls, code, text):
        self = object.__new__(cls)
        self._value_ = code
        self.text = text
        return self
    @classmethod
    def _missing_(cls, value): return cls.OK if value == 0 else None
    OK = 200, "fine"
    LOST = 404, "not found"
print(Point.UNIT[1], Point((0, 0)), Money.LOW + 1, Money.LOW, repr(Money.LOW), Heard.seen, Coded(404).text, Coded(0), [c.value for c in Coded])
class Number(IntEnum):
    ONE = 1
print(hash(Number.ONE) == hash(1), Number.ONE == 1, {1: "x"}[Number.ONE], f"{Number.ONE}", f"{Number.ONE:03}", "%d" % Number.ONE, str(Number.ONE), repr(Number.ONE))
class Counting(EnumType):
    def __new__(meta, name, bases, space, **kw):
        made = super().__new__(meta, name, bases, space, **kw)
        type.__setattr__(made, "count", len(made))
        return made
class Kinds(Enum, metaclass=Counting):
    A = 1; B = 2; C = 1
print(Kinds.count, list(Kinds), type(Kinds).__name__)
for bases in ((int, str, Enum), (Enum, int)):
    try: type(Enum)("Bad", bases, type(Enum).__prepare__("Bad", bases))
    except TypeError as e: print(str(e).split(":")[0])
#> 1 Point.ORIGIN 2.5 $1.5 <Money.LOW: 1.5> ['A', 'B'] not found Coded.OK [200, 404]
#> True True x 1 001 1 1 <Number.ONE: 1>
#> 2 [<Kinds.A: 1>, <Kinds.B: 2>] Counting
#> too many data types for 'Bad'
#> new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`
### members_are_found_in_the_class
# source: CPython 3.11
from enum import Enum
class Color(Enum):
    RED = 1
    LIST = [1]
print(Color.RED in Color, [c in Color for c in (Color.LIST,)], Color([1]))
#> True [True] Color.LIST
