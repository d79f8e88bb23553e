### a_coroutine_by_hand
# source: CPython 3.11
async def double(x):
    return x * 2
async def main():
    total = 0
    for i in range(3):
        total += await double(i)
    return total
c = main()
print(type(c).__name__, c.__name__)
try:
    c.send(None)
except StopIteration as e:
    print(e.value)
#> coroutine main
#> 6
### awaitables
# source: CPython 3.11
class Later:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return got * 10
async def main():
    return [await Later(1), await Later(2) + 1]
c = main()
print(c.send(None), c.send(5))
try:
    c.send(6)
except StopIteration as e:
    print(e.value)
#> 1 2
#> [50, 61]
### async_with
# source: CPython 3.11
class Manager:
    def __init__(self, name, swallows=False): self.name, self.swallows = name, swallows
    async def __aenter__(self): print("enter", self.name); return self.name
    async def __aexit__(self, t, v, tb): print("exit", self.name, t and t.__name__); return self.swallows
async def main():
    async with Manager("a") as a, Manager("b", True) as b:
        print(a, b)
        raise ValueError(1)
    print("after")
    async with Manager("c"):
        return 7
try:
    main().send(None)
except StopIteration as e:
    print(e.value)
#> enter a
#> enter b
#> a b
#> exit b ValueError
#> exit a None
#> after
#> enter c
#> exit c None
#> 7
### async_for_and_generators
# source: CPython 3.11
async def count(n):
    try:
        for i in range(n):
            got = yield i
            if got: print("got", got)
    finally:
        print("end")
async def main():
    async for v in count(3):
        if v == 1: continue
        print(v)
    else:
        print("else")
    g = count(2)
    print(await g.__anext__(), await g.asend("x"))
    try:
        await g.__anext__()
    except StopAsyncIteration:
        print("stop")
    g = count(5)
    await g.asend(None)
    await g.aclose()
    g = count(1)
    print(await anext(g), await anext(g, "none"))
try:
    main().send(None)
except StopIteration:
    print("done")
#> 0
#> 2
#> end
#> else
#> got x
#> 0 1
#> end
#> stop
#> end
#> end
#> 0 none
#> done
### a_class_with_anext
# source: CPython 3.11
class Countdown:
    def __init__(self, n): self.n = n
    def __aiter__(self): return self
    async def __anext__(self):
        if not self.n: raise StopAsyncIteration
        self.n -= 1
        return self.n
async def main():
    found = []
    async for v in Countdown(3):
        found.append(v)
    return found
try:
    main().send(None)
except StopIteration as e:
    print(e.value)
#> [2, 1, 0]
### exceptions_go_through
# source: CPython 3.11
async def fail(): raise KeyError("k")
async def main():
    try:
        await fail()
    except KeyError as e:
        return e.args
try:
    main().send(None)
except StopIteration as e:
    print(e.value)
c = main()
try:
    c.throw(ValueError("early"))
except ValueError as e:
    print(e)
c = main()
c.close()
try:
    c.send(None)
except RuntimeError as e:
    print(e)
#> ('k',)
#> early
#> cannot reuse already awaited coroutine
### refused
# source: CPython 3.11
async def main():
    await 3
try:
    main().send(None)
except TypeError as e:
    print(e)
#> object int can't be used in 'await' expression
