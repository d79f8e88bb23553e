### send_values
# source: Python reference, 6.2.9.1
def averager():
    total, n, mean = 0, 0, None
    while True:
        x = yield mean
        total += x
        n += 1
        mean = total / n
a = averager()
next(a)
print(a.send(10), a.send(20), a.send(6))
#> 10.0 15.0 12.0
### yield_from_delegates
# source: PEP 380
def inner():
    got = yield "inner"
    print("inner got", got)
    return "inner result"
def outer():
    r = yield from inner()
    print("outer got", r)
    yield from [1, 2]
    yield from range(2)
it = outer()
print(next(it), it.send("hello"), list(it))
#> inner got hello
#> outer got inner result
#> inner 1 [2, 0, 1]
### throw_into_generator
# source: Python reference, 6.2.9.1
def g():
    while True:
        try:
            yield "ready"
        except ValueError as e:
            print("caught", e)
            yield "handled"
it = g()
print(next(it), it.throw(ValueError("v")), next(it))
try:
    it.throw(KeyError("k"))
except KeyError as e:
    print("out", e)
print(list(it))
#> caught v
#> ready handled ready
#> out 'k'
#> []
### close_runs_finally
# source: Python reference, 6.2.9.1
def g():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("exit")
        raise
    finally:
        print("clean")
it = g()
next(it)
it.close()
print(list(it))
it.close()
#> exit
#> clean
#> []
### generator_expressions_are_lazy
# source: Python reference, 6.2.8
def noisy(x):
    print("make", x)
    return x * x
g = (noisy(x) for x in range(3) if x != 1)
print("made")
print(next(g))
print(sum(g))
#> made
#> make 0
#> 0
#> make 2
#> 4
### generator_pipeline
# source: Python reference
def numbers():
    n = 0
    while True:
        yield n
        n += 1
def take(n, it):
    for _, x in zip(range(n), it):
        yield x
def squares(it):
    for x in it:
        yield x * x
print(list(take(5, squares(numbers()))))
#> [0, 1, 4, 9, 16]
### recursive_generator
# source: PEP 380
def walk(tree):
    if isinstance(tree, list):
        for t in tree:
            yield from walk(t)
    else:
        yield tree
print(list(walk([1, [2, [3, 4]], [[5]]])))
#> [1, 2, 3, 4, 5]
### yield_tuple_and_star
# source: Python reference
def g():
    yield 1, 2
    a, *b = yield
    yield a, b
it = g()
print(next(it)); next(it)
print(it.send("xyz"))
#> (1, 2)
#> ('x', ['y', 'z'])
### yield_inside_expressions
# source: Python reference, 6.2.9
def g():
    x = (yield 1) + (yield 2)
    print("x", x)
    print("got", (yield 3), (yield 4))
    return [(yield 5), (yield 6)]
it = g()
print(next(it), it.send(10), it.send(20), it.send("a"), it.send("b"), it.send("c"))
try:
    it.send("d")
except StopIteration as e:
    print(e.value)
#> x 30
#> got a b
#> 1 2 3 4 5 6
#> ['c', 'd']
### yield_in_conditions
# source: Python reference, 6.2.9
def g():
    while (yield "more?"):
        print("again")
    if (yield "if?"):
        print("then")
    else:
        print("else")
    for x in (yield "items?"):
        print("item", x)
    return "end"
it = g()
print(next(it), it.send(1), it.send(1), it.send(0), it.send(False))
try:
    it.send([7, 8])
except StopIteration as e:
    print(e.value)
#> again
#> again
#> else
#> more? more? more? if? items?
#> item 7
#> item 8
#> end
### yield_as_argument_and_in_calls
# source: Python reference, 6.2.9
def f(*a, **k):
    return a, k
def g():
    r = f((yield "a"), 1, k=(yield "b"))
    yield r
it = g()
next(it); it.send("A")
print(it.send("B"))
#> (('A', 1), {'k': 'B'})
### yield_in_comprehension_source
# source: Python reference
def g():
    xs = [x + 1 for x in (yield "list?")]
    yield xs
it = g()
next(it)
print(it.send([1, 2]))
#> [2, 3]
### generator_attributes
# source: CPython
def g():
    yield
it = g()
print(type(it).__name__, iter(it) is it, hasattr(it, "send"), it.__name__)
#> generator True True g
### stop_iteration_inside_generator
# source: PEP 479
def g():
    yield 1
    next(iter([]))
it = g()
next(it)
try:
    next(it)
except RuntimeError as e:
    print(e)
#> generator raised StopIteration
### generator_conditional_yield
# source: Python reference
def g(n):
    for i in range(n):
        if i % 2:
            x = yield i
            if x:
                yield x
        else:
            with_value = (yield) if i == 2 else None
            print(i, with_value)
it = g(4)
print(next(it))
print(it.send("sent"))
print(next(it))
print(list(it))
#> 0 None
#> 1
#> sent
#> None
#> 2 None
#> [3]
### yield_augmented
# source: Python reference
def g():
    total = 1
    d = {"k": 10}
    total += yield total
    d["k"] -= yield total
    return d
it = g()
print(next(it), it.send(5))
try:
    it.send(4)
except StopIteration as e:
    print(e.value)
#> 1 6
#> {'k': 6}
### yield_in_boolean_and_lambda
# source: Python reference
def g():
    r = (yield "a") and (yield "b") or (yield "c")
    yield r
it = g()
print(next(it), it.send(0), it.send("C"))
it = g()
print(next(it), it.send(1), it.send("B"))
#> a c C
#> a b B
### yield_with_return_and_raise
# source: Python reference
def g():
    try:
        raise (yield "error?")
    except ValueError as e:
        return (yield f"got {e}")
it = g()
print(next(it), it.send(ValueError("bad")))
try:
    it.send("last")
except StopIteration as e:
    print(e.value)
#> error? got bad
#> last
### yield_as_with_item
# source: Python reference
from contextlib import contextmanager
@contextmanager
def cm(x):
    print("in", x)
    yield x
    print("out", x)
def g():
    with cm((yield "which?")) as v:
        yield v
it = g()
next(it)
print(it.send(3))
print(list(it))
#> in 3
#> 3
#> out 3
#> []
### yield_in_fstring_and_subscript
# source: Python reference
def g():
    d = {"a": 1}
    print(f"<{(yield 'f')}>")
    yield d[(yield "key")]
it = g()
next(it)
print(it.send("text"), it.send("a"))
#> <text>
#> key 1
### assert_with_yield
# source: Python reference
def g():
    assert (yield 1) == 2, (yield 3)
    yield "fine"
it = g(); next(it)
print(it.send(2))
it = g(); next(it)
print(it.send(0))
try:
    it.send("message")
except AssertionError as e:
    print("failed", e)
#> fine
#> 3
#> failed message

### tuples_of_generators_that_a_loop_takes_apart
# source: CPython: each `yield a, b` is a tuple of its own
kept = []
def pairs(n):
    for i in range(n):
        yield i, i * i
        kept.append(i)
g = pairs(7)
seen = []
for a, b in g:
    other = next(g, None)
    seen.append((a, b, other))
    kept.append(other)
print(seen, kept)

class Place:
    def __init__(self, generator):
        self.generator, self.taken = generator, []
    def __setitem__(self, key, value):
        self.taken.append((value, next(self.generator, None)))

def mixed():
    stored = ("stored", "tuple")
    yield stored
    yield 1, 2
    yield stored
    yield 3, 4
    yield 5, 6
    yield 7, 8
    print(stored)
p = Place(mixed())
for p[0], y in p.generator:
    print(y, p.taken)

def outer():
    yield 1, 2
    yield from [("a", "b"), ("c", "d")]
    yield from pairs(2)
    yield 3, 4
    yield 5, (6, 7)
whole = [item for item in outer()]
print([(y, x) for x, y in outer()], whole)
for x, (y, *z) in (("p", pair) for pair in [(1, 2)]):
    print(x, y, z)

def failing(n):
    for i in range(n):
        yield i, 10 // (2 - i)
try:
    for a, b in failing(4):
        print(a, b)
except ZeroDivisionError as e:
    print(a, b, e)
def counting():
    count = 0
    while True:
        count += 1
        yield count, [count]
lists = []
for n, held in counting():
    lists.append(held)
    if n == 3:
        break
print(lists, [k for k, (m, *_) in zip("xy", pairs(5))])
#> [(0, 0, (1, 1)), (2, 4, (3, 9)), (4, 16, (5, 25)), (6, 36, None)] [0, (1, 1), 1, 2, (3, 9), 3, 4, (5, 25), 5, 6, None]
#> tuple [('stored', (1, 2))]
#> tuple [('stored', (1, 2)), ('stored', (3, 4))]
#> 6 [('stored', (1, 2)), ('stored', (3, 4)), (5, (7, 8))]
#> ('stored', 'tuple')
#> [(2, 1), ('b', 'a'), ('d', 'c'), (0, 0), (1, 1), (4, 3), ((6, 7), 5)] [(1, 2), ('a', 'b'), ('c', 'd'), (0, 0), (1, 1), (3, 4), (5, (6, 7))]
#> p 1 [2]
#> 0 5
#> 1 10
#> 1 10 integer division or modulo by zero
#> [[1], [2], [3]] ['x', 'y']
