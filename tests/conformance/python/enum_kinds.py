### flags_aliases_mixins
# source: CPython 3.11
from enum import Enum, IntEnum, Flag, IntFlag, auto, unique
try:
    from enum import StrEnum
except ImportError: StrEnum = None
class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    @property
    def pretty(self): return self.name.title()
    @classmethod
    def default(cls): return cls.GREEN
    def __str__(self): return f"C:{self.name}"
print(Color.RED, repr(Color.RED), Color(2), Color["RED"], Color.RED.value, Color.CRIMSON is Color.RED, list(Color), len(Color), Color.RED.pretty, Color.default())
print(Color.__members__, Color.RED in Color, Color.RED == 1, Color.RED != Color.GREEN, {Color.RED: 1}[Color.RED], isinstance(Color.RED, Color))
try: Color(9)
except ValueError as e: print(e)
try: Color["X"]
except KeyError as e: print(e)
try: Color.RED = 3
except AttributeError as e: print(e)
try: Color.RED < Color.GREEN
except TypeError as e: print(e)
try:
    class Sub(Color): pass
except TypeError as e: print(e)
class N(IntEnum):
    A = 1; B = auto(); C = 10; D = auto()
print(N.B, repr(N.B), N.D.value, N.A + 1, N.A < N.B, N.C == 10, sorted([N.C, N.A]), [0,1,2][N.A], f"{N.B}", f"{N.B:03d}", int(N.C), str(N.A), isinstance(N.A, int), max(N), hash(N.A) == hash(1))
class P(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
print(P.R | P.W, repr(P.R | P.X), P.RW, P.R in P.RW, P.X in P.RW, ~P.R, P.R & P.W, bool(P.R & P.W), list(P), list(P.RW), P(5), P.R ^ P.R, (P.R|P.W).value, P(0), len(P.RW))
class IF(IntFlag):
    A = 1; B = 2; C = 4
print(IF.A | IF.B, repr(IF.A | 8), IF.A + 1, IF(3), IF.A | 2, ~IF.A, 5 & IF.C, IF.A == 1)
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.4e23, 3.39e6)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def g(self): return round(6.67e-11 * self.mass / self.radius**2, 2)
print(Planet.EARTH.g, Planet.MARS.value, Planet((5.97e24, 6.37e6)))
class Shape(str, Enum):
    SQ = "square"; CI = "circle"
print(Shape.SQ, repr(Shape.SQ), Shape.SQ == "square", Shape("circle"), Shape.SQ.upper(), Shape.SQ.value, "x" + Shape.CI, f"{Shape.SQ.value:>8}")
class M(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A if v == "any" else None
print(M("any"))
try: M("other")
except ValueError as e: print(e)
Animal = Enum("Animal", "CAT DOG"); print(Animal.CAT, list(Animal), Animal(2))
A2 = Enum("A2", ["X", "Y"]); print(A2.Y.value); A3 = IntEnum("A3", {"P": 5, "Q": 6}); print(A3.P + 1)
A4 = Enum("A4", [("k", 1), ("l", 2)], start=1); print(A4.l)
try:
    @unique
    class U(Enum):
        A = 1; B = 1
except ValueError as e: print(e)
class G(Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower()
    ONE = auto(); TWO = auto()
print(G.ONE.value, G.TWO)
class Co(Enum):
    def __new__(cls, v, label):
        o = object.__new__(cls); o._value_ = v; o.label = label; return o
    X = 1, "ex"; Y = 2, "why"
print(Co.X.label, Co(2), Co.Y.value)
class Op(Enum):
    ADD = "+"
    SUB = "-"
    def __call__(self, a, b): return a + b if self is Op.ADD else a - b
print(Op.ADD(1,2), Op("-")(5,3), [o.name for o in Op], {o.value: o for o in Op}["+"])
match Color.RED:
    case Color.GREEN: print("g")
    case Color.RED: print("r")
print(Color.RED.__class__, type(Color.RED), Color.__name__, Color)
if StrEnum:
    class SE(StrEnum):
        A = auto(); BB = "x"
    print(SE.A, repr(SE.A), SE.BB == "x", f"{SE.A}", SE.A.upper())
class Empty(Enum): 
    def hi(self): return "hi " + self.name
class Full(Empty):
    Z = 1
print(Full.Z.hi(), dir(Full.Z) is not None, [m for m in reversed(Color)])
import copy; print(copy.deepcopy(Color.RED) is Color.RED)
#> C:RED <Color.RED: 1> C:GREEN C:RED 1 True [<Color.RED: 1>, <Color.GREEN: 2>] 2 Red C:GREEN
#> {'RED': <Color.RED: 1>, 'GREEN': <Color.GREEN: 2>, 'CRIMSON': <Color.RED: 1>} True False True 1 True
#> 9 is not a valid Color
#> 'X'
#> cannot reassign member 'RED'
#> '<' not supported between instances of 'Color' and 'Color'
#> <enum 'Sub'> cannot extend <enum 'Color'>
#> 2 <N.B: 2> 11 2 True True [<N.A: 1>, <N.C: 10>] 1 2 002 10 1 True 11 True
#> P.RW <P.R|X: 5> P.RW True False P.W|X P(0) False [<P.R: 1>, <P.W: 2>, <P.X: 4>] [<P.R: 1>, <P.W: 2>] P.R|X P(0) 3 P(0) 2
#> 3 <IF.A|8: 9> 2 3 3 6 4 True
#> 9.81 (6.4e+23, 3390000.0) Planet.EARTH
#> Shape.SQ <Shape.SQ: 'square'> True Shape.CI SQUARE square xcircle   square
#> M.A
#> 'other' is not a valid M
#> Animal.CAT [<Animal.CAT: 1>, <Animal.DOG: 2>] Animal.DOG
#> 2
#> 6
#> A4.l
#> duplicate values found in <enum 'U'>: B -> A
#> one G.TWO
#> ex Co.Y 2
#> 3 2 ['ADD', 'SUB'] Op.ADD
#> r
#> <enum 'Color'> <enum 'Color'> Color <enum 'Color'>
#> a <SE.A: 'a'> True a A
#> hi Z True [<Color.GREEN: 2>, <Color.RED: 1>]
#> True
