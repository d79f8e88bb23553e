# SPDX-License-Identifier: Apache-2.0
"""`queue`: queues between threads; threads run one after the other, so a wait that nobody would end is an error."""

import heapq as _heapq


class Empty(Exception):
    """Nothing is in the queue."""


class Full(Exception):
    """The queue has no room."""


def _would_wait(what, timeout):
    if timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    if timeout is None:
        raise RuntimeError(f"deadlock: `{what}` would wait for ever, since threads run one after the other")


class Queue:
    """First in, first out."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self.queue = []

    def _insert(self, item):
        self.queue.append(item)

    def _take(self):
        return self.queue.pop(0)

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return not self.queue

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            if block:
                _would_wait("put", timeout)
            raise Full
        self._insert(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        if not self.queue:
            if block:
                _would_wait("get", timeout)
            raise Empty
        return self._take()

    def put_nowait(self, item):
        self.put(item, block=False)

    def get_nowait(self):
        return self.get(block=False)

    def task_done(self):
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self):
        if self.unfinished_tasks:
            _would_wait("join", None)


class LifoQueue(Queue):
    """Last in, first out."""

    def _take(self):
        return self.queue.pop()


class PriorityQueue(Queue):
    """The least first."""

    def _insert(self, item):
        _heapq.heappush(self.queue, item)

    def _take(self):
        return _heapq.heappop(self.queue)


class SimpleQueue(Queue):
    """First in, first out, without an end and without tasks."""

    def __init__(self):
        Queue.__init__(self)
