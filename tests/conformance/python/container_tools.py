### pretty_prints
# source: CPython 3.11
import collections, dataclasses, pprint, types
pprint.pprint({"key %d" % i: list(range(i, i + 12)) for i in range(3)}, width=40)
pprint.pprint("the quick brown fox jumped over the lazy dog " * 3, width=40)
pprint.pprint(b"0123456789abcdef" * 3, width=30)
pprint.pprint([["x" * 20] * 3, ("y",), {1, 2}], width=30, indent=3)
pprint.pprint(list(range(40)), compact=True, width=40)
pprint.pprint({"a": {"b": {"c": {}}}}, depth=2)
pprint.pprint(collections.OrderedDict((str(i), "v" * 10) for i in range(4)), width=40)
pprint.pprint(collections.Counter("mississippi" * 3), width=20)
pprint.pprint(collections.deque(["a" * 20, "b" * 20], maxlen=9), width=30)
pprint.pprint(types.SimpleNamespace(first="x" * 30, second=[1] * 30), width=40)
@dataclasses.dataclass
class Point:
    x: int
    name: str = "n" * 30
    tags: list = dataclasses.field(default_factory=lambda: ["t" * 20] * 2)
pprint.pprint(Point(1), width=40)
loop = [1]; loop.append(loop)
print(pprint.isrecursive(loop), pprint.isreadable([1]), pprint.saferepr({"b": 1, "a": 2}), pprint.pformat(1234567, underscore_numbers=True))
#> {'key 0': [0,
#>            1,
#>            2,
#>            3,
#>            4,
#>            5,
#>            6,
#>            7,
#>            8,
#>            9,
#>            10,
#>            11],
#>  'key 1': [1,
#>            2,
#>            3,
#>            4,
#>            5,
#>            6,
#>            7,
#>            8,
#>            9,
#>            10,
#>            11,
#>            12],
#>  'key 2': [2,
#>            3,
#>            4,
#>            5,
#>            6,
#>            7,
#>            8,
#>            9,
#>            10,
#>            11,
#>            12,
#>            13]}
#> ('the quick brown fox jumped over the '
#>  'lazy dog the quick brown fox jumped '
#>  'over the lazy dog the quick brown '
#>  'fox jumped over the lazy dog ')
#> (b'0123456789abcdef01234567'
#>  b'89abcdef0123456789abcdef')
#> [  [  'xxxxxxxxxxxxxxxxxxxx',
#>       'xxxxxxxxxxxxxxxxxxxx',
#>       'xxxxxxxxxxxxxxxxxxxx'],
#>    ('y',),
#>    {1, 2}]
#> [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
#>  12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
#>  22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
#>  32, 33, 34, 35, 36, 37, 38, 39]
#> {'a': {'b': {...}}}
#> OrderedDict([('0', 'vvvvvvvvvv'),
#>              ('1', 'vvvvvvvvvv'),
#>              ('2', 'vvvvvvvvvv'),
#>              ('3', 'vvvvvvvvvv')])
#> Counter({'i': 12,
#>          's': 12,
#>          'p': 6,
#>          'm': 3})
#> deque(['aaaaaaaaaaaaaaaaaaaa',
#>        'bbbbbbbbbbbbbbbbbbbb'],
#>       maxlen=9)
#> namespace(first='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
#>           second=[1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1,
#>                   1])
#> Point(x=1,
#>       name='nnnnnnnnnnnnnnnnnnnnnnnnnnnnnn',
#>       tags=['tttttttttttttttttttt',
#>             'tttttttttttttttttttt'])
#> True True {'a': 2, 'b': 1} 1_234_567
### ordered_dicts
# source: CPython 3.11
import collections, copy
d = collections.OrderedDict(a=1, b=2, c=3)
d.move_to_end("a"); print(d); d.move_to_end("c", last=False); print(list(d))
print(d.pop("b"), d.pop(key="zz", default=0), d.setdefault(key="n", default=5), d.popitem(last=False))
d |= [("q", 1)]; print({"z": 0} | d, d | {"w": 2})
d.note = "kept"; e = copy.copy(d); print(e.note, e == d, e is d)
d["self"] = d; print(d)
class Cache(collections.OrderedDict):
    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value
c = Cache(a=1, b=2); c["a"]; print(list(c), collections.OrderedDict())
#> OrderedDict([('b', 2), ('c', 3), ('a', 1)])
#> ['c', 'b', 'a']
#> 2 0 5 ('c', 3)
#> OrderedDict([('z', 0), ('a', 1), ('n', 5), ('q', 1)]) OrderedDict([('a', 1), ('n', 5), ('q', 1), ('w', 2)])
#> kept True False
#> OrderedDict([('a', 1), ('n', 5), ('q', 1), ('self', ...)])
#> ['b', 'a'] OrderedDict()
### queues_chains_and_user_classes
# source: CPython 3.11
import collections
q = collections.deque([3, 1, 2], maxlen=4)
print(q.index(1), q.count(2), 3 in q, list(reversed(q)), q.copy(), q + q)
q.append(q); print(q)
chain = collections.ChainMap({"a": 1}, {"a": 2, "b": 3})
print(list(chain), chain | {"c": 4}, {"z": 0} | chain, dict(chain))
import types
print(list(reversed(types.MappingProxyType({"a": 1, "b": 2}))))
u = collections.UserDict(a=1); print(u | {"b": 2}, {"c": 3} | u, collections.UserDict.fromkeys("xy", 0))
w = collections.UserList([3, 1]); w += [2]; print(w, w[:2], sorted(w), w * 2, [0] + w)
s = collections.UserString("ab"); print(s.upper(), s + "c", s.center(6, "*"), "a" in s, s.count("a"), "%s!" % s)
print(collections.Counter(a=1, b=None).get("b"), collections.defaultdict(list, a=[1]) | {"b": 2})
#> 1 1 True [2, 1, 3] deque([3, 1, 2], maxlen=4) deque([2, 3, 1, 2], maxlen=4)
#> deque([3, 1, 2, [...]], maxlen=4)
#> ['a', 'b'] ChainMap({'a': 1, 'c': 4}, {'a': 2, 'b': 3}) ChainMap({'z': 0, 'a': 1, 'b': 3}) {'a': 1, 'b': 3}
#> ['b', 'a']
#> {'a': 1, 'b': 2} {'c': 3, 'a': 1} {'x': 0, 'y': 0}
#> [3, 1, 2] [3, 1] [1, 2, 3] [3, 1, 2, 3, 1, 2] [0, 3, 1, 2]
#> AB abc **ab** True 1 ab!
#> None defaultdict(<class 'list'>, {'a': [1], 'b': 2})
### functions_by_class_and_cached
# source: CPython 3.11
import functools
@functools.singledispatch
def show(x): return "object"
@show.register
def _(x: int): return "int"
@show.register(list)
@show.register(tuple)
def _(x): return "sequence"
@show.register(float | complex)
def _(x): return "number"
print(show(1), show(True), show([]), show(()), show(1.5), show(2j), show("s"), show.dispatch(bool) is show.registry[int])
try:
    show.register("x")
except TypeError as error:
    print(error)
class Table:
    @functools.cached_property
    def size(self):
        print("computed")
        return 3
    half = functools.partialmethod(lambda self, n, d=1: n // d, d=2)
t = Table(); print(t.size, t.size, t.half(9), Table.size.attrname)
key = functools.cmp_to_key(lambda a, b: b - a)
print(sorted([1, 3, 2], key=key), key(1) > key(2), key(1) == key(1))
@functools.wraps(show, assigned=("__doc__",), updated=())
def wrapped(): pass
print(wrapped.__name__, wrapped.__wrapped__ is show)
@functools.lru_cache(maxsize=2, typed=True)
def square(x): return x * x
square(2); square(2.0); square(2); print(square.cache_info())
#> int int sequence sequence number number object True
#> Invalid first argument to `register()`: 'x'. Use either `@register(some_class)` or plain `@register` on an annotated function.
#> computed
#> 3 3 4 size
#> [3, 2, 1] True True
#> wrapped True
#> CacheInfo(hits=1, misses=2, maxsize=2, currsize=2)
### texts_are_wrapped
# source: CPython 3.11
import textwrap
text = "We used enyzme 2-succinyl-6-hydroxy-2,4-cyclohexadiene-1-carboxylate synthase.  It works--mostly! Really."
for width in (20, 35):
    print(textwrap.wrap(text, width))
print(textwrap.wrap(text, 20, break_on_hyphens=False, break_long_words=False, max_lines=3, placeholder=" .."))
print(textwrap.wrap("One ended. Two.\nThree", 30, fix_sentence_endings=True), textwrap.wrap("a\u00a0b c", 3))
try:
    textwrap.shorten("hello world", 3)
except ValueError as error:
    print(error)
#> ['We used enyzme 2-', 'succinyl-6-hydroxy-', '2,4-cyclohexadiene-', '1-carboxylate', 'synthase.  It works', '--mostly! Really.']
#> ['We used enyzme 2-succinyl-6-', 'hydroxy-2,4-cyclohexadiene-1-', 'carboxylate synthase.  It works--', 'mostly! Really.']
#> ['We used enyzme', '2-succinyl-6-hydroxy-2,4-cyclohexadiene-1-carboxylate', 'synthase.  It ..']
#> ['One ended.  Two.  Three'] ['a\xa0b', 'c']
#> placeholder too large for max width
### statistics_of_kinds
# source: CPython 3.11
import statistics
from decimal import Decimal
from fractions import Fraction
print(statistics.mean([Decimal("1.5"), Decimal("2.5")]), statistics.mean([Fraction(1, 3), 1]), statistics.harmonic_mean([40, 60], weights=[5, 30]))
print(statistics.pvariance([1, 2, 4]), statistics.stdev([Decimal(1), Decimal(3)]), statistics.median_grouped([1, 3, 3, 5, 7]))
print(statistics.linear_regression([1, 2, 3], [3, 5, 7]), statistics.linear_regression([1, 2], [2, 4], proportional=True).slope)
n = statistics.NormalDist(100, 15); print(n.cdf(100), round(n.inv_cdf(0.975), 6), n + 5, n * 2, round(n.overlap(statistics.NormalDist(110, 15)), 6))
print(Fraction("1_0.5"), Fraction(3, 4) + 1.0, Fraction(1, 2) ** 2, divmod(Fraction(7, 2), 1), hash(Fraction(1, 2)) == hash(0.5), Fraction.from_decimal(Decimal("0.25")))
#> 2 2/3 56.0
#> 1.5555555555555556 1.414213562373095048801688724 3.25
#> LinearRegression(slope=2.0, intercept=1.0) 2.0
#> 0.5 129.39946 NormalDist(mu=105.0, sigma=15.0) NormalDist(mu=200.0, sigma=30.0) 0.738883
#> 21/2 1.75 1/4 (3, Fraction(1, 2)) True 1/4
### operators_as_objects
# source: CPython 3.11
import operator, pickle
get = operator.itemgetter(2, 0); attr = operator.attrgetter("real", "imag"); call = operator.methodcaller("split", ",", maxsplit=1)
print(get, attr, call, get("abc"), attr(2j), call("a,b,c"))
print(pickle.loads(pickle.dumps(get))("xyz"), operator.__add__(1, 2), operator.concat([1], [2]), operator.index(True))
for make in (lambda: operator.concat(1, 2), lambda: operator.attrgetter(3), lambda: operator.index(1.0), lambda: operator.itemgetter()):
    try:
        make()
    except TypeError as error:
        print("TypeError")
#> operator.itemgetter(2, 0) operator.attrgetter('real', 'imag') operator.methodcaller('split', ',', maxsplit=1) ('c', 'a') (0.0, 2.0) ['a', 'b,c']
#> ('z', 'x') 3 [1, 2] 1
#> TypeError
#> TypeError
#> TypeError
#> TypeError
