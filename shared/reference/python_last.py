# SPDX-License-Identifier: Apache-2.0
# The last names of Python's modules.
### files
import os

os.makedirs('/tmp/a/b')
with open('/tmp/a/c.txt', 'w') as file:
    file.write('text')
for entry in os.scandir('/tmp/a'):
    entry: os.DirEntry
entry: os.DirEntry = sorted(os.scandir('/tmp/a'), key=lambda one: one.name)[1]
print(entry.name, entry.is_dir(), entry.is_file(), entry.is_symlink())
#> c.txt False True False
print(entry.stat().st_size)
#> 4
os.removedirs('/tmp/a/b')
print(os.DirEntry is not None, os.open is not None, os.fsync is not None, os.ftruncate is not None, os.unsetenv is not None)
#> True True True True True
### streams
import io

print(io.BufferedReader is not None)
#> True
print(io.BufferedWriter is not None)
#> True
print(io.BufferedRandom is not None)
#> True
print(io.FileIO is not None)
#> True
print(io.open_code is not None)
#> True
print(io.BufferedIOBase.read1 is not None)
#> True
print(io.BufferedIOBase.detach is not None)
#> True
print(io.BytesIO.fileno is not None)
#> True
print(io.TextIOWrapper.fileno is not None)
#> True
print(io.TextIOWrapper.detach is not None)
#> True
### formats_of_records
import logging

logging.disable(logging.CRITICAL)
print(logging.LogRecord is not None)
#> True
print(logging.Formatter.format is not None)
#> True
print(logging.Filter.filter is not None)
#> True
print(logging.Handler.format is not None)
#> True
print(logging.Handler.handle is not None)
#> True
print(logging.StreamHandler.emit is not None)
#> True
print(logging.NullHandler().emit(None))
#> None
print(logging.FileHandler.emit is not None)
#> True
print(logging.Logger.handle is not None)
#> True
print(logging.LoggerAdapter.debug is not None)
#> True
print(logging.LoggerAdapter.info is not None)
#> True
print(logging.root is logging.getLogger())
#> True
print(logging.NullHandler is not None)
#> True
print(logging.FileHandler is not None)
#> True
### dates
import datetime

print(datetime.date(2026, 1, 2).isocalendar().year)
#> 2026
print(datetime.tzinfo.fromutc is not None)
#> True
### threads
import threading

hook: threading.ExceptHookArgs = threading.ExceptHookArgs((ValueError, ValueError('a'), None, None))
print(hook.exc_type, hook.exc_value, hook.exc_traceback, hook.thread)
#> <class 'ValueError'> a None None
thread: threading.Thread = threading.current_thread()
print(thread.native_id is not None)
#> True
### decimal_and_codecs
import codecs
import decimal
import tempfile
import gc

class Same(codecs.Codec):
    def encode(self, input, errors='strict'):
        return input, len(input)

    def decode(self, input, errors='strict'):
        return input, len(input)


print(Same().encode('a'), Same().decode('a'))
#> ('a', 1) ('a', 1)
print(decimal.Context(prec=4).create_decimal_from_float(0.1))
#> 0.1000
print(decimal.BasicContext.prec)
#> 9
print(isinstance(gc.get_count(), tuple))
#> True
print(tempfile.TMP_MAX > 0)
#> True
print(tempfile.tempdir is None or True)
#> True
### quantiles
import statistics
import fractions
import inspect

n = statistics.NormalDist(0.0, 1.0)
print([round(q, 3) for q in n.quantiles(n=4)])
#> [-0.674, 0.0, 0.674]
print(len(inspect.signature(len).replace(parameters=[]).parameters))
#> 0
