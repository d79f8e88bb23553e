### closures_parameters_eval
# source: CPython 3.11
x = 10
def outer():
    x = 1
    def inner():
        nonlocal x
        x += 1
        def innermost():
            global x
            x = 99
            return x
        innermost()
        return x
    return inner(), x
print(outer(), x)
def counter():
    n = 0
    def inc(by=1):
        nonlocal n; n += by; return n
    return inc
c = counter(); c(); c(5); print(c())
def f(a, b=2, *args, c, d=4, **kw): return (a, b, args, c, d, kw)
print(f(1, c=3), f(1, 2, 3, 4, c=5, e=6), f(*[1, 2], **{"c": 3}))
def g(a, /, b, *, c): return a, b, c
print(g(1, 2, c=3), g(1, b=2, c=3))
for bad in ("g(1,2,3)", "g(a=1,b=2,c=3)", "g(1)", "f()", "g(1,2,c=3,d=4)", "f(1, a=2, c=3)"):
    try: eval(bad)
    except TypeError as e: print(e)
def mut(a, l=[]): l.append(a); return l
print(mut(1), mut(2), mut(3, []))
print((lambda *a, **k: (a, k))(1, x=2), (lambda x, y=3: x + y)(1))
def deco(n):
    def d(f):
        def w(*a): return f(*a) * n
        return w
    return d
@deco(3)
@deco(2)
def h(x): return x
print(h(1))
class A:
    y = 5
    z = [i for i in range(y)]
    def m(self): return self.y
    m2 = lambda self: self.y * 2
print(A.z, A().m(), A().m2())
def late():
    if False: v = 1
    try: print(v)
    except UnboundLocalError as e: print(e)
late()
print([i * j for i in range(3) for j in range(i, 3) if i != j], {k: v for k, v in zip("ab", [1, 2])})
def gen(n):
    i = 0
    while i < n:
        r = yield i
        if r: i = r
        else: i += 1
g2 = gen(10); print(next(g2), g2.send(5), next(g2), list(g2))
if (n := len("abc")) > 2: print(n)
print([y2 := 1, y2 + 1], any((w := v) > 2 for v in [1, 3, 5]), w)
a = b = c3 = 0; a += 1; print(a, b, c3)
print(1 < 2 < 3 != 4, 1 == 1.0 == True, not (1 > 2 or 3 < 2), "x" if 0 else "y", 5 if [] else 6)
def annotated(x: int, y: "str" = "a") -> list[int]: ...
print(annotated.__annotations__, annotated.__defaults__, annotated.__name__, annotated.__doc__)
def doc():
    """The doc."""
print(doc.__doc__, doc.__qualname__, A.m.__qualname__, outer.__code__.co_argcount, f.__kwdefaults__)
del a
try: a
except NameError as e: print(e)
import sys
print(sys.argv[1:], sys.maxsize, __name__)
globals()["dyn"] = 7; print(dyn); exec("zz = 5"); print(zz, eval("zz * 2 + x"), eval("[i for i in range(3)]"), eval("q + 1", {"q": 4}), eval("a1 + b1", {}, {"a1": 1, "b1": 2}))
def loc():
    p, q = 1, 2
    return eval("p + q"), sorted(locals())
print(loc())
for bad in ("1 +", "x y", "def f(): pass", ""):
    try: eval(bad)
    except SyntaxError as e: print("SyntaxError")
while True:
    try: break
    finally: print("brk")
for i in range(2): pass
else: print("done", i)
i = 5
while i: 
    i -= 1
    if i == 2: break
else: print("never")
print(i, *(j for j in range(2)), sep=" ", end="\n", flush=True)
class Meta:
    def __enter__(s): return (1, 2)
    def __exit__(s, *a): return False
with Meta() as (p1, p2): print(p1, p2)
with open("/dev/null", "w") if False else Meta() as z: print(z)
print(f"{'a' if x else 'b'} {x!r:>4} {x:{'>'}{6}} {{}} {[1,2][0]} {dict(a=1)['a']}")
t = 1, ; print(t, (), (1), [*t], {**{}})
print(__file__ != "", type(__builtins__).__name__ in ("module", "dict") if False else True)
#> (2, 2) 99
#> 7
#> (1, 2, (), 3, 4, {}) (1, 2, (3, 4), 5, 4, {'e': 6}) (1, 2, (), 3, 4, {})
#> (1, 2, 3) (1, 2, 3)
#> g() takes 2 positional arguments but 3 were given
#> g() got some positional-only arguments passed as keyword arguments: 'a'
#> g() missing 1 required positional argument: 'b'
#> f() missing 1 required positional argument: 'a'
#> g() got an unexpected keyword argument 'd'
#> f() got multiple values for argument 'a'
#> [1, 2] [1, 2] [3]
#> ((1,), {'x': 2}) 4
#> 6
#> [0, 1, 2, 3, 4] 5 10
#> cannot access local variable 'v' where it is not associated with a value
#> [0, 0, 2] {'a': 1, 'b': 2}
#> 0 5 6 [7, 8, 9]
#> 3
#> [1, 2] True 3
#> 1 0 0
#> True True True y 6
#> {'x': <class 'int'>, 'y': 'str', 'return': list[int]} ('a',) annotated None
#> The doc. doc A.m 0 {'d': 4}
#> name 'a' is not defined
#> [] 9223372036854775807 __main__
#> 7
#> 5 109 [0, 1, 2] 5 3
#> (3, ['p', 'q'])
#> SyntaxError
#> SyntaxError
#> SyntaxError
#> SyntaxError
#> brk
#> done 1
#> 2 0 1
#> 1 2
#> (1, 2)
#> a   99     99 {} 1 1
#> (1,) () 1 [1] {}
#> True True
