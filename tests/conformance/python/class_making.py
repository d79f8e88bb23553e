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
