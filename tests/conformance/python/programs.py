### small_classes_and_generators
# source: CPython 3.11
import sys, os, time, warnings, functools, itertools, collections, math, random, string, re, json, copy
from collections import deque, OrderedDict
# LRU cache class
class LRU:
    def __init__(self, n): self.n, self.d = n, OrderedDict()
    def get(self, k):
        if k not in self.d: return -1
        self.d.move_to_end(k); return self.d[k]
    def put(self, k, v):
        if k in self.d: self.d.move_to_end(k)
        self.d[k] = v
        if len(self.d) > self.n: self.d.popitem(last=False)
c = LRU(2); c.put(1, 1); c.put(2, 2); c.get(1); c.put(3, 3); print(c.get(2), c.get(1), list(c.d))
def bfs(g, s):
    q, seen = deque([s]), {s}
    while q:
        v = q.popleft(); yield v
        for w in g[v]:
            if w not in seen: seen.add(w); q.append(w)
print(list(bfs({0: [1, 2], 1: [3], 2: [3], 3: []}, 0)))
class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __repr__(self): return f"Matrix({self.rows})"
    def __getitem__(self, ij): i, j = ij; return self.rows[i][j]
    def __setitem__(self, ij, v): i, j = ij; self.rows[i][j] = v
    def __iter__(self): return iter(self.rows)
    def __eq__(self, o): return self.rows == o.rows
    @classmethod
    def eye(cls, n): return cls([[int(i == j) for j in range(n)] for i in range(n)])
    @property
    def T(self): return Matrix(zip(*self.rows))
m = Matrix([[1, 2], [3, 4]]); m[0, 0] = 5; print(m @ Matrix.eye(2), m.T, m[1, 1], m == m.T.T, [sum(r) for r in m])
class Node:
    def __init__(self, v, nxt=None): self.v, self.nxt = v, nxt
class LinkedList:
    def __init__(self, it=()):
        self.head = None
        for x in reversed(list(it)): self.head = Node(x, self.head)
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.nxt
    def __len__(self): return sum(1 for _ in self)
    def __repr__(self): return " -> ".join(map(str, self))
    def __reversed__(self): return reversed(list(self))
    def __contains__(self, x): return any(v == x for v in self)
l = LinkedList([1, 2, 3]); print(l, len(l), list(reversed(l)), 2 in l, bool(LinkedList()))
def timed(f):
    @functools.wraps(f)
    def w(*a, **k):
        r = f(*a, **k); return r
    w.calls = 0
    return w
@timed
def add(a: int, b: int = 0) -> int:
    "adds"
    return a + b
print(add(1, b=2), add.__name__, add.__doc__, add.calls, add.__wrapped__(3))
class Vec(tuple):
    __slots__ = ()
    def __new__(cls, *xs): return tuple.__new__(cls, xs)
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self, o)))
    def __mul__(self, k): return Vec(*(a * k for a in self))
    __rmul__ = __mul__
    def __repr__(self): return "Vec" + tuple.__repr__(self)
    def dot(self, o): return sum(map(lambda a, b: a * b, self, o))
print(Vec(1, 2) + Vec(3, 4), 2 * Vec(1, 2), Vec(1, 2).dot(Vec(3, 4)), Vec(1, 2) == (1, 2), {Vec(1, 2): 1})
class Observable:
    def __init__(self): self._subs = collections.defaultdict(list)
    def on(self, e):
        def reg(f): self._subs[e].append(f); return f
        return reg
    def emit(self, e, *a): return [f(*a) for f in self._subs[e]]
o = Observable()
@o.on("x")
def h1(v): return v + 1
@o.on("x")
def h2(v): return v * 2
print(o.emit("x", 5), o.emit("y"))
class Reg:
    plugins = {}
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw); Reg.plugins[cls.__name__.lower()] = cls
class Foo(Reg): pass
class Bar(Reg): pass
print(sorted(Reg.plugins), Reg.plugins["foo"]().__class__.__name__)
class Temp:
    def __init__(self, c): self.c = c
    @property
    def f(self): return self.c * 9 / 5 + 32
    @f.setter
    def f(self, v): self.c = (v - 32) * 5 / 9
t = Temp(100); t.f = 32; print(t.c, t.f)
def primes():
    D, q = {}, 2
    while True:
        if q not in D: yield q; D[q * q] = [q]
        else:
            for p in D.pop(q): D.setdefault(p + q, []).append(p)
        q += 1
print(list(itertools.islice(primes(), 10)))
def flatten(x):
    for y in x:
        if isinstance(y, (list, tuple)): yield from flatten(y)
        else: yield y
print(list(flatten([1, [2, (3, [4])], 5])))
def coroutine():
    total = 0
    while True:
        x = yield total
        if x is None: return total
        total += x
co = coroutine(); next(co); co.send(3); print(co.send(4))
try: co.send(None)
except StopIteration as e: print(e.value)
print(sorted({"b": 2, "a": 1}.items(), key=lambda kv: (-kv[1], kv[0])), max("apple banana kiwi".split(), key=len), {w: len(w) for w in "a bb".split()}, [*map(str.upper, "ab")], dict(sorted(collections.Counter("hello").items())))
print("%-10s|%5.1f|%03d" % ("ab", 3.14159, 7), "{:<10}|{:>8.3f}|{:^7}".format("x", 2.5, "mid"), f"{1234.5:>12,.2f}|{0.1234:.1%}|{255:08b}|{'s':*^5}")
print(list(zip(*[iter(range(6))] * 2)), list(itertools.accumulate([3, 1, 2], max)), functools.reduce(lambda a, b: a * b, range(1, 6)), sum(x ** 2 for x in range(4)), [(i, j) for i in range(2) for j in "ab"])
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("careful", UserWarning); print(len(w), str(w[0].message) if hasattr(w[0], "message") else w[0])
print(os.environ.get("NOPE_X", "d"), os.getenv("NOPE_X"), "PATH_NOT" in os.environ); os.environ["ZZ"] = "1"; print(os.environ["ZZ"], os.environ.pop("ZZ"))
print(isinstance(True, int), issubclass(bool, int), type(1).__name__, type("").__mro__[-1].__name__, callable(len), callable(3), hasattr([], "append"), getattr({}, "nope", None), vars(t), dir(Temp)[-1], id(t) == id(t), (lambda: 0).__name__)
print(int.__add__(1, 2), (5).__mul__(3), "a".__add__("b"), [1].__len__(), {"a": 1}.__contains__("a"), (3).__lt__(4), (1).__eq__("a"), str.upper("x"), list.append.__name__, dict.fromkeys([1], 2), "abc".__getitem__(1), (2.5).__floordiv__(1), int.__name__, [].__class__.__name__, (1).__class__, "".__doc__ is not None)
print(object().__class__, object.__name__, type(None), type(Ellipsis), type(NotImplemented), type(lambda: 0), type(len), type(print), type(type), type(range(1)), type({}.keys()), type(x for x in []), type(Temp.f), type(t.__init__), type(Exception()))
#> -1 1 [3, 1]
#> [0, 1, 2, 3]
#> Matrix([[5, 2], [3, 4]]) Matrix([[5, 3], [2, 4]]) 4 True [7, 7]
#> 1 -> 2 -> 3 3 [3, 2, 1] True False
#> 3 add adds 0 3
#> Vec(4, 6) Vec(2, 4) 11 True {Vec(1, 2): 1}
#> [6, 10] []
#> ['bar', 'foo'] Foo
#> 0.0 32.0
#> [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
#> [1, 2, 3, 4, 5]
#> 7
#> 7
#> [('b', 2), ('a', 1)] banana {'a': 1, 'bb': 2} ['A', 'B'] {'e': 1, 'h': 1, 'l': 2, 'o': 1}
#> ab        |  3.1|007 x         |   2.500|  mid       1,234.50|12.3%|11111111|**s**
#> [(0, 1), (2, 3), (4, 5)] [3, 3, 3] 120 14 [(0, 'a'), (0, 'b'), (1, 'a'), (1, 'b')]
#> 1 careful
#> d None False
#> 1 1
#> True True int object True False True None {'c': 0.0} f True <lambda>
#> 3 15 ab 1 True True NotImplemented X append {1: 2} b 2.0 int list <class 'int'> True
#> <class 'object'> object <class 'NoneType'> <class 'ellipsis'> <class 'NotImplementedType'> <class 'function'> <class 'builtin_function_or_method'> <class 'builtin_function_or_method'> <class 'type'> <class 'range'> <class 'dict_keys'> <class 'generator'> <class 'property'> <class 'method'> <class 'Exception'>
### classes_as_people_write_them
# source: CPython 3.11
import functools, itertools, collections, contextlib, typing, dataclasses, enum, abc, operator, copy
class Shape(abc.ABC):
    registry: typing.ClassVar[dict] = {}
    def __init_subclass__(cls, *, kind, **kw):
        super().__init_subclass__(**kw); cls.kind = kind; Shape.registry[kind] = cls
    @classmethod
    def create(cls, kind, *a): return cls.registry[kind](*a)
    @abc.abstractmethod
    def area(self) -> float: ...
    def __lt__(self, o): return self.area() < o.area()
class Sq(Shape, kind="sq"):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
class Ci(Shape, kind="ci"):
    def __init__(self, r): self.r = r
    def area(self): return 3 * self.r ** 2
print([s.kind for s in sorted([Shape.create("sq", 3), Shape.create("ci", 1)])])
class A:
    def who(self): return "A"
class B(A):
    def who(self): return "B" + super().who()
class C(A):
    def who(self): return "C" + super().who()
class D(B, C):
    def who(self): return "D" + super().who()
print(D().who(), [k.__name__ for k in D.__mro__], super(B, D()).who(), B.who(D()), A.who(D()))
try:
    class X(A, B): pass
except TypeError as e: print("TypeError", "MRO" in str(e) or "resolution order" in str(e))
class Chain:
    def __init__(self, v=None): self.ops = [] if v is None else v
    def __getattr__(self, n):
        if n.startswith("__"): raise AttributeError(n)
        return Chain(self.ops + [n])
    def __call__(self, *a): return Chain(self.ops[:-1] + [(self.ops[-1], a)])
    def __repr__(self): return repr(self.ops)
print(Chain().a.b(1).c)
class Poly:
    def __init__(self, *c): self.c = c
    def __call__(self, x): return functools.reduce(lambda a, b: a * x + b, self.c)
    def __add__(self, o): return Poly(*[a + b for a, b in itertools.zip_longest(self.c[::-1], o.c[::-1], fillvalue=0)][::-1])
    def __eq__(self, o): return self.c == o.c
    def __hash__(self): return hash(self.c)
    def __len__(self): return len(self.c)
    def __iter__(self): yield from self.c
    def __bool__(self): return any(self.c)
print(Poly(1, 0, 2)(3), list(Poly(1, 2) + Poly(1, 1, 1)), Poly(1) in {Poly(1)}, bool(Poly(0)), len(Poly(1, 2)), [*Poly(1, 2)])
@dataclasses.dataclass
class Config:
    lr: float = 1e-3
    layers: list[int] = dataclasses.field(default_factory=lambda: [64, 64])
    name: typing.Optional[str] = None
    def __post_init__(self):
        if self.lr <= 0: raise ValueError(f"bad lr {self.lr}")
    @classmethod
    def from_dict(cls, d): return cls(**{k: v for k, v in d.items() if k in {f.name for f in dataclasses.fields(cls)}})
c = Config.from_dict({"lr": 0.1, "zzz": 1}); print(c, dataclasses.asdict(c), c == Config(0.1), dataclasses.replace(c, name="x"))
try: Config(lr=-1)
except ValueError as e: print(e)
class Level(enum.IntEnum):
    LOW = 1; HIGH = 3
    @property
    def next(self): return Level(min(self + 2, 3))
print(Level.LOW.next, Level.HIGH > 2, [Level.LOW] * 2, {Level.LOW: 1}[1], Level["HIGH"].name, f"{Level.LOW!r:>15}", Level.LOW + Level.HIGH, sum(Level), list(range(Level.HIGH)), "abc"[Level.LOW])
@contextlib.contextmanager
def cd(d, k, v):
    old = d.get(k); d[k] = v
    try: yield d
    except KeyError as e: print("swallow", e)
    finally: d[k] = old
st = {"a": 1}
with cd(st, "a", 2) as s: print(s); raise KeyError("q")
print(st)
class Memo(dict):
    def __init__(self, f): super().__init__(); self.f = f
    def __missing__(self, k): r = self[k] = self.f(self, k); return r
fib = Memo(lambda m, n: n if n < 2 else m[n - 1] + m[n - 2]); print(fib[30], len(fib))
class Frozen:
    __slots__ = ("_d",)
    def __init__(self, **k): object.__setattr__(self, "_d", k)
    def __setattr__(self, n, v): raise AttributeError(f"frozen {n}")
    def __getattr__(self, n):
        try: return self._d[n]
        except KeyError: raise AttributeError(n) from None
f = Frozen(a=1); print(f.a, hasattr(f, "b"))
try: f.a = 2
except AttributeError as e: print(e)
Point = typing.NamedTuple("Point", [("x", int), ("y", int)]); print(Point(1, 2), Point(1, 2).x)
def trace(f=None, *, tag="t"):
    if f is None: return functools.partial(trace, tag=tag)
    @functools.wraps(f)
    def w(*a, **k): return (tag, f(*a, **k))
    return w
@trace
def p1(x): return x
@trace(tag="z")
def p2(x): return x
print(p1(1), p2(2))
class Prop:
    def __init__(self): self._x = 0
    x = property(lambda s: s._x, lambda s, v: setattr(s, "_x", v * 2), doc="d")
q = Prop(); q.x = 4; print(q.x, Prop.x.__doc__)
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1; return self.n + 1
print(list(Countdown(3)), sum(Countdown(4)), max(Countdown(2)), [*zip(Countdown(2), "ab")], dict(enumerate(Countdown(2))), 2 in Countdown(3), tuple(Countdown(1)), sorted(Countdown(3)))
x, (y, *z), w = 1, (2, 3, 4), 5; print(x, y, z, w); (a, b), [c1, d1] = (1, 2), [3, 4]; print(a, b, c1, d1)
def kw(*, a, b=2, **k): return a, b, k
print(kw(a=1, **{"c": 3}), (lambda *a: a)(*range(3), *"ab"), [*{1: 2}], {**dict(a=1), **{"b": 2}})
print([i for i in range(20) if i % 2 if i % 3], {(i, j): i * j for i in range(2) for j in range(2)}, list(filter(str.isdigit, "a1b2")), [x for x, in [(1,), (2,)]], (lambda x: (yield))(1) if False else "")
print(f"{3.0:g} {1e-7:g} {123456789.0:g} {0.1:.20f} {1e15} {1e16} {123456.789e3} {2**53 + 0.0} {1.0} {-1.5e-10} {1e300 * 10:.3g} {float(10**22)} {round(0.15, 1)} {round(2.5)} {7 / 2} {10 // 3.0} {2 ** 0.5:.4f}")
#> ['ci', 'sq']
#> DBCA ['D', 'B', 'C', 'A', 'object'] CA BCA A
#> TypeError True
#> ['a', ('b', (1,)), 'c']
#> 11 [1, 2, 3] True False 2 [1, 2]
#> Config(lr=0.1, layers=[64, 64], name=None) {'lr': 0.1, 'layers': [64, 64], 'name': None} True Config(lr=0.1, layers=[64, 64], name='x')
#> bad lr -1
#> 3 True [<Level.LOW: 1>, <Level.LOW: 1>] 1 HIGH  <Level.LOW: 1> 4 4 [0, 1, 2] b
#> {'a': 2}
#> swallow 'q'
#> {'a': 1}
#> 832040 31
#> 1 False
#> frozen a
#> Point(x=1, y=2) 1
#> ('t', 1) ('z', 2)
#> 8 d
#> [3, 2, 1] 10 2 [(2, 'a'), (1, 'b')] {0: 2, 1: 1} True (1,) [1, 2, 3]
#> 1 2 [3, 4] 5
#> 1 2 3 4
#> (1, 2, {'c': 3}) (0, 1, 2, 'a', 'b') [1] {'a': 1, 'b': 2}
#> [1, 5, 7, 11, 13, 17, 19] {(0, 0): 0, (0, 1): 0, (1, 0): 0, (1, 1): 1} ['1', '2'] [1, 2] 
#> 3 1e-07 1.23457e+08 0.10000000000000000555 1000000000000000.0 1e+16 123456789.0 9007199254740992.0 1.0 -1.5e-10 1e+301 1e+22 0.1 2 3.5 3.0 1.4142
### containers_at_work
# source: CPython 3.11
import copy, operator
from collections import namedtuple, deque, Counter, defaultdict, ChainMap
from functools import partial, reduce, lru_cache, wraps, singledispatch, cached_property
print(partial(print, 1, sep="")(2, 3) or "", partial(int, base=16)("ff"), repr(partial(max, 3))[:17], partial(lambda a, b, c: (a, b, c), 1, c=3)(2))
d = deque(maxlen=2)
for i in range(5): d.append(i)
print(d, d == deque([3, 4]), list(d)[::-1], d[0], len(d))
dd = defaultdict(lambda: defaultdict(int)); dd["a"]["b"] += 1; dd["a"]["c"] += 2; print({k: dict(v) for k, v in dd.items()})
groups = defaultdict(set)
for w in "apple ant bee bat cat".split(): groups[w[0]].add(w)
print({k: sorted(v) for k, v in sorted(groups.items())})
c = Counter("the quick the lazy the dog".split()); print(c.most_common(1), c["cat"], list((c - Counter(the=2)).items()), c & Counter(the=1), sum(c.values()))
print(copy.copy(d), copy.deepcopy(dd)["a"]["b"], copy.copy(c) == c, type(copy.deepcopy(c)).__name__)
class Tree(defaultdict):
    def __init__(self): super().__init__(Tree)
t = Tree(); t["a"]["b"]["c"] = 1; print(list(t), list(t["a"]["b"].values()))
class Counted:
    n = 0
    def __new__(cls, *a, **k): cls.n += 1; return super().__new__(cls)
    def __init__(self, v): self.v = v
    def __del__(self): pass
Counted(1); Counted(2); print(Counted.n)
class Card(namedtuple("Card", "rank suit")):
    def __lt__(self, o): return self.rank < o.rank
    def __str__(self): return f"{self.rank}{self.suit}"
print(sorted([Card(3, "h"), Card(1, "s")]), str(Card(2, "d")), Card(2, "d") == (2, "d"), Card._make([1, "x"]), {Card(1, "a"): 5}[(1, "a")], Card(rank=9, suit="z")._asdict())
class Stack:
    def __init__(self): self._items = []
    def push(self, *xs): self._items.extend(xs); return self
    def pop(self): return self._items.pop()
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items[::-1])
    def __getitem__(self, i): return self._items[::-1][i]
    def __contains__(self, x): return x in self._items
    def __bool__(self): return bool(self._items)
    def __enter__(self): return self
    def __exit__(self, *a): self._items.clear()
with Stack() as s: s.push(1, 2, 3); print(list(s), s[0], s[1:], 2 in s, len(s), bool(s), s.pop())
print(len(s), *s, [x for x in s])
class Meters(float):
    def __new__(cls, v): return float.__new__(cls, v)
    def __add__(self, o): return Meters(float.__add__(self, o))
    def __repr__(self): return f"{float(self)}m"
print(Meters(1) + Meters(2), sum([Meters(1), Meters(2)], Meters(0)), max(Meters(1), Meters(3)), Meters(2) * 2, [Meters(1)])
class CI(str):
    def __eq__(self, o): return self.lower() == o.lower()
    def __hash__(self): return hash(self.lower())
print(CI("Ab") == "aB", {CI("X"): 1}[CI("x")], CI("a") in ["A"], CI("abc")[1], CI("Hi").upper())
class Enumish(type):
    def __iter__(cls): return iter(v for k, v in vars(cls).items() if not k.startswith("_"))
class Cols(metaclass=Enumish): R = 1; G = 2
print(list(Cols), sum(Cols))
class Once:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, o, t=None): return self if o is None else getattr(o, self.n)
    def __set__(self, o, v):
        if hasattr(o, self.n): raise AttributeError("once")
        setattr(o, self.n, v)
class W: v = Once()
w = W(); w.v = 1
try: w.v = 2
except AttributeError as e: print(e, w.v)
print(operator.itemgetter("a", "b")({"a": 1, "b": 2}), sorted([(1, "b"), (0, "z")], key=operator.itemgetter(1)), list(map(operator.attrgetter("v"), [w])), reduce(operator.or_, [1, 2, 4]))
#> 123
#>  255 functools.partial (1, 2, 3)
#> deque([3, 4], maxlen=2) True [4, 3] 3 2
#> {'a': {'b': 1, 'c': 2}}
#> {'a': ['ant', 'apple'], 'b': ['bat', 'bee'], 'c': ['cat']}
#> [('the', 3)] 0 [('the', 1), ('quick', 1), ('lazy', 1), ('dog', 1)] Counter({'the': 1}) 6
#> deque([3, 4], maxlen=2) 1 True Counter
#> ['a'] [1]
#> 2
#> [Card(rank=1, suit='s'), Card(rank=3, suit='h')] 2d True 1x 5 {'rank': 9, 'suit': 'z'}
#> [3, 2, 1] 3 [2, 1] True 3 True 3
#> 0 []
#> 3.0m 3.0m 3.0m 4.0 [1.0m]
#> True 1 True b HI
#> [1, 2] 3
#> once 1
#> (1, 2) [(1, 'b'), (0, 'z')] [1] 7
### kinds_of_errors
# source: CPython 3.11
class A:
    x = 1
    def f(self, a): return a
tests = ["A().nope", "A.nope", "A().f()", "A().f(1, 2)", "A(1)", "A().x()", "A()[0]", "A() + 1", "1 + A()", "A() < A()", "-A()", "len(A())", "iter(A())", "A()()", "with_", "A().f(b=1)", "int('1', base=99)", "[1, 2][1:2:0]", "{}.popitem()", "set().pop()", "(1, 2).index(5)", "'abc'.index('z')", "[].index(0)", "next(iter(()))", "list(range(3))[10]", "{'a': 1}['b']", "dict(a=1)['c']", "int(None)", "float([])", "sum(1)", "max(1, 'a')", "sorted([1, None])", "''.join([None])", "open('x', 'r')" if False else "1", "a.b", "A.f()", "A.f(1, 2)", "type('X', (int, str), {})" if False else "1", "super(A)" if False else "1", "isinstance(1, 'a')", "setattr(1, 'x', 2)", "(1).x", "None + 1", "None[0]", "None()", "[] + ()", "() + []", "'a' + b'b'", "{} | []", "{1} | [2]", "1 if A().y else 2", "A.__dict__['zz']", "print(*5)", "f'{1:zz}'", "'{:>{w}}'.format(1)", "'%d' % 'x'", "'%s %s' % (1,)", "'%s' % (1, 2)", "bytes([256])", "chr(1114112)", "round(1, 'a')", "divmod(1, 'a')", "range('a')", "slice()", "enumerate(1)", "zip(1)", "reversed(5)", "map()", "filter(1)", "hash([])", "{[]}", "abs('x')", "complex_", "exec('1 +')", "eval('1 1')"]
for t in tests:
    try: r = eval(t); print(t, "=", r if isinstance(r, (int, str, float)) else type(r).__name__)
    except Exception as e: print(t, "!", type(e).__name__)
#> A().nope ! AttributeError
#> A.nope ! AttributeError
#> A().f() ! TypeError
#> A().f(1, 2) ! TypeError
#> A(1) ! TypeError
#> A().x() ! TypeError
#> A()[0] ! TypeError
#> A() + 1 ! TypeError
#> 1 + A() ! TypeError
#> A() < A() ! TypeError
#> -A() ! TypeError
#> len(A()) ! TypeError
#> iter(A()) ! TypeError
#> A()() ! TypeError
#> with_ ! NameError
#> A().f(b=1) ! TypeError
#> int('1', base=99) ! ValueError
#> [1, 2][1:2:0] ! ValueError
#> {}.popitem() ! KeyError
#> set().pop() ! KeyError
#> (1, 2).index(5) ! ValueError
#> 'abc'.index('z') ! ValueError
#> [].index(0) ! ValueError
#> next(iter(())) ! StopIteration
#> list(range(3))[10] ! IndexError
#> {'a': 1}['b'] ! KeyError
#> dict(a=1)['c'] ! KeyError
#> int(None) ! TypeError
#> float([]) ! TypeError
#> sum(1) ! TypeError
#> max(1, 'a') ! TypeError
#> sorted([1, None]) ! TypeError
#> ''.join([None]) ! TypeError
#> 1 = 1
#> a.b ! NameError
#> A.f() ! TypeError
#> A.f(1, 2) = 2
#> 1 = 1
#> 1 = 1
#> isinstance(1, 'a') ! TypeError
#> setattr(1, 'x', 2) ! AttributeError
#> (1).x ! AttributeError
#> None + 1 ! TypeError
#> None[0] ! TypeError
#> None() ! TypeError
#> [] + () ! TypeError
#> () + [] ! TypeError
#> 'a' + b'b' ! TypeError
#> {} | [] ! TypeError
#> {1} | [2] ! TypeError
#> 1 if A().y else 2 ! AttributeError
#> A.__dict__['zz'] ! KeyError
#> print(*5) ! TypeError
#> f'{1:zz}' ! ValueError
#> '{:>{w}}'.format(1) ! KeyError
#> '%d' % 'x' ! TypeError
#> '%s %s' % (1,) ! TypeError
#> '%s' % (1, 2) ! TypeError
#> bytes([256]) ! ValueError
#> chr(1114112) ! ValueError
#> round(1, 'a') ! TypeError
#> divmod(1, 'a') ! TypeError
#> range('a') ! TypeError
#> slice() ! TypeError
#> enumerate(1) ! TypeError
#> zip(1) ! TypeError
#> reversed(5) ! TypeError
#> map() ! TypeError
#> filter(1) ! TypeError
#> hash([]) ! TypeError
#> {[]} ! TypeError
#> abs('x') ! TypeError
#> complex_ ! NameError
#> exec('1 +') ! SyntaxError
#> eval('1 1') ! SyntaxError
