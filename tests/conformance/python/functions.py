### closures_share_a_cell
# source: Python reference, 4.2.2 Resolution of names
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    def read():
        return n
    return step, read
step, read = counter()
step(); step(5)
print(read(), step(-1), read())
other, _ = counter()
print(other(), read())
#> 6 5 5
#> 1 5
### late_binding_in_loops
# source: Python FAQ, Why do lambdas defined in a loop all return the same result
fs = [lambda: i for i in range(3)]
gs = [lambda i=i: i for i in range(3)]
print([f() for f in fs], [g() for g in gs])
#> [2, 2, 2] [0, 1, 2]
### nonlocal_through_two_levels
# source: Python reference, 7.13 nonlocal
def outer():
    x = "outer"
    def middle():
        def inner():
            nonlocal x
            x = "inner"
        inner()
    middle()
    return x
print(outer())
#> inner
### global_statement
# source: Python reference, 7.12 global
count = 0
def bump():
    global count, fresh
    count += 1
    fresh = count * 10
bump(); bump()
print(count, fresh)
#> 2 20
### defaults_are_evaluated_once
# source: Python reference, 8.7 Function definitions
def add(x, to=[]):
    to.append(x)
    return to
print(add(1), add(2), add(3, []), add(4))
#> [1, 2, 4] [1, 2, 4] [3] [1, 2, 4]
### parameter_kinds
# source: Python reference, 8.7 Function definitions
def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw
print(f(1, d=4))
print(f(1, 20, 30, 40, 50, d=60, z=1, y=2))
print(f(1, d=0, **{"a": "kw", "b": "kw too"}))
#> (1, 2, 3, (), 4, 5, {})
#> (1, 20, 30, (40, 50), 60, 5, {'z': 1, 'y': 2})
#> (1, 2, 3, (), 0, 5, {'a': 'kw', 'b': 'kw too'})
### calls_spread_arguments
# source: Python reference, 6.3.4 Calls
def f(*args, **kw):
    return args, kw
print(f(*[1, 2], *(3,), *"ab", x=1, **{"y": 2}, **dict(z=3)))
print(f(*range(2), 9, *[]))
#> ((1, 2, 3, 'a', 'b'), {'x': 1, 'y': 2, 'z': 3})
#> ((0, 1, 9), {})
### missing_argument_message
# source: CPython's messages
def f(a, b, *, c): pass
for call in (lambda: f(1), lambda: f(1, 2), lambda: f(1, 2, 3, c=4), lambda: f(1, 2, c=3, d=4), lambda: f(), lambda: f(1, b=2, a=3, c=1)):
    try:
        call()
    except TypeError as e:
        print(e)
#> f() missing 1 required positional argument: 'b'
#> f() missing 1 required keyword-only argument: 'c'
#> f() takes 2 positional arguments but 3 positional arguments (and 1 keyword-only argument) were given
#> f() got an unexpected keyword argument 'd'
#> f() missing 2 required positional arguments: 'a' and 'b'
#> f() got multiple values for argument 'a'
### lambda_forms
# source: Python reference, 6.14 Lambdas
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, z=3))
print((lambda x: (lambda y: x + y))(1)(2))
print((lambda: None)())
#> ((1, 2), 1, {'z': 3})
#> 3
#> None
### decorators_run_bottom_up
# source: Python reference, 8.7 Function definitions
def tag(name):
    print("make", name)
    def wrap(f):
        print("apply", name)
        return lambda *a: f"<{name}>{f(*a)}</{name}>"
    return wrap
@tag("b")
@tag("i")
def text(x):
    return x
print(text("hi"))
#> make b
#> make i
#> apply i
#> apply b
#> <b><i>hi</i></b>
### decorator_expressions
# source: PEP 614
table = {"x": [lambda f: lambda: f() + 1]}
@table["x"][0]
def one(): return 1
@(lambda f: lambda: f() * 10)
def two(): return 2
print(one(), two())
#> 2 20
### recursion_with_memory
# source: Python reference
def fib(n, known={0: 0, 1: 1}):
    if n not in known:
        known[n] = fib(n - 1) + fib(n - 2)
    return known[n]
print(fib(80))
#> 23416728348467685
### star_only_keyword
# source: PEP 3102
def f(*, scale, bias=0):
    return scale, bias
print(f(scale=2), f(bias=1, scale=3))
try:
    f(1)
except TypeError as e:
    print(e)
#> (2, 0) (3, 1)
#> f() takes 0 positional arguments but 1 was given
### nested_function_defaults_see_enclosing
# source: Python reference
def make():
    fs = {}
    for name, k in [("a", 1), ("b", 2)]:
        def f(x, k=k):
            return x * k
        fs[name] = f
    return fs
m = make()
print(m["a"](10), m["b"](10))
#> 10 20
### unbound_local
# source: CPython's messages
def f():
    print(x)
    x = 1
try:
    f()
except UnboundLocalError as e:
    print(e)
def g():
    def h():
        return y
    r = h()
    y = 1
try:
    g()
except NameError as e:
    print(type(e).__name__, e)
#> cannot access local variable 'x' where it is not associated with a value
#> NameError cannot access free variable 'y' where it is not associated with a value in enclosing scope
### del_name
# source: Python reference, 7.5 del
x = 1
del x
try:
    x
except NameError as e:
    print(e)
d = {"a": 1, "b": 2}
l = list(range(6))
del d["a"], l[1], l[::2]
print(d, l)
#> name 'x' is not defined
#> {'b': 2} [2, 4]
### callable_instances
# source: Python reference, 3.3.6
class Adder:
    def __init__(self, n): self.n = n
    def __call__(self, *xs): return self.n + sum(xs)
a = Adder(3)
print(a(1, 2), callable(a), callable(3), list(map(a, [1, 2])))
#> 6 True False [4, 5]
### return_in_finally_wins
# source: Python reference, 8.4.4
def f():
    try:
        return "try"
    finally:
        return "finally"
def g():
    for i in range(3):
        try:
            continue
        finally:
            print("clean", i)
    return "done"
print(f(), g())
#> clean 0
#> clean 1
#> clean 2
#> finally done
### slices_of_ranges
# source: CPython 3.11
for r in (range(10), range(8, 30, 3), range(6, 24, -4), range(20, -5, -4), range(0)):
    print(r[::3], r[:9:3], r[-4:-2:-2], r[3:-1:2], r[0:0:2], r[::-1], r[5:2], r[100:200:7], r[2:8:3])
print([slice(*a).indices(n) for a in ((7, -3, None), (-3, 3, -2), (None, None, -1), (5, 2, None), (1, 100, 7)) for n in (0, 2, 10)])
try: slice(1).indices(-1)
except ValueError as e: print(e)
#> range(0, 10, 3) range(0, 9, 3) range(6, 8, -2) range(3, 9, 2) range(0, 0, 2) range(9, -1, -1) range(5, 2) range(10, 10, 7) range(2, 8, 3)
#> range(8, 32, 9) range(8, 32, 9) range(20, 26, -6) range(17, 29, 6) range(8, 8, 6) range(29, 5, -3) range(23, 14, 3) range(32, 32, 21) range(14, 32, 9)
#> range(6, 6, -12) range(6, 6, -12) range(10, 10, 8) range(6, 6, -8) range(6, 6, -8) range(10, 10, 4) range(6, 6, -4) range(6, 6, -28) range(6, 6, -12)
#> range(20, -8, -12) range(20, -8, -12) range(8, 0, 8) range(8, -4, -8) range(20, 20, -8) range(-4, 24, 4) range(0, 12, -4) range(-8, -8, -28) range(12, -8, -12)
#> range(0, 0, 3) range(0, 0, 3) range(-1, -1, -2) range(0, 0, 2) range(0, 0, 2) range(-1, -1, -1) range(0, 0) range(0, 0, 7) range(0, 0, 3)
#> [(0, 0, 1), (2, 0, 1), (7, 7, 1), (-1, -1, -2), (-1, 1, -2), (7, 3, -2), (-1, -1, -1), (1, -1, -1), (9, -1, -1), (0, 0, 1), (2, 2, 1), (5, 2, 1), (0, 0, 7), (1, 2, 7), (1, 10, 7)]
#> length should not be negative
### names_of_lambdas
# source: CPython 3.11
def outer(): return lambda a, *, b: a
for f in (outer(), lambda: 0):
    for arguments in ((1,), (), (1, 2)):
        try: f(*arguments)
        except TypeError as e: print(e)
print(outer().__qualname__, (lambda: 0).__qualname__)
#> outer.<locals>.<lambda>() missing 1 required keyword-only argument: 'b'
#> outer.<locals>.<lambda>() missing 1 required positional argument: 'a'
#> outer.<locals>.<lambda>() takes 1 positional argument but 2 were given
#> <lambda>() takes 0 positional arguments but 1 was given
#> <lambda>() takes 0 positional arguments but 2 were given
#> outer.<locals>.<lambda> <lambda>
### which_error_of_arguments_comes_first
# source: CPython 3.11's output
def show(call):
    try: print(call())
    except TypeError as error: print(error)
def f(a, b, *, c): return 1
def g(a, /, b): return 1
show(lambda: f(1, 2, 3, d=4))
show(lambda: f(1, d=4))
show(lambda: f(1, 2, 3))
show(lambda: f(1, 2, 3, c=1))
show(lambda: f(1, 2, 3, 4, a=1))
show(lambda: g(1, 2, 3, x=1))
show(lambda: g(a=1, b=2))
#> f() got an unexpected keyword argument 'd'
#> f() got an unexpected keyword argument 'd'
#> f() takes 2 positional arguments but 3 were given
#> f() takes 2 positional arguments but 3 positional arguments (and 1 keyword-only argument) were given
#> f() got multiple values for argument 'a'
#> g() got an unexpected keyword argument 'x'
#> g() got some positional-only arguments passed as keyword arguments: 'a'
