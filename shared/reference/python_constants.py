# SPDX-License-Identifier: Apache-2.0
# Numbers and names that modules of Python have.
### errno
import errno

print(errno.EPERM)
#> 1
print(errno.ESRCH)
#> 3
print(errno.EINTR)
#> 4
print(errno.EIO)
#> 5
print(errno.ENXIO)
#> 6
print(errno.E2BIG)
#> 7
print(errno.ENOEXEC)
#> 8
print(errno.EBADF)
#> 9
print(errno.ECHILD)
#> 10
print(errno.EAGAIN)
#> 11
print(errno.ENOMEM)
#> 12
print(errno.EACCES)
#> 13
print(errno.EFAULT)
#> 14
print(errno.ENOTBLK)
#> 15
print(errno.EBUSY)
#> 16
print(errno.EEXIST)
#> 17
print(errno.EXDEV)
#> 18
print(errno.ENODEV)
#> 19
print(errno.ENOTDIR)
#> 20
print(errno.EISDIR)
#> 21
print(errno.EINVAL)
#> 22
print(errno.ENFILE)
#> 23
print(errno.EMFILE)
#> 24
print(errno.ENOTTY)
#> 25
print(errno.ETXTBSY)
#> 26
print(errno.EFBIG)
#> 27
print(errno.ENOSPC)
#> 28
print(errno.ESPIPE)
#> 29
print(errno.EROFS)
#> 30
print(errno.EMLINK)
#> 31
print(errno.EPIPE)
#> 32
print(errno.EDOM)
#> 33
print(errno.ERANGE)
#> 34
print(errno.EDEADLK)
#> 35
print(errno.ENAMETOOLONG)
#> 36
print(errno.ENOLCK)
#> 37
print(errno.ENOSYS)
#> 38
print(errno.ENOTEMPTY)
#> 39
print(errno.ELOOP)
#> 40
print(errno.EWOULDBLOCK)
#> 11
print(errno.ENOTSUP)
#> 95
print(errno.EOPNOTSUPP)
#> 95
print(errno.ECONNABORTED)
#> 103
print(errno.ECONNRESET)
#> 104
print(errno.ETIMEDOUT)
#> 110
print(errno.ECONNREFUSED)
#> 111
print(errno.EALREADY)
#> 114
print(errno.EINPROGRESS)
#> 115
### typing
import typing

print(typing.Set is not None)
#> True
print(typing.FrozenSet is not None)
#> True
print(typing.Type is not None)
#> True
print(typing.Never is not None)
#> True
print(typing.Text is not None)
#> True
print(typing.AnyStr is not None)
#> True
print(typing.Unpack is not None)
#> True
print(typing.Required is not None)
#> True
print(typing.NotRequired is not None)
#> True
print(typing.TypeGuard is not None)
#> True
print(typing.Awaitable is not None)
#> True
print(typing.Coroutine is not None)
#> True
print(typing.AsyncIterator is not None)
#> True
print(typing.AsyncIterable is not None)
#> True
print(typing.AsyncGenerator is not None)
#> True
print(typing.ContextManager is not None)
#> True
print(typing.Collection is not None)
#> True
print(typing.Container is not None)
#> True
print(typing.Sized is not None)
#> True
print(typing.MutableSequence is not None)
#> True
print(typing.MutableSet is not None)
#> True
print(typing.AbstractSet is not None)
#> True
print(typing.Reversible is not None)
#> True
print(typing.KeysView is not None)
#> True
print(typing.ValuesView is not None)
#> True
print(typing.ItemsView is not None)
#> True
print(typing.DefaultDict is not None)
#> True
print(typing.OrderedDict is not None)
#> True
print(typing.Counter is not None)
#> True
print(typing.ChainMap is not None)
#> True
print(typing.Deque is not None)
#> True
print(typing.Pattern is not None)
#> True
print(typing.Match is not None)
#> True
print(typing.IO is not None)
#> True
print(typing.TextIO is not None)
#> True
print(typing.BinaryIO is not None)
#> True
print(typing.SupportsInt is not None)
#> True
print(typing.SupportsFloat is not None)
#> True
print(typing.SupportsIndex is not None)
#> True
print(typing.SupportsAbs is not None)
#> True
print(typing.SupportsRound is not None)
#> True
print(typing.Sequence is not None)
#> True
print(typing.Iterable is not None)
#> True
print(typing.Iterator is not None)
#> True
print(typing.Generator is not None)
#> True
print(typing.Mapping is not None)
#> True
print(typing.Final is not None)
#> True
print(typing.Annotated is not None)
#> True
print(typing.NoReturn is not None)
#> True
print(typing.Self is not None)
#> True
print(typing.Hashable is not None)
#> True
print(typing.TypeAlias is not None)
#> True
print(typing.Concatenate is not None)
#> True
print(typing.MutableMapping is not None)
#> True
### types
import types

print(types.FunctionType is not None)
#> True
print(types.NoneType is not None)
#> True
print(types.MethodType is not None)
#> True
print(types.CodeType is not None)
#> True
print(types.TracebackType is not None)
#> True
print(types.GenericAlias is not None)
#> True
print(types.mappingproxy is not None)
#> True
print(types.DynamicClassAttribute is not None)
#> True
print(types.LambdaType is not None)
#> True
print(types.BuiltinFunctionType is not None)
#> True
print(types.BuiltinMethodType is not None)
#> True
print(types.WrapperDescriptorType is not None)
#> True
print(types.MethodWrapperType is not None)
#> True
print(types.MethodDescriptorType is not None)
#> True
print(types.ClassMethodDescriptorType is not None)
#> True
print(types.GetSetDescriptorType is not None)
#> True
print(types.MemberDescriptorType is not None)
#> True
print(types.EllipsisType is not None)
#> True
print(types.NotImplementedType is not None)
#> True
print(types.CoroutineType is not None)
#> True
print(types.AsyncGeneratorType is not None)
#> True
print(types.coroutine is not None)
#> True
print(types.resolve_bases is not None)
#> True
print(types.prepare_class is not None)
#> True
print(types.get_original_bases is not None)
#> True
### collections_abc
import collections.abc

print(collections.abc.Reversible.__name__)
#> Reversible
print(collections.abc.Collection.__name__)
#> Collection
print(collections.abc.MutableSequence.__name__)
#> MutableSequence
print(collections.abc.ByteString.__name__)
#> ByteString
print(collections.abc.MutableSet.__name__)
#> MutableSet
print(collections.abc.MappingView.__name__)
#> MappingView
print(collections.abc.KeysView.__name__)
#> KeysView
print(collections.abc.ItemsView.__name__)
#> ItemsView
print(collections.abc.ValuesView.__name__)
#> ValuesView
print(collections.abc.Awaitable.__name__)
#> Awaitable
print(collections.abc.Coroutine.__name__)
#> Coroutine
print(collections.abc.AsyncIterable.__name__)
#> AsyncIterable
print(collections.abc.AsyncIterator.__name__)
#> AsyncIterator
print(collections.abc.AsyncGenerator.__name__)
#> AsyncGenerator
### string
import string

print(repr(string.octdigits))
#> '01234567'
print(repr(string.printable))
#> '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\x0b\x0c'
### re_flags
import re

print(re.MULTILINE)
#> re.MULTILINE
print(re.DOTALL)
#> re.DOTALL
print(re.VERBOSE)
#> re.VERBOSE
print(re.ASCII)
#> re.ASCII
print(re.U)
#> re.UNICODE
print(re.LOCALE)
#> re.LOCALE
print(re.L)
#> re.LOCALE
print(re.DEBUG)
#> re.DEBUG
### unicode_typing_extensions
import typing_extensions

print(typing_extensions.Any)
#> typing.Any
print(typing_extensions.Callable)
#> typing.Callable
print(typing_extensions.ClassVar)
#> <class 'typing.ClassVar'>
print(typing_extensions.Concatenate)
#> typing.Concatenate
print(typing_extensions.Dict)
#> <class 'dict'>
print(typing_extensions.Final)
#> typing.Final
print(typing_extensions.Generic)
#> typing.Generic
print(typing_extensions.List)
#> <class 'list'>
print(typing_extensions.LiteralString)
#> typing.LiteralString
print(typing_extensions.NamedTuple)
#> <class 'typing.NamedTuple'>
print(typing_extensions.Never)
#> typing.Never
print(typing_extensions.NoReturn)
#> typing.NoReturn
print(typing_extensions.Optional)
#> typing.Optional
print(typing_extensions.Required)
#> typing.Required
print(typing_extensions.Tuple)
#> <class 'tuple'>
print(typing_extensions.Type)
#> <class 'type'>
print(typing_extensions.TypeAlias)
#> typing.TypeAlias
print(typing_extensions.TypeGuard)
#> typing.TypeGuard
print(typing_extensions.TypeVar)
#> <built-in function TypeVar>
print(typing_extensions.Union)
#> typing.Union
print(typing_extensions.cast)
#> <built-in function cast>
print(typing_extensions.get_origin)
#> <function get_origin>
print(typing_extensions.get_type_hints)
#> <function get_type_hints>
print(typing_extensions.overload)
#> <built-in function overload>
### gc
import gc

print(gc.enable())
#> None
print(gc.disable())
#> None
print(gc.isenabled())
#> False
print(gc.get_threshold())
#> (700, 10, 10)
print(gc.freeze())
#> None
print(gc.unfreeze())
#> None
### platform
import platform

print(isinstance(platform.processor(), (str, tuple)))
#> True
print(isinstance(platform.node(), (str, tuple)))
#> True
print(isinstance(platform.release(), (str, tuple)))
#> True
print(isinstance(platform.version(), (str, tuple)))
#> True
print(isinstance(platform.platform(), (str, tuple)))
#> True
print(isinstance(platform.python_version_tuple(), (str, tuple)))
#> True
print(isinstance(platform.python_implementation(), (str, tuple)))
#> True
print(isinstance(platform.python_compiler(), (str, tuple)))
#> True
print(isinstance(platform.libc_ver(), (str, tuple)))
#> True
print(isinstance(platform.mac_ver(), (str, tuple)))
#> True
print(isinstance(platform.win32_ver(), (str, tuple)))
#> True
### sys
import sys

print(sys.version_info is not None)
#> True
print(sys.__excepthook__ is not None)
#> True
print(sys.version is not None)
#> True
print(sys.platform is not None)
#> True
print(sys.stderr is not None)
#> True
print(sys.path is not None)
#> True
print(sys.byteorder is not None)
#> True
print(sys.executable is not None)
#> True
print(sys.maxunicode is not None)
#> True
print(sys.api_version is not None)
#> True
print(sys.hexversion is not None)
#> True
print(sys.copyright is not None)
#> True
print(sys.dont_write_bytecode is not None)
#> True
print(sys.warnoptions is not None)
#> True
print(sys.builtin_module_names is not None)
#> True
print(sys.meta_path is not None)
#> True
print(sys.path_hooks is not None)
#> True
print(sys.prefix is not None)
#> True
print(sys.exec_prefix is not None)
#> True
print(sys.base_prefix is not None)
#> True
print(sys.base_exec_prefix is not None)
#> True
print(sys.float_info is not None)
#> True
print(sys.hash_info is not None)
#> True
print(sys.flags is not None)
#> True
print(sys.implementation is not None)
#> True
### os
import os

print(os.sep)
#> /
print(os.linesep)
#>
#>
print(os.name)
#> posix
print(os.curdir)
#> .
print(os.pardir)
#> ..
print(os.extsep)
#> .
print(os.altsep)
#> None
print(os.pathsep)
#> :
print(os.defpath)
#> /bin:/usr/bin
print(os.devnull)
#> /dev/null
print(os.error)
#> <class 'OSError'>
print(os.F_OK)
#> 0
print(os.R_OK)
#> 4
print(os.W_OK)
#> 2
print(os.X_OK)
#> 1
print(os.SEEK_SET)
#> 0
print(os.SEEK_CUR)
#> 1
print(os.SEEK_END)
#> 2
print(os.O_RDONLY)
#> 0
print(os.O_WRONLY)
#> 1
print(os.O_RDWR)
#> 2
print(os.O_CREAT)
#> 64
print(os.O_EXCL)
#> 128
print(os.O_TRUNC)
#> 512
print(os.O_APPEND)
#> 1024
print(os.EX_OK)
#> 0
### signal_free_logging
import logging

print(logging.NOTSET)
#> 0
print(logging.DEBUG)
#> 10
print(logging.WARNING)
#> 30
print(logging.ERROR)
#> 40
print(logging.CRITICAL)
#> 50
print(logging.WARN)
#> 30
print(logging.FATAL)
#> 50
print(logging.BASIC_FORMAT)
#> %(levelname)s:%(name)s:%(message)s
### decimal
import decimal

print(decimal.MAX_PREC)
#> 999999999999999999
print(decimal.MAX_EMAX)
#> 999999999999999999
print(decimal.MIN_EMIN)
#> -999999999999999999
print(decimal.MIN_ETINY)
#> -1999999999999999997
print(decimal.HAVE_THREADS)
#> True
print(decimal.HAVE_CONTEXTVAR)
#> True
print(decimal.DecimalException)
#> <class 'decimal.DecimalException'>
print(decimal.Clamped)
#> <class 'decimal.Clamped'>
print(decimal.Rounded)
#> <class 'decimal.Rounded'>
print(decimal.Subnormal)
#> <class 'decimal.Subnormal'>
print(decimal.Underflow)
#> <class 'decimal.Underflow'>
print(decimal.FloatOperation)
#> <class 'decimal.FloatOperation'>
print(decimal.ConversionSyntax)
#> <class 'decimal.ConversionSyntax'>
print(decimal.DivisionImpossible)
#> <class 'decimal.DivisionImpossible'>
print(decimal.DivisionUndefined)
#> <class 'decimal.DivisionUndefined'>
print(decimal.InvalidContext)
#> <class 'decimal.InvalidContext'>
print(decimal.DefaultContext)
#> Context(prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[], traps=[InvalidOperation, DivisionByZero, Overflow])
print(decimal.ExtendedContext)
#> Context(prec=9, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0, flags=[], traps=[])
print(decimal.DecimalTuple)
#> <class 'decimal.DecimalTuple'>
### keyword
import keyword

print(len(keyword.kwlist) > 0)
#> True
print(len(keyword.softkwlist) > 0)
#> True
print(keyword.iskeyword('if'))
#> True
print(keyword.issoftkeyword('match'))
#> True
### inspect
import inspect

print(inspect.Parameter is not None)
#> True
print(inspect.formatannotation is not None)
#> True
print(inspect.BoundArguments is not None)
#> True
print(inspect.Signature is not None)
#> True
print(inspect.ismethod is not None)
#> True
print(inspect.isbuiltin is not None)
#> True
print(inspect.isroutine is not None)
#> True
print(inspect.ismodule is not None)
#> True
print(inspect.isgenerator is not None)
#> True
print(inspect.isgeneratorfunction is not None)
#> True
print(inspect.iscoroutinefunction is not None)
#> True
print(inspect.isabstract is not None)
#> True
print(inspect.cleandoc is not None)
#> True
print(inspect.getmembers is not None)
#> True
print(inspect.getmro is not None)
#> True
print(inspect.unwrap is not None)
#> True
print(inspect.getmodule is not None)
#> True
### statistics
import statistics

data = [1.0, 2.0, 2.0, 5.0]
print(statistics.median_high(data))
#> 2.0
### enum
import enum

print(enum.bin is not None)
#> True
print(enum.show_flag_values is not None)
#> True
print(enum.ReprEnum is not None)
#> True
print(enum.EnumMeta is not None)
#> True
print(enum.ReprEnum is not None)
#> True
print(enum.EnumCheck is not None)
#> True
print(enum.pickle_by_global_name is not None)
#> True
print(enum.pickle_by_enum_name is not None)
#> True
print(enum.global_enum_repr is not None)
#> True
print(enum.global_flag_repr is not None)
#> True
print(enum.global_str is not None)
#> True
print(enum.global_enum is not None)
#> True
### traceback
import traceback

print(traceback.FrameSummary is not None)
#> True
print(traceback.StackSummary is not None)
#> True
print(traceback.print_list is not None)
#> True
print(traceback.print_tb is not None)
#> True
print(traceback.print_exception is not None)
#> True
