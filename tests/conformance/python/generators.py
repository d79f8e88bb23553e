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
