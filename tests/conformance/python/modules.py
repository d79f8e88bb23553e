### clocks_give_nan
# source: ours: a recorded program has no clock
import time
start = time.perf_counter()
time.sleep(0.1)
print(time.perf_counter() - start, time.time() > 0)
#> nan False
### times_in_nanoseconds_are_refused
# source: ours
import time
print(time.time_ns())
#! not-supported: time.time_ns
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

