# SPDX-License-Identifier: Apache-2.0
# Logging, threads, coroutines, arguments, times.
### logging
import logging

log = logging.Logger("mine", logging.DEBUG)


class Told(logging.Handler):
    def emit(self, record):
        print(record.levelname, record.getMessage())


handler = Told()
handler.setLevel(logging.DEBUG)
log.addHandler(handler)
log.debug("a %s", 1)
#> DEBUG a 1
log.info("b")
#> INFO b
log.warning("c")
#> WARNING c
log.error("d")
#> ERROR d
log.critical("e")
#> CRITICAL e
log.log(logging.INFO, "f")
#> INFO f
try:
    1 / 0
except ZeroDivisionError:
    log.exception("g")
#> ERROR g
log.setLevel(logging.WARNING)
print(log.getEffectiveLevel())
#> 30
only = logging.Filter("mine")
log.addFilter(only)
handler.addFilter(only)
handler.removeFilter(only)
print(log.hasHandlers())
#> True
adapter = logging.LoggerAdapter(log, {"a": 1})
print(adapter.process("text", {}))
#> ('text', {'extra': {'a': 1}})
adapter.warning("h")
#> WARNING h
adapter.error("i")
#> ERROR i
adapter.log(logging.ERROR, "j")
#> ERROR j
log.removeHandler(handler)
handler.flush()
handler.close()
logging.addLevelName(25, "NOTE")
print(logging.getLevelNamesMapping()["INFO"])
#> 20
print(logging.getLogger("a").getChild("b").name)
#> a.b
logging.captureWarnings(False)
logging.disable(logging.NOTSET)
### logging_by_functions
import logging

logging.disable(logging.CRITICAL)
logging.debug('a')
logging.info('a')
logging.warning('a')
logging.error('a')
logging.critical('a')
logging.exception('a')
logging.log(logging.INFO, 'a')
print('quiet')
#> quiet
### threads
import threading

condition = threading.Condition()
bounded = threading.BoundedSemaphore(1)
event = threading.Event()
barrier = threading.Barrier(1)
timer = threading.Timer(0.0, print, ['timer'])
timer.start()
#> timer
timer.join()
timer.cancel()
event.clear()
bounded.acquire()
bounded.release()
with condition:
    condition.notify()
    condition.notify_all()
print(barrier.wait())
#> 0
print(isinstance(threading.get_ident(), int))
#> True
print(isinstance(threading.get_native_id(), int))
#> True
print(len(threading.enumerate()))
#> 1
print(threading.TIMEOUT_MAX > 0)
#> True
print(issubclass(threading.BrokenBarrierError, RuntimeError))
#> True
print(threading.ExceptHookArgs is not None)
#> True
print(callable(threading.excepthook))
#> True
with condition:
    print(condition.wait_for(lambda: True))
#> True
### conditions
import threading

free = threading.Condition()
with free:
    print(free.wait(timeout=0))
    free.notify()
#> False
### futures
import concurrent.futures as futures

future = futures.Future()
future.set_running_or_notify_cancel()
future.set_exception(ValueError('a'))
pool = futures.ThreadPoolExecutor()
done = futures.wait([pool.submit(len, 'ab')])
pool.shutdown()
print(future.cancel())
#> False
print(future.cancelled())
#> False
print(future.running())
#> False
print(len(done.done), len(done.not_done))
#> 1 0
print(futures.FIRST_COMPLETED, futures.FIRST_EXCEPTION, futures.ALL_COMPLETED)
#> FIRST_COMPLETED FIRST_EXCEPTION ALL_COMPLETED
print(issubclass(futures.InvalidStateError, Exception))
#> True
print(issubclass(futures.BrokenExecutor, RuntimeError))
#> True
print(futures.TimeoutError)
#> <class 'TimeoutError'>
print(isinstance(pool, futures.Executor))
#> True
print(isinstance(done, futures.DoneAndNotDoneFutures))
#> True
print(futures.ProcessPoolExecutor is not None)
#> True
### done_and_not_done
import concurrent.futures


def results_of(futures):
    waited: concurrent.futures.DoneAndNotDoneFutures = concurrent.futures.wait(futures)
    return sorted(future.result() for future in waited.done), len(waited.not_done)


with concurrent.futures.ThreadPoolExecutor() as pool:
    print(results_of([pool.submit(pow, 2, n) for n in range(3)]))
#> ([1, 2, 4], 0)
### coroutines
import asyncio


async def main():
    loop = asyncio.get_event_loop()
    future = asyncio.Future()
    future.add_done_callback(print)
    future.remove_done_callback(print)
    future.set_exception(ValueError("a"))
    print(future.exception())
    print(asyncio.Future().cancel())

    async def work():
        return 1

    task = asyncio.Task(work())
    task.set_name("one")
    print(asyncio.iscoroutine(task.get_coro()), asyncio.isfuture(task))
    print(await task)
    print(await asyncio.ensure_future(work()))
    lock = asyncio.Lock()
    await lock.acquire()
    print(lock.locked())
    lock.release()
    semaphore = asyncio.Semaphore(1)
    await semaphore.acquire()
    print(semaphore.locked())
    semaphore.release()
    event = asyncio.Event()
    event.clear()
    print(event.is_set())
    queue = asyncio.Queue(2)
    queue.put_nowait(1)
    print(queue.qsize(), queue.empty(), queue.full())
    print(asyncio.LifoQueue().empty(), asyncio.PriorityQueue().empty())


asyncio.run(main())
#> a
#> True
#> True True
#> 1
#> 1
#> True
#> True
#> False
#> 1 False False
#> True True
print(asyncio.FIRST_EXCEPTION, asyncio.ALL_COMPLETED)
#> FIRST_EXCEPTION ALL_COMPLETED
print(issubclass(asyncio.InvalidStateError, Exception), issubclass(asyncio.QueueFull, Exception))
#> True True
print(asyncio.new_event_loop() is not None)
#> True
### arguments
import argparse

parser = argparse.ArgumentParser(prog="tool", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
group = parser.add_argument_group("sizes")
group.add_argument("--n", type=int, default=4, help="how many")
either = parser.add_mutually_exclusive_group()
either.add_argument("--fast", action=argparse.BooleanOptionalAction)
parser.set_defaults(kind="a")
print(parser.get_default("kind"))
#> a
print(parser.parse_args([]) == argparse.Namespace(n=4, fast=None, kind="a"))
#> True
print(argparse.SUPPRESS, argparse.OPTIONAL, argparse.ZERO_OR_MORE, argparse.ONE_OR_MORE)
#> ==SUPPRESS== ? * +
print(argparse.REMAINDER, argparse.PARSER)
#> ... A...
print(issubclass(argparse.ArgumentError, Exception), issubclass(argparse.ArgumentTypeError, Exception))
#> True True
print(issubclass(argparse.RawDescriptionHelpFormatter, argparse.HelpFormatter))
#> True
print(issubclass(argparse.RawTextHelpFormatter, argparse.HelpFormatter))
#> True
print(argparse.MetavarTypeHelpFormatter is not None, argparse.Action is not None, argparse.FileType is not None)
#> True True True
commands = argparse.ArgumentParser(prog="tool").add_subparsers(dest="command")
commands.add_parser("run")
### dates
import datetime

zone = datetime.timezone(datetime.timedelta(hours=1))
moment = datetime.datetime(2026, 1, 2, 3, 4, tzinfo=zone)
day = datetime.date(2026, 1, 2)
hour = datetime.time(3, 4, tzinfo=zone)
print(zone.utcoffset(None))
#> 1:00:00
print(zone.dst(None))
#> None
print(zone.tzname(None))
#> UTC+01:00
print(zone.fromutc(moment))
#> 2026-01-02 04:04:00+01:00
print(datetime.UTC)
#> UTC
print(moment.utcoffset())
#> 1:00:00
print(moment.timetz())
#> 03:04:00+01:00
print(day.isoformat())
#> 2026-01-02
print(day.isocalendar().year)
#> 2026
print(day.isocalendar().weekday)
#> 5
print(hour.utcoffset())
#> 1:00:00
print(hour.dst())
#> None
print(hour.tzname())
#> UTC+01:00
print(datetime.date.fromtimestamp(0))
#> 1970-01-01
print(datetime.datetime.utcfromtimestamp(0))
#> 1970-01-01 00:00:00
### weeks
import datetime


def week_of(day):
    week: datetime.IsoCalendarDate = day.isocalendar()
    return week.year, week.week, week.weekday


print(week_of(datetime.date(2026, 12, 31)))
#> (2026, 53, 4)
print(week_of(datetime.date(2027, 1, 1)))
#> (2026, 53, 5)
print(week_of(datetime.date(2027, 1, 4)))
#> (2027, 1, 1)
### times
import time

print(isinstance(time.monotonic(), float))
#> True
print(isinstance(time.process_time(), float))
#> True
print(isinstance(time.thread_time(), float))
#> True
### timeit
import timeit

timer = timeit.Timer('1 + 1')
print(timeit.default_number)
#> 1000000
print(timeit.default_repeat)
#> 5
print(isinstance(timer.timeit(1), float))
#> True
print(len(timer.repeat(2, 1)))
#> 2
### durations
import timeit

timer = timeit.Timer('sum(numbers)', globals={'numbers': range(10)})
tried = []
number, seconds = timer.autorange(callback=lambda number, seconds: tried.append(number))
print(tried[0], number == tried[-1])
#> 1 True
### contexts
import contextvars

size = contextvars.ContextVar('size')
size.set(1)
context = contextvars.copy_context()
print(context.get(size))
#> 1
print(list(context.keys()) == [size])
#> True
print(list(context.values()))
#> [1]
print(len(context.items()))
#> 1
print(len(context.copy()))
#> 1
print(isinstance(context, contextvars.Context))
#> True
### values_of_a_context
import contextvars

level = contextvars.ContextVar('level', default=0)
other = contextvars.ContextVar('other')
level.set(3)
context: contextvars.Context = contextvars.copy_context()
level.set(4)
print(context.get(level), level.get())
#> 3 4
print(context.get(other), context.get(other, 'not set'))
#> None not set
### weak_references
import weakref

class Thing:
    def method(self):
        return 1


thing = Thing()
keys = weakref.WeakKeyDictionary({thing: 1})
values = weakref.WeakValueDictionary({1: thing})
final = weakref.finalize(thing, print, 'gone')
print(weakref.ref(thing)() is thing)
#> True
print(weakref.WeakMethod(thing.method)()())
#> 1
print(weakref.proxy(thing).method())
#> 1
print(isinstance(weakref.getweakrefcount(thing), int))
#> True
print(isinstance(weakref.getweakrefs(thing), list))
#> True
print(len(keys.keyrefs()))
#> 1
print(len(keys.copy()))
#> 1
print(len(values.valuerefs()))
#> 1
print(len(list(values.itervaluerefs())))
#> 1
print(len(values.copy()))
#> 1
print(len(weakref.WeakSet([thing])))
#> 1
print(final.alive)
#> True
print(final.peek() is not None)
#> True
print(final.detach() is not None)
#> True
### orders
import graphlib

sorter = graphlib.TopologicalSorter({'b': ['a']})
sorter.add('c', 'b')
sorter.prepare()
print(sorter.is_active())
#> True
print(sorter.get_ready())
#> ('a',)
sorter.done('a')
print(sorter.get_ready())
#> ('b',)
print(list(graphlib.TopologicalSorter({'b': ['a']}).static_order()))
#> ['a', 'b']
print(issubclass(graphlib.CycleError, ValueError))
#> True
### copying_by_hand
import copyreg

print(copyreg.pickle_complex(1j))
#> (<class 'complex'>, (0.0, 1.0))
print(isinstance(copyreg.dispatch_table, dict))
#> True
copyreg.constructor(len)
copyreg.add_extension('builtins', 'len', 240)
copyreg.remove_extension('builtins', 'len', 240)
copyreg.clear_extension_cache()
### the_interpreter
import sys

sys.setrecursionlimit(2000)
print(sys.getrecursionlimit() > 0)
#> True
print(sys.intern('a'))
#> a
print(sys.getdefaultencoding())
#> utf-8
print(sys.getfilesystemencoding())
#> utf-8
print(sys.getswitchinterval() > 0)
#> True
print(sys.gettrace())
#> None
print(sys.getprofile())
#> None
print(callable(sys.excepthook))
#> True
### garbage
import gc

gc.set_threshold(700)
print(gc.DEBUG_STATS)
#> 1
print(gc.DEBUG_COLLECTABLE)
#> 2
print(gc.DEBUG_UNCOLLECTABLE)
#> 4
print(gc.DEBUG_SAVEALL)
#> 32
print(gc.DEBUG_LEAK)
#> 38
print(isinstance(gc.callbacks, list))
#> True
print(isinstance(gc.garbage, list))
#> True
print(isinstance(gc.collect(), int))
#> True
### context_managers
import asyncio
import contextlib
import io
import sys

with contextlib.redirect_stderr(io.StringIO()) as told:
    print("a", file=sys.stderr)
print(told.getvalue())
#> a
#>
stack = contextlib.ExitStack()
stack.callback(print, "left")
stack.close()
#> left
print(contextlib.AbstractContextManager.__name__, contextlib.AbstractAsyncContextManager.__name__)
#> AbstractContextManager AbstractAsyncContextManager
print(contextlib.AsyncContextDecorator.__name__)
#> AsyncContextDecorator


@contextlib.asynccontextmanager
async def place():
    yield 1


async def main():
    async with contextlib.AsyncExitStack() as outer:
        print(await outer.enter_async_context(place()))


asyncio.run(main())
#> 1
### signatures
import inspect

def f(a, b=1):
    pass


signature = inspect.signature(f)
first = signature.parameters['a']
print(first.replace(name='x'))
#> x
print(signature.replace(parameters=[]))
#> ()
print(signature.bind_partial(1).arguments)
#> {'a': 1}
print(inspect.Signature.from_callable(f))
#> (a, b=1)
### changed_signatures
import inspect


def f(x, *, size=1): ...


signature: inspect.Signature = inspect.signature(f)
size: inspect.Parameter = signature.parameters['size']
print(size.replace(default=2))
#> size=2
print(size.replace(name='n', kind=inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=int))
#> n: int = 1
print(signature.replace(parameters=[size.replace(default=4)], return_annotation=int))
#> (*, size=4) -> int
### tracebacks
import sys
import traceback

try:
    1 / 0
except ZeroDivisionError as error:
    told = traceback.TracebackException.from_exception(error)
print("".join(told.format_exception_only()))
#> ZeroDivisionError: division by zero
#>
### typing
import typing

Name = typing.NewType("Name", str)
print(Name("a"))
#> a
print(typing.TYPE_CHECKING)
#> False
print(typing.assert_type(1, int))
#> 1
Parts = typing.ParamSpec("Parts")
print(Parts)
#> ~Parts


class Base:
    @typing.final
    def method(self):
        return 1


class Derived(Base):
    @typing.no_type_check
    def other(self):
        return 2


print(Derived().other(), Base().method())
#> 2 1
print(typing.reveal_type(1))
#> 1
print(typing.LiteralString is not None, typing.TypeVarTuple is not None, typing.ParamSpecArgs is not None)
#> True True True
### views_of_dicts
import types

m = types.MappingProxyType({'a': 1})
print(m.get('a'))
#> 1
print(list(m.keys()))
#> ['a']
print(list(m.values()))
#> [1]
print(list(m.items()))
#> [('a', 1)]
print(m.copy())
#> {'a': 1}
