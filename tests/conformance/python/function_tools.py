### ordering_dispatch_caches
# source: CPython 3.11
import functools
@functools.total_ordering
class A:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return s.x == o.x
    def __lt__(s, o): return s.x < o.x
print(A(1) <= A(1), A(1) > A(0), A(2) >= A(3), A(1) != A(2))
@functools.total_ordering
class B:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return s.x == o.x
    def __ge__(s, o): return s.x >= o.x
print(B(1) < B(2), B(1) <= B(1), B(3) > B(1))
class C:
    def __init__(self): self.n = 0
    @functools.cached_property
    def v(self): self.n += 1; return self.n
c = C(); print(c.v, c.v, c.__dict__); del c.v; print(c.v)
@functools.singledispatch
def show(x): return f"obj {x}"
@show.register
def _(x: int): return f"int {x}"
@show.register(list)
def _(x): return f"list {len(x)}"
@show.register(float)
@show.register(str)
def both(x): return f"fs {x}"
print(show(1), show([1]), show(2.5), show("s"), show(None), show(True), show.dispatch(int)(9))
class D:
    @functools.singledispatchmethod
    def f(self, x): return "base"
    @f.register
    def _(self, x: int): return "int"
print(D().f(1), D().f("a"))
@functools.lru_cache(maxsize=2)
def sq(x): print("calc", x); return x*x
sq(1); sq(2); sq(1); sq(3); sq(2); print(sq.cache_info()); sq.cache_clear(); print(sq.cache_info())
@functools.cache
def fib(n): return n if n < 2 else fib(n-1)+fib(n-2)
print(fib(50), fib.cache_info().hits)
print(functools.reduce(lambda a,b: a*b, [1,2,3,4]), functools.reduce(lambda a,b: a+b, [], 10))
p = functools.partial(int, base=2); print(p("101"), p.keywords)
class E:
    def m(self, a, b): return (a, b)
    h = functools.partialmethod(m, 1)
print(E().h(2))
print(sorted([3,1,2], key=functools.cmp_to_key(lambda a,b: b-a)))
def deco(f):
    @functools.wraps(f)
    def w(*a, **k): "wdoc"; return f(*a, **k)
    return w
@deco
def orig(a): "odoc"; return a
print(orig.__name__, orig.__doc__, orig.__wrapped__(3), orig.__qualname__)
#> True True False True
#> True True True
#> 1 1 {'n': 1, 'v': 1}
#> 2
#> int 1 list 1 fs 2.5 fs s obj None int True int 9
#> int base
#> calc 1
#> calc 2
#> calc 3
#> calc 2
#> CacheInfo(hits=1, misses=4, maxsize=2, currsize=2)
#> CacheInfo(hits=0, misses=0, maxsize=2, currsize=0)
#> 12586269025 48
#> 24 10
#> 5 {'base': 2}
#> (1, 2)
#> [3, 2, 1]
#> orig odoc 3 orig
