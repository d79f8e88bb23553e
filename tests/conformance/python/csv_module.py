### reading
# source: CPython 3.11
import csv, io
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
def rows(text, **k): return list(csv.reader(io.StringIO(text, newline=''), **k))
for text in ('a,b\r\n1,2\r\n', 'a,"b,c",d\n', '"x ""y"" z",q', 'a\n\nb\n', '"multi\nline",2\n', ' a, "b"', 'a,b', ',', '""', '"a"b,c', "'a,b',c", 'a\rb', 'a,"b\r\nc"\r\n', '1,2.5,"x"\n', 'a|b;c\td', '"open', 'a\\,b', '\n', 'x,\n'):
    for k in ({}, dict(delimiter=';'), dict(quotechar="'"), dict(skipinitialspace=True), dict(quoting=csv.QUOTE_NONE), dict(escapechar='\\'), dict(doublequote=False, escapechar='\\'), dict(strict=True), dict(quoting=csv.QUOTE_NONNUMERIC), dict(dialect='excel-tab'), dict(dialect=csv.unix_dialect)):
        t(rows, text, **k)
#> [['a', 'b'], ['1', '2']]
#> [['a,b'], ['1,2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b'], ['1', '2']]
#> ValueError could not convert string to float: 'a'
#> [['a,b'], ['1,2']]
#> [['a', 'b'], ['1', '2']]
#> [['a', 'b,c', 'd']]
#> [['a,"b,c",d']]
#> [['a', '"b', 'c"', 'd']]
#> [['a', 'b,c', 'd']]
#> [['a', '"b', 'c"', 'd']]
#> [['a', 'b,c', 'd']]
#> [['a', 'b,c', 'd']]
#> [['a', 'b,c', 'd']]
#> ValueError could not convert string to float: 'a'
#> [['a,"b,c",d']]
#> [['a', 'b,c', 'd']]
#> [['x "y" z', 'q']]
#> [['x "y" z,q']]
#> [['"x ""y"" z"', 'q']]
#> [['x "y" z', 'q']]
#> [['"x ""y"" z"', 'q']]
#> [['x "y" z', 'q']]
#> [['x "y"" z"', 'q']]
#> [['x "y" z', 'q']]
#> ValueError could not convert string to float: 'q'
#> [['x "y" z,q']]
#> [['x "y" z', 'q']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> ValueError could not convert string to float: 'a'
#> [['a'], [], ['b']]
#> [['a'], [], ['b']]
#> [['multi\nline', '2']]
#> [['multi\nline,2']]
#> [['"multi'], ['line"', '2']]
#> [['multi\nline', '2']]
#> [['"multi'], ['line"', '2']]
#> [['multi\nline', '2']]
#> [['multi\nline', '2']]
#> [['multi\nline', '2']]
#> [['multi\nline', 2.0]]
#> [['multi\nline,2']]
#> [['multi\nline', '2']]
#> [[' a', ' "b"']]
#> [[' a, "b"']]
#> [[' a', ' "b"']]
#> [['a', 'b']]
#> [[' a', ' "b"']]
#> [[' a', ' "b"']]
#> [[' a', ' "b"']]
#> [[' a', ' "b"']]
#> ValueError could not convert string to float: ' a'
#> [[' a, "b"']]
#> [[' a', ' "b"']]
#> [['a', 'b']]
#> [['a,b']]
#> [['a', 'b']]
#> [['a', 'b']]
#> [['a', 'b']]
#> [['a', 'b']]
#> [['a', 'b']]
#> [['a', 'b']]
#> ValueError could not convert string to float: 'a'
#> [['a,b']]
#> [['a', 'b']]
#> [['', '']]
#> [[',']]
#> [['', '']]
#> [['', '']]
#> [['', '']]
#> [['', '']]
#> [['', '']]
#> [['', '']]
#> [['', '']]
#> [[',']]
#> [['', '']]
#> [['']]
#> [['']]
#> [['""']]
#> [['']]
#> [['""']]
#> [['']]
#> [['']]
#> [['']]
#> [['']]
#> [['']]
#> [['']]
#> [['ab', 'c']]
#> [['ab,c']]
#> [['"a"b', 'c']]
#> [['ab', 'c']]
#> [['"a"b', 'c']]
#> [['ab', 'c']]
#> [['ab', 'c']]
#> Error ',' expected after '"'
#> ValueError could not convert string to float: 'c'
#> [['ab,c']]
#> [['ab', 'c']]
#> [["'a", "b'", 'c']]
#> [["'a,b',c"]]
#> [['a,b', 'c']]
#> [["'a", "b'", 'c']]
#> [["'a", "b'", 'c']]
#> [["'a", "b'", 'c']]
#> [["'a", "b'", 'c']]
#> [["'a", "b'", 'c']]
#> ValueError could not convert string to float: "'a"
#> [["'a,b',c"]]
#> [["'a", "b'", 'c']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a'], ['b']]
#> ValueError could not convert string to float: 'a'
#> [['a'], ['b']]
#> [['a'], ['b']]
#> [['a', 'b\r\nc']]
#> [['a,"b'], ['c"']]
#> [['a', '"b'], ['c"']]
#> [['a', 'b\r\nc']]
#> [['a', '"b'], ['c"']]
#> [['a', 'b\r\nc']]
#> [['a', 'b\r\nc']]
#> [['a', 'b\r\nc']]
#> ValueError could not convert string to float: 'a'
#> [['a,"b'], ['c"']]
#> [['a', 'b\r\nc']]
#> [['1', '2.5', 'x']]
#> [['1,2.5,"x"']]
#> [['1', '2.5', '"x"']]
#> [['1', '2.5', 'x']]
#> [['1', '2.5', '"x"']]
#> [['1', '2.5', 'x']]
#> [['1', '2.5', 'x']]
#> [['1', '2.5', 'x']]
#> [[1.0, 2.5, 'x']]
#> [['1,2.5,"x"']]
#> [['1', '2.5', 'x']]
#> [['a|b;c\td']]
#> [['a|b', 'c\td']]
#> [['a|b;c\td']]
#> [['a|b;c\td']]
#> [['a|b;c\td']]
#> [['a|b;c\td']]
#> [['a|b;c\td']]
#> [['a|b;c\td']]
#> ValueError could not convert string to float: 'a|b;c\td'
#> [['a|b;c', 'd']]
#> [['a|b;c\td']]
#> [['open']]
#> [['open']]
#> [['"open']]
#> [['open']]
#> [['"open']]
#> [['open']]
#> [['open']]
#> Error unexpected end of data
#> [['open']]
#> [['open']]
#> [['open']]
#> [['a\\', 'b']]
#> [['a\\,b']]
#> [['a\\', 'b']]
#> [['a\\', 'b']]
#> [['a\\', 'b']]
#> [['a,b']]
#> [['a,b']]
#> [['a\\', 'b']]
#> ValueError could not convert string to float: 'a\\'
#> [['a\\,b']]
#> [['a\\', 'b']]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [[]]
#> [['x', '']]
#> [['x,']]
#> [['x', '']]
#> [['x', '']]
#> [['x', '']]
#> [['x', '']]
#> [['x', '']]
#> [['x', '']]
#> ValueError could not convert string to float: 'x'
#> [['x,']]
#> [['x', '']]
### writing
# source: CPython 3.11
import csv, io
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
def rows(text, **k): return list(csv.reader(io.StringIO(text, newline=''), **k))
data = [['a', 1, 2.5, None], ['b,c', 'q"q', ' s ', ''], ['multi\nline', True, -3, 'é'], [''], [], ["'", '\\', ';', '\t'], [1e20, 0.1, 'x\r', 5 + 2j], [None]]
for k in ({}, dict(delimiter=';'), dict(quotechar="'"), dict(quoting=csv.QUOTE_ALL), dict(quoting=csv.QUOTE_NONNUMERIC), dict(quoting=csv.QUOTE_NONE), dict(quoting=csv.QUOTE_NONE, escapechar='\\'), dict(doublequote=False, escapechar='\\'), dict(lineterminator='\n'), dict(dialect='unix'), dict(dialect='excel-tab')):
    for row in data:
        s = io.StringIO(newline='')
        try: n = csv.writer(s, **k).writerow(row); print(n, repr(s.getvalue()))
        except Exception as e: print(type(e).__name__, e)
#> 10 'a,1,2.5,\r\n'
#> 19 '"b,c","q""q", s ,\r\n'
#> 24 '"multi\nline",True,-3,é\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 9 "',\\,;,\t\r\n"
#> 23 '1e+20,0.1,"x\r",(5+2j)\r\n'
#> 4 '""\r\n'
#> 10 'a;1;2.5;\r\n'
#> 17 'b,c;"q""q"; s ;\r\n'
#> 24 '"multi\nline";True;-3;é\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 11 '\';\\;";";\t\r\n'
#> 23 '1e+20;0.1;"x\r";(5+2j)\r\n'
#> 4 '""\r\n'
#> 10 'a,1,2.5,\r\n'
#> 16 '\'b,c\',q"q, s ,\r\n'
#> 24 "'multi\nline',True,-3,é\r\n"
#> 4 "''\r\n"
#> 2 '\r\n'
#> 12 "'''',\\,;,\t\r\n"
#> 23 "1e+20,0.1,'x\r',(5+2j)\r\n"
#> 4 "''\r\n"
#> 18 '"a","1","2.5",""\r\n'
#> 23 '"b,c","q""q"," s ",""\r\n'
#> 30 '"multi\nline","True","-3","é"\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 17 '"\'","\\",";","\t"\r\n'
#> 29 '"1e+20","0.1","x\r","(5+2j)"\r\n'
#> 4 '""\r\n'
#> 14 '"a",1,2.5,""\r\n'
#> 23 '"b,c","q""q"," s ",""\r\n'
#> 26 '"multi\nline",True,-3,"é"\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 17 '"\'","\\",";","\t"\r\n'
#> 23 '1e+20,0.1,"x\r",(5+2j)\r\n'
#> 4 '""\r\n'
#> 10 'a,1,2.5,\r\n'
#> Error need to escape, but no escapechar set
#> Error need to escape, but no escapechar set
#> Error single empty field record must be quoted
#> 2 '\r\n'
#> 9 "',\\,;,\t\r\n"
#> Error need to escape, but no escapechar set
#> Error single empty field record must be quoted
#> 10 'a,1,2.5,\r\n'
#> 16 'b\\,c,q\\"q, s ,\r\n'
#> 23 'multi\\\nline,True,-3,é\r\n'
#> Error single empty field record must be quoted
#> 2 '\r\n'
#> 10 "',\\\\,;,\t\r\n"
#> 22 '1e+20,0.1,x\\\r,(5+2j)\r\n'
#> Error single empty field record must be quoted
#> 10 'a,1,2.5,\r\n'
#> 17 '"b,c",q\\"q, s ,\r\n'
#> 24 '"multi\nline",True,-3,é\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 10 "',\\\\,;,\t\r\n"
#> 23 '1e+20,0.1,"x\r",(5+2j)\r\n'
#> 4 '""\r\n'
#> 9 'a,1,2.5,\n'
#> 18 '"b,c","q""q", s ,\n'
#> 23 '"multi\nline",True,-3,é\n'
#> 3 '""\n'
#> 1 '\n'
#> 8 "',\\,;,\t\n"
#> 20 '1e+20,0.1,x\r,(5+2j)\n'
#> 3 '""\n'
#> 17 '"a","1","2.5",""\n'
#> 22 '"b,c","q""q"," s ",""\n'
#> 29 '"multi\nline","True","-3","é"\n'
#> 3 '""\n'
#> 1 '\n'
#> 16 '"\'","\\",";","\t"\n'
#> 28 '"1e+20","0.1","x\r","(5+2j)"\n'
#> 3 '""\n'
#> 10 'a\t1\t2.5\t\r\n'
#> 17 'b,c\t"q""q"\t s \t\r\n'
#> 24 '"multi\nline"\tTrue\t-3\té\r\n'
#> 4 '""\r\n'
#> 2 '\r\n'
#> 11 '\'\t\\\t;\t"\t"\r\n'
#> 23 '1e+20\t0.1\t"x\r"\t(5+2j)\r\n'
#> 4 '""\r\n'
### dicts
# source: CPython 3.11
import csv, io
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
def rows(text, **k): return list(csv.reader(io.StringIO(text, newline=''), **k))
s = io.StringIO(newline=''); w = csv.DictWriter(s, ['x', 'y'], restval='-', extrasaction='ignore'); print(w.writeheader()); w.writerow({'x': 1, 'z': 3}); w.writerows([{'x': 'a', 'y': 'b'}]); print(repr(s.getvalue()))
t(csv.DictWriter(s, ['x']).writerow, {'q': 1}); t(csv.DictWriter, s, ['x'], extrasaction='no')
r = csv.DictReader(io.StringIO('x,y\n1,2\n\n3\n4,5,6\n'), restkey='more', restval='none'); print(r.fieldnames, list(r), r.line_num)
print(list(csv.DictReader(['1,2'], fieldnames=['p', 'q'])), csv.list_dialects(), csv.field_size_limit())
#> 5
#> 'x,y\r\n1,-\r\na,b\r\n'
#> ValueError dict contains fields not in fieldnames: 'q'
#> ValueError extrasaction (no) must be 'raise' or 'ignore'
#> ['x', 'y'] [{'x': '1', 'y': '2'}, {'x': '3', 'y': 'none'}, {'x': '4', 'y': '5', 'more': ['6']}] 5
#> [{'p': '1', 'q': '2'}] ['excel', 'excel-tab', 'unix'] 131072
### errors_and_dialects
# source: CPython 3.11
import os, tempfile
import csv, io
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
def rows(text, **k): return list(csv.reader(io.StringIO(text, newline=''), **k))
s = io.StringIO()
t(csv.reader, 5); t(csv.writer, 5); t(lambda: list(csv.reader([1]))); t(lambda: list(csv.reader([b'a']))); t(csv.writer(s).writerow, 5); t(csv.reader, [], delimiter='ab'); t(csv.reader, [], delimiter=None); t(csv.reader, [], quotechar=''); t(csv.reader, [], quoting=9); t(csv.reader, [], quoting='x'); t(csv.reader, [], nope=1); t(csv.reader, [], dialect='none'); t(csv.get_dialect, 'zz'); t(lambda: list(csv.reader([], quotechar=None))); t(csv.reader, [], lineterminator=None); t(csv.register_dialect, 5); t(csv.reader, [], quotechar=None, quoting=csv.QUOTE_ALL)
csv.register_dialect('pipes', delimiter='|'); print(rows('a|b', dialect='pipes'), csv.get_dialect('pipes').delimiter, csv.list_dialects()); csv.unregister_dialect('pipes'); t(rows, 'a|b', dialect='pipes')
class D(csv.Dialect): delimiter = ':'; quotechar = '"'; quoting = csv.QUOTE_MINIMAL; lineterminator = '\n'
print(rows('a:b', dialect=D))
rd = csv.reader(['a,b', 'c']); print(next(rd), rd.line_num, rd.dialect.delimiter, next(rd)); t(next, rd)
os.chdir(tempfile.mkdtemp())
with open('t.csv', 'w', newline='') as f: csv.writer(f).writerows([['h', 'i'], [1, 'two, three']])
with open('t.csv', newline='') as f: print(list(csv.reader(f)), open('t.csv', 'rb').read())
#> TypeError 'int' object is not iterable
#> TypeError argument 1 must have a "write" method
#> Error iterator should return strings, not int (the file should be opened in text mode)
#> Error iterator should return strings, not bytes (the file should be opened in text mode)
#> Error iterable expected, not int
#> TypeError "delimiter" must be a 1-character string
#> TypeError "delimiter" must be string, not NoneType
#> TypeError "quotechar" must be a 1-character string
#> TypeError bad "quoting" value
#> TypeError "quoting" must be an integer
#> TypeError 'nope' is an invalid keyword argument for this function
#> Error unknown dialect
#> Error unknown dialect
#> []
#> TypeError lineterminator must be set
#> TypeError dialect name must be a string
#> TypeError quotechar must be set if quoting enabled
#> [['a', 'b']] | ['excel', 'excel-tab', 'unix', 'pipes']
#> Error unknown dialect
#> [['a', 'b']]
#> ['a', 'b'] 1 , ['c']
#> StopIteration 
#> [['h', 'i'], ['1', 'two, three']] b'h,i\r\n1,"two, three"\r\n'
