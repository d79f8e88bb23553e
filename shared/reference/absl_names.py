# SPDX-License-Identifier: Apache-2.0
# absl's flags and messages.
### messages
from absl import logging

print(logging.DEBUG)
#> 1
print(logging.INFO)
#> 0
print(logging.WARNING)
#> -1
print(logging.FATAL)
#> -3
print(logging.get_verbosity())
#> -1
logging.debug('a')
logging.vlog(1, 'a')
logging.warning('a')
logging.warn('a')
logging.error('a')
logging.log(logging.INFO, 'a')
logging.log_first_n(logging.INFO, 'a', 1)
print(logging.exception is not None, logging.fatal is not None)
#> True True
### wrong_calls
from absl import app


def main(argv):
    if len(argv) > 1:
        raise app.UsageError('Too many command-line arguments.')


try:
    main(['program', 'more'])
except app.UsageError as error:
    print(error)
#> Too many command-line arguments.
