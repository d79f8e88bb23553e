### queues
# source: CPython 3.11
import queue
q = queue.Queue(maxsize=2)
q.put(1); q.put_nowait(2); print(q.full(), q.qsize(), q.empty())
try: q.put_nowait(3)
except queue.Full as e: print("full", type(e).__name__)
try: q.put(3, timeout=0.01)
except queue.Full: print("full in time")
print(q.get(), q.get_nowait()); q.task_done(); q.task_done(); q.join()
try: q.task_done()
except ValueError as e: print(e)
try: q.get(block=False)
except queue.Empty: print("empty")
s = queue.LifoQueue(); [s.put(x) for x in "abc"]; print(s.get(), s.get(), s.get())
p = queue.PriorityQueue(); [p.put(x) for x in ((3, "c"), (1, "a"), (2, "b"))]; print(p.get(), p.get(), p.get())
z = queue.SimpleQueue(); z.put(5); print(z.get(), z.empty())
#> True 2 False
#> full Full
#> full in time
#> 1 2
#> task_done() called too many times
#> empty
#> c b a
#> (1, 'a') (2, 'b') (3, 'c')
#> 5 True
### threads_that_are_joined
# source: CPython 3.11
import threading, queue
out, lock = [], threading.Lock()
def work(n, scale=1):
    with lock: out.append(n * scale)
ts = [threading.Thread(target=work, args=(i,), kwargs={"scale": 10}, name=f"w{i}") for i in range(3)]
for t in ts: t.start(); t.join()
print(out, ts[0].name, ts[0].is_alive(), ts[0].daemon, threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())
class Adder(threading.Thread):
    def __init__(self, a): super().__init__(daemon=True); self.a = a
    def run(self): self.result = self.a + 1
x = Adder(4); x.start(); x.join(); print(x.result, x.daemon)
e = threading.Event(); print(e.is_set(), e.wait(0)); e.set(); print(e.wait(), lock.locked(), lock.acquire(), lock.acquire(False)); lock.release()
r = threading.RLock()
with r:
    with r: print("twice")
try: lock.release()
except RuntimeError as err: print(err)
try: x.start()
except RuntimeError as err: print(err)
own = threading.local(); own.v = 1
def other(): own.v = 2; own.w = 3
t = threading.Thread(target=other); t.start(); t.join(); print(own.v, hasattr(own, "w"))
sem = threading.Semaphore(2); print(sem.acquire(), sem.acquire(), sem.acquire(blocking=False)); sem.release(); print(sem.acquire())
q = queue.Queue()
def produce():
    for i in range(3): q.put(i)
    q.put(None)
got = []
def consume():
    while (item := q.get()) is not None: got.append(item)
a, b = threading.Thread(target=produce), threading.Thread(target=consume); a.start(); b.start(); a.join(); b.join(); print(got)
#> [0, 10, 20] w0 False False MainThread True 1
#> 5 True
#> False False
#> True False True False
#> twice
#> release unlocked lock
#> threads can only be started once
#> 1 False
#> True True False
#> True
#> [0, 1, 2]
### executors
# source: CPython 3.11
from concurrent.futures import ThreadPoolExecutor, as_completed, wait, Future
import concurrent.futures
with ThreadPoolExecutor(max_workers=4) as pool:
    f = pool.submit(pow, 2, 10); g = pool.submit(lambda: 1 // 0)
    print(f.result(), f.done(), list(pool.map(lambda a, b: a * b, [1, 2, 3], [4, 5, 6])), f.exception())
    try: g.result()
    except ZeroDivisionError as e: print(e, type(g.exception()).__name__)
    fs = {pool.submit(abs, -i): i for i in range(3)}
    print(sorted(x.result() for x in as_completed(fs)), len(wait(fs).done), wait(fs)[1])
h = Future(); h.add_done_callback(lambda x: print("called", x.result())); h.set_result(3); print(h.done(), concurrent.futures.ThreadPoolExecutor is ThreadPoolExecutor)
try: pool.submit(abs, 1)
except RuntimeError as e: print(e)
#> 1024 True [4, 10, 18] None
#> integer division or modulo by zero ZeroDivisionError
#> [0, 1, 2] 3 set()
#> called 3
#> True True
#> cannot schedule new futures after shutdown
### context_variables
# source: CPython 3.11
import contextvars
v = contextvars.ContextVar("v", default=1); w = contextvars.ContextVar("w")
print(v.get(), v.name, w.get("none"))
try: w.get()
except LookupError: print("no value")
t = v.set(2); print(v.get(), t.old_value is contextvars.Token.MISSING); u = v.set(3); print(u.old_value); v.reset(u); print(v.get()); v.reset(t); print(v.get())
c = contextvars.copy_context()
def f(): v.set(9); w.set("x"); return v.get()
print(c.run(f), v.get(), c[v], c.get(w), w in c, len(c), w.get(None))
try: v.reset(t)
except RuntimeError: print("used")
try: w.reset(v.set(1))
except ValueError: print("another")
#> 1 v none
#> no value
#> 2 True
#> 2
#> 2
#> 1
#> 9 1 9 x True 2 None
#> used
#> another
