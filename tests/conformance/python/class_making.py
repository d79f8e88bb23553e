### prepare
# source: CPython 3.11
class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print("prepare", name, bases, kw)
        return {"given": 1}
    def __new__(mcs, name, bases, ns, **kw):
        ns["added"] = ns["given"] + 1
        return super().__new__(mcs, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)
class A(metaclass=Meta, flag=True):
    x = given + 10
print(A.x, A.given, A.added)
#> prepare A () {'flag': True}
#> 11 1 2
### a_namespace_that_watches
# source: CPython 3.11
class Watch(dict):
    def __init__(self): self.order = []
    def __setitem__(self, k, v):
        if not k.startswith("__"): self.order.append(k)
        super().__setitem__(k, v)
    def __missing__(self, k):
        if k.startswith("auto_"): return k.upper()
        raise KeyError(k)
class Meta(type):
    def __prepare__(name, bases): return Watch()
    __prepare__ = staticmethod(__prepare__)
    def __new__(mcs, name, bases, ns):
        cls = super().__new__(mcs, name, bases, dict(ns))
        cls.order = ns.order
        return cls
class A(metaclass=Meta):
    b = auto_one
    def f(self): return 1
    a = len("xyz")
    b = a
print(A.order, A.b, A().f())
#> ['b', 'f', 'a', 'b'] 3 1
### subclasses
# source: CPython 3.11
class A: pass
class B(A): pass
class C(A, int): pass
print(A.__subclasses__(), B.__subclasses__())
#> [<class '__main__.B'>, <class '__main__.C'>] []
### memory_view
# source: CPython 3.11
b = bytearray(b"abcdef")
m = memoryview(b)
print(len(m), m[0], m[-1], bytes(m[1:3]), m[::2].tolist(), m.readonly, m.nbytes)
m[0] = 65
m[1:3] = b"XY"
print(b, m == b"AXYdef", m.tobytes(), memoryview(b"xyz").readonly)
try:
    memoryview(b"x")[0] = 1
except TypeError as e:
    print(e)
with memoryview(b"abc") as v:
    print(v.hex())
try:
    v[0]
except ValueError as e:
    print(e)
#> 6 97 102 b'bc' [97, 99, 101] False 6
#> bytearray(b'AXYdef') True b'AXYdef' True
#> cannot modify read-only memory
#> 616263
#> operation forbidden on released memoryview object
### bases_are_changed
# source: CPython 3.11
def attempt(c, bases):
    try:
        c.__bases__ = bases
        print([k.__name__ for k in c.__mro__], c.__base__.__name__, c.__bases__ == bases)
    except TypeError as error:
        print(error)
class A:
    def who(self): return "A"
class E:
    def who(self): return "E"
    def hi(self): return "hi"
class F(A):
    def who(self): return "F" + super().who()
class G(F): pass
g = G()
print(g.who(), hasattr(g, "hi"))
attempt(F, (E,))
print(g.who(), g.hi(), isinstance(g, E), isinstance(g, A), A.__subclasses__(), E.__subclasses__() == [F])
print([k.__name__ for k in G.__mro__])
attempt(F, [E]); attempt(F, ()); attempt(F, (3,)); attempt(E, (G,)); attempt(F, (F,)); attempt(F, (int,)); attempt(F, (bool,))
attempt(F, (E, A)); attempt(F, (E, E)); attempt(F, (object,))
print(g.who())
class D: pass
attempt(D, (E,))
class I(int): pass
class J(int): pass
class K(I): pass
attempt(K, (J,)); attempt(K, (A,))
class S: __slots__ = ("a",)
class S2: __slots__ = ("a",)
class S3: __slots__ = ("b",)
class T(S): __slots__ = ()
attempt(T, (S2,)); attempt(T, (S3,))
class P(Exception): pass
class Q(Exception): pass
class R(P): pass
attempt(R, (Q,))
try:
    raise R(1)
except Q as error:
    print("caught", error)
class L(list): pass
class M(list):
    def total(self): return sum(self)
class N(L): pass
n = N([1, 2])
attempt(N, (M,))
print(n.total())
try:
    del F.__bases__
except TypeError as error:
    print(error)
try:
    int.__bases__ = (A,)
except TypeError as error:
    print(error)
class Hook:
    def __getattr__(self, name): return name + "?"
attempt(F, (Hook,))
print(g.anything, g.__class__.__name__)
#> FA False
#> ['F', 'E', 'object'] E True
#> FE hi True False [] True
#> ['G', 'F', 'E', 'object']
#> can only assign tuple to F.__bases__, not list
#> can only assign non-empty tuple to F.__bases__, not ()
#> F.__bases__ must be tuple of classes, not 'int'
#> a __bases__ item causes an inheritance cycle
#> a __bases__ item causes an inheritance cycle
#> __bases__ assignment: 'int' deallocator differs from 'E'
#> type 'bool' is not an acceptable base type
#> ['F', 'E', 'A', 'object'] E True
#> duplicate base class E
#> __bases__ assignment: 'object' deallocator differs from 'E'
#> FE
#> __bases__ assignment: 'E' deallocator differs from 'object'
#> __bases__ assignment: 'J' object layout differs from 'I'
#> __bases__ assignment: 'A' object layout differs from 'I'
#> ['T', 'S2', 'object'] S2 True
#> __bases__ assignment: 'S3' object layout differs from 'S2'
#> ['R', 'Q', 'Exception', 'BaseException', 'object'] Q True
#> caught 1
#> ['N', 'M', 'list', 'object'] M True
#> 3
#> cannot delete '__bases__' attribute of immutable type 'F'
#> cannot set '__bases__' attribute of immutable type 'int'
#> ['F', 'Hook', 'object'] Hook True
#> anything? G
