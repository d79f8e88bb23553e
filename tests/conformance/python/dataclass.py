### basic
# source: Library reference, dataclasses
from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: float = 2.0
    def norm(self): return (self.x ** 2 + self.y ** 2) ** 0.5
p = P(3, 4)
print(p, p == P(3, 4), p != P(1), P(1), p.norm(), P(y=1, x=2))
try: P()
except TypeError as e: print(e)
#> P(x=3, y=4) True True P(x=1, y=2.0) 5.0 P(x=2, y=1)
#> P.__init__() missing 1 required positional argument: 'x'
### frozen_and_hash
# source: Library reference, dataclasses
from dataclasses import dataclass, FrozenInstanceError, replace
@dataclass(frozen=True)
class K:
    m: int
    n: int = 1
k = K(2)
print({k: "v"}[K(2, 1)], replace(k, n=9), hash(k) == hash(K(2)))
try: k.m = 1
except FrozenInstanceError as e: print(e)
#> v K(m=2, n=9) True
#> cannot assign to field 'm'
### order
# source: Library reference, dataclasses
from dataclasses import dataclass
@dataclass(order=True)
class V:
    major: int
    minor: int = 0
print(sorted([V(2), V(1, 5), V(1)]), V(1) < V(2), max(V(1), V(1, 1)))
#> [V(major=1, minor=0), V(major=1, minor=5), V(major=2, minor=0)] True V(major=1, minor=1)
### field_options
# source: Library reference, dataclasses
from dataclasses import dataclass, field
@dataclass
class A:
    xs: list = field(default_factory=list)
    n: int = field(default=3, repr=False)
    tag: str = field(default="t", compare=False)
    double: int = field(init=False)
    def __post_init__(self): self.double = self.n * 2
a, b = A(), A(tag="u")
a.xs.append(1)
print(a, b, A() == b, a.n, A(n=5).double)
#> A(xs=[1], tag='t', double=6) A(xs=[], tag='u', double=6) True 3 10
### kw_only_and_classvar
# source: Library reference, dataclasses
from dataclasses import dataclass, KW_ONLY
from typing import ClassVar
@dataclass
class A:
    count: ClassVar[int] = 0
    x: int
    _: KW_ONLY
    y: int = 5
print(A(1), A(1, y=2), A.count)
try: A(1, 2)
except TypeError as e: print(e)
@dataclass(kw_only=True)
class B:
    a: int
    b: int = 1
print(B(a=3))
#> A(x=1, y=5) A(x=1, y=2) 0
#> A.__init__() takes 2 positional arguments but 3 were given
#> B(a=3, b=1)
### match_args
# source: PEP 634
from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: int
def where(p):
    match p:
        case P(0, 0): return "origin"
        case P(0, y): return f"y axis {y}"
        case P(x=x, y=0): return f"x axis {x}"
        case P(): return "somewhere"
print(where(P(0, 0)), where(P(0, 2)), where(P(3, 0)), where(P(1, 1)))
#> origin y axis 2 x axis 3 somewhere
### replace_checks
# source: Library reference, dataclasses
from dataclasses import dataclass, replace
@dataclass
class P:
    x: int
    y: int = 0
p = P(1, 2)
print(replace(p, x=5), p, replace(p))
try: replace(p, z=1)
except TypeError as e: print(e)
#> P(x=5, y=2) P(x=1, y=2) P(x=1, y=2)
#> P.__init__() got an unexpected keyword argument 'z'
### eq_false_and_repr_false
# source: Library reference, dataclasses
from dataclasses import dataclass
@dataclass(eq=False, repr=False)
class A:
    x: int = 1
print(A() == A(), repr(A()).startswith("<__main__.A object"))
#> False True
### nested_repr
# source: Library reference, dataclasses
from dataclasses import dataclass
@dataclass
class A:
    name: str
    sub: "A | None" = None
print(A("x", A("y")))
#> A(name='x', sub=A(name='y', sub=None))
