from functools import partial
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
  a: int
  b: int = 2
def g(n):
  while n > 3:
    n -= 1
    if n == 5: break
  else:
    return n
  a, *b = 1, 2, 3
  return partial(max, n)(*b)
assert g(9) == 5, "five"
print(P(1), g(4))
