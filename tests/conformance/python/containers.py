### list_slices
# source: Python reference, 6.3.3 Slicings
l = list(range(10))
print(l[2:5], l[-3:], l[::-1], l[8:2:-2], l[5:2], l[:100], l[-100:2], l[::3])
l[2:4] = ["a", "b", "c"]; print(l)
l[::4] = [0, 0, 0]; print(l)
l[1:1] = [7]; del l[-2:]; print(l)
try: l[::2] = [1]
except ValueError as e: print(e)
#> [2, 3, 4] [7, 8, 9] [9, 8, 7, 6, 5, 4, 3, 2, 1, 0] [8, 6, 4] [] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] [0, 1] [0, 3, 6, 9]
#> [0, 1, 'a', 'b', 'c', 4, 5, 6, 7, 8, 9]
#> [0, 1, 'a', 'b', 0, 4, 5, 6, 0, 8, 9]
#> [0, 7, 1, 'a', 'b', 0, 4, 5, 6, 0]
#> attempt to assign sequence of size 1 to extended slice of size 5
### list_operators
# source: Library reference, sequence types
a = [1, 2]
b = a
a += [3]
a *= 2
print(a, b is a, a + [9], 2 * [0], [1, 2] < [1, 3], [1] < [1, 0], 3 in a, [[]] * 2 == [[], []])
m = [[0] * 2] * 2
m[0][0] = 1
print(m)
#> [1, 2, 3, 1, 2, 3] True [1, 2, 3, 1, 2, 3, 9] [0, 0] True True True True
#> [[1, 0], [1, 0]]
### tuples
# source: Library reference, sequence types
t = (1, "a", 2.5)
print(t[1], t[::-1], t + (4,), t * 2, (1,), (), 1 in t, t.index("a"), t.count(1), hash((1, 2)) == hash((1, 2)), (1, 2) < (1, 3), len(t))
try: t[0] = 1
except TypeError as e: print(e)
#> a (2.5, 'a', 1) (1, 'a', 2.5, 4) (1, 'a', 2.5, 1, 'a', 2.5) (1,) () True 1 1 True True 3
#> 'tuple' object does not support item assignment
### dict_basics
# source: Library reference, dict
d = {"b": 1, "a": 2}
d["c"] = 3; d["b"] = 9
print(d, list(d), len(d), "a" in d, d.get("z"), d.get("z", 0), d.pop("a"), d.pop("q", None))
print(d.setdefault("n", []), d.setdefault("b", 5), d)
d.update({"x": 1}, y=2); d.update([("z", 3)])
print(d, d.popitem(), dict.fromkeys("ab", 0), dict(zip("pq", [1, 2])), dict([(1, 2)], k=3))
try: d["missing"]
except KeyError as e: print("KeyError", e)
#> {'b': 9, 'c': 3} ['b', 'a', 'c'] 3 True None 0 2 None
#> [] 9 {'b': 9, 'c': 3, 'n': []}
#> {'b': 9, 'c': 3, 'n': [], 'x': 1, 'y': 2} ('z', 3) {'a': 0, 'b': 0} {'p': 1, 'q': 2} {1: 2, 'k': 3}
#> KeyError 'missing'
### dict_order_and_merge
# source: PEP 584
a = {"x": 1, "y": 2}
b = {"y": 3, "z": 4}
print(a | b, {**a, **b}, a == {"y": 2, "x": 1})
a |= b
print(a)
del a["x"]
a["x"] = 0
print(list(a.items()), list(reversed(a)))
#> {'x': 1, 'y': 3, 'z': 4} {'x': 1, 'y': 3, 'z': 4} True
#> {'x': 1, 'y': 3, 'z': 4}
#> [('y', 3), ('z', 4), ('x', 0)] ['x', 'z', 'y']
### dict_changed_during_iteration
# source: CPython
d = {1: 1, 2: 2}
try:
    for k in d:
        d[k + 10] = 0
except RuntimeError as e:
    print(e)
#> dictionary changed size during iteration
### sets
# source: Library reference, set
a, b = {1, 2, 3}, {3, 4}
print(a | b, a & b, a - b, a ^ b, a <= {1, 2, 3, 4}, a > {1}, a.isdisjoint({9}), {1}.issubset(a), a.issuperset({2}), a.union([7], (8,)), a.intersection([1, 9]), a.difference([1]), a.symmetric_difference([1, 5]))
a.add(5); a.discard(99); a.remove(1); a |= {8}; a -= {2}
print(sorted(a), len(a), 5 in a, set(), frozenset([1]), {*[1, 1, 2]} == {1, 2})
try: a.remove(100)
except KeyError as e: print("KeyError", e)
print(frozenset([1, 2]) == {1, 2}, {frozenset([1]): "f"}[frozenset([1])])
#> {1, 2, 3, 4} {3} {1, 2} {1, 2, 4} True True True True True {1, 2, 3, 7, 8} {1} {2, 3} {2, 3, 5}
#> [3, 5, 8] 3 True set() frozenset({1}) True
#> KeyError 100
#> True f
### comprehensions
# source: Python reference, 6.2.4
print([x * y for x in range(3) for y in range(x)], {x: x ** 2 for x in range(3)}, {x % 3 for x in range(9)} == {0, 1, 2})
print([[j for j in range(i)] for i in range(3)], [x for x in range(20) if x % 2 if x % 3 == 0], [a + b for a, b in [(1, 2), (3, 4)]])
x = "outer"
_ = [x for x in range(3)]
print(x, [y := 5, y + 1], y, {k: v for k, v in zip("ab", range(2))}, [i if i else "zero" for i in range(2)])
#> [0, 0, 2] {0: 0, 1: 1, 2: 4} True
#> [[], [0], [0, 1]] [3, 9, 15] [3, 7]
#> outer [5, 6] 5 {'a': 0, 'b': 1} ['zero', 1]
### sorting
# source: Sorting how-to
words = ["banana", "Apple", "cherry", "date"]
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len, reverse=True), sorted([(1, "b"), (1, "a"), (0, "z")]))
print(sorted({"b": 1, "a": 2}), sorted("hello"), sorted([3, 1.5, True]), sorted([[2], [1, 5], []]))
data = [("red", 1), ("blue", 1), ("red", 2), ("blue", 2)]
print(sorted(data, key=lambda d: d[0]), sorted(data, key=lambda d: d[1], reverse=True))
try: sorted([1, "a"])
except TypeError as e: print(e)
#> ['Apple', 'banana', 'cherry', 'date'] ['Apple', 'banana', 'cherry', 'date'] ['banana', 'cherry', 'Apple', 'date'] [(0, 'z'), (1, 'a'), (1, 'b')]
#> ['a', 'b'] ['e', 'h', 'l', 'l', 'o'] [True, 1.5, 3] [[], [1, 5], [2]]
#> [('blue', 1), ('blue', 2), ('red', 1), ('red', 2)] [('red', 2), ('blue', 2), ('red', 1), ('blue', 1)]
#> '<' not supported between instances of 'str' and 'int'
### any_all
# source: Built-in functions
print(any([]), all([]), any([0, "", 3]), all([1, 0]), any(x > 2 for x in range(5)), all(x < 5 for x in range(5)))
#> False True True False True True
### zip_enumerate_reversed
# source: Built-in functions
print(list(zip([1, 2, 3], "ab")), list(zip()), list(zip([1])), list(enumerate("ab", 5)), list(enumerate("ab", start=1)), list(reversed([1, 2])), list(reversed(range(3))), [*reversed("ab")])
print(list(zip(*[(1, 2), (3, 4)])), dict(enumerate("xy")))
try: list(zip([1], [1, 2], strict=True))
except ValueError as e: print(e)
try: list(zip([1, 2], [1], strict=True))
except ValueError as e: print(e)
#> [(1, 'a'), (2, 'b')] [] [(1,)] [(5, 'a'), (6, 'b')] [(1, 'a'), (2, 'b')] [2, 1] [2, 1, 0] ['b', 'a']
#> [(1, 3), (2, 4)] {0: 'x', 1: 'y'}
#> zip() argument 2 is longer than argument 1
#> zip() argument 2 is shorter than argument 1
### map_filter
# source: Built-in functions
print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2], [10, 20, 30])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, [1, 2, 3])), list(map(len, ["a", "bb"])))
#> ['1', '2'] [11, 22] [1, 'a'] [2, 3] [1, 2]
### copies
# source: Library reference, copy
import copy
a = [[1], {"k": (2,)}]
b, c = copy.copy(a), copy.deepcopy(a)
a[0].append(9)
print(a, b, c, a[0] is b[0], c[1] == a[1])
class P:
    def __init__(self): self.v = [1]
p = P(); q = copy.deepcopy(p); r = copy.copy(p)
p.v.append(2)
print(q.v, r.v)
#> [[1, 9], {'k': (2,)}] [[1, 9], {'k': (2,)}] [[1], {'k': (2,)}] True True
#> [1] [1, 2]
### slice_objects
# source: Library reference, slice
s = slice(1, None, 2)
print(s, s.start, s.stop, s.step, [0, 1, 2, 3][s], s.indices(3), slice(5) == slice(None, 5, None), "abcdef"[slice(-2, None)])
#> slice(1, None, 2) 1 None 2 [1, 3] (1, 3, 2) True ef
### starred_displays
# source: PEP 448
a, b = [1, 2], (3,)
print([*a, *b, 0], (*a, *"xy"), {*a, *b}, {**{"p": 1}, "q": 2, **{"p": 3}}, [*range(2), *{}])
#> [1, 2, 3, 0] (1, 2, 'x', 'y') {1, 2, 3} {'p': 3, 'q': 2} [0, 1]
### list_as_condition
# source: Library reference, truth value testing
for v in ([], [0], (), "", " ", 0, 0.0, None, {}, {1: 1}, set(), range(0), b"", float("nan")):
    print(bool(v), end=" ")
print(not [], [] or "default", [1] and "yes", None or 0 or "last", "" and 1)
#> False True False False True False False False False True False False False True True default yes last 
### mutation_while_iterating
# source: CPython
l = [1, 2, 3, 4]
for x in l:
    if x == 2: l.remove(3)
print(l)
out = []
for x in l:
    if len(l) < 7: l.append(x * 10)
    out.append(x)
print(out)
#> [1, 2, 4]
#> [1, 2, 4, 10, 20, 40, 100]
### dict_displays_make_their_items_first
# source: CPython 3.11
log = []
class K:
    def __init__(self, n): self.n = n; log.append(('make', n))
    def __hash__(self): log.append(('hash', self.n)); return self.n
    def __eq__(self, o): log.append(('eq', self.n, o.n)); return self.n == o.n
    def __repr__(self): return f'K{self.n}'
def v(n): log.append(('value', n)); return n
print({K(1): v(1), K(2): v(2), K(1): v(3)}, log); log.clear()
print({K(1): v(1), **{'a': v(5)}, K(2): v(3)}, log); log.clear()
for n in (14, 15, 16, 17, 18, 32, 33, 34):
    text = '{' + ', '.join(f'K({i}): v({i})' for i in range(n)) + '}'
    d = eval(text)
    print(n, len(d), [i for i, e in enumerate(log) if e[0] == 'hash']); log.clear()
try: {[]: v(1), 'x': v(2)}
except TypeError as e: print(e, log)
log.clear()
try: {[]: v(1), 'x': nothing}
except Exception as e: print(e, log)
def g():
    yield {(yield 1): (yield 2), (yield 3): (yield 4), **(yield 5)}
it = g(); next(it)
print([it.send(x) for x in ('a', 'b', 'c', 'd')], it.send({'e': 5}))
#> {K1: 3, K2: 2} [('make', 1), ('value', 1), ('make', 2), ('value', 2), ('make', 1), ('value', 3), ('hash', 1), ('hash', 2), ('hash', 1), ('eq', 1, 1)]
#> {K1: 1, 'a': 5, K2: 3} [('make', 1), ('value', 1), ('hash', 1), ('value', 5), ('make', 2), ('value', 3), ('hash', 2)]
#> 14 14 [28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41]
#> 15 15 [30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44]
#> 16 16 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47]
#> 17 17 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50]
#> 18 18 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53]
#> 32 32 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95]
#> 33 33 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 65, 68, 71, 74, 77, 80, 83, 86, 89, 92, 95, 98]
#> 34 34 [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62, 65, 68, 71, 74, 77, 80, 83, 86, 89, 92, 95, 98, 101]
#> unhashable type: 'list' [('value', 1), ('value', 2)]
#> name 'nothing' is not defined [('value', 1)]
#> [2, 3, 4, 5] {'a': 'b', 'c': 'd', 'e': 5}
### mappings_of_the_program_unpacked
# source: CPython 3.11
class M:
    def keys(self): return ['x', 'y']
    def __getitem__(self, k): return k * 2
print({**M(), 'z': 3}, dict(**M()))
import collections, types
def f(**k): return k
print(f(**M(), q=1), f(**collections.UserDict(a=1)), {**collections.ChainMap({1: 2}, {3: 4})}, {**types.MappingProxyType({5: 6})}, f(**types.MappingProxyType({'k': 6})))
class Bad:
    def keys(self): return [1]
    def __getitem__(self, k): return k
try: f(**Bad())
except TypeError as e: print(e)
class Bad:
    def keys(self): return ['a', 'b']
    def __getitem__(self, k): raise ValueError(k)
for call in (lambda: {**Bad()}, lambda: f(**Bad()), lambda: {**3}, lambda: {**[1]}, lambda: {**'ab'}):
    try: print(call())
    except Exception as e: print(type(e).__name__, e)
#> {'x': 'xx', 'y': 'yy', 'z': 3} {'x': 'xx', 'y': 'yy'}
#> {'x': 'xx', 'y': 'yy', 'q': 1} {'a': 1} {3: 4, 1: 2} {5: 6} {'k': 6}
#> keywords must be strings
#> ValueError a
#> ValueError a
#> TypeError 'int' object is not a mapping
#> TypeError 'list' object is not a mapping
#> TypeError 'str' object is not a mapping
### many_times_inside_themselves
# source: CPython 3.11
v = [1]
v.append(v)
v *= 2
print(v)
v = []
v.append(v)
v *= 4
print(v, len(v), v == v)
w = [0]; w.append(w); w += w; print(w)
w[1:2] = w; print(w)
d = {}; d['a'] = d; d['b'] = [d, d]; print(d, f'{d}')
x = [[], []]
for _ in range(12): x = [x, x]
print(len(str(x)))
#> [1, [...], 1, [...]]
#> [[...], [...], [...], [...]] 4 True
#> [0, [...], 0, [...]]
#> [0, 0, [...], 0, [...], 0, [...]]
#> {'a': {...}, 'b': [{...}, {...}]} {'a': {...}, 'b': [{...}, {...}]}
#> 49148
