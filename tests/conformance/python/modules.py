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
### logging_is_quiet
# source: Library reference, logging
import logging
log = logging.getLogger(__name__)
logging.basicConfig(level=logging.INFO)
log.debug("x %d", 1)
print("done", log.name, logging.INFO)
#> done __main__ 20

