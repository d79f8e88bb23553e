### changed_between_two_looks
# source: CPython 3.11
class A:
    size = 1
    def get(self): return "A.get"
    def __init__(self): self.own = "own"
def read(a): return a.size, a.get(), a.own
a = A()
print(read(a), read(a))
A.size = 2
A.get = lambda self: "changed"
print(read(a))
a.get = lambda: "the instance's"
a.size = 3
print(read(a))
del a.get, a.size
print(read(a))
A.own = property(lambda self: "property")
print(read(a))
del A.own
print(read(a))
class B(A):
    def __getattr__(self, name): return "made " + name
def missing(x): return x.nothing
for x in (B(), a, B()):
    try: print(missing(x))
    except AttributeError as e: print(e)
B.nothing = 5
print(missing(B()))
B.__getattribute__ = lambda self, name: "all " + name
print(read.__name__, missing(B()))
class C: pass
class D(A): __bases = ()
d = D()
print(read(d)[0])
class E(A): size = 9
d.__class__ = E
print(read(d)[0])
d.__class__ = A
print(read(d)[0])
A.__setattr__ = lambda self, name, value: object.__setattr__(self, name, value + 1)
def write(a): a.own = 1
write(a); print(a.own)
del A.__setattr__
write(a); print(a.own)
class S:
    __slots__ = ("own",)
s = S(); write(s); print(s.own)
def other(a): a.other = 1
other(a)
try: other(s)
except AttributeError as e: print("AttributeError")
#> (1, 'A.get', 'own') (1, 'A.get', 'own')
#> (2, 'changed', 'own')
#> (3, "the instance's", 'own')
#> (2, 'changed', 'own')
#> (2, 'changed', 'property')
#> (2, 'changed', 'own')
#> made nothing
#> 'A' object has no attribute 'nothing'
#> made nothing
#> 5
#> read all nothing
#> 2
#> 9
#> 2
#> 2
#> 1
#> 1
#> AttributeError
### names_that_come_and_go
# source: CPython 3.11
def size(x): return len(x)
print(size([1, 2]))
len = lambda x: "mine"
print(size([1, 2]))
del len
print(size([1, 2]))
def value(): return count
for count in range(3): print(value(), end=" ")
print("end")
del count
try: value()
except NameError as e: print(e)
globals()["count"] = 7
print(value())
globals()["len"] = lambda x: "by the dict"
print(size([]))
del globals()["len"]
print(size([]))
def local(flag):
    if flag: x = 1
    try: return x
    except UnboundLocalError: return "unbound"
print(local(True), local(False), local(True))
def gone():
    x = 1
    del x
    try: return x
    except UnboundLocalError: return "unbound"
print(gone(), gone())
def outer(n):
    def inner(): return n
    keep = [inner]
    n += 1
    return keep[0]
first, second = outer(1), outer(5)
print(first(), second(), first())
def depth(n):
    mine = n
    if n: depth(n - 1)
    return mine
print(depth(20), [depth(i) for i in range(3)])
fs = [lambda: i for i in range(3)]
print([f() for f in fs], [f() for f in [lambda i=i: i for i in range(3)]])
exec("late = 4")
print(late, [late for _ in range(2)])
def find(x): return x.get("a", 1) if isinstance(x, dict) else x.index("a")
for x in ({"a": 2}, ["b", "a"], "cba", {}, ("a",)): print(find(x), end=" ")
print("end")
class Own(dict):
    def get(self, key, other): return "own"
class Plain(dict): pass
for x in ({"a": 2}, Own(), Plain(a=3), {"a": 2}): print(find(x), end=" ")
print("end")
#> 2
#> mine
#> 2
#> 0 1 2 end
#> name 'count' is not defined
#> 7
#> by the dict
#> 0
#> 1 unbound 1
#> unbound unbound
#> 2 6 2
#> 20 [0, 1, 2]
#> [2, 2, 2] [0, 1, 2]
#> 4 [4, 4]
#> 2 1 2 1 0 end
#> 2 own 3 2 end
### numbers_in_between
# source: CPython 3.11
kept = []
class N:
    def __init__(self, v): self.v = v
    def __add__(self, other):
        kept.append(self.v * 1000 + other)
        return kept[-1]
    __radd__ = __add__
n = N(3)
x = (n + 500) + (n + 600)
y = (n + 500) * 2 - (5 + n) * 3
print(x, y, kept)
a, b, c = 1000, 2000, 3000
d = (a + b) * (b + c) + (a * b) % (c + 1) - (a + b)
e = (a + b) - (a + b)
print(d, e, a, b, c)
values = [i * 1000 for i in range(5)]
print([values[(i * 2000) // 2000] + (i * 3000) for i in range(5)], values)
z = (a + b) + (a + b) + (a + b)
print(z, (0.5 + a) * (0.25 + b), (a + 0.5) / (b * 1.0) + (a - b))
print(2 ** 62 + 2 ** 62, (2 ** 62 + 1) * 4, -2 ** 63 - 1, (2 ** 63 - 1) + (2 ** 63 - 1))
print((-2 ** 63) // -1, (-2 ** 63) % -1)
print(7 // -2, 7 % -2, -7 // 2, -7 % 2, -7 >> 1, 1 << 70, (1 << 40) << 40, 5 & -2, 5 | -8, 5 ^ -1, True + 1, True & 1)
print(9007199254740993 / 1, 9007199254740993 / 3.0, 1 / 3, 2 ** 53 / 3, (2 ** 60 + 1) / 7)
print(1 < 1.0, 1 == 1.0, 2 ** 53 + 1 == 2.0 ** 53, float("nan") != float("nan"), 0.0 == -0.0)
for f in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1.0 / 0, lambda: 1 << -1, lambda: 1 >> -1):
    try: f()
    except (ZeroDivisionError, ValueError) as error: print(error)
def again():
    total = 0
    for i in range(3): total += 1000 * i
    return total
p = again(); q = again()
print(p, q, p + q)
class I(int):
    def __add__(self, other): return "I"
    def __lt__(self, other): return "less"
print(I(3) + 4, I(3) < 4, 4 + I(3), I(5) * 2, [1, 2, 3, 4][I(2)])
#> 7100 -2015 [3500, 3600, 3500, 3005]
#> 14998334 0 1000 2000 3000
#> [0, 4000, 8000, 12000, 16000] [0, 1000, 2000, 3000, 4000]
#> 9000 2001250.125 -999.49975
#> 9223372036854775808 18446744073709551620 -9223372036854775809 18446744073709551614
#> 9223372036854775808 0
#> -4 -1 -4 1 -4 1180591620717411303424 1208925819614629174706176 4 -3 -6 2 1
#> 9007199254740992.0 3002399751580330.5 0.3333333333333333 3002399751580330.5 1.647030720866924e+17
#> False True False True True
#> division by zero
#> integer division or modulo by zero
#> float division by zero
#> negative shift count
#> negative shift count
#> 3000 3000 6000
#> I less 7 10 3
### elements_while_they_change
# source: CPython 3.11
values = [1, 2, 3]
for v in values:
    if v < 3: values.append(v + 10)
print(values)
for v in values:
    values.pop()
print(values)
r = range(10, 0, -3)
for i in r:
    for k in r: pass
    print(i, k, end=" ")
print("end")
class L(list):
    def __iter__(self): return iter("own")
for x in L([1]): print(x, end=" ")
print("end")
a = [1, 2, 3]
a[0], a[1] = a[1], a[0]
i = 0
i, a[i] = 2, 9
print(a, i)
x, (y, z), w = 1, (2, 3), [4]
print(x, y, z, w)
try: x, y = 5, 6, 7
except ValueError: print(x, y)
def g():
    yield
    try: yield 1
    except KeyError: yield "caught"
    finally: print("finally", end=" ")
    got = yield 2
    yield got
it = g()
print(next(it), next(it), it.throw(KeyError), next(it), it.send("sent"), next(it, "end"), next(it, "end"))
it = g(); next(it); next(it); it.close()
print(list(it))
def nested(n):
    if n:
        yield n
        yield from nested(n - 1)
        yield n
print(list(nested(3)))
print(f"{5}{-3:03d}|{'a':>3}|{2.5}|{[1]}|{10**20}|{True}", f"{'x'!r:>5}{{}}", f"{3:{4}}")
#> [1, 2, 3, 11, 12]
#> [1, 2]
#> 10 1 7 1 4 1 1 1 end
#> o w n end
#> [2, 1, 9] 2
#> 1 2 3 [4]
#> 1 2
#> finally None 1 caught 2 sent end end
#> finally []
#> [3, 2, 1, 1, 2, 3]
#> 5-03|  a|2.5|[1]|100000000000000000000|True   'x'{}    3
