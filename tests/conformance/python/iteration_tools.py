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
