### inheritance_and_super
# source: Python reference, 3.3
class A:
    def __init__(self, x): self.x = x
    def hi(self): return f"A{self.x}"
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def hi(self): return super().hi() + f"B{self.y}"
b = B(1, 2)
print(b.hi(), isinstance(b, A), issubclass(B, A), B.__mro__ == (B, A, object), B.__bases__ == (A,))
#> A1B2 True True True True
### diamond_mro
# source: The Python 2.3 Method Resolution Order
class A:
    def f(self): return ["A"]
class B(A):
    def f(self): return ["B"] + super().f()
class C(A):
    def f(self): return ["C"] + super().f()
class D(B, C):
    def f(self): return ["D"] + super().f()
print(D().f(), [c.__name__ for c in D.__mro__])
try:
    class E(A, D): pass
except TypeError as e:
    print("inconsistent")
#> ['D', 'B', 'C', 'A'] ['D', 'B', 'C', 'A', 'object']
#> inconsistent
### static_and_class_methods
# source: Built-in functions, classmethod
class P:
    made = 0
    def __init__(self, x, y): self.x, self.y = x, y
    @classmethod
    def origin(cls):
        cls.made += 1
        return cls(0, 0)
    @staticmethod
    def dist(a, b): return abs(a.x - b.x) + abs(a.y - b.y)
class Q(P): pass
q = Q.origin()
print(type(q).__name__, P.made, Q.made, P.dist(q, P(1, 2)), q.dist(q, P(3, 4)))
#> Q 0 1 3 7
### class_attributes_and_instances
# source: Python tutorial, 9.3.5
class Dog:
    tricks = []
    kind = "canine"
    def __init__(self, name): self.name = name
a, b = Dog("a"), Dog("b")
a.tricks.append("roll")
a.kind = "wolf"
print(b.tricks, b.kind, Dog.kind, a.__dict__, sorted(k for k in vars(Dog) if not k.startswith("_")))
#> ['roll'] canine canine {'name': 'a', 'kind': 'wolf'} ['kind', 'tricks']
### operators
# source: Python reference, 3.3.8
class V:
    def __init__(self, *v): self.v = v
    def __add__(self, o): return V(*(a + b for a, b in zip(self.v, o.v)))
    def __mul__(self, k): return V(*(a * k for a in self.v)) if isinstance(k, (int, float)) else NotImplemented
    __rmul__ = __mul__
    def __neg__(self): return V(*(-a for a in self.v))
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.v, o.v))
    def __eq__(self, o): return isinstance(o, V) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __repr__(self): return f"V{self.v}"
    def __getitem__(self, i): return self.v[i]
    def __len__(self): return len(self.v)
    def __bool__(self): return any(self.v)
    def __iter__(self): return iter(self.v)
    def __contains__(self, x): return x in self.v
    def __abs__(self): return sum(a * a for a in self.v) ** 0.5
    def __invert__(self): return V(*self.v[::-1])
    def __lt__(self, o): return self.v < o.v
u, w = V(1, 2), V(3, 4)
print(u + w, u * 2, 2 * u, -u, u @ w, u == V(1, 2), u != w, w[1], w[-1:], len(u), bool(V(0, 0)), [*u], 2 in u, abs(w), ~u, u < w, u > w)
print({u: 1}[V(1, 2)], sorted([w, u]))
try: u * "x"
except TypeError as e: print(e)
#> V(4, 6) V(2, 4) V(2, 4) V(-1, -2) 11 True True 4 (4,) 2 False [1, 2] True 5.0 V(2, 1) True False
#> 1 [V(1, 2), V(3, 4)]
#> can't multiply sequence by non-int of type 'V'
### rich_comparison_fallbacks
# source: Python reference, 3.3.1
class A:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n
    def __eq__(self, o): return NotImplemented
a, b = A(1), A(2)
print(a < b, b > a, a == b, a == a, a != b)
try: a <= b
except TypeError as e: print(e)
#> True True False True True
#> '<=' not supported between instances of 'A' and 'A'
### item_protocol
# source: Python reference, 3.3.7
class Grid:
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d.get(str(k), f"none at {k}")
    def __setitem__(self, k, v): self.d[str(k)] = v
    def __delitem__(self, k): del self.d[str(k)]
g = Grid()
g[1, 2] = "x"
g[1:2, ...] = "s"
print(g[1, 2], g[0], g[1:2, ...], g[::2], g[None])
del g[1, 2]
g[3] = 1
g[3] += 5
print(g[1, 2], g[3])
#> x none at 0 s none at slice(None, None, 2) none at None
#> none at (1, 2) 6
### iteration_protocols
# source: Python reference, 3.3.7
class Old:
    def __getitem__(self, i):
        if i >= 3: raise IndexError(i)
        return i * 10
class New:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(Old()), 20 in Old(), list(New()), sum(New()), max(Old()), [*zip(Old(), New())])
#> [0, 10, 20] True [1, 2, 3] 6 20 [(0, 1), (10, 2), (20, 3)]
### getattr_setattr_delattr
# source: Built-in functions
class A: pass
a = A()
setattr(a, "k", 3)
print(getattr(a, "k"), hasattr(a, "k"), getattr(a, "no", "default"))
delattr(a, "k")
print(hasattr(a, "k"), vars(a))
try: getattr(a, "k")
except AttributeError as e: print(e)
#> 3 True default
#> False {}
#> 'A' object has no attribute 'k'
### context_manager_protocol
# source: Python reference, 8.5 with
class CM:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", self.name)
        return self
    def __exit__(self, t, v, tb):
        print("exit", self.name, t.__name__ if t else None, v)
        return self.swallow
with CM("a") as a, CM("b", True):
    print("body", a.name)
    raise ValueError("boom")
print("after")
try:
    with CM("c"):
        raise KeyError("k")
except KeyError as e:
    print("caught", e)
#> enter a
#> enter b
#> body a
#> exit b ValueError boom
#> exit a None None
#> after
#> enter c
#> exit c KeyError 'k'
#> caught 'k'
### new_style_slots_and_doc
# source: Python reference, 3.3.2.4
class A:
    "Doc."
    __slots__ = ("x", "y")
    def __init__(self): self.x = 1
print(A.__doc__, A().x, A.__name__, A.__module__)
#> Doc. 1 A __main__
### methods_are_bound
# source: Python reference, 3.2
class A:
    def f(self, x): return (self.n, x)
a = A(); a.n = 7
m = a.f
print(m(1), A.f(a, 2), m.__self__ is a, m.__func__ is A.f, m.__name__, m == a.f)
A.g = lambda self: self.n + 1
print(a.g())
#> (7, 1) (7, 2) True True f True
#> 8
### repr_of_classes_and_instances
# source: CPython
class A:
    def __str__(self): return "str A"
class B:
    def __repr__(self): return "repr B"
print(A, repr(B()), str(B()), str(A()), [B()], f"{A()}", f"{B()!s} {B()!r}")
print(int, type(None), type(...), ValueError, type(lambda: 0))
#> <class '__main__.A'> repr B repr B str A [repr B] str A repr B repr B
#> <class 'int'> <class 'NoneType'> <class 'ellipsis'> <class 'ValueError'> <class 'function'>
### class_body_scope
# source: Python reference, 4.2.2
x = "global"
class A:
    x = "class"
    y = x
    def f(self): return x
    zs = [i * 2 for i in range(3)]
    def __init__(self, k=y): self.k = k
print(A.y, A().f(), A.zs, A().k)
#> class global [0, 2, 4] class
### total_ordering
# source: Library reference, functools
from functools import total_ordering
@total_ordering
class V:
    def __init__(self, a): self.a = a
    def __eq__(self, o): return self.a == o.a
    def __lt__(self, o): return self.a < o.a
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(3) != V(3))
#> True True False False
### format_hook
# source: Python reference, 3.3.1
class M:
    def __format__(self, spec): return f"[{spec}]"
print(f"{M():>10.2f}|{M()}", "{:abc}".format(M()), format(M(), "x"))
#> [>10.2f]|[] [abc] [x]
### equality_and_hash
# source: Python reference, 3.3.1
class A:
    def __init__(self, k): self.k = k
    def __eq__(self, o): return self.k == o.k
    def __hash__(self): return hash(self.k)
print(len({A(1), A(1), A(2)}), A(1) in [A(1)], [A(1), A(2)].index(A(2)))
class B:
    def __eq__(self, o): return True
try: hash(B())
except TypeError as e: print(e)
#> 2 True 1
#> unhashable type: 'B'
### class_decorator
# source: PEP 3129
def register(cls):
    cls.registered = True
    return cls
@register
class A: pass
print(A.registered)
#> True
### multiple_inheritance_mixins
# source: Python tutorial, 9.5.1
class Json:
    def dump(self): return "{" + ", ".join(f"{k}={v}" for k, v in sorted(self.__dict__.items())) + "}"
class Loud:
    def dump(self): return super().dump().upper()
class Thing(Loud, Json):
    def __init__(self): self.a, self.b = 1, "x"
print(Thing().dump())
#> {A=1, B=X}
