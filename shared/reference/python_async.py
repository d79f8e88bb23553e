# SPDX-License-Identifier: Apache-2.0
# Asynchronous generators and tasks.
### aiter
import asyncio


async def count(to):
    for i in range(to):
        yield i


async def main():
    numbers = aiter(count(2))
    print(await anext(numbers), await anext(numbers))
    print(await anext(numbers, 'no more'))


asyncio.run(main())
#> 0 1
#> no more
### generators_that_are_told
import asyncio
from collections.abc import AsyncGenerator


async def average():
    total, count, mean = 0, 0, None
    while True:
        try:
            total += yield mean
            count += 1
        except ValueError:
            print('start again')
            total, count = 0, 0
        mean = total / count if count else None


async def send(numbers: AsyncGenerator):
    await numbers.asend(None)
    print(await numbers.asend(10))
    print(await numbers.asend(20))


async def throw(numbers: AsyncGenerator):
    print(await numbers.athrow(ValueError))
    print(await numbers.asend(3))


async def main():
    numbers = average()
    await send(numbers)
    await throw(numbers)


asyncio.run(main())
#> 10.0
#> 15.0
#> start again
#> None
#> 3.0
### closing
import asyncio
from collections.abc import AsyncGenerator


async def lines():
    try:
        yield 'first'
        yield 'second'
    finally:
        print('closed')


async def read_one(source: AsyncGenerator):
    print(await anext(source))
    await source.aclose()
    print(await anext(source, 'no more'))


asyncio.run(read_one(lines()))
#> first
#> closed
#> no more
### cancelled_tasks
import asyncio


async def wait_long():
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        print('told to stop')
        raise


async def main():
    task: asyncio.Task = asyncio.create_task(wait_long())
    await asyncio.sleep(0)
    print(task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print(task.cancelled())
    print(task.cancel())


asyncio.run(main())
#> True
#> told to stop
#> True
#> False
