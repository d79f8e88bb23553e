### send_into_an_iterator_without_send
# source: CPython 3.11
def g():
    try:
        yield from [1, 2, 3]
    except AttributeError as e:
        yield "no send"
it = g()
print(next(it), it.send(5), next(it, "end"))
#> 1 no send end
### send_into_a_users_iterator
# source: CPython 3.11
class Echo:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self): return self.send(None)
    def send(self, v):
        self.n += 1
        if self.n == 4: raise StopIteration("result")
        return v
    def throw(self, e): return "threw " + type(e).__name__
    def close(self): print("closed")
def g():
    r = yield from Echo()
    yield r
it = g()
print(next(it), it.send("a"), it.throw(ValueError()), it.send("b"), next(it))
it = g()
next(it)
it.close()
#> None a threw ValueError b result
#> closed
### throw_forms
# source: CPython 3.11
def g():
    while True:
        try:
            yield
        except Exception as e:
            print(repr(e))
it = g()
next(it)
it.throw(ValueError)
it.throw(ValueError, "text")
it.throw(KeyError, KeyError("made"))
#> ValueError()
#> ValueError('text')
#> KeyError('made')
### close_that_yields
# source: CPython 3.11
def g():
    try:
        yield 1
    except GeneratorExit:
        yield 2
it = g()
next(it)
try:
    it.close()
except RuntimeError as e:
    print(e)
#> generator ignored GeneratorExit
### facts
# source: CPython 3.11
def outer():
    def inner():
        yield 1
    return inner()
it = outer()
print(it.__name__, it.__qualname__, it.gi_running, it.gi_yieldfrom)
list(it)
print(it.gi_frame)
#> inner outer.<locals>.inner False None
#> None
