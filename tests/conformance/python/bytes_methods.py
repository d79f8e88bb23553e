### methods_of_bytes
# source: CPython 3.11
b = b"hello"
try: print(b[0])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b[1:3])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b + b"x")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b * 2)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(list(b))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"ll" in b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(104 in b)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(len(b))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.find(b"l"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.count(b"l"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.split(b"l"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.upper())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.startswith(b"he"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.replace(b"l", b"L"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.hex())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes.fromhex("6869"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.join([b"a", b"b"]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.strip(b"h"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.index(b"o"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.isalpha())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.title())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.endswith(b"o"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.rfind(b"l"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.partition(b"l"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.ljust(7, b"."))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.zfill(7))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.center(9, b"-"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.splitlines())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b.lower())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((1024).to_bytes(2, "big"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((1024).to_bytes(4, "little"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int.from_bytes(b"\x04\x00", "big"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int.from_bytes(b"\xff\xff", "big", signed=True))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((-1).to_bytes(2, "big", signed=True))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes(3))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes([1, 2, 255]))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes("é", "utf-8"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
a = bytearray(b"abc")
a[0] = 65
a.append(100)
a.extend(b"ef")
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a[1:3])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes(a))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(len(a))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a.pop())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
a += b"!"
del a[0]
a[1:2] = b"ZZ"
a.insert(0, 48)
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a.find(b"Z"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a == bytearray(b"0bZZde!"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(a.decode())
except Exception as _e: print('EXC', type(_e).__name__, _e)
a.reverse()
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
a.clear()
try: print(a)
except Exception as _e: print('EXC', type(_e).__name__, _e)
for f in [lambda: bytes([300]), lambda: (300).to_bytes(1, "big"), lambda: b"abc"[9], lambda: bytearray(b"a").__setitem__(0, 999)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try: print(b"a" < b"b")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(hash(b"a") == hash(b"a"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print({b"k": 1}[b"k"])
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"%d" if False else "")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"\x00\x01\xfe")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(bytes(b"x"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"abc" == bytearray(b"abc"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(b"a,b".split(b","))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(memoryview(b"abc")[1] if False else "")
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((255).bit_length())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((5).bit_count())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((3.5).as_integer_ratio())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((0.1).hex())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(float.fromhex("0x1.8p1"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((10).as_integer_ratio())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print((2.0).is_integer())
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int("0x1f", 16))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int("0b11", 0))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int("1_000"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int(" 12 "))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int(3.9))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int(-3.9))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int("-7"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(int("z", 36))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(float("1e3"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(float(" 2.5 "))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(float("-inf"))
except Exception as _e: print('EXC', type(_e).__name__, _e)
try: print(complex if False else "")
except Exception as _e: print('EXC', type(_e).__name__, _e)
#> 104
#> b'el'
#> b'hellox'
#> b'hellohello'
#> [104, 101, 108, 108, 111]
#> True
#> True
#> 5
#> 2
#> 2
#> [b'he', b'', b'o']
#> b'HELLO'
#> True
#> b'heLLo'
#> 68656c6c6f
#> b'hi'
#> b'ahellob'
#> b'ello'
#> 4
#> True
#> b'Hello'
#> True
#> 3
#> (b'he', b'l', b'lo')
#> b'hello..'
#> b'00hello'
#> b'--hello--'
#> [b'hello']
#> b'hello'
#> b'\x04\x00'
#> b'\x00\x04\x00\x00'
#> 1024
#> -1
#> b'\xff\xff'
#> b'\x00\x00\x00'
#> b'\x01\x02\xff'
#> b'\xc3\xa9'
#> bytearray(b'Abcdef')
#> bytearray(b'bc')
#> b'Abcdef'
#> 6
#> 102
#> bytearray(b'Abcde')
#> bytearray(b'0bZZde!')
#> 2
#> True
#> 0bZZde!
#> bytearray(b'!edZZb0')
#> bytearray(b'')
#> ValueError bytes must be in range(0, 256)
#> OverflowError int too big to convert
#> IndexError index out of range
#> ValueError byte must be in range(0, 256)
#> True
#> True
#> 1
#>
#> b'\x00\x01\xfe'
#> b'x'
#> True
#> [b'a', b'b']
#>
#> 8
#> 2
#> (7, 2)
#> 0x1.999999999999ap-4
#> 3.0
#> (10, 1)
#> True
#> 31
#> 3
#> 1000
#> 12
#> 3
#> -3
#> -7
#> 35
#> 1000.0
#> 2.5
#> -inf
#>
### errors_of_utf8
# source: CPython 3.11's output
for b in [b'\xe4\xb8', b'\xf0\x9f\x98', b'\xff\xfe', b'\xe4a', b'\xf0\x9fa\x80', b'\xc0\x80', b'\xed\xa0\x80', b'\xf5\x80', b'\xe0\x80', b'\xf4\x90\x80\x80', b'\xe1\x80\xc3\xa9']:
    for errors in ('replace', 'ignore', 'backslashreplace', 'strict'):
        try: print(ascii(b.decode('utf-8', errors)), end=' ')
        except UnicodeDecodeError as error: print(error, error.start, error.end)
#> '\ufffd' '' '\\xe4\\xb8' 'utf-8' codec can't decode bytes in position 0-1: unexpected end of data 0 2
#> '\ufffd' '' '\\xf0\\x9f\\x98' 'utf-8' codec can't decode bytes in position 0-2: unexpected end of data 0 3
#> '\ufffd\ufffd' '' '\\xff\\xfe' 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte 0 1
#> '\ufffda' 'a' '\\xe4a' 'utf-8' codec can't decode byte 0xe4 in position 0: invalid continuation byte 0 1
#> '\ufffda\ufffd' 'a' '\\xf0\\x9fa\\x80' 'utf-8' codec can't decode bytes in position 0-1: invalid continuation byte 0 2
#> '\ufffd\ufffd' '' '\\xc0\\x80' 'utf-8' codec can't decode byte 0xc0 in position 0: invalid start byte 0 1
#> '\ufffd\ufffd\ufffd' '' '\\xed\\xa0\\x80' 'utf-8' codec can't decode byte 0xed in position 0: invalid continuation byte 0 1
#> '\ufffd\ufffd' '' '\\xf5\\x80' 'utf-8' codec can't decode byte 0xf5 in position 0: invalid start byte 0 1
#> '\ufffd\ufffd' '' '\\xe0\\x80' 'utf-8' codec can't decode byte 0xe0 in position 0: invalid continuation byte 0 1
#> '\ufffd\ufffd\ufffd\ufffd' '' '\\xf4\\x90\\x80\\x80' 'utf-8' codec can't decode byte 0xf4 in position 0: invalid continuation byte 0 1
#> '\ufffd\xe9' '\xe9' '\\xe1\\x80\xe9' 'utf-8' codec can't decode bytes in position 0-1: invalid continuation byte 0 2
