# SPDX-License-Identifier: Apache-2.0
# Files, paths and streams of the run.
### paths_as_texts
import os

print(os.path.sep)
#> /
print(os.path.splitdrive('/a'))
#> ('', '/a')
print(os.path.normcase('A'))
#> A
print(os.path.abspath('/a/../b'))
#> /b
print(os.path.realpath('/a/../b'))
#> /b
print(os.path.commonpath(['/a/b', '/a/c']))
#> /a
print(os.path.expanduser('a'))
#> a
print(os.path.expandvars('a'))
#> a
print(os.path.lexists('/nothing'))
#> False
print(os.path.islink('/nothing'))
#> False
print(os.path.ismount('/'))
#> True
print(os.fspath('a'))
#> a
print(os.fsencode('a'))
#> b'a'
print(os.fsdecode(b'a'))
#> a
print(issubclass(type(os.PathLike), type))
#> True
print(isinstance(os.getcwd(), str))
#> True
print(isinstance(os.getcwdb(), bytes))
#> True
### paths_as_objects
from pathlib import Path, PosixPath, PurePath

p = PurePath('/a/b.txt')
print(p.joinpath('c'))
#> /a/b.txt/c
print(p.as_uri())
#> file:///a/b.txt
print(p.is_reserved())
#> False
print(p.root)
#> /
print(repr(p.drive))
#> ''
print(p.anchor)
#> /
print(p.with_stem('d'))
#> /a/d.txt
print(p.is_relative_to('/a'))
#> True
print(isinstance(Path('a'), PosixPath))
#> True
print(Path('/a').absolute())
#> /a
print(Path('a').expanduser())
#> a
print(Path('/nothing').is_symlink())
#> False
print(Path('/').is_mount())
#> True
### files
import os

with open('/tmp/a.txt', 'w') as file:
    file.write('text')
print(os.lstat('/tmp/a.txt').st_size)
#> 4
print(isinstance(os.stat('/tmp/a.txt'), os.stat_result))
#> True
print(os.access('/tmp/a.txt', os.R_OK))
#> True
print(os.path.samefile('/tmp/a.txt', '/tmp/a.txt'))
#> True
os.chmod('/tmp/a.txt', 0o644)
os.utime('/tmp/a.txt')
os.truncate('/tmp/a.txt', 2)
print(os.stat('/tmp/a.txt').st_size)
#> 2
os.renames('/tmp/a.txt', '/tmp/b.txt')
print(os.path.exists('/tmp/b.txt'))
#> True
from pathlib import Path
Path('/tmp/b.txt').chmod(0o600)
### same_files
import os

with open('/tmp/same.txt', 'w') as file:
    file.write('text')
with open('/tmp/other.txt', 'w') as file:
    file.write('text')
print(os.path.samestat(os.stat('/tmp/same.txt'), os.stat('/tmp/same.txt')))
#> True
print(os.path.samestat(os.stat('/tmp/same.txt'), os.stat('/tmp/other.txt')))
#> False
a, b, c = open('/tmp/same.txt'), open('/tmp/same.txt'), open('/tmp/other.txt')
print(os.path.sameopenfile(a.fileno(), b.fileno()), os.path.sameopenfile(a.fileno(), c.fileno()))
#> True False
### the_process
import os

print(isinstance(os.getpid(), int))
#> True
print(isinstance(os.cpu_count(), int))
#> True
print(len(os.urandom(4)))
#> 4
os.putenv('A', '1')
### streams
import io

b = io.BytesIO(b'abc')
t = io.StringIO('abc')
print(io.SEEK_SET, io.SEEK_CUR, io.SEEK_END)
#> 0 1 2
print(io.DEFAULT_BUFFER_SIZE)
#> 8192
print(io.BlockingIOError)
#> <class 'BlockingIOError'>
print(io.RawIOBase)
#> <class 'io.RawIOBase'>
print(bytes(b.getbuffer()))
#> b'abc'
print(t.readable())
#> True
print(t.line_buffering)
#> False
print(io.text_encoding('utf-8'))
#> utf-8
print(issubclass(io.BytesIO, io.IOBase))
#> True
print(io.IOBase.close is not None)
#> True
print(io.IOBase.flush is not None)
#> True
print(io.IOBase.readable is not None)
#> True
print(io.IOBase.writable is not None)
#> True
print(io.IOBase.seekable is not None)
#> True
print(io.IOBase.fileno is not None)
#> True
print(io.IOBase.seek is not None)
#> True
print(io.IOBase.tell is not None)
#> True
print(io.IOBase.truncate is not None)
#> True
print(io.RawIOBase.readall is not None)
#> True
print(io.TextIOBase.write is not None)
#> True
print(io.TextIOBase.detach is not None)
#> True
### texts_over_bytes
import io

w = io.TextIOWrapper(io.BytesIO(b'one'), encoding='utf-8')
print(w.readable())
#> True
print(w.writable())
#> True
print(w.seekable())
#> True
print(w.tell())
#> 0
print(w.seek(0))
#> 0
w.reconfigure(line_buffering=True)
w.truncate(2)
print(w.read())
#> on
v = io.TextIOWrapper(io.BytesIO())
v.close()
print(v.closed)
#> True
### copies
import io, shutil

with open('/tmp/a.txt', 'w') as file:
    file.write('text')
shutil.copy2('/tmp/a.txt', '/tmp/b.txt')
shutil.copymode('/tmp/a.txt', '/tmp/b.txt')
shutil.copystat('/tmp/a.txt', '/tmp/b.txt')
source, target = io.StringIO('abc'), io.StringIO()
shutil.copyfileobj(source, target)
print(target.getvalue())
#> abc
print(shutil.which('nothing'))
#> None
print(shutil.get_terminal_size().columns)
#> 80
print(issubclass(shutil.SameFileError, shutil.Error))
#> True
print(issubclass(shutil.SpecialFileError, OSError))
#> True
### temporary_files
import tempfile

folder = tempfile.TemporaryDirectory()
file = tempfile.SpooledTemporaryFile()
file.rollover()
print(tempfile.template)
#> tmp
print(tempfile.gettempdir())
#> /tmp
print(tempfile.gettempprefix())
#> tmp
print(tempfile.gettempdirb())
#> b'/tmp'
print(isinstance(tempfile.mktemp(), str))
#> True
folder.cleanup()
### pickles
import io, pickle

file = io.BytesIO()
pickler = pickle.Pickler(file)
pickler.dump([1])
pickler.clear_memo()
unpickler = pickle.Unpickler(io.BytesIO(file.getvalue()))
print(unpickler.load())
#> [1]
print(pickle.HIGHEST_PROTOCOL)
#> 5
print(pickle.DEFAULT_PROTOCOL)
#> 4
print(pickle.format_version)
#> 4.0
print(len(pickle.compatible_formats))
#> 8
print(issubclass(pickle.PicklingError, pickle.PickleError))
#> True
print(pickle.encode_long(300))
#> b',\x01'
print(pickle.decode_long(b',\x01'))
#> 300
print(unpickler.find_class('builtins', 'len'))
#> <built-in function len>
stream = io.BytesIO()
pickle.dump({'a': 1}, stream)
stream.seek(0)
print(pickle.load(stream))
#> {'a': 1}
buffer = pickle.PickleBuffer(b'ab')
print(bytes(buffer.raw()))
#> b'ab'
buffer.release()
### pickles_without_a_part
import io
import pickle

weights = {'layer': [1.0, 2.0]}


class Saver(pickle.Pickler):
    def persistent_id(self, obj):
        return 'weights' if obj is weights else None


class Loader(pickle.Unpickler):
    def persistent_load(self, pid):
        return {'weights': weights}[pid]


def save(value):
    file = io.BytesIO()
    Saver(file).dump(value)
    return file.getvalue()


saved = save({'step': 3, 'model': weights})
loaded = Loader(io.BytesIO(saved)).load()
print(b'layer' in saved, loaded, loaded['model'] is weights)
#> False {'step': 3, 'model': {'layer': [1.0, 2.0]}} True
### glob
import glob

print(glob.has_magic('*.py'))
#> True
print(list(glob.iglob('/nothing/*')))
#> []
### struct
import struct

s = struct.Struct('<h')
print(list(s.iter_unpack(b'\x01\x00\x02\x00')))
#> [(1,), (2,)]
print(struct.unpack_from('<h', b'\x00\x01\x00', 1))
#> (1,)
