### what_a_class_may_not_be
# source: CPython 3.11
from dataclasses import dataclass, field, make_dataclass, KW_ONLY, InitVar, fields, replace, asdict
from typing import ClassVar
def told(make):
    try: make()
    except Exception as e: print(type(e).__name__, e)
def bare():
    @dataclass
    class C: x = field()
def factory():
    @dataclass
    class C: x: ClassVar[int] = field(default_factory=list)
def twice():
    @dataclass
    class C:
        _: KW_ONLY
        x: int
        __: KW_ONLY
def order():
    @dataclass(order=True)
    class C:
        x: int
        def __lt__(self, other): return False
def frozen():
    @dataclass(frozen=True)
    class C:
        x: int
        def __setattr__(self, name, value): pass
def hashed():
    @dataclass(unsafe_hash=True)
    class C:
        def __hash__(self): return 0
def mutable():
    class L:
        __hash__ = None
    @dataclass
    class C: x: object = L()
def mixed():
    @dataclass(frozen=True)
    class A: x: int
    @dataclass
    class B(A): pass
def slotted():
    @dataclass(slots=True)
    class C:
        __slots__ = ("x",)
        x: int
for make in (bare, factory, twice, order, frozen, hashed, mutable, mixed, slotted): told(make) if make is not mutable else told(lambda: mutable())
told(lambda: make_dataclass("C", ["x", "x"])); told(lambda: make_dataclass("C", ["for"])); told(lambda: make_dataclass("C", ["a b"])); told(lambda: make_dataclass("C", [("x",)]))
told(lambda: fields(3)); told(lambda: replace(3)); told(lambda: asdict(dataclass(type("C", (), {}))))
#> TypeError 'x' is a field but has no type annotation
#> TypeError field x cannot have a default factory
#> TypeError '__' is KW_ONLY, but KW_ONLY has already been specified
#> TypeError Cannot overwrite attribute __lt__ in class C. Consider using functools.total_ordering
#> TypeError Cannot overwrite attribute __setattr__ in class C
#> TypeError Cannot overwrite attribute __hash__ in class C
#> ValueError mutable default <class '__main__.mutable.<locals>.L'> for field x is not allowed: use default_factory
#> TypeError cannot inherit non-frozen dataclass from a frozen one
#> TypeError C already specifies __slots__
#> TypeError Field name duplicated: 'x'
#> TypeError Field names must not be keywords: 'for'
#> TypeError Field names must be valid identifiers: 'a b'
#> TypeError Invalid field: ('x',)
#> TypeError must be called with a dataclass type or instance
#> TypeError replace() should be called on dataclass instances
#> TypeError asdict() should be called on dataclass instances
### docs_names_and_signatures
# source: CPython 3.11
from dataclasses import dataclass, field, fields, KW_ONLY, MISSING
@dataclass
class Point:
    x: int
    y: float = 1.5
    z: list = field(default_factory=list)
    _: KW_ONLY
    w: str = "w"
print(Point.__doc__, Point.__match_args__, Point.__init__.__qualname__, Point.__eq__.__qualname__, Point.__hash__)
print([f.name for f in fields(Point)], [f.kw_only for f in fields(Point)], fields(Point)[0].default is MISSING, Point.__dataclass_params__)
try: fields(Point)[0].metadata["x"] = 1
except TypeError as e: print(e)
#> Point(x: int, y: float = 1.5, z: list = <factory>, *, w: str = 'w') ('x', 'y', 'z') Point.__init__ Point.__eq__ None
#> ['x', 'y', 'z', 'w'] [False, False, False, True] True _DataclassParams(init=True,repr=True,eq=True,order=False,unsafe_hash=False,frozen=False)
#> 'mappingproxy' object does not support item assignment
### descriptors_as_defaults
# source: CPython 3.11
from dataclasses import dataclass, field
class D:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, instance, owner): return 7 if instance is None else instance.__dict__.get("_" + self.name)
    def __set__(self, instance, value): instance.__dict__["_" + self.name] = value + 1
@dataclass
class C:
    c: int = D()
print(C(5).c, C().c)
@dataclass
class E:
    c: int = field(default=D(), init=False)
print(E.__dict__["c"].name)
#> 6 8
#> c
### frozen_and_slots
# source: CPython 3.11
from dataclasses import dataclass, FrozenInstanceError
@dataclass(frozen=True)
class A:
    x: int
class B(A):
    pass
b = B(1)
b.free = 3
for change in (lambda: setattr(b, "x", 2), lambda: delattr(b, "x"), lambda: setattr(A(1), "y", 2)):
    try: change()
    except FrozenInstanceError as e: print(e)
print(b.free, b, hash(A(1)) == hash((1,)), A(1) == A(1), A(1) == b)
@dataclass(slots=True)
class Base:
    a: int
@dataclass(slots=True)
class Derived(Base):
    b: int = 2
print(Base.__slots__, Derived.__slots__, Derived(1), hasattr(Derived(1), "__dict__"))
try: Derived(1).c = 3
except AttributeError as e: print(e)
def decorate(cls): return dataclass(slots=True)(cls)
class Plain:
    x: int
print(decorate(Plain) is Plain, dataclass(type("Q", (), {})).__name__)
#> cannot assign to field 'x'
#> cannot delete field 'x'
#> cannot assign to field 'y'
#> 3 B(x=1) True True False
#> ('a',) ('b',) Derived(a=1, b=2) False
#> 'Derived' object has no attribute 'c'
#> False Q
### hash_comes_from_options
# source: CPython 3.11
from dataclasses import dataclass, field
for eq in (False, True):
    for frozen in (False, True):
        @dataclass(eq=eq, frozen=frozen)
        class C:
            x: int
        print(eq, frozen, C.__dict__.get("__hash__", "none").__class__.__name__)
@dataclass(unsafe_hash=True)
class H:
    a: int
    b: list = field(hash=False)
print(hash(H(1, [])) == hash((1,)))
#> False False str
#> False True str
#> True False NoneType
#> True True function
#> True
### texts_inside_themselves
# source: CPython 3.11
from dataclasses import dataclass
from typing import Optional
@dataclass
class Node:
    value: int
    next: Optional["Node"] = None
n = Node(1); n.next = n
m = Node(2, Node(3)); m.next.next = m
print(n, m)
#> Node(value=1, next=...) Node(value=2, next=Node(value=3, next=...))
### annotations_that_are_texts
# source: CPython 3.11
import dataclasses, typing
from typing import ClassVar as CV
from dataclasses import dataclass, InitVar as IV
@dataclass
class C:
    a: "CV[int]" = 1
    b: "typing.ClassVar" = 2
    c: "IV[int]" = 3
    d: "dataclasses.InitVar[int]" = 4
    e: "ClassVarious" = 5
    f: "int" = 6
    def __post_init__(self, c, d): self.sum = c + d
print(C(), C(c=10).sum, [f.name for f in dataclasses.fields(C)])
#> C(e=5, f=6) 14 ['e', 'f']
### inheritance_init_and_defaults
# source: CPython 3.11
from dataclasses import dataclass, field, InitVar, asdict, astuple
@dataclass
class A:
    x: int
    y: int = 2
@dataclass
class B(A):
    z: int = 3
    x: int = 10
print(B(), A(1), B(5, z=9))
try: A()
except TypeError as e: print(e)
try: A(1, 2, 3)
except TypeError as e: print(e)
@dataclass
class S:
    self: int
    n: int = field(init=False, default=4)
    log: list = field(default_factory=list, repr=False, compare=False)
print(S("a"), S(1) == S(1), S(1).log is S(1).log, asdict(S(1)), astuple(S(2)))
@dataclass(order=True)
class O:
    a: int
    b: str = "x"
print(O(1) < O(2), O(1, "a") >= O(1, "b"), sorted([O(2), O(1)]))
try: O(1) < 3
except TypeError as e: print(e)
#> B(x=10, y=2, z=3) A(x=1, y=2) B(x=5, y=2, z=9)
#> A.__init__() missing 1 required positional argument: 'x'
#> A.__init__() takes from 2 to 3 positional arguments but 4 were given
#> S(self='a', n=4) True False {'self': 1, 'n': 4, 'log': []} (2, 4, [])
#> True False [O(a=1, b='x'), O(a=2, b='x')]
#> '<' not supported between instances of 'O' and 'int'
