# SPDX-License-Identifier: Apache-2.0
# More names of Python's modules.
### small_ones
import functools
import itertools
import operator
import numpy as np
import copy
import bisect
import base64
import abc
import dataclasses

items = [1, 3]
bisect.insort_right(items, 2)
bisect.insort_left(items, 0)
print(items)
#> [0, 1, 2, 3]
print(functools.WRAPPER_ASSIGNMENTS)
#> ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
print(functools.WRAPPER_UPDATES)
#> ('__dict__',)
print(list(itertools.batched('abc', 2)))
#> [('a', 'b'), ('c',)]
print(operator.imatmul(np.eye(2), np.eye(2)))
#> [[1. 0.]
#>  [0. 1.]]
print(copy.Error is copy.error)
#> True
print(base64.standard_b64encode(b'a'))
#> b'YQ=='
print(base64.standard_b64decode(b'YQ=='))
#> b'a'
print(isinstance(abc.get_cache_token(), int))
#> True
print(dataclasses.Field is not None)
#> True
print(abc.abstractproperty is not None)
#> True
print(abc.abstractclassmethod is not None)
#> True
print(abc.abstractstaticmethod is not None)
#> True
### numbers
n = 6
print(n.is_integer())
#> True
print(bytearray(b'-').join([b'a', b'b']))
#> bytearray(b'a-b')
import numpy as np
print(np.linalg.matrix_norm(np.eye(2)))
#> 1.4142135623730951
from collections import Counter
print(Counter.fromkeys is not None)
#> True
### logging_records
import logging

print(logging.FileHandler is not None)
#> True
logging.LoggerAdapter(logging.getLogger('a'), {}).debug('not told')
logging.LoggerAdapter(logging.getLogger('a'), {}).info('not told')
### generators
import collections.abc


class Steps(collections.abc.Generator):
    def send(self, value):
        return 1

    def throw(self, typ, val=None, tb=None):
        raise StopIteration


steps = Steps()
print(next(steps), steps.send(2))
#> 1 1
steps.close()


class Work(collections.abc.Coroutine):
    def send(self, value):
        return 1

    def throw(self, typ, val=None, tb=None):
        raise StopIteration

    def __await__(self):
        yield


work = Work()
print(work.send(None))
#> 1
work.close()
### mappings
import collections.abc


class Table(collections.abc.MutableMapping):
    def __init__(self):
        self.items_ = {}

    def __getitem__(self, key):
        return self.items_[key]

    def __setitem__(self, key, value):
        self.items_[key] = value

    def __delitem__(self, key):
        del self.items_[key]

    def __iter__(self):
        return iter(self.items_)

    def __len__(self):
        return len(self.items_)


table = Table()
table['a'] = 1
print(list(table.keys()))
#> ['a']
print(table.popitem())
#> ('a', 1)
table.clear()
print(len(table))
#> 0
### stack_summaries
import traceback

stack = traceback.StackSummary.from_list([('a.py', 1, 'f', 'x = 1')])
print(''.join(stack.format()))
#>   File "a.py", line 1, in f
#>     x = 1
#>
print(stack.format_frame_summary(stack[0]))
#>   File "a.py", line 1, in f
#>     x = 1
#>
### arguments
import argparse
import sys

parser = argparse.ArgumentParser(prog='tool')
try:
    parser.exit(3)
except SystemExit as end:
    print(end.code)
#> 3
print(argparse.ArgumentParser.error is not None)
#> True
### texts
import re
import reprlib
import collections
import array

pattern = re.compile('(a)(b)?')
match = pattern.match('ab')
print(pattern.groups)
#> 2
print(match.groups())
#> ('a', 'b')
print(re.RegexFlag(2).name)
#> IGNORECASE
print(pattern.scanner('ab').match() is not None)
#> True
print(isinstance(re.I, re.RegexFlag))
#> True
print(reprlib.Repr().repr_deque(collections.deque([1]), 1))
#> deque([1])
print(reprlib.Repr().repr_instance(object, 1) is not None)
#> True
### typing
import typing
import typing_extensions
import contextlib


class A:
    @typing.override
    def f(self):
        return 1


@typing.dataclass_transform()
def mine(cls):
    return cls


print(A().f())
#> 1
print(typing.is_typeddict(int))
#> False
print(typing.assert_never is not None)
#> True
print(typing_extensions.assert_type(1, int))
#> 1
print(typing_extensions.reveal_type(1))
#> Runtime type is 'int'
#> 1
print(typing_extensions.final(A) is A)
#> True
print(typing_extensions.get_original_bases(A))
#> (<class 'object'>,)
print(typing_extensions.dataclass_transform is not None)
#> True
print(contextlib.aclosing is not None)
#> True
print(contextlib.AsyncExitStack.push_async_exit is not None)
#> True
print(contextlib.AsyncExitStack.push_async_callback is not None)
#> True
print(contextlib.AsyncExitStack.aclose is not None)
#> True
### packages
from packaging.specifiers import Specifier, SpecifierSet
from packaging.version import VERSION_PATTERN, Version
import importlib.util
import importlib.machinery
import importlib

v = Version('1.0.post1')
s = Specifier('>=1')
print(v.is_postrelease)
#> True
print(v.is_devrelease)
#> False
print(s.contains('2'))
#> True
print(list(s.filter(['0', '2'])))
#> ['2']
print(s.prereleases)
#> False
print(SpecifierSet('>1').prereleases)
#> False
print(len(VERSION_PATTERN) > 0)
#> True
print(importlib.util.resolve_name('a', None))
#> a
print(importlib.machinery.ModuleSpec('a.b', None).parent)
#> a
importlib.invalidate_caches()
### missing_packages
import importlib.metadata

try:
    importlib.metadata.version('no-such-package')
except importlib.metadata.PackageNotFoundError as error:
    missing: importlib.metadata.PackageNotFoundError = error
    print(missing.name)
    print(missing)
#> no-such-package
#> No package metadata was found for no-such-package
### threads
import threading

timer = threading.Timer(0.0, print, ['now'])
timer.run()
#> now
print(threading.current_thread().native_id is not None)
#> True
import concurrent.futures
print(concurrent.futures.CancelledError is not None, concurrent.futures.Error is not None)
#> True True
import weakref
print(weakref.ReferenceType is not None)
#> True
import warnings
warnings.resetwarnings()
print(warnings.WarningMessage is not None)
#> True
import sys
print(sys.exception())
#> None
### attributes_of_instances
import types


class Setting:
    width = types.DynamicClassAttribute()

    @width.getter
    def width(self):
        return self._width

    @width.setter
    def width(self, value):
        self._width = value

    @width.deleter
    def width(self):
        self._width = None


setting = Setting()
setting.width = 3
before = setting.width
del setting.width
print(before, setting.width)
#> 3 None
try:
    print(Setting.width)
except AttributeError:
    print('the class has none')
#> the class has none
