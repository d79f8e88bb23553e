### iterators_have_classes_of_their_own
# source: CPython 3.11
import itertools
for it in [iter([]), iter(()), iter(""), iter(b""), iter(bytearray()), iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(range(2)), reversed([]), reversed(()), reversed({}), enumerate([]), zip(), map(len, []), filter(None, []), iter(int, 1), itertools.count(), itertools.chain([])]:
    print(type(it).__name__, end=" ")
print()
print(itertools.count(1, 2), itertools.count(3), itertools.repeat("x", 2), itertools.repeat(None))
print(isinstance(enumerate("a"), enumerate), issubclass(zip, object), map.__name__)
#> list_iterator tuple_iterator str_ascii_iterator bytes_iterator bytearray_iterator dict_keyiterator dict_valueiterator dict_itemiterator set_iterator range_iterator list_reverseiterator reversed dict_reversekeyiterator enumerate zip map filter callable_iterator count chain 
#> count(1, 2) count(3) repeat('x', 2) repeat(None)
#> True True map
### iterators_are_copied_where_they_stand
# source: CPython 3.11
import copy, itertools, pickle
def both(it):
    next(it)
    again = copy.copy(it) if not isinstance(it, (map, filter, zip, enumerate)) else copy.deepcopy(it)
    stored = pickle.loads(pickle.dumps(again))
    print(type(again).__name__, list(itertools.islice(stored, 3)))
both(iter([1, 2, 3]))
both(iter("abc"))
both(iter(range(5, 0, -2)))
both(iter({"k": 1, "l": 2}))
both(reversed([1, 2, 3]))
both(enumerate("abc", 7))
both(map(str, [1, 2, 3]))
both(filter(None, [1, 0, 2]))
both(zip("ab", [1, 2]))
both(itertools.count(5, 5))
both(itertools.cycle("ab"))
both(itertools.permutations([1, 2, 3], 2))
both(itertools.accumulate([1, 2, 3]))
both(itertools.takewhile(bool, [1, 2, 0, 3]))
both(itertools.chain("ab", "cd"))
both(itertools.zip_longest("ab", "c", fillvalue="-"))
both(itertools.islice(range(10), 2, None, 3))
#> list_iterator [2, 3]
#> str_ascii_iterator ['b', 'c']
#> range_iterator [3, 1]
#> list_iterator ['l']
#> list_reverseiterator [2, 1]
#> enumerate [(8, 'b'), (9, 'c')]
#> map ['2', '3']
#> filter [2]
#> zip [('b', 2)]
#> count [10, 15, 20]
#> cycle ['b', 'a', 'b']
#> permutations [(1, 3), (2, 1), (2, 3)]
#> accumulate [3, 6]
#> takewhile [2]
#> chain ['b', 'c', 'd']
#> zip_longest [('b', '-')]
#> islice [5, 8]
### iterators_are_asked_and_set
# source: CPython 3.11
import operator
it = iter([1, 2, 3, 4])
next(it)
print(it.__length_hint__(), operator.length_hint(iter({1, 2})), operator.length_hint(map(str, [1]), 9))
it.__setstate__(3); print(list(it)); it.__setstate__(0); print(list(it))
for name in ("__iter__", "__next__", "__reduce__"):
    print(hasattr(iter(()), name), end=" ")
print(iter([5]).__reduce__()[1:], reversed([5, 6]).__reduce__()[2])
#> 3 2 9
#> [4]
#> []
#> True True True (([5],), 0) 1
### classes_derive_from_iterators
# source: CPython 3.11
import functools, itertools
class Numbered(enumerate):
    def tagged(self): return [(i, x, "t") for i, x in self]
class Twice(map):
    def __init__(self, *args): self.note = "made"
print(Numbered("ab", 1).tagged(), isinstance(Numbered(""), enumerate))
t = Twice(lambda x: 2 * x, [1, 2]); print(list(t), t.note)
class Plus(functools.partial):
    pass
p = Plus(max, 3); p.label = "three"
print(p(1), p.label, p.func is max, p.args, p.keywords, type(p).__name__)
q = functools.partial(int, base=2); q.keywords["base"] = 8
print(q("17"), q)
q.note = 1; print(q.__dict__, functools.partial(q, "21")())
#> [(1, 'a', 't'), (2, 'b', 't')] True
#> [2, 4] made
#> 3 three True (3,) {} Plus
#> 15 functools.partial(<class 'int'>, base=8)
#> {'note': 1} 17
### changes_under_an_iterator
# source: CPython 3.11
d = {"a": 1}
try:
    for key in d:
        d[key + "x"] = 2
except RuntimeError as error:
    print(error)
numbers = [1, 2]
it = iter(numbers)
print(list(it)); numbers.append(3); print(list(it))
import itertools
for made in (itertools.combinations("abc", 2), itertools.permutations("ab"), itertools.product("a", "b"), itertools.combinations_with_replacement("a", 0)):
    print(len(list(made)), list(made), list(made))
calls = iter(iter([1, 2, 3]).__next__, 2)
print(list(calls), list(calls))
import collections
queue = collections.deque("ab")
try:
    for x in queue: queue.append(x)
except RuntimeError as error: print(error)
#> dictionary changed size during iteration
#> [1, 2]
#> []
#> 3 [] []
#> 2 [] []
#> 1 [] []
#> 1 [] []
#> [1] []
#> deque mutated during iteration
### identity_of_texts_of_derived_classes
# source: CPython 3.11
class Text(str): pass
class Whole(int): pass
a = Text("abc")
print(a == "abc", a is "".join("abc"), a.lower() is a, type(a.lower()).__name__, Whole(3) is 3)
t = (1, 2); s = "xy"; b = b"z"
print(t * 1 is t, s * 1 is s, b * 1 is b)
#> True False False str False
#> True True True
