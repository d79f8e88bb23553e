### collections_and_their_abstract_classes
# source: CPython 3.11
from collections import deque, defaultdict, Counter, OrderedDict, ChainMap, namedtuple, UserDict
d = deque([1,2,3], maxlen=3); d.append(4); print(d, d.maxlen); d.appendleft(0); print(d); d.rotate(1); print(d, d[0], d[-1])
d = deque("abc"); d.extendleft("xy"); print(d, d.popleft(), d.pop(), list(d), len(d), "b" in d, d.index("a"), d.count("a")); d.reverse(); print(d); d.remove("a"); d.insert(1, "Q"); print(d); d.clear(); print(d, bool(d))
try: d.pop()
except IndexError as e: print(e)
print(deque([1,2]) == deque([1,2]), deque([1]) + deque([2]), deque([1]) * 2, deque([1,2]) < deque([1,3]), list(reversed(deque([1,2]))))
q = deque()
for i in range(100): q.append(i)
for i in range(60): q.popleft()
for i in range(50): q.appendleft(-i)
print(len(q), q[0], q[49], q[50], q[-1], sum(q))
dd = defaultdict(list); dd["a"].append(1); dd["b"]; print(dd, dict(dd), dd.default_factory, "z" in dd, dd.get("z"))
dd2 = defaultdict(lambda: 5, x=1); print(dd2["y"], dict(dd2))
c = Counter("abracadabra"); print(c, c.most_common(2), c["z"], sum(c.values()), c.total()); c.update("aaa"); c.subtract("b"); print(c, sorted(c.elements())[:4])
print(Counter(a=3, b=1) + Counter(a=1, c=2), Counter(a=3) - Counter(a=1, b=2), Counter(a=3, b=1) & Counter(a=1, b=2), Counter(a=1) | Counter(a=2), +Counter(a=-1, b=1), Counter({"a": 1}) == Counter(a=1, b=0))
c = Counter(["x", "y", "x"]); del c["nope"]; print(c, isinstance(c, dict), Counter())
od = OrderedDict(a=1, b=2, c=3); od.move_to_end("a"); print(list(od.items()), od.popitem(), od.popitem(last=False), list(od)); print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1))
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(cm["a"], cm["b"], dict(cm), cm.maps, len(cm)); cm["b"] = 9; print(cm, cm.parents, cm.new_child({"z": 0})["z"], sorted(cm.items()))
P = namedtuple("P", "x y", defaults=[5]); p = P(1); print(p, p.x, p._asdict(), p._replace(x=3), P._fields, P._make([7, 8]), p + (1,), P(*[1, 2]) == (1, 2), P._field_defaults, hash(p) == hash((1, 5)), isinstance(p, tuple))
x, y = p; print(x, y, p[0], p[-1], len(p), list(p), max(p))
try: p.x = 3
except AttributeError as e: print("AE")
try: P()
except TypeError as e: print(e)
try: p._replace(q=1)
except (ValueError, TypeError) as e: print(e)
try: namedtuple("B", "a a")
except ValueError as e: print(e)
print(namedtuple("B", "a class 1b a", rename=True)._fields)
class Pt(namedtuple("Pt", ["x", "y"])):
    __slots__ = ()
    def __new__(cls, x, y=0): return super().__new__(cls, x, y)
    @property
    def norm(self): return (self.x**2 + self.y**2) ** .5
    def __add__(self, o): return Pt(self.x + o.x, self.y + o.y)
    def __str__(self): return f"<{self.x},{self.y}>"
print(Pt(3, 4).norm, Pt(1) + Pt(2, 2), repr(Pt(1, 2)), Pt(1, 2)._replace(y=9))
from typing import NamedTuple
class E(NamedTuple):
    name: str
    id: int = 3
    def hi(self): return "hi " + self.name
    @classmethod
    def make(cls, s): return cls(*s.split(","))
    def __repr__(self): return "E!" + self.name
print(E("a"), E("a").hi(), E._fields, E.make("x,y"), E("a") == ("a", 3), E.__annotations__["id"], E("b")[1])
class U(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
u = U(a=1); u["b"] = 2; print(u, "A" in u, len(u), dict(u), u.get("zz", 0))
dv = {"a": 1, "b": 2}; k = dv.keys(); it = dv.items(); vs = dv.values(); dv["c"] = 3
print(k, it, vs, len(k), "c" in k, ("a", 1) in it, 3 in vs, k & {"a", "z"}, k | {"q"} == {"a","b","c","q"}, k - {"a"} == {"b","c"}, k == {"a","b","c"}, list(reversed(k)), k.isdisjoint({"q"}))
try:
    for z in dv: dv[z + "x"] = 1
except RuntimeError as e: print(e)
import collections.abc as abc
print(isinstance([], abc.Sequence), isinstance({}, abc.Mapping), isinstance(set(), abc.Set), isinstance("", abc.Iterable), isinstance(3, abc.Iterable), isinstance(iter([]), abc.Iterator), isinstance((i for i in []), abc.Generator), isinstance(len, abc.Callable), isinstance([], abc.Hashable), isinstance((), abc.Hashable), issubclass(dict, abc.MutableMapping), isinstance(range(3), abc.Sequence), isinstance({}.keys(), abc.Iterable), isinstance(lambda: 0, abc.Callable), isinstance([], abc.Sized), isinstance({}, abc.Container))
class MyMap(abc.MutableMapping):
    def __init__(self): self._d = {}
    def __getitem__(self, k): return self._d[k]
    def __setitem__(self, k, v): self._d[k] = v
    def __delitem__(self, k): del self._d[k]
    def __iter__(self): return iter(self._d)
    def __len__(self): return len(self._d)
m = MyMap(); m["a"] = 1; m.update(b=2); print(dict(m), m.get("z", 5), "a" in m, list(m.items()), m.pop("a"), m.setdefault("q", 7), m == {"b": 2, "q": 7})
class Sq(abc.Sequence):
    def __getitem__(self, i): return [10, 20, 30][i]
    def __len__(self): return 3
print(list(Sq()), 20 in Sq(), Sq().index(30), Sq().count(10), list(reversed(Sq())))
try: abc.Mapping()
except TypeError as e: print("TE")
#> deque([2, 3, 4], maxlen=3) 3
#> deque([0, 2, 3], maxlen=3)
#> deque([3, 0, 2], maxlen=3) 3 2
#> deque(['x', 'a', 'b']) y c ['x', 'a', 'b'] 3 True 1 1
#> deque(['b', 'a', 'x'])
#> deque(['b', 'Q', 'x'])
#> deque([]) False
#> pop from an empty deque
#> True deque([1, 2]) deque([1, 1]) True [2, 1]
#> 90 -49 0 60 99 1955
#> defaultdict(<class 'list'>, {'a': [1], 'b': []}) {'a': [1], 'b': []} <class 'list'> False None
#> 5 {'x': 1, 'y': 5}
#> Counter({'a': 5, 'b': 2, 'r': 2, 'c': 1, 'd': 1}) [('a', 5), ('b', 2)] 0 11 11
#> Counter({'a': 8, 'r': 2, 'b': 1, 'c': 1, 'd': 1}) ['a', 'a', 'a', 'a']
#> Counter({'a': 4, 'c': 2, 'b': 1}) Counter({'a': 2}) Counter({'a': 1, 'b': 1}) Counter({'a': 2}) Counter({'b': 1}) True
#> Counter({'x': 2, 'y': 1}) True Counter()
#> [('b', 2), ('c', 3), ('a', 1)] ('a', 1) ('b', 2) ['c']
#> False True
#> 1 3 {'a': 1, 'b': 3} [{'a': 1}, {'a': 2, 'b': 3}] 2
#> ChainMap({'a': 1, 'b': 9}, {'a': 2, 'b': 3}) ChainMap({'a': 2, 'b': 3}) 0 [('a', 1), ('b', 9)]
#> P(x=1, y=5) 1 {'x': 1, 'y': 5} P(x=3, y=5) ('x', 'y') P(x=7, y=8) (1, 5, 1) True {'y': 5} True True
#> 1 5 1 5 2 [1, 5] 5
#> AE
#> P.__new__() missing 1 required positional argument: 'x'
#> Got unexpected field names: ['q']
#> Encountered duplicate field name: 'a'
#> ('a', '_1', '_2', '_3')
#> 5.0 <3,2> Pt(x=1, y=2) <1,9>
#> E!a hi a ('name', 'id') E!x True <class 'int'> 3
#> {'A': 1, 'B': 2} True 2 {'A': 1, 'B': 2} 0
#> dict_keys(['a', 'b', 'c']) dict_items([('a', 1), ('b', 2), ('c', 3)]) dict_values([1, 2, 3]) 3 True True True {'a'} True True True ['c', 'b', 'a'] True
#> dictionary changed size during iteration
#> True True True True False True True True False True True True True True True True
#> {'a': 1, 'b': 2} 5 True [('a', 1), ('b', 2)] 1 7 True
#> [10, 20, 30] True 2 1 [30, 20, 10]
#> TE
