### arguments_in_their_places
# source: CPython 3.11
def step(a, b=1, *, c=2, d=None):
    return a, b, c, d

def only(a, /, b):
    return a - b

print(step(1), step(1, 2), step(1, c=5), step(b=3, a=4), step(1, d=0, c=9))
print(only(5, 2), only(5, b=1))
for attempt in (
    lambda: step(),
    lambda: step(1, 2, 3),
    lambda: step(1, a=2),
    lambda: step(1, e=2),
    lambda: only(a=1, b=2),
    lambda: step(c=1),
):
    try:
        attempt()
    except TypeError as error:
        print(error)

order = []

def seen(x):
    order.append(x)
    return x

print(step(seen(1), d=seen(2), c=seen(3)), order)
try:
    step(seen(4), nothing=seen(5))
except TypeError:
    print(order)

def grown(n):
    if n == 0:
        return 0
    n = n - 1
    kept = [n]
    return grown(n) + kept[0]

print(grown(100))

def counted(n, total=0):
    return total if n == 0 else counted(n - 1, total + n * 1000)

print(counted(100))
step.__defaults__ = (70,)
print(step(1))

class Base:
    limit = 10

    def __init__(self, value):
        self.value = value

    def get(self, extra=0):
        return self.value + extra

    def twice(self):
        return self.get(1000) + self.get(extra=2000)

b = Base(5000)
print(b.twice(), b.limit)
b.limit = 11
b.get = lambda extra=0: extra * 2
print(b.twice(), b.limit, Base.limit)
del b.get, b.limit
print(b.twice(), b.limit)
Base.get = lambda self, extra=0: -extra
Base.limit = "x"
print(b.twice(), b.limit)
Base.get = property(lambda self: lambda extra=0: extra + 1)
print(b.twice())

class Other:
    value = "class"

    def get(self, extra=0):
        return extra

    twice = Base.twice

def show(x):
    return x.value

b.__class__ = Other
print(b.twice(), show(b), show(Other()))
o = Other()
print(show(o))
o.value = 1
print(show(o))
del o.value
print(show(o))
Other.value = property(lambda self: "property")
print(show(o), show(b))
#> (1, 1, 2, None) (1, 2, 2, None) (1, 1, 5, None) (4, 3, 2, None) (1, 1, 9, 0)
#> 3 4
#> step() missing 1 required positional argument: 'a'
#> step() takes from 1 to 2 positional arguments but 3 were given
#> step() got multiple values for argument 'a'
#> step() got an unexpected keyword argument 'e'
#> only() got some positional-only arguments passed as keyword arguments: 'a'
#> step() missing 1 required positional argument: 'a'
#> (1, 1, 3, 2) [1, 2, 3]
#> [1, 2, 3, 4, 5]
#> 4950
#> 5050000
#> (1, 70, 2, None)
#> 13000 10
#> 6000 11 10
#> 13000 10
#> -3000 x
#> 3002
#> 3000 5000 class
#> class
#> 1
#> class
#> property property

### numbers_that_change_hands
# source: CPython 3.11
def rotate(n):
    a, b, c = 1000, 2000, 3000
    kept = []
    for i in range(n):
        a, b, c = b, c, a + b
        if i % 3 == 0:
            kept.append(a)
            kept.append((b, c))
    return a, b, c, kept

print(rotate(12))

def swap(n):
    x, y = n * 1000, n * 2000
    z = x
    x, y = y, x
    y += 1
    x, x2 = x + 1, x
    return x, y, z, x2

print(swap(3))

def duplicate(n):
    a = n * 1000
    b, a = a, a + 1
    c, d = a, a
    a += 1
    return a, b, c, d

print(duplicate(2))

def closed(n):
    total = n * 1000

    def add():
        nonlocal total
        total += 1000
        return total

    first = total
    second = add()
    a, total = total, total + 1
    return first, second, a, total, add()

print(closed(2))

def passed(n):
    def change(a):
        a += 1
        b = a
        a += 1
        return a, b

    x = n * 1000
    return change(x), x, change(x + 1), x

print(passed(4))

def loops(n):
    out = []
    for i in range(1000, 1000 + n):
        out.append(i)
        i += 1
        out.append(i)
        for j in range(i, i + 2):
            j = j + i
            out.append(j)
    return out, [i * j for i in range(300, 303) for j in range(i, 302)], [x for row in [[500, 600], [700]] for x in row]

print(loops(2))
print([[y for y in x] for x in [[1, 2], [3]]], [y for x in ([1, 2], [], [3]) for y in x if y > 1])

def later(n):
    fs = [lambda: i * 1000 for i in range(n)]
    return [f() for f in fs]

print(later(3))
print({i * 1000: [j * 1000 for j in range(i)] for i in range(3)}, {x for x in range(300, 303)})
#> (44000, 58000, 77000, [2000, (3000, 3000), 5000, (6000, 8000), 11000, (14000, 19000), 25000, (33000, 44000)])
#> (6001, 3001, 3000, 6000)
#> (2002, 2000, 2001, 2001)
#> (2000, 3000, 3000, 3001, 4001)
#> ((4002, 4001), 4000, (4003, 4002), 4000)
#> ([1000, 1001, 2002, 2003, 1001, 1002, 2004, 2005], [90000, 90300, 90601], [500, 600, 700])
#> [[1, 2], [3]] [2, 3]
#> [2000, 2000, 2000]
#> {0: [], 1000: [0], 2000: [0, 1000]} {300, 301, 302}

### loops_taken_apart
# source: CPython 3.11
log = []

def numbers(n):
    try:
        for i in range(1000, 1000 + n):
            if i % 2:
                continue
            yield i, i + 1
        else:
            log.append("else")
        while n:
            n -= 1
            got = yield n * 1000
            if got:
                log.append(got)
                break
        yield from (x * 1000 for x in range(2))
        for row in [[1, 2], [3]]:
            for x in row:
                yield x
    except ValueError as error:
        log.append(str(error))
        yield "caught"
    finally:
        log.append("end")
    return "done"

print(list(numbers(4)), log)
g = numbers(3)
print(next(g), next(g), next(g), g.send("sent"), g.throw(ValueError("thrown")), next(g, "over"), log)

def failing(n):
    for i in range(n):
        yield 10 // (2 - i)

try:
    for x in failing(5):
        print(x)
except ZeroDivisionError as error:
    print(error)

def unpacked(n):
    kept = []
    for i, (index, value) in enumerate((k, k * 1000) for k in range(n)):
        kept.append((i, index, value))
    for i, pair in enumerate((k, k * 1000) for k in range(n)):
        kept.append(pair)
    for a, b in zip(pairs(n), pairs(n)):
        kept.append((a, b))
    for (a, b), (c, d) in zip(pairs(n), pairs(n)):
        kept.append((a, b, c, d))
    for (a, b), c in zip(pairs(n), pairs(n)):
        kept.append((a, b, c))
    return kept

def pairs(n):
    for k in range(n):
        yield k, k * 1000

print(unpacked(3))
same = pairs(3)
print([(a, b) for (a, b), (c, d) in zip(same, same)], [(a, b, c) for a, (b, c) in enumerate(pairs(2))])

def handled():
    try:
        raise KeyError("outer")
    except KeyError:
        for x in inner():
            try:
                raise
            except KeyError as error:
                yield x, str(error)

def inner():
    try:
        raise IndexError("inner")
    except IndexError:
        for i in range(2):
            yield i
        try:
            raise
        except IndexError as error:
            yield str(error)

print(list(handled()))

def grows():
    items = [1]
    for x in items:
        if len(items) < 5:
            items.append(x * 1000)
        yield x

print(list(grows()))
#> [(1000, 1001), (1002, 1003), 3000, 2000, 1000, 0, 0, 1000, 1, 2, 3] ['else', 'end']
#> (1000, 1001) (1002, 1003) 2000 0 caught over ['else', 'end', 'else', 'sent', 'thrown', 'end']
#> 5
#> 10
#> integer division or modulo by zero
#> [(0, 0, 0), (1, 1, 1000), (2, 2, 2000), (0, 0), (1, 1000), (2, 2000), ((0, 0), (0, 0)), ((1, 1000), (1, 1000)), ((2, 2000), (2, 2000)), (0, 0, 0, 0), (1, 1000, 1, 1000), (2, 2000, 2, 2000), (0, 0, (0, 0)), (1, 1000, (1, 1000)), (2, 2000, (2, 2000))]
#> [(0, 0)] [(0, 0, 0), (1, 1, 1000)]
#> [(0, "'outer'"), (1, "'outer'"), ('inner', "'outer'")]
#> [1, 1000, 1000000, 1000000000, 1000000000000]
