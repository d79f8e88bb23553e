### fields_options_inheritance
# source: CPython 3.11
from dataclasses import dataclass, field, replace, asdict, astuple, fields, InitVar, is_dataclass, FrozenInstanceError, make_dataclass, KW_ONLY
from typing import ClassVar, List
@dataclass
class P:
    x: int
    y: int = 2
    tags: list = field(default_factory=list)
    z: ClassVar[int] = 9
    _h: int = field(default=0, repr=False, compare=False)
p = P(1); q = P(1, tags=[5]); print(p, q, p == P(1), p == q, P(1, _h=3) == p, P.y, P.z)
p.tags.append(1); print(P(2).tags, p)
print(asdict(q), astuple(q), [f.name for f in fields(P)], replace(q, x=10), is_dataclass(P), is_dataclass(p), is_dataclass(3))
try: P()
except TypeError as e: print(e)
try: P(1,2,3,4,5)
except TypeError as e: print(e)
try: P(1, w=1)
except TypeError as e: print(e)
try:
    @dataclass
    class Bad:
        a: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class Bad2:
        a: int = 1
        b: int
except TypeError as e: print(e)
@dataclass(order=True, frozen=True)
class V:
    a: int
    b: str = "x"
print(V(1) < V(2), sorted([V(3), V(1)]), hash(V(1)) == hash(V(1)), {V(1): 2}[V(1)], V(1) <= V(1))
try: V(1).a = 3
except FrozenInstanceError as e: print(e)
try: del V(1).a
except FrozenInstanceError as e: print(e)
try: V(1) < 3
except TypeError as e: print(e)
@dataclass
class I:
    n: int
    scale: InitVar[int] = 2
    total: int = field(init=False)
    def __post_init__(self, scale): self.total = self.n * scale
print(I(3), I(3, 5).total)
@dataclass
class Base:
    a: int
    b: int = 5
@dataclass
class Child(Base):
    c: int = 7
    b: int = 6
print(Child(1), Child(1, 2, 3), [f.name for f in fields(Child)])
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 1
print(K(a=1))
try: K(1)
except TypeError as e: print(e)
@dataclass
class K2:
    a: int
    _: KW_ONLY
    b: int = 3
print(K2(1, b=4))
@dataclass(slots=True)
class S:
    x: int = 1
try: S().y = 2
except AttributeError as e: print(e)
@dataclass(repr=False, eq=False)
class R: x: int = 1
print(R() == R())
@dataclass
class Nest: p: V; l: List[V]
print(asdict(Nest(V(1), [V(2)])), astuple(Nest(V(1), [V(2)])))
@dataclass(unsafe_hash=True)
class H: x: int
print(hash(H(1)) == hash(H(1)))
try: hash(P(1))
except TypeError as e: print(e)
C = make_dataclass("C", ["x", ("y", int), ("z", int, field(default=3))]); print(C(1, 2))
@dataclass
class W:
    x: int
    def __repr__(self): return "custom"
    def __eq__(self, o): return True
print(W(1), W(1) == W(2))
f = fields(P)[1]; print(f.name, f.default, f.type)
match p:
    case P(x=1, y=yy): print("m", yy)
match V(1, "q"):
    case V(a, b): print(a, b)
print(P.__match_args__, V.__dataclass_fields__.keys() if hasattr(V, "__dataclass_fields__") else "")
@dataclass
class Tree:
    v: int
    l: "Tree" = None
    r: "Tree" = None
print(Tree(1, Tree(2)))
print(replace(V(1), b="z"))
try: replace(I(3), total=5)
except (ValueError, TypeError) as e: print(type(e).__name__)
@dataclass
class Meta_:
    x: int = field(default=1, metadata={"u": "m"})
print(fields(Meta_)[0].metadata["u"])
#> P(x=1, y=2, tags=[]) P(x=1, y=2, tags=[5]) True False True 2 9
#> [] P(x=1, y=2, tags=[1])
#> {'x': 1, 'y': 2, 'tags': [5], '_h': 0} (1, 2, [5], 0) ['x', 'y', 'tags', '_h'] P(x=10, y=2, tags=[5]) True True False
#> P.__init__() missing 1 required positional argument: 'x'
#> P.__init__() takes from 2 to 5 positional arguments but 6 were given
#> P.__init__() got an unexpected keyword argument 'w'
#> mutable default <class 'list'> for field a is not allowed: use default_factory
#> non-default argument 'b' follows default argument
#> True [V(a=1, b='x'), V(a=3, b='x')] True 2 True
#> cannot assign to field 'a'
#> cannot delete field 'a'
#> '<' not supported between instances of 'V' and 'int'
#> I(n=3, total=6) 15
#> Child(a=1, b=6, c=7) Child(a=1, b=2, c=3) ['a', 'b', 'c']
#> K(a=1, b=1)
#> K.__init__() takes 1 positional argument but 2 were given
#> K2(a=1, b=4)
#> 'S' object has no attribute 'y'
#> False
#> {'p': {'a': 1, 'b': 'x'}, 'l': [{'a': 2, 'b': 'x'}]} ((1, 'x'), [(2, 'x')])
#> True
#> unhashable type: 'P'
#> C(x=1, y=2, z=3)
#> custom True
#> y 2 <class 'int'>
#> m 2
#> 1 q
#> ('x', 'y', 'tags', '_h') dict_keys(['a', 'b'])
#> Tree(v=1, l=Tree(v=2, l=None, r=None), r=None)
#> V(a=1, b='z')
#> ValueError
#> m
