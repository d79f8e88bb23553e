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
### numbers_leave_variables
# source: Python, execution model: a name is a reference; each way a number leaves a variable, with numbers made afterwards
import itertools
def churn():
  s = 1000
  for i in range(1000, 1200):
    s = s + i * 3
    s -= i
  return s
class Keeper:
  def __init__(self): self.kept = []
  def __radd__(self, other): self.kept.append(other); return 0
  def __rmul__(self, other): self.kept.append(other); return 0
  def __lt__(self, other): self.kept.append(other); return True
  def __getitem__(self, key): self.kept.append(key); return 0
  def __setitem__(self, key, value): self.kept.append((key, value))
  def __index__(self): return 1
def escapes():
  keeper, seen, table = Keeper(), [], {}
  for i in range(1000, 1006):
    x = i * 7
    y = x
    x + keeper
    keeper < x
    keeper[x]
    keeper[i] = x
    seen.append(x)
    table[x] = i
    x += 1
    x = x + 1
    seen += [x, y]
    z = (x, y)
    churn()
    seen.append(z)
  return keeper.kept, seen, table
print(*escapes(), sep="\n")
def closure():
  x = 1000 * 2
  def bump():
    nonlocal x
    old = x
    x = x * 2
    return old
  total = x + bump()
  total = x * 3 + bump() + x
  x += bump()
  return x, total
print(closure())
def walrus():
  x = 500 * 3
  a = x + (x := x + 1000)
  b = (x := x * 2) + (x := x + 5) * x
  return a, b, x
print(walrus())
def lists(n):
  values, kept = list(range(1000, 1000 + n)), []
  i = 0
  while i < n:
    i += 1
    kept.append(values[n - i])
    values[n - i] = i
  return kept, values, i
print(lists(6))
def generators(n):
  total = 1000
  for i in range(1000, 1000 + n):
    total = total + i
    sent = yield total
    total += sent or 0
    yield i * 2, total
print(list(generators(4)), [(a, churn() > 0, b) for a, b in zip(itertools.count(1000), (i * 500 for i in range(4, 8)))])
def swap(n):
  a, b = 1000, 2000
  for _ in range(n):
    a, b = b, a + b
    c = a
    a += 1
    a -= 1
  return a, b, c
print(swap(10))
def late():
  for i in range(1000, 1003):
    pass
  kept = i
  for i in range(2000, 2003):
    local = dict(locals())
    i += 5
    f = lambda: i
  return kept, i, f(), local["i"], local["kept"]
print(late())
def floats(n):
  x, y = 0.5, 0.0
  for i in range(n):
    x = x * 1.5 + y
    y += x
    w = x
    x -= 0.25
  return x, y, w
print(floats(5))
def errors():
  k = 1000 * 5
  try:
    {}[k]
  except KeyError as error:
    k += 1
    k = k * 2
    return error.args, k
print(errors())
def twice(n):
  x = 1000 + n
  x += x
  x *= x
  x -= x - 1000
  y = x + x * x - (x + x)
  return x, y
print(twice(1), [twice(i) for i in range(2)])
def recursive(n):
  m = n * 1000
  k = m + 1
  return m + recursive(n - 1) * 2 + k if n else 0
print(recursive(6))
def exits(n):
  for i in range(1000, 1000 + n):
    k = i + 1
    if k == 1004:
      return i, k
    k += i
print(exits(9), churn())
def chained(n):
  lo = n * 1000
  hi = lo + 5
  mid = lo + 2
  return lo < mid < hi, lo < mid > hi, max(lo, mid, hi), lo if mid > lo else hi
print(chained(3))
#> [7000, 7000, 7000, (1000, 7000), 7007, 7007, 7007, (1001, 7007), 7014, 7014, 7014, (1002, 7014), 7021, 7021, 7021, (1003, 7021), 7028, 7028, 7028, (1004, 7028), 7035, 7035, 7035, (1005, 7035)]
#> [7000, 7002, 7000, (7002, 7000), 7007, 7009, 7007, (7009, 7007), 7014, 7016, 7014, (7016, 7014), 7021, 7023, 7021, (7023, 7021), 7028, 7030, 7028, (7030, 7028), 7035, 7037, 7035, (7037, 7035)]
#> {7000: 1000, 7007: 1001, 7014: 1002, 7021: 1003, 7028: 1004, 7035: 1005}
#> (16000, 24000)
#> (4000, 25055025, 5005)
#> ([1005, 1004, 1003, 1002, 1001, 1000], [6, 5, 4, 3, 2, 1], 6)
#> [2000, (2000, 2000), 3001, (2002, 3001), 4003, (2004, 4003), 5006, (2006, 5006)] [(1000, True, 2000), (1001, True, 2500), (1002, True, 3000), (1003, True, 3500)]
#> (144000, 233000, 144000)
#> (1002, 2007, 2007, 2002, 1002)
#> (36.21875, 55.03125, 36.46875)
#> ((5000,), 10002)
#> (1000, 999000) [(1000, 999000), (1000, 999000)]
#> 240063
#> (1003, 1004) 440800
#> (True, False, 3005, 3000)
### each_way_a_number_leaves_a_variable
# source: Python, execution model; a number that something holds stays as it is, whatever the loop makes next
class Keeper:
  def __init__(self): self.kept = []
  def keep(self, other): self.kept.append(other); return 0
  __radd__ = __add__ = __iadd__ = __rmul__ = __getitem__ = __call__ = keep
  def __lt__(self, other): self.kept.append(other); return True
  def __gt__(self, other): self.kept.append(other); return True
  def __contains__(self, other): self.kept.append(other); return True
  def __setitem__(self, key, value): self.kept.append((key, value))
  def __iadd__(self, other): self.kept.append(other); return self
class Index:
  def __init__(self, keeper): self.keeper = keeper
def each(ways):
  for way in ways:
    keeper = Keeper()
    way(keeper)
    print(keeper.kept)
def add(keeper):
  for i in range(1000, 1004):
    x = i * 7
    x + keeper
def add_from_left(keeper):
  for i in range(1000, 1004):
    keeper + i
def nested(keeper):
  for i in range(1000, 1004):
    x = i + 5
    1 + (x + keeper)
def product(keeper):
  for i in range(1000, 1004):
    x = i * 2.5
    x *= 2
    x * keeper
def compare(keeper):
  for i in range(1000, 1004):
    x = i - 3
    keeper < x
    i < keeper
    i in keeper
def item(keeper):
  for i in range(1000, 1004):
    x = i + 1
    keeper[x]
    keeper[i] = x
def update(keeper):
  for i in range(1000, 1004):
    x = i * 3
    keeper += x
    i += keeper
def call(keeper):
  for i in range(1000, 1004):
    keeper(i)
    x = i + i
    keeper.keep(x)
def to_tuple(keeper):
  for i in range(1000, 1004):
    x = i * 2
    keeper.kept += [(x, i), [x], {x: i}, {i}]
def to_name(keeper):
  y = z = 0
  for i in range(1000, 1004):
    y, z = i, y
    w = x = i + 9
    keeper.kept.append(z)
    x += 1
    v = x
    x += 1
    keeper.kept.append(v)
    keeper.kept.append(w)
def to_attribute(keeper):
  for i in range(1000, 1004):
    x = i * 4
    keeper.last = x
    keeper.kept.append(vars(keeper)["last"])
def by_locals(keeper):
  for i in range(1000, 1004):
    x = i * 4
    keeper.kept.append(sorted(v for v in dict(locals()).values() if isinstance(v, int)))
def by_closure(keeper):
  for i in range(1000, 1004):
    x = i * 4
    keeper.kept.append(lambda x=x: x)
    keeper.kept.append((lambda: x)())
  keeper.kept = [k() if callable(k) else k for k in keeper.kept]
def by_walrus(keeper):
  for i in range(1000, 1004):
    keeper.kept.append((x := i * 4))
    x = x + 1
def returned(keeper):
  def twice(x): return x * 2
  def first(x):
    y = x * 3
    keep.append(y)
    return y
  keep = keeper.kept
  for i in range(1000, 1004):
    first(i) + twice(i) * 2
    keep.append(twice(i))
    keep.setdefault(0, twice(i)) + 1 if hasattr(keep, "setdefault") else None
    table = {}
    keep.append(table.setdefault(i, twice(i)) + 1)
    keep.append(table)
def error(keeper):
  for i in range(1000, 1004):
    x = i * 4
    try: raise ValueError(x)
    except ValueError as e: keeper.kept.append(e.args)
    try: {}[x]
    except KeyError as e: keeper.kept.append(e.args)
each([add, add_from_left, nested, product, compare, item, update, call, to_tuple, to_name, to_attribute, by_locals, by_closure, by_walrus, returned, error])
#> [7000, 7007, 7014, 7021]
#> [1000, 1001, 1002, 1003]
#> [1005, 1006, 1007, 1008]
#> [5000.0, 5005.0, 5010.0, 5015.0]
#> [997, 1000, 1000, 998, 1001, 1001, 999, 1002, 1002, 1000, 1003, 1003]
#> [1001, (1000, 1001), 1002, (1001, 1002), 1003, (1002, 1003), 1004, (1003, 1004)]
#> [3000, 1000, 3003, 1001, 3006, 1002, 3009, 1003]
#> [1000, 2000, 1001, 2002, 1002, 2004, 1003, 2006]
#> [(2000, 1000), [2000], {2000: 1000}, {1000}, (2002, 1001), [2002], {2002: 1001}, {1001}, (2004, 1002), [2004], {2004: 1002}, {1002}, (2006, 1003), [2006], {2006: 1003}, {1003}]
#> [0, 1010, 1009, 1000, 1011, 1010, 1001, 1012, 1011, 1002, 1013, 1012]
#> [4000, 4004, 4008, 4012]
#> [[1000, 4000], [1001, 4004], [1002, 4008], [1003, 4012]]
#> [4000, 4000, 4004, 4004, 4008, 4008, 4012, 4012]
#> [4000, 4004, 4008, 4012]
#> [3000, 2000, 2001, {1000: 2000}, 3003, 2002, 2003, {1001: 2002}, 3006, 2004, 2005, {1002: 2004}, 3009, 2006, 2007, {1003: 2006}]
#> [(4000,), (4000,), (4004,), (4004,), (4008,), (4008,), (4012,), (4012,)]
