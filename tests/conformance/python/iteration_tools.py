### infinite_iterators
# source: Library reference, itertools
import itertools as it
print(list(it.islice(it.count(5, 2), 3)), list(it.islice(it.cycle("ab"), 5)), list(it.repeat(7, 2)), list(it.islice(it.count(0.5, 0.25), 2)), next(it.repeat("x")))
#> [5, 7, 9] ['a', 'b', 'a', 'b', 'a'] [7, 7] [0.5, 0.75] x
### combinatorics
# source: Library reference, itertools
from itertools import product, permutations, combinations, combinations_with_replacement
print(list(product("ab", [1, 2])), len(list(product(range(2), repeat=3))), list(product()))
print(["".join(p) for p in permutations("abc")], list(permutations([1, 2], 1)), list(combinations("abcd", 2))[-1], list(combinations_with_replacement("ab", 2)), list(combinations([1], 2)))
#> [('a', 1), ('a', 2), ('b', 1), ('b', 2)] 8 [()]
#> ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'] [(1,), (2,)] ('c', 'd') [('a', 'a'), ('a', 'b'), ('b', 'b')] []
### functools_wraps
# source: Library reference, functools
from functools import wraps, update_wrapper
def loud(f):
    @wraps(f)
    def inner(*a, **k):
        "inner doc"
        return f(*a, **k).upper()
    return inner
@loud
def greet(name):
    "Greets."
    return "hi " + name
print(greet("bob"), greet.__name__, greet.__doc__, greet.__wrapped__("x"))
#> HI BOB greet Greets. hi x
### cmp_to_key
# source: Library reference, functools
from functools import cmp_to_key
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
#> [3, 2, 1]
### iter_with_sentinel
# source: Built-in functions, iter
values = iter([3, 2, 1, 0, 5])
print(list(iter(lambda: next(values), 0)), next(values))
#> [3, 2, 1] 5
### iterators_are_exhausted
# source: Python glossary
m = map(str, [1, 2])
print(list(m), list(m), 2 in iter([1, 2, 3]), next(iter([]), None))
z = zip([1, 2, 3], [4, 5, 6])
print(next(z), list(z))
#> ['1', '2'] [] True None
#> (1, 4) [(2, 5), (3, 6)]
### itertools_batching_recipe
# source: Library reference, itertools recipes
from itertools import islice
def batched(iterable, n):
    it = iter(iterable)
    while batch := tuple(islice(it, n)):
        yield batch
print(list(batched("ABCDEFG", 3)))
#> [('A', 'B', 'C'), ('D', 'E', 'F'), ('G',)]
### chains_and_slices
# source: Library reference, itertools
from itertools import chain, islice, takewhile, dropwhile, filterfalse, starmap, compress
print(list(chain([1], (2, 3), "a")), list(chain.from_iterable([[1], [2, 3]])), list(islice(range(10), 2, 8, 3)), list(islice("abc", 2)), list(islice("abcd", 1, None)))
print(list(takewhile(lambda x: x < 3, range(9))), list(dropwhile(lambda x: x < 7, range(9))), list(filterfalse(lambda x: x % 2, range(5))), list(starmap(pow, [(2, 3), (3, 2)])), list(compress("abcd", [1, 0, 1, 0])))
#> [1, 2, 3, 'a'] [1, 2, 3] [2, 5] ['a', 'b'] ['b', 'c', 'd']
#> [0, 1, 2] [7, 8] [0, 2, 4] [8, 9] ['a', 'c']
### grouping
# source: Library reference, itertools
from itertools import groupby
print([(k, "".join(g)) for k, g in groupby("aaabbca")])
print([(k, list(g)) for k, g in groupby(range(6), key=lambda x: x // 2)])
for k, g in groupby([("a", 1), ("a", 2), ("b", 3)], key=lambda t: t[0]):
    print(k, [x for _, x in g])
print([k for k, g in groupby("AAB")])
#> [('a', 'aaa'), ('b', 'bb'), ('c', 'c'), ('a', 'a')]
#> [(0, [0, 1]), (1, [2, 3]), (2, [4, 5])]
#> a [1, 2]
#> b [3]
#> ['A', 'B']
### accumulate_pairwise_zip_longest
# source: Library reference, itertools
from itertools import accumulate, pairwise, zip_longest, tee
import operator
print(list(accumulate([1, 2, 3])), list(accumulate([3, 1, 4, 1], max)), list(accumulate([1, 2, 3], operator.mul, initial=10)), list(pairwise("abcd")), list(zip_longest("abc", [1], fillvalue="-")))
a, b = tee([1, 2, 3])
print(next(a), next(a), list(b), list(a))
a, b, c = tee("xy", 3)
print(list(a), list(b), list(c))
#> [1, 3, 6] [3, 3, 4, 4] [10, 10, 20, 60] [('a', 'b'), ('b', 'c'), ('c', 'd')] [('a', 1), ('b', '-'), ('c', '-')]
#> 1 2 [1, 2, 3] [3]
#> ['x', 'y'] ['x', 'y'] ['x', 'y']
### heapq_and_bisect
# source: Library reference, heapq and bisect
import heapq, bisect
h = [5, 1, 4]
heapq.heapify(h); heapq.heappush(h, 2)
print(heapq.heappop(h), heapq.heappop(h), heapq.nsmallest(2, [3, 1, 2]), heapq.nlargest(2, [3, 1, 2]), heapq.heappushpop(h, 0), heapq.heapreplace(h, 9), h)
print(bisect.bisect([1, 3, 3, 5], 3), bisect.bisect_left([1, 3, 3, 5], 3), bisect.bisect_right([1, 3], 2))
l = [1, 4]; bisect.insort(l, 3); print(l)
#> 1 2 [1, 2] [3, 2] 0 4 [5, 9]
#> 3 1 1
#> [1, 3, 4]
