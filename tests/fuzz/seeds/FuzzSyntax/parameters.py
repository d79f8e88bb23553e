def f(a, a): pass
def f(a=1, b): pass
def f(*, **k): pass
def f(a, /, b, /): pass
def f(*a, *b): pass
