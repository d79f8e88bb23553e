# SPDX-License-Identifier: Apache-2.0
# module: collections.abc
"""What `await` and `async for` take."""


class Awaitable(ABC):
    @abstractmethod
    def __await__(self):
        yield

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__await__"]) if cls is Awaitable else NotImplemented

    def __class_getitem__(cls, item):
        return _alias(cls, item)


class Coroutine(Awaitable):
    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        _raise(typ, val, tb)

    def close(self):
        _close(self, "coroutine")

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__await__", "send", "throw", "close"]) if cls is Coroutine else NotImplemented


class AsyncIterable(ABC):
    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__aiter__"]) if cls is AsyncIterable else NotImplemented

    def __class_getitem__(cls, item):
        return _alias(cls, item)


class AsyncIterator(AsyncIterable):
    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, C):
        return _check(C, ["__anext__", "__aiter__"]) if cls is AsyncIterator else NotImplemented


class AsyncGenerator(AsyncIterator):
    async def __anext__(self):
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        _raise(typ, val, tb)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            pass
        else:
            raise RuntimeError("asynchronous generator ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, C):
        if cls is not AsyncGenerator:
            return NotImplemented
        return _check(C, ["__aiter__", "__anext__", "asend", "athrow", "aclose"])
