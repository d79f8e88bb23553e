### pickled_objects_come_back
# source: CPython 3.11
import pickle
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)
class Names(list):
    pass
for protocol in range(6):
    shared = [1, 2]
    names = Names(["a"]); names.owner = "me"
    data = {"n": None, "t": (True, 2.5, 1 << 70, -3), "s": {1}, "b": b"\x00\xff", "p": Point(1, shared), "l": shared, "f": frozenset("q"), "k": names, "u": "ä\n"}
    back = pickle.loads(pickle.dumps(data, protocol))
    print(protocol, back == data, back["l"] is back["p"].y, type(back["k"]).__name__, back["k"].owner)
loop = []; loop.append(loop)
back = pickle.loads(pickle.dumps(loop)); print(back[0] is back)
#> 0 True True Names me
#> 1 True True Names me
#> 2 True True Names me
#> 3 True True Names me
#> 4 True True Names me
#> 5 True True Names me
#> True
### pickles_are_cpythons_bytes
# source: CPython 3.11
import pickle
print(pickle.dumps([1, -2, 300, "a", None, True], 0))
print(pickle.dumps({"a": (1, 2)}, 2))
print(pickle.dumps((1.5, b"xy", {"k": [1]}), 4))
print(pickle.dumps(len, 3))
print(pickle.loads(b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02K\x03e."))
try:
    pickle.dumps(lambda: 1)
except (pickle.PicklingError, AttributeError) as error:
    print(type(error) in (pickle.PicklingError, AttributeError))
try:
    pickle.loads(b"\x80\x04.")
except pickle.UnpicklingError as error:
    print("unpickling error")
except IndexError:
    print("unpickling error")
#> b'(lp0\nI1\naI-2\naI300\naVa\np1\naNaI01\na.'
#> b'\x80\x02}q\x00X\x01\x00\x00\x00aq\x01K\x01K\x02\x86q\x02s.'
#> b'\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00G?\xf8\x00\x00\x00\x00\x00\x00C\x02xy\x94}\x94\x8c\x01k\x94]\x94K\x01as\x87\x94.'
#> b'\x80\x03cbuiltins\nlen\nq\x00.'
#> [1, 2, 3]
#> True
#> unpickling error
### objects_say_how_they_are_made_again
# source: CPython 3.11
import copy
import copyreg
class Temperature:
    def __init__(self, degrees):
        self.degrees = degrees
        self.made = "init"
    def __reduce__(self):
        return Temperature, (self.degrees + 1,)
class Slotted:
    __slots__ = ("a", "b")
class Stateful:
    def __getstate__(self):
        return {"kept": self.kept}
    def __setstate__(self, state):
        self.kept = state["kept"] * 2
class NewArguments(int):
    def __new__(cls, value, tag):
        self = super().__new__(cls, value)
        self.tag = tag
        return self
    def __getnewargs__(self):
        return int(self), "copied"
print(copy.copy(Temperature(20)).degrees)
s = Slotted(); s.a = [1]
t = copy.copy(s); u = copy.deepcopy(s)
print(t.a is s.a, u.a is s.a, u.a, hasattr(u, "b"))
x = Stateful(); x.kept = 4; x.lost = 5
y = copy.copy(x); print(y.kept, hasattr(y, "lost"))
n = copy.copy(NewArguments(3, "new")); print(n, n.tag)
class Money:
    def __init__(self, amount): self.amount = amount
copyreg.pickle(Money, lambda money: (Money, (money.amount * 100,)))
print(copy.copy(Money(3)).amount, copy.deepcopy(Money(2)).amount)
print(s.__reduce_ex__(2)[0].__name__, Temperature(1).__reduce__()[1])
#> 21
#> True False [1] False
#> 8 False
#> 3 new
#> 300 200
#> __newobj__ (2,)
### deep_copies_keep_what_is_shared
# source: CPython 3.11
import copy
inner = [1]
outer = {"a": inner, "b": inner, "t": (inner, 2)}
made = copy.deepcopy(outer)
print(made["a"] is made["b"], made["t"][0] is made["a"], made["a"] is inner)
class Node:
    def __init__(self): self.other = self
    def __deepcopy__(self, memo):
        made = Node(); memo[id(self)] = made; return made
n = Node(); c = copy.deepcopy([n, n]); print(c[0] is c[1], c[0] is n)
class Text(str): pass
t = Text("x"); t.tag = [1]; d = copy.deepcopy(t)
print(d, type(d).__name__, d.tag is t.tag, d is "x", copy.copy((1, 2)) == (1, 2))
class Bound:
    def method(self): return self
b = Bound(); b.m = b.method
e = copy.deepcopy(b); print(e.m() is e)
#> True True False
#> True False
#> x Text False False True
#> True
### dates_times_and_named_tuples
# source: CPython 3.11: a pickle of a date holds its bytes; protocols below 4 know no fold
import copy, pickle
import datetime as dt
from collections import namedtuple
from decimal import Decimal
Point = namedtuple("Point", "x y")
zone = dt.timezone(dt.timedelta(hours=2), "two")
values = [
    dt.date(2024, 1, 2),
    dt.time(1, 2, 3, 4, fold=1),
    dt.datetime(2024, 1, 2, 3, 4, 5, 678901, zone, fold=1),
    dt.timedelta(3, 4, 5),
    dt.timezone.utc,
    zone,
    Decimal("-1.50").as_tuple(),
    Point(1, [2]),
    1 + 2j,
]
for value in values:
    made = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(6)] + [copy.copy(value), copy.deepcopy(value)]
    print(all(each == value and type(each) is type(value) for each in made), repr(made[4]) == repr(value))
#> True True
#> True True
#> True True
#> True True
#> True True
#> True True
#> True True
#> True True
#> True True
print([pickle.loads(pickle.dumps(values[1], p)).fold for p in range(6)], values[1].__reduce_ex__(4)[1], values[2].__reduce__()[1])
#> [0, 0, 0, 0, 1, 1] (b'\x81\x02\x03\x00\x00\x04',) (b'\x07\xe8\x01\x02\x03\x04\x05\n[\xf5', datetime.timezone(datetime.timedelta(seconds=7200), 'two'))
print(dt.timezone(dt.timedelta(0)) is dt.timezone.utc, dt.timezone(dt.timedelta(0), "z"))
#> True z
class Day(dt.date):
    pass
print(repr(copy.deepcopy(Day(2020, 1, 2))), dt.date(b"\x07\xe8\x01\x02"))
#> Day(2020, 1, 2) 2024-01-02
