# SPDX-License-Identifier: Apache-2.0
# What traceback says of stacks and of exceptions.
### frames_of_an_exception
import traceback


def inner():
    raise ValueError('no')


def outer():
    inner()


try:
    outer()
except ValueError as error:
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__))
    print([(frame.name, frame.line) for frame in frames])
    last = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), limit=-1)
    print([frame.name for frame in last])
#> [('<module>', 'outer()'), ('outer', 'inner()'), ('inner', "raise ValueError('no')")]
#> ['inner']
### frames_as_texts
import traceback

stack: traceback.StackSummary = traceback.StackSummary.from_list([('a.py', 1, 'f', 'f()')] * 5)
print(''.join(stack.format()))
#>   File "a.py", line 1, in f
#>     f()
#>   File "a.py", line 1, in f
#>     f()
#>   File "a.py", line 1, in f
#>     f()
#>   [Previous line repeated 2 more times]
#>
### causes
import traceback


def load():
    try:
        return {}['weights']
    except KeyError as error:
        raise ValueError('no weights') from error


try:
    load()
except ValueError as error:
    told: traceback.TracebackException = traceback.TracebackException.from_exception(error)
text = ''.join(told.format())
print('direct cause' in text, text.splitlines()[-1])
#> True ValueError: no weights
text = ''.join(told.format(chain=False))
print('direct cause' in text, text.splitlines()[-1])
#> False ValueError: no weights
### written
import sys
import traceback

told: traceback.TracebackException = traceback.TracebackException(ValueError, ValueError('no weights'), None)
told.print(file=sys.stdout)
#> ValueError: no weights
