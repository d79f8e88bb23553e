# SPDX-License-Identifier: Apache-2.0
# Python's built-in functions, types and exceptions.
### bytes_methods
text = b'one two, one'
print(text.find(b'one'))
#> 0
print(text.rfind(b'one'))
#> 9
print(text.index(b'two'))
#> 4
print(text.rindex(b'one'))
#> 9
print(text.count(b'one'))
#> 2
print(text.split())
#> [b'one', b'two,', b'one']
print(text.rsplit(b' ', 1))
#> [b'one two,', b'one']
print(text.splitlines())
#> [b'one two, one']
print(text.partition(b' '))
#> (b'one', b' ', b'two, one')
print(text.rpartition(b' '))
#> (b'one two,', b' ', b'one')
print((text[:0] + b'-').join([b'a', b'b']))
#> b'a-b'
print(text.replace(b'one', b'1'))
#> b'1 two, 1'
print(text.startswith(b'one'))
#> True
print(text.endswith(b'one'))
#> True
print(text.removeprefix(b'one '))
#> b'two, one'
print(text.removesuffix(b' one'))
#> b'one two,'
print(text.strip(b'eo'))
#> b'ne two, on'
print(text.lstrip(b'eo'))
#> b'ne two, one'
print(text.rstrip(b'eo'))
#> b'one two, on'
print(text.ljust(14))
#> b'one two, one  '
print(text.rjust(14))
#> b'  one two, one'
print(text.center(14))
#> b' one two, one '
print(text.zfill(14))
#> b'00one two, one'
print(text.capitalize())
#> b'One two, one'
print(text.swapcase())
#> b'ONE TWO, ONE'
print(text.isupper())
#> False
print(text.islower())
#> True
print(text.istitle())
#> False
print(text.title())
#> b'One Two, One'
print(text.expandtabs())
#> b'one two, one'
print(text.upper())
#> b'ONE TWO, ONE'
print(text.lower())
#> b'one two, one'
print(text.isalpha())
#> False
print(text.isdigit())
#> False
print(text.isalnum())
#> False
print(text.isspace())
#> False
print(text.isascii())
#> True
print(text.hex())
#> 6f6e652074776f2c206f6e65
print(text.translate(None, b'o'))
#> b'ne tw, ne'
print(text.decode())
#> one two, one
### bytearray_methods
text = bytearray(b'one two, one')
print(text.find(b'one'))
#> 0
print(text.rfind(b'one'))
#> 9
print(text.index(b'two'))
#> 4
print(text.rindex(b'one'))
#> 9
print(text.count(b'one'))
#> 2
print(text.split())
#> [bytearray(b'one'), bytearray(b'two,'), bytearray(b'one')]
print(text.rsplit(b' ', 1))
#> [bytearray(b'one two,'), bytearray(b'one')]
print(text.splitlines())
#> [bytearray(b'one two, one')]
print(text.partition(b' '))
#> (bytearray(b'one'), bytearray(b' '), bytearray(b'two, one'))
print(text.rpartition(b' '))
#> (bytearray(b'one two,'), bytearray(b' '), bytearray(b'one'))
print((text[:0] + b'-').join([b'a', b'b']))
#> bytearray(b'a-b')
print(text.replace(b'one', b'1'))
#> bytearray(b'1 two, 1')
print(text.startswith(b'one'))
#> True
print(text.endswith(b'one'))
#> True
print(text.removeprefix(b'one '))
#> bytearray(b'two, one')
print(text.removesuffix(b' one'))
#> bytearray(b'one two,')
print(text.strip(b'eo'))
#> bytearray(b'ne two, on')
print(text.lstrip(b'eo'))
#> bytearray(b'ne two, one')
print(text.rstrip(b'eo'))
#> bytearray(b'one two, on')
print(text.ljust(14))
#> bytearray(b'one two, one  ')
print(text.rjust(14))
#> bytearray(b'  one two, one')
print(text.center(14))
#> bytearray(b' one two, one ')
print(text.zfill(14))
#> bytearray(b'00one two, one')
print(text.capitalize())
#> bytearray(b'One two, one')
print(text.swapcase())
#> bytearray(b'ONE TWO, ONE')
print(text.isupper())
#> False
print(text.islower())
#> True
print(text.istitle())
#> False
print(text.title())
#> bytearray(b'One Two, One')
print(text.expandtabs())
#> bytearray(b'one two, one')
print(text.upper())
#> bytearray(b'ONE TWO, ONE')
print(text.lower())
#> bytearray(b'one two, one')
print(text.isalpha())
#> False
print(text.isdigit())
#> False
print(text.isalnum())
#> False
print(text.isspace())
#> False
print(text.isascii())
#> True
print(text.hex())
#> 6f6e652074776f2c206f6e65
print(text.translate(None, b'o'))
#> bytearray(b'ne tw, ne')
print(text.decode())
#> one two, one
print(bytearray.maketrans(b'o', b'0')[111])
#> 48
print(text.copy())
#> bytearray(b'one two, one')
text.remove(ord('o'))
print(text)
#> bytearray(b'ne two, one')
### exceptions
print(FloatingPointError.__mro__[1].__name__)
#> ArithmeticError
print(BufferError.__mro__[1].__name__)
#> Exception
print(EOFError.__mro__[1].__name__)
#> Exception
print(PermissionError.__mro__[1].__name__)
#> OSError
print(IndentationError.__mro__[1].__name__)
#> SyntaxError
print(TabError.__mro__[1].__name__)
#> IndentationError
print(ReferenceError.__mro__[1].__name__)
#> Exception
print(SystemError.__mro__[1].__name__)
#> Exception
print(TimeoutError.__mro__[1].__name__)
#> OSError
print(FileExistsError.__mro__[1].__name__)
#> OSError
print(IsADirectoryError.__mro__[1].__name__)
#> OSError
print(NotADirectoryError.__mro__[1].__name__)
#> OSError
print(InterruptedError.__mro__[1].__name__)
#> OSError
print(BlockingIOError.__mro__[1].__name__)
#> OSError
print(ChildProcessError.__mro__[1].__name__)
#> OSError
print(ProcessLookupError.__mro__[1].__name__)
#> OSError
print(ConnectionError.__mro__[1].__name__)
#> OSError
print(BrokenPipeError.__mro__[1].__name__)
#> ConnectionError
print(ConnectionAbortedError.__mro__[1].__name__)
#> ConnectionError
print(ConnectionRefusedError.__mro__[1].__name__)
#> ConnectionError
print(ConnectionResetError.__mro__[1].__name__)
#> ConnectionError
print(UnicodeError.__mro__[1].__name__)
#> ValueError
print(FutureWarning.__mro__[1].__name__)
#> Warning
print(PendingDeprecationWarning.__mro__[1].__name__)
#> Warning
print(SyntaxWarning.__mro__[1].__name__)
#> Warning
print(ImportWarning.__mro__[1].__name__)
#> Warning
print(UnicodeWarning.__mro__[1].__name__)
#> Warning
print(BytesWarning.__mro__[1].__name__)
#> Warning
print(ResourceWarning.__mro__[1].__name__)
#> Warning
print(EncodingWarning.__mro__[1].__name__)
#> Warning
print(UnicodeEncodeError('ascii', 'ä', 0, 1, 'why'))
#> 'ascii' codec can't encode character '\xe4' in position 0: why
print(UnicodeTranslateError('ä', 0, 1, 'why'))
#> can't translate character '\xe4' in position 0: why
### numbers
n = 6
x = 2.5
z = 3 + 4j
print(n.as_integer_ratio())
#> (6, 1)
print(n.conjugate())
#> 6
print(n.real)
#> 6
print(n.imag)
#> 0
print(n.numerator)
#> 6
print(n.denominator)
#> 1
print(x.as_integer_ratio())
#> (5, 2)
print(x.hex())
#> 0x1.4000000000000p+1
print(x.conjugate())
#> 2.5
print(x.is_integer())
#> False
print(x.real)
#> 2.5
print(z.real)
#> 3.0
print(z.imag)
#> 4.0
print(z.conjugate())
#> (3-4j)
print(oct(n))
#> 0o6
print(__debug__)
#> True
### containers
items = [3, 1]
items.extend([2])
items.insert(0, 4)
items.reverse()
print(items.copy())
#> [2, 1, 3, 4]
pairs = {'a': 1}
print(pairs.copy())
#> {'a': 1}
pairs.clear()
print(pairs)
#> {}
some = frozenset({1, 2})
print(some.intersection({2}))
#> frozenset({2})
print(some.difference({2}))
#> frozenset({1})
print(some.issubset({1, 2, 3}))
#> True
print(some.issuperset({1}))
#> True
print(some.isdisjoint({3}))
#> True
print(some.copy())
#> frozenset({1, 2})
steps = range(0, 10, 2)
print(steps.start, steps.stop, steps.step)
#> 0 10 2
print('{a}'.format_map({'a': 1}))
#> 1
print('one two one'.rindex('one'))
#> 8
### memory
view = memoryview(b'abcd')
print(view.hex())
#> 61626364
print(view.toreadonly().readonly)
#> True
### groups_of_exceptions
group = BaseExceptionGroup('several', [ValueError('a'), TypeError('b')])
print(group.split(ValueError)[0].exceptions)
#> (ValueError('a'),)
print(group.derive([KeyError('c')]).exceptions)
#> (KeyError('c'),)
### leaving
try:
    print('before')
    quit(2)
    print('never')
except SystemExit as error:
    print('ended with', error.code)
#> before
#> ended with 2
