### asynchronous_comprehensions
# source: CPython 3.11
import asyncio
log = []
async def count(n):
    for i in range(n):
        await asyncio.sleep(0)
        log.append(i)
        yield i
async def is_even(x):
    await asyncio.sleep(0)
    return x % 2 == 0
async def double(x):
    await asyncio.sleep(0)
    return x * 2
async def main():
    print([x async for x in count(3)])
    print({x % 2 async for x in count(4)}, {x: x * x async for x in count(3)})
    print([x async for x in count(5) if await is_even(x)])
    print([await double(x) for x in range(3)], {await double(x): await is_even(x) for x in range(2)})
    print([(x, y) async for x in count(2) async for y in count(x + 1)])
    print([(x, y) for x in range(2) async for y in count(2) if x != y])
    print([[x async for x in count(n)] for n in range(3)])
    print(sum([await double(x) for x in [1, 2]]) + len([x async for x in count(2)]))
    gen = (x * 10 async for x in count(3) if x)
    print(type(gen).__name__, gen.__name__, [x async for x in gen], [x async for x in gen])
    other = (await double(x) for x in range(3))
    print(type(other).__name__, [x async for x in other])
    print([x for x in await double([1])], [last := x async for x in count(2)], last)
    n = 5
    print([(lambda: x + n)() async for x in count(2)], [f"{await double(x)}" async for x in count(2)])
    if True:
        try:
            [x async for x in {1: 2}]
        except TypeError as error:
            print(error)
    try:
        [1 // x async for x in count(2)]
    except ZeroDivisionError as error:
        print(error, error.__traceback__.tb_next.tb_frame.f_code.co_name)
    async def failing():
        yield 1
        raise KeyError("end")
    try:
        print([x async for x in failing()])
    except KeyError as error:
        print("caught", error)
    return await asyncio.gather(collect(2), collect(3))
async def collect(n):
    return [x async for x in count(n) if x or await is_even(x)]
print(asyncio.run(main()))
print(log[:12])
async def drive():
    class Wait:
        def __await__(self):
            return (yield "asked")
    return [await Wait() + x for x in range(2)]
coroutine = drive()
print(coroutine.send(None), coroutine.send(5))
try:
    coroutine.send(7)
except StopIteration as error:
    print(error.value)
coroutine = drive()
coroutine.send(None)
try:
    coroutine.throw(ValueError("in"))
except ValueError as error:
    print("thrown", error)
coroutine = drive()
coroutine.send(None)
coroutine.close()
for text in ("[x async for x in y]", "def f(): return {x async for x in y}", "(x async for x in y)", "async def f(): return [[x async for x in y] for z in w]"):
    try:
        compile(text, "text", "exec")
        print("fine")
    except SyntaxError as error:
        print(error.msg)
#> [0, 1, 2]
#> {0, 1} {0: 0, 1: 1, 2: 4}
#> [0, 2, 4]
#> [0, 2, 4] {0: True, 2: False}
#> [(0, 0), (1, 0), (1, 1)]
#> [(0, 1), (1, 0)]
#> [[], [0], [0, 1]]
#> 8
#> async_generator <genexpr> [10, 20] []
#> async_generator [0, 2, 4]
#> [1, 1] [0, 1] 1
#> [5, 6] ['0', '2']
#> 'async for' requires an object with __aiter__ method, got dict
#> integer division or modulo by zero <listcomp>
#> caught 'end'
#> [[0, 1], [0, 1, 2]]
#> [0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 0, 1]
#> asked asked
#> [5, 8]
#> thrown in
#> asynchronous comprehension outside of an asynchronous function
#> asynchronous comprehension outside of an asynchronous function
#> fine
#> fine
