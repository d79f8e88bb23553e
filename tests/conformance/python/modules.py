### time_is_refused
# source: ours
import time
time.time()
#! not-supported: time.time
### open_is_refused
# source: ours
open("x.txt")
#! not-supported: open
### singledispatch_is_refused
# source: ours
from functools import singledispatch
@singledispatch
def f(x): return x
#! not-supported: singledispatch
### unknown_module
# source: ours
import nmupy
#! unknown-module: nmupy
