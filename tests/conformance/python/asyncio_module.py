### coroutines_in_turns
# source: CPython 3.11
import asyncio
async def work(name, n, delay=0):
    for i in range(n):
        print(name, i)
        await asyncio.sleep(delay)
    return name * 2
async def main():
    print(await asyncio.gather(work("a", 2), work("b", 3), asyncio.sleep(0, "s")))
    t = asyncio.create_task(work("c", 1, 0.01), name="mine"); print(t.done(), t.get_name()); print(await t, t.done(), t.result())
    order = []
    async def late(d): await asyncio.sleep(d); order.append(d); return d
    await asyncio.gather(late(0.03), late(0.01), late(0.02)); print(order)
    done, pending = await asyncio.wait([asyncio.create_task(late(d)) for d in (0.01, 0.05)], return_when=asyncio.FIRST_COMPLETED); print(len(done), len(pending), done.pop().result())
    for c in asyncio.as_completed([late(0.03), late(0.01)]): print(await c)
    try: await asyncio.wait_for(late(10), timeout=0.01)
    except asyncio.TimeoutError as e: print("late")
    async def bad(): raise ValueError("bad")
    try: await asyncio.gather(bad(), late(0.001))
    except ValueError as e: print("caught", e)
    print(await asyncio.gather(bad(), late(0.001), return_exceptions=True))
    u = asyncio.create_task(late(5)); await asyncio.sleep(0); u.cancel()
    try: await u
    except asyncio.CancelledError: print("cancelled", u.cancelled())
    f = asyncio.get_running_loop().create_future(); asyncio.get_running_loop().call_soon(f.set_result, 7); print(await f, asyncio.current_task() is not None)
    return 42
print(asyncio.run(main()))
#> a 0
#> b 0
#> a 1
#> b 1
#> b 2
#> ['aa', 'bb', 's']
#> False mine
#> c 0
#> cc True cc
#> [0.01, 0.02, 0.03]
#> 1 1 0.01
#> 0.01
#> 0.03
#> late
#> caught bad
#> [ValueError('bad'), 0.001]
#> cancelled True
#> 7 True
#> 42
### queues_and_locks_of_coroutines
# source: CPython 3.11
import asyncio
async def main():
    q, out, lock, event = asyncio.Queue(maxsize=1), [], asyncio.Lock(), asyncio.Event()
    async def produce():
        for i in range(4): await q.put(i); out.append(("put", i))
        await q.put(None)
    async def consume():
        while (x := await q.get()) is not None: out.append(("got", x)); q.task_done()
        q.task_done()
    await asyncio.gather(produce(), consume()); await q.join(); print(out)
    async def hold(n):
        async with lock: print("in", n); await asyncio.sleep(0); print("out", n)
    await asyncio.gather(*[hold(i) for i in range(3)]); print(lock.locked())
    async def waiter(): await event.wait(); print("event"); return 1
    t = asyncio.create_task(waiter()); await asyncio.sleep(0); event.set(); print(await t)
    s = asyncio.Semaphore(2); live = []
    async def two(i):
        async with s: live.append(i); await asyncio.sleep(0.01); live.append(-i)
    await asyncio.gather(*[two(i) for i in range(1, 5)]); print(live)
    async with asyncio.TaskGroup() as g: a, b = g.create_task(asyncio.sleep(0.01, "x")), g.create_task(asyncio.sleep(0, "y"))
    print(a.result(), b.result())
    try: q.get_nowait()
    except asyncio.QueueEmpty: print("empty")
    async def numbers():
        for i in range(3): yield i; await asyncio.sleep(0)
    async for i in numbers(): print(i)
    print(await asyncio.to_thread(max, 1, 2))
asyncio.run(main())
#> [('put', 0), ('got', 0), ('put', 1), ('got', 1), ('put', 2), ('got', 2), ('put', 3), ('got', 3)]
#> in 0
#> out 0
#> in 1
#> out 1
#> in 2
#> out 2
#> False
#> event
#> 1
#> [1, 2, -1, -2, 3, 4, -3, -4]
#> x y
#> empty
#> 0
#> 1
#> 2
#> 2
