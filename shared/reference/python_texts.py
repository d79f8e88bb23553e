# SPDX-License-Identifier: Apache-2.0
# Texts: regular expressions, templates, wrapping, codecs.
### re
import re

pattern = re.compile('(a)(b)?')
match = pattern.search('xab')
print(match.groups())
#> ('a', 'b')
print(match.expand(r'\2\1'))
#> ba
print(match.re is pattern)
#> True
print(match.lastindex)
#> 2
print(pattern.subn('-', 'ab a'))
#> ('- -', 2)
print(pattern.groups)
#> 2
print(isinstance(pattern, re.Pattern))
#> True
print(isinstance(match, re.Match))
#> True
re.purge()
scanner = re.Scanner([('[0-9]+', lambda s, t: int(t)), (' ', None)])
print(scanner.scan('1 22'))
#> ([1, 22], '')
### groups
import re

pattern: re.Pattern = re.compile(r'(\w+)=(\d+)(;)?')
print(pattern.groups)
#> 3
match: re.Match = pattern.match('a=1')
print(match.groups())
#> ('a', '1', None)
print(match.groups(default='none'))
#> ('a', '1', 'none')
### templates
import string

t = string.Template('$a and $b')
f = string.Formatter()
print(t.is_valid())
#> True
print(t.get_identifiers())
#> ['a', 'b']
print(f.format('{} {a}', 1, a=2))
#> 1 2
print(f.vformat('{}', (1,), {}))
#> 1
print(f.get_value('a', (), {'a': 1}))
#> 1
print(f.format_field(1.5, '.2f'))
#> 1.50
print(f.convert_field(1, 'r'))
#> 1
print(list(f.parse('a{b}')))
#> [('a', 'b', '', None)]
print(f.get_field('a', (), {'a': 1}))
#> (1, 'a')
print(f.check_unused_args(set(), (), {}))
#> None
### wrapping
import textwrap

w = textwrap.TextWrapper(width=8)
print(w.wrap('one two three'))
#> ['one two', 'three']
print(w.fill('one two three'))
#> one two
#> three
### codecs
import codecs

print(codecs.BOM_UTF8)
#> b'\xef\xbb\xbf'
print(codecs.BOM_UTF16_LE)
#> b'\xff\xfe'
print(codecs.BOM_LE)
#> b'\xff\xfe'
print(codecs.BOM_UTF16_BE)
#> b'\xfe\xff'
print(codecs.BOM_BE)
#> b'\xfe\xff'
print(codecs.BOM)
#> b'\xff\xfe'
print(codecs.BOM_UTF16)
#> b'\xff\xfe'
print(codecs.BOM_UTF32_LE)
#> b'\xff\xfe\x00\x00'
print(codecs.BOM_UTF32_BE)
#> b'\x00\x00\xfe\xff'
print(codecs.BOM_UTF32)
#> b'\xff\xfe\x00\x00'
print(codecs.encode('a', 'utf-8'))
#> b'a'
print(codecs.decode(b'a', 'utf-8'))
#> a
print(codecs.utf_8_encode('a'))
#> (b'a', 1)
print(codecs.utf_8_decode(b'a'))
#> ('a', 1)
print(codecs.getencoder('utf-8')('a'))
#> (b'a', 1)
print(codecs.getdecoder('utf-8')(b'a'))
#> ('a', 1)
print(codecs.lookup('utf-8').name)
#> utf-8
print(isinstance(codecs.lookup('utf-8'), codecs.CodecInfo))
#> True
print(callable(codecs.lookup_error('strict')))
#> True
print(callable(codecs.strict_errors))
#> True
codecs.register_error('mine', codecs.ignore_errors)
def search(name):
    return None


codecs.register(search)
codecs.unregister(search)
### shell_patterns
import fnmatch

print(fnmatch.fnmatch('a.py', '*.py'))
#> True
print(fnmatch.fnmatchcase('A.py', 'a*'))
#> False
print(fnmatch.filter(['a.py', 'b.c'], '*.py'))
#> ['a.py']
print(fnmatch.translate('*.py'))
#> (?s:.*\.py)\Z
### csv
import csv

print(csv.excel.delimiter)
#> ,
print(repr(csv.excel_tab.delimiter))
#> '\t'
print(issubclass(csv.Error, Exception))
#> True
### reprlib
import reprlib

r = reprlib.Repr()
print(reprlib.repr(list(range(20))))
#> [0, 1, 2, 3, 4, 5, ...]
print(r.repr('a' * 50))
#> 'aaaaaaaaaaaa...aaaaaaaaaaaaa'
print(r.repr1([1], 1))
#> [1]
print(r.repr_list([1], 1))
#> [1]
print(r.repr_tuple((1,), 1))
#> (1,)
print(r.repr_set({1}, 1))
#> {1}
print(r.repr_frozenset(frozenset({1}), 1))
#> frozenset({1})
print(r.repr_dict({1: 2}, 1))
#> {1: 2}
print(r.repr_str('a', 1))
#> 'a'
print(r.repr_int(1, 1))
#> 1
print(reprlib.aRepr.maxlist)
#> 6
class Ring:
    @reprlib.recursive_repr()
    def __repr__(self):
        return f'<{self.next}>'


ring = Ring()
ring.next = ring
print(ring)
#> <...>
### short_arrays
import reprlib


class array(list):
    typecode = 'i'


short = reprlib.Repr()
short.maxarray = 3
print(short.repr(array(range(10))))
#> array('i', [0, 1, 2, ...])
print(short.repr_array(array([1, 2]), 1))
#> array('i', [1, 2])
print(short.repr_array(array(), 1))
#> array('i')
### pprint
import pprint

p = pprint.PrettyPrinter(width=20)
print(p.pformat({'a': [1, 2]}))
#> {'a': [1, 2]}
print(p.isreadable([1]))
#> True
print(p.isrecursive([1]))
#> False
print(p.format([1], {}, None, 0))
#> ('[1]', True, False)
p.pprint({'a': [1, 2], 'b': list(range(10))})
#> {'a': [1, 2],
#>  'b': [0,
#>        1,
#>        2,
#>        3,
#>        4,
#>        5,
#>        6,
#>        7,
#>        8,
#>        9]}
pprint.pp([1, 2])
#> [1, 2]
