### text_files
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
with open('a.txt', 'w') as f:
    print(f.write('one\ntwo\n'), f.tell(), f.name, f.mode, f.closed, f.writable(), f.readable())
    print('three', 4, file=f, sep=',')
    f.writelines(['x\n', 'y'])
print(f.closed); t(f.write, 'x'); t(f.read)
with open('a.txt') as f:
    print(f.readline(), f.readline(3), f.read(2), f.tell(), f.readlines(), f.read(), f.mode, f.encoding)
    f.seek(0); print(list(f)); f.seek(4); print(next(f)); t(f.write, 'z')
print(os.listdir(), os.path.exists('a.txt'), os.path.isfile('a.txt'), os.path.isdir('.'), os.path.getsize('a.txt'))
t(open, 'missing'); t(open, 'no/x', 'w'); t(open, 'a.txt', 'x'); t(open, '.', 'r'); t(open, 'a.txt/b'); t(open, 'a.txt', 'q'); t(open, 'a.txt', 'rw'); t(open, 'a.txt', 'rbt'); t(open, 'a.txt', 'b'); t(open, 'a.txt', 'rb', -1, 'utf-8'); t(open, 'a.txt', 'r', 0); t(open, 'a.txt', 'r', -1, 'nope'); t(open, 5.5); t(open, 'a.txt', 'r', -1, None, None, 'q'); t(open, 'a\0b')
#> 8 8 a.txt w False True False
#> True
#> ValueError I/O operation on closed file.
#> ValueError I/O operation on closed file.
#> one
#>  two 
#> t 9 ['hree,4\n', 'x\n', 'y']  r UTF-8
#> ['one\n', 'two\n', 'three,4\n', 'x\n', 'y']
#> two
#>
#> UnsupportedOperation not writable
#> ['a.txt'] True True True 19
#> FileNotFoundError [Errno 2] No such file or directory: 'missing'
#> FileNotFoundError [Errno 2] No such file or directory: 'no/x'
#> FileExistsError [Errno 17] File exists: 'a.txt'
#> IsADirectoryError [Errno 21] Is a directory: '.'
#> NotADirectoryError [Errno 20] Not a directory: 'a.txt/b'
#> ValueError invalid mode: 'q'
#> ValueError must have exactly one of create/read/write/append mode
#> ValueError can't have text and binary mode at once
#> ValueError Must have exactly one of create/read/write/append mode and at most one plus
#> ValueError binary mode doesn't take an encoding argument
#> ValueError can't have unbuffered text I/O
#> LookupError unknown encoding: nope
#> TypeError expected str, bytes or os.PathLike object, not float
#> ValueError illegal newline value: q
#> ValueError embedded null byte
### modes_and_positions
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
open('a.txt', 'w').write('one\ntwo\n')
with open('a.txt', 'a') as f: f.write('!'); print(f.tell())
with open('a.txt', 'r+') as f: f.write('ONE'); f.seek(0, 2); f.write('end'); f.seek(0); print(f.read())
with open('a.txt', 'w+') as f: f.write('abc'); f.seek(1); print(f.read()); f.seek(0); f.truncate(2)
print(open('a.txt').read())
#> 9
#> ONE
#> two
#> !end
#> bc
#> ab
### binary_files
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
open('a.txt', 'w').write('1')
with open('b.bin', 'wb') as f:
    print(f.write(b'\x00\xff\n'), f.write(bytearray(b'xyz')), f.tell()); t(f.write, 'x'); f.seek(1); f.write(b'Q'); t(f.read)
with open('b.bin', 'rb') as f: print(f.read(2), f.readline(), f.read(), f.seek(-2, 2), f.read(), f.peek(), f.seekable()); t(f.write, b'a')
print(open('b.bin', 'rb').readlines(), repr(open('b.bin', 'rb')).replace(d, ''), repr(open('a.txt')).replace(d, ''))
b = bytearray(3)
with open('b.bin', 'rb') as f: print(f.readinto(b), b)
#> 3 3 6
#> TypeError a bytes-like object is required, not 'str'
#> UnsupportedOperation read
#> b'\x00Q' b'\n' b'xyz' 4 b'yz' b'' True
#> UnsupportedOperation write
#> [b'\x00Q\n', b'xyz'] <_io.BufferedReader name='b.bin'> <_io.TextIOWrapper name='a.txt' mode='r' encoding='UTF-8'>
#> 3 bytearray(b'\x00Q\n')
### encodings_and_line_breaks
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
open('u.txt', 'w', encoding='utf-8').write('é中\n'); print(open('u.txt', 'rb').read(), open('u.txt', encoding='latin-1').read(), os.path.getsize('u.txt')); t(lambda: open('u.txt', encoding='ascii').read()); print(open('u.txt', encoding='ascii', errors='replace').read())
open('l.txt', 'w', encoding='latin-1').write('é'); print(open('l.txt', 'rb').read()); t(lambda: open('l.txt', 'w', encoding='ascii').write('é'))
open('n.txt', 'wb').write(b'a\r\nb\rc\nd'); print(repr(open('n.txt').read()), repr(open('n.txt', newline='').read()), open('n.txt').readlines(), open('n.txt', newline='').readlines(), open('n.txt', newline='\r').readlines(), open('n.txt', newline='\r\n').readlines())
open('n2.txt', 'w', newline='\r\n').write('a\nb\n'); print(open('n2.txt', 'rb').read())
#> b'\xc3\xa9\xe4\xb8\xad\n' Ã©ä¸­
#>  6
#> UnicodeDecodeError 'ascii' codec can't decode byte 0xc3 in position 0: ordinal not in range(128)
#> �����
#>
#> b'\xe9'
#> UnicodeEncodeError 'ascii' codec can't encode character '\xe9' in position 0: ordinal not in range(128)
#> 'a\nb\nc\nd' 'a\r\nb\rc\nd' ['a\n', 'b\n', 'c\n', 'd'] ['a\r\n', 'b\r', 'c\n', 'd'] ['a\r', '\nb\r', 'c\nd'] ['a\r\n', 'b\rc\nd']
#> b'a\r\nb\r\n'
### folders
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
open('a.txt', 'w').write('1'); open('c.txt', 'w').write('1')
os.makedirs('p/q/r'); t(os.makedirs, 'p/q/r'); os.makedirs('p/q', exist_ok=True); t(os.mkdir, 'p'); t(os.mkdir, 'z/y'); t(os.rmdir, 'p'); t(os.rmdir, 'a.txt'); t(os.remove, 'p'); t(os.remove, 'nope'); t(os.listdir, 'a.txt'); t(os.listdir, 'nope'); t(os.makedirs, 'a.txt/x')
open('p/one.txt', 'w').write('1'); open('p/q/two.py', 'w').write('22'); open('p/q/.hid', 'w').write('')
for root, ds, fs in os.walk('p'): print(root, sorted(ds), sorted(fs))
for root, ds, fs in os.walk('p', topdown=False): print(root, sorted(ds), sorted(fs))
print(sorted((e.name, e.is_dir(), e.path, e.stat().st_size if e.is_file() else 0) for e in os.scandir('p')))
t(glob.glob, '*.txt'); t(glob.glob, 'p/*'); t(glob.glob, 'p/**', ); print(sorted(glob.glob('p/**', recursive=True)), sorted(glob.glob('**/*.py', recursive=True)), sorted(glob.glob('p/**/', recursive=True)), glob.glob('p/q/.*'), glob.glob('nope/*'), sorted(glob.glob('*', root_dir='p')), sorted(glob.glob('**', root_dir='p', recursive=True)), glob.glob('[a-b].txt'), glob.escape('a[b]*'), sorted(glob.glob('p/q/*', include_hidden=True)))
#> FileExistsError [Errno 17] File exists: 'p/q/r'
#> FileExistsError [Errno 17] File exists: 'p'
#> FileNotFoundError [Errno 2] No such file or directory: 'z/y'
#> OSError [Errno 39] Directory not empty: 'p'
#> NotADirectoryError [Errno 20] Not a directory: 'a.txt'
#> IsADirectoryError [Errno 21] Is a directory: 'p'
#> FileNotFoundError [Errno 2] No such file or directory: 'nope'
#> NotADirectoryError [Errno 20] Not a directory: 'a.txt'
#> FileNotFoundError [Errno 2] No such file or directory: 'nope'
#> NotADirectoryError [Errno 20] Not a directory: 'a.txt/x'
#> p ['q'] ['one.txt']
#> p/q ['r'] ['.hid', 'two.py']
#> p/q/r [] []
#> p/q/r [] []
#> p/q ['r'] ['.hid', 'two.py']
#> p ['q'] ['one.txt']
#> [('one.txt', False, 'p/one.txt', 1), ('q', True, 'p/q', 0)]
#> ['a.txt', 'c.txt']
#> ['p/one.txt', 'p/q']
#> ['p/one.txt', 'p/q']
#> ['p/', 'p/one.txt', 'p/q', 'p/q/r', 'p/q/two.py'] ['p/q/two.py'] ['p/', 'p/q/', 'p/q/r/'] ['p/q/.hid'] [] ['one.txt', 'q'] ['one.txt', 'q', 'q/r', 'q/two.py'] ['a.txt'] a[[]b][*] ['p/q/.hid', 'p/q/r', 'p/q/two.py']
### renaming_and_copying
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
os.makedirs('p/q/r'); open('p/one.txt', 'w').write('1'); open('p/q/two.py', 'w').write('22'); open('p/q/.hid', 'w').write(''); open('a.txt', 'w').write('1')
os.rename('p/one.txt', 'p/uno.txt'); print(sorted(os.listdir('p')), open('p/uno.txt').read()); t(os.rename, 'nope', 'x'); t(os.rename, 'p/uno.txt', 'p/q'); os.replace('p/uno.txt', 'a.txt'); print(open('a.txt').read())
shutil.copy('a.txt', 'p'); shutil.copyfile('a.txt', 'c.txt'); print(sorted(os.listdir('p')), open('c.txt').read()); t(shutil.copyfile, 'a.txt', 'a.txt'); t(shutil.copy, 'nope', 'x')
shutil.copytree('p', 'p2', ignore=shutil.ignore_patterns('*.py')); print(sorted(os.listdir('p2')), sorted(os.listdir('p2/q'))); t(shutil.copytree, 'p', 'p2'); shutil.copytree('p', 'p2', dirs_exist_ok=True); print(sorted(os.listdir('p2/q')))
print(shutil.move('p2', 'p3'), os.path.exists('p2'), shutil.move('c.txt', 'p3'), sorted(os.listdir('p3'))); shutil.rmtree('p3'); t(shutil.rmtree, 'p3'); shutil.rmtree('p3', ignore_errors=True); print(os.path.exists('p3'))
#> ['q', 'uno.txt'] 1
#> FileNotFoundError [Errno 2] No such file or directory: 'nope' -> 'x'
#> IsADirectoryError [Errno 21] Is a directory: 'p/uno.txt' -> 'p/q'
#> 1
#> ['a.txt', 'q'] 1
#> SameFileError 'a.txt' and 'a.txt' are the same file
#> FileNotFoundError [Errno 2] No such file or directory: 'nope'
#> ['a.txt', 'q'] ['.hid', 'r']
#> FileExistsError [Errno 17] File exists: 'p2'
#> ['.hid', 'r', 'two.py']
#> p3 False p3/c.txt ['a.txt', 'c.txt', 'q']
#> FileNotFoundError [Errno 2] No such file or directory: 'p3'
#> False
### paths
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
os.makedirs('p/q')
P = pathlib.Path('p'); f = P / 'f.txt'
print(f.write_text('hello\nworld'), f.read_text(), f.exists(), f.is_file(), P.is_dir(), f.stat().st_size, f.write_bytes(b'\x01'), f.read_bytes(), sorted(x.name for x in P.iterdir()))
t(f.write_text, 3); t((P / 'no').read_text); t((P / 'no').unlink); (P / 'no').unlink(missing_ok=True); t(P.mkdir); P.mkdir(exist_ok=True); t((P / 'a/b').mkdir); (P / 'a/b').mkdir(parents=True); f.touch(); t(f.touch, 438, False); (P / 'new').touch(); print(sorted(map(str, P.rglob('*'))), sorted(map(str, P.glob('*.txt'))), sorted(map(str, P.glob('**'))), sorted(map(str, P.glob('*/b'))))
print(f.rename(P / 'g.txt'), f.exists(), (P / 'g.txt').replace(f), type(P).__name__, repr(P), isinstance(P, pathlib.PurePosixPath), P.resolve() == pathlib.Path.cwd() / 'p', P.samefile('p'))
with f.open('w') as h: h.write('q')
print(f.read_text(), f.open().read()); t(P.rmdir); t(lambda: list(P.glob(""))); f.unlink(); print(f.exists())
#> 11 hello
#> world True True True 11 1 b'\x01' ['f.txt', 'q']
#> TypeError data must be str, not int
#> FileNotFoundError [Errno 2] No such file or directory: 'p/no'
#> FileNotFoundError [Errno 2] No such file or directory: 'p/no'
#> FileExistsError [Errno 17] File exists: 'p'
#> FileNotFoundError [Errno 2] No such file or directory: 'p/a/b'
#> FileExistsError [Errno 17] File exists: 'p/f.txt'
#> ['p/a', 'p/a/b', 'p/f.txt', 'p/new', 'p/q'] ['p/f.txt'] ['p', 'p/a', 'p/a/b', 'p/q'] ['p/a/b']
#> p/g.txt False p/f.txt PosixPath PosixPath('p') True True True
#> q q
#> OSError [Errno 39] Directory not empty: 'p'
#> ValueError Unacceptable pattern: ''
#> False
### temporary_files
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
import errno
with tempfile.TemporaryDirectory() as td: print(os.path.isdir(td), os.listdir(td)); open(os.path.join(td, 'x'), 'w').write('1')
print(os.path.exists(td))
with tempfile.NamedTemporaryFile('w+', suffix='.txt', prefix='pre') as tf: tf.write('abc'); tf.flush(); print(open(tf.name).read(), os.path.basename(tf.name).startswith('pre'), tf.name.endswith('.txt')); tf.seek(0); print(tf.read())
print(os.path.exists(tf.name))
with tempfile.TemporaryFile() as tf: tf.write(b'xy'); tf.seek(0); print(tf.read())
fd, name = tempfile.mkstemp(); print(os.write(fd, b'data'), os.lseek(fd, 0, 0), os.read(fd, 2), os.fstat(fd).st_size); os.close(fd); t(os.close, fd); print(open(name).read()); os.unlink(name)
fd, name = tempfile.mkstemp(text=True)
with os.fdopen(fd, 'w') as f: f.write('via fd')
print(open(name).read())
print(os.strerror(2), errno.ENOENT, errno.errorcode[17]); t(os.stat, 'nope'); 
try: open('nope')
except OSError as e: print(e.errno, e.strerror, e.filename, e.errno == errno.ENOENT, type(e) is FileNotFoundError)
#> True []
#> False
#> abc True True
#> abc
#> False
#> b'xy'
#> 4 0 b'da' 4
#> OSError [Errno 9] Bad file descriptor
#> data
#> via fd
#> No such file or directory 2 EEXIST
#> FileNotFoundError [Errno 2] No such file or directory: 'nope'
#> 2 No such file or directory nope True True
### streams_in_memory
# source: CPython 3.11
import os, io, tempfile, pathlib, shutil, glob
def t(f, *a):
    try: r = f(*a); print(r if not isinstance(r, list) else sorted(map(str, r)))
    except Exception as e: print(type(e).__name__, e)
d = tempfile.mkdtemp(); os.chdir(d)
for s in (io.StringIO('a\nb\nc'), io.BytesIO(b'a\nb\nc')):
    print(s.read(1), s.readline(), s.readlines(), s.read(), s.tell(), s.seek(0), s.getvalue(), s.seekable(), s.isatty()); t(s.fileno); t(s.seek, -1); t(s.write, 5); s.seek(0, 2); s.write('z' if isinstance(s, io.StringIO) else b'z'); print(s.getvalue()); s.truncate(2); print(s.getvalue()); s.close(); t(s.read); t(s.getvalue)
s = io.StringIO(newline=None); s.write('a\r\nb'); print(repr(s.getvalue())); s = io.StringIO('a\r\nb'); print(s.readlines()); t(io.StringIO, 5); t(io.BytesIO, 'x')
s = io.StringIO(); s.write('hello'); s.seek(2); s.write('XY'); print(s.getvalue(), s.tell()); s.seek(8); s.write('!'); print(repr(s.getvalue()))
w = io.TextIOWrapper(io.BytesIO(), encoding='latin-1'); w.write('é'); w.flush(); print(w.buffer.getvalue())
print(isinstance(s, io.TextIOBase), isinstance(io.BytesIO(), io.BufferedIOBase), issubclass(io.UnsupportedOperation, OSError), io.open is open, issubclass(io.StringIO, io.IOBase))
#> a 
#>  ['b\n', 'c']  5 0 a
#> b
#> c True False
#> UnsupportedOperation fileno
#> ValueError Negative seek position -1
#> TypeError string argument expected, got 'int'
#> a
#> b
#> cz
#> a
#>
#> ValueError I/O operation on closed file
#> ValueError I/O operation on closed file
#> b'a' b'\n' [b'b\n', b'c'] b'' 5 0 b'a\nb\nc' True False
#> UnsupportedOperation fileno
#> ValueError negative seek value -1
#> TypeError a bytes-like object is required, not 'int'
#> b'a\nb\ncz'
#> b'a\n'
#> ValueError I/O operation on closed file.
#> ValueError I/O operation on closed file.
#> 'a\nb'
#> ['a\r\n', 'b']
#> TypeError initial_value must be str or None, not int
#> TypeError a bytes-like object is required, not 'str'
#> heXYo 4
#> 'heXYo\x00\x00\x00!'
#> b'\xe9'
#> True True True True True
### chunks_of_a_run
# source: CPython 3.11
import os, tempfile
os.chdir(tempfile.mkdtemp())
names = []
for i in range(3):
    with open(f'part{i}.log', 'a') as f:
        for line in range(i + 1): print(f'{i}:{line}', file=f)
    names.append(f.name)
for name in names: print(name, [line.rstrip() for line in open(name)])
print(sum(1 for _ in open('part2.log')), max(open('part2.log'), key=len))
#> part0.log ['0:0']
#> part1.log ['1:0', '1:1']
#> part2.log ['2:0', '2:1', '2:2']
#> 3 2:0
#>
### files_that_hold_arrays
# source: CPython 3.11
import os, tempfile
import numpy as np
os.chdir(tempfile.mkdtemp())
x = np.arange(4.0) * 0.5
with open('x.txt', 'w') as f:
    f.write(f'sum {x.sum()}\n')
    print(x, file=f)
    for v in x: f.write(str(v) + ' ')
text = open('x.txt').read()
print(text, len(text), os.path.getsize('x.txt'))
print([float(v) for v in text.splitlines()[-1].split()])
#> sum 3.0
#> [0.  0.5 1.  1.5]
#> 0.0 0.5 1.0 1.5  42 42
#> [0.0, 0.5, 1.0, 1.5]
### absent_in_folders_that_the_program_made
# source: CPython 3.11
import os
os.makedirs('made', exist_ok=True)
try: open('made/absent.txt')
except FileNotFoundError as e: print(e)
open('made/there.txt', 'w').close()
print(os.listdir('made'), os.path.exists('made/there.txt'))
os.remove('made/there.txt')
try: open('made/there.txt')
except OSError as e: print(type(e).__name__, e.errno, e.filename)
#> [Errno 2] No such file or directory: 'made/absent.txt'
#> ['there.txt'] True
#> FileNotFoundError 2 made/there.txt
### reading_what_the_program_did_not_write
# source: ours: nothing is known of a user's files
import os
print(os.path.exists("x.txt"))
try: open("x.txt")
except OSError: print("hidden")
#> False
#! not-supported: opening `x.txt`
### listing_a_folder_that_the_program_did_not_make
# source: ours
import os
os.listdir(".")
#! not-supported: listing `.`
### times_of_files_are_refused
# source: ours: a recorded program has no clock
import os
open("x.txt", "w").close()
os.path.getmtime("x.txt")
#! not-supported: st_mtime
