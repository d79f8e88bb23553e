x = f(a, [1, 

def g(b:
  return b.c.
import a.b.
from . import 
y = z.
