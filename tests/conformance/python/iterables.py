### iteration_and_slices
# source: CPython 3.11
import itertools as it, operator as op
try: print(list(it.chain([1],[2,3])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.chain.from_iterable([[1],[2]])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.islice(it.count(5, 2), 3)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.islice("abcdef", 1, None, 2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.product("ab", [1, 2])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.product([0,1], repeat=2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.permutations("abc", 2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.combinations("abcd", 2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.combinations_with_replacement("ab", 2)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.accumulate([1,2,3])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.accumulate([1,2,3], op.mul, initial=10)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.zip_longest([1],[2,3],fillvalue=0)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.starmap(pow, [(2,3),(3,2)])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.takewhile(lambda x: x<3, [1,2,3,1])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.dropwhile(lambda x: x<3, [1,2,3,1])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.filterfalse(lambda x: x%2, range(5))))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([(k, list(g)) for k, g in it.groupby("aabbca")])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.compress("abc", [1,0,1])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.pairwise([1,2,3])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.repeat(1, 3)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(it.islice(it.cycle("ab"), 5)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([list(x) for x in it.tee([1,2], 2)])
except Exception as _e: print('EXC', type(_e).__name__, _e)
g = it.groupby(sorted(["apple","bob","cat","al"], key=len), key=len)
try: print({k: list(v) for k, v in g})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(zip([1,2],[3,4],[5])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(enumerate("ab", 1)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(map(lambda a, b: a+b, [1,2],[3,4])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(filter(None, [0,1,"",2])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(reversed([1,2])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted([3,1,2], reverse=True))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted("bA", key=str.lower))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(max([1,5,3], key=lambda x: -x))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(min("b","a"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(max([], default=0))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sum([1.5,2]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sum([[1],[2]], []))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(any([0,1]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(all([]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(range(10,0,-3)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(next(iter([]), "d"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(iter(lambda: 1, 1)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: list(zip([1],[1,2],strict=True))
except ValueError as e: print(e)
try: print(op.itemgetter(1)([5,6]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.itemgetter(0,2)("abc"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.attrgetter("real")(5))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.methodcaller("upper")("a"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.add(1,2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.contains([1],1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.not_(1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.truth([]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.neg(3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.concat([1],[2]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.floordiv(7,2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.matmul if 0 else 0)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.index(5))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.is_(1,1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.countOf([1,1],1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.indexOf([5,6],6))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.mod(7,3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.xor(5,1))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.inv(3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(op.length_hint([1]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
r = range(0, 20, 3)
try: print(r)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r[2])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r[-1])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(len(r))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(9 in r)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(10 in r)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r[1:3])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r.index(9))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r.count(3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(reversed(r)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(r == range(0, 21, 3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(range(0) == range(5, 5))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(hash(range(3)) == hash(range(0,3)))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([x for x in range(5) if x % 2])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print({x: x*x for x in range(3)})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print({x % 2 for x in range(5)})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([(x, y) for x in range(2) for y in range(x)])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([[j for j in range(i)] for i in range(3)])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(x for x in "ab"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([y := 5, y ** 2])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([x if x else -1 for x in [0, 1]])
except Exception as _e: print('EXC', type(_e).__name__, _e)
x = "outer"
l = [x for x in range(3)]
try: print(x)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
fs = [lambda: i for i in range(3)]
try: print([f() for f in fs])
except Exception as _e: print('EXC', type(_e).__name__, _e)
fs = [lambda i=i: i for i in range(3)]
try: print([f() for f in fs])
except Exception as _e: print('EXC', type(_e).__name__, _e)
a, *b, c = range(5)
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(c)
except Exception as _e: print('EXC', type(_e).__name__, _e)
(a, b), c = (1, 2), 3
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(c)
except Exception as _e: print('EXC', type(_e).__name__, _e)
[a, b] = "xy"
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
*a, = [1, 2]
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
a = b = []
a.append(1)
try: print(b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
a, b = 1, 2
a, b = b, a
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
for i, (p, *q) in enumerate([(1, 2, 3), (4,)]): print(i, p, q)
print(*[1, 2], *(3,), sep="-", end="!\n")
try: print({**{"a": 1}, "b": 2, **{"a": 3}})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([*range(2), *"ab"])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((*[1], 2))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print({*[1, 1], 2})
except Exception as _e: print('EXC', type(_e).__name__, _e)
l = list(range(10))
del l[::2]
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
l[1:3] = []
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
l[::2] = ["a", "b"]
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
l[len(l):] = [7]
l[:0] = [0]
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
l *= 2
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(l.count(7))
except Exception as _e: print('EXC', type(_e).__name__, _e)
l.sort(key=str)
try: print(l)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: l[::2] = [1]
except ValueError as e: print(e)
d = {"b": 1, "a": 2}
d["c"] = 3
del d["b"]
d["b"] = 4
try: print(d)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(d))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(d.pop("zz", None))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(d.popitem())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(d.setdefault("q", []))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted(d.items(), key=lambda kv: str(kv[1])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(d | {"z": 1})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(dict(zip("ab", [1, 2])))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(dict.fromkeys("ab", 0))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(d.get("nope"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print("a" in d)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(d.values()))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(len(d))
except Exception as _e: print('EXC', type(_e).__name__, _e)
s = {3, 1}
s |= {5}
s -= {1}
try: print(sorted(s))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(s & {3})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(s ^ {3, 9} == {5, 9})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(s <= {3, 5, 7})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(s.isdisjoint({0}))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(frozenset([1]) | {2} == {1, 2})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print({1} < {1, 2})
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(s.symmetric_difference([3]) == {5})
except Exception as _e: print('EXC', type(_e).__name__, _e)
s.symmetric_difference_update([5, 6])
try: print(sorted(s))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted([("b", 1), ("a", 1), ("c", 0)], key=lambda t: t[1]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted([3, 1, 2], key=lambda x: -x))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(sorted({"b": 1, "a": 2}))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([1, 2] < [1, 3])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((1, "a") < (1, "b"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([1] == (1,))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print([[1, 2], [0]] > [[1]])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(map(list, zip(*[[1, 2], [3, 4]]))))
except Exception as _e: print('EXC', type(_e).__name__, _e)
#> [1, 2, 3]
#> [1, 2]
#> [5, 7, 9]
#> ['b', 'd', 'f']
#> [('a', 1), ('a', 2), ('b', 1), ('b', 2)]
#> [(0, 0), (0, 1), (1, 0), (1, 1)]
#> [('a', 'b'), ('a', 'c'), ('b', 'a'), ('b', 'c'), ('c', 'a'), ('c', 'b')]
#> [('a', 'b'), ('a', 'c'), ('a', 'd'), ('b', 'c'), ('b', 'd'), ('c', 'd')]
#> [('a', 'a'), ('a', 'b'), ('b', 'b')]
#> [1, 3, 6]
#> [10, 10, 20, 60]
#> [(1, 2), (0, 3)]
#> [8, 9]
#> [1, 2]
#> [3, 1]
#> [0, 2, 4]
#> [('a', ['a', 'a']), ('b', ['b', 'b']), ('c', ['c']), ('a', ['a'])]
#> ['a', 'c']
#> [(1, 2), (2, 3)]
#> [1, 1, 1]
#> ['a', 'b', 'a', 'b', 'a']
#> [[1, 2], [1, 2]]
#> {2: ['al'], 3: ['bob', 'cat'], 5: ['apple']}
#> [(1, 3, 5)]
#> [(1, 'a'), (2, 'b')]
#> [4, 6]
#> [1, 2]
#> [2, 1]
#> [3, 2, 1]
#> ['A', 'b']
#> 1
#> a
#> 0
#> 3.5
#> [1, 2]
#> True
#> True
#> [10, 7, 4, 1]
#> d
#> []
#> zip() argument 2 is longer than argument 1
#> 6
#> ('a', 'c')
#> 5
#> A
#> 3
#> True
#> False
#> False
#> -3
#> [1, 2]
#> 3
#> 0
#> 5
#> True
#> 2
#> 1
#> 1
#> 4
#> -4
#> 1
#> range(0, 20, 3)
#> 6
#> 18
#> 7
#> True
#> False
#> range(3, 9, 3)
#> 3
#> 1
#> [18, 15, 12, 9, 6, 3, 0]
#> True
#> True
#> True
#> [1, 3]
#> {0: 0, 1: 1, 2: 4}
#> {0, 1}
#> [(1, 0)]
#> [[], [0], [0, 1]]
#> ['a', 'b']
#> [5, 25]
#> [-1, 1]
#> outer
#> [0, 1, 2]
#> [2, 2, 2]
#> [0, 1, 2]
#> 0
#> [1, 2, 3]
#> 4
#> 1
#> 2
#> 3
#> x
#> y
#> [1, 2]
#> [1]
#> 2
#> 1
#> 0 1 [2, 3]
#> 1 4 []
#> 1-2-3!
#> {'a': 3, 'b': 2}
#> [0, 1, 'a', 'b']
#> (1, 2)
#> {1, 2}
#> [1, 3, 5, 7, 9]
#> [1, 7, 9]
#> ['a', 7, 'b']
#> [0, 'a', 7, 'b', 7]
#> [0, 'a', 7, 'b', 7, 0, 'a', 7, 'b', 7]
#> 4
#> [0, 0, 7, 7, 7, 7, 'a', 'a', 'b', 'b']
#> attempt to assign sequence of size 1 to extended slice of size 5
#> {'a': 2, 'c': 3, 'b': 4}
#> ['a', 'c', 'b']
#> None
#> ('b', 4)
#> []
#> [('a', 2), ('c', 3), ('q', [])]
#> {'a': 2, 'c': 3, 'q': [], 'z': 1}
#> {'a': 1, 'b': 2}
#> {'a': 0, 'b': 0}
#> None
#> True
#> [2, 3, []]
#> 3
#> [3, 5]
#> {3}
#> True
#> True
#> True
#> True
#> True
#> True
#> [3, 6]
#> [('c', 0), ('b', 1), ('a', 1)]
#> [3, 2, 1]
#> ['a', 'b']
#> True
#> True
#> False
#> True
#> [[1, 3], [2, 4]]
