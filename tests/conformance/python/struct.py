### numbers_as_bytes
# source: CPython 3.11
import struct
for form, values in ((">bhilq", (1, 2, 3, 4, 5)), ("<BHILQ", (255, 65535, 2**32 - 1, 7, 2**64 - 1)), ("@bhi", (-1, -2, -3)), ("b3xi", (1, 2)), ("bq", (1, 2)), ("4s2sp5p", (b"abcdef", b"x", b"q", b"hello!")), ("?c?", (1, b"z", 0)), ("<3f", (1.5, -0.1, 1e-40)), (">d", (3.141592653589793,)), ("<e2e", (1.0009, 65504, -1e-7)), ("<d", (5e-324,)), ("!I", (0xdeadbeef,)), ("=lq", (1, 2)), ("lq", (1, 2)), ("", ())):
    b = struct.pack(form, *values); print(form, b.hex(), struct.calcsize(form), struct.unpack(form, b))
print(struct.unpack("<I", struct.pack("<f", 1.0))[0], struct.unpack("<f", (0x7f800000).to_bytes(4, "little")), struct.unpack("<d", struct.pack("<d", float("-inf"))), struct.pack("<d", -0.0), struct.unpack("<f", struct.pack("<f", float("nan"))), struct.pack("<f", 3.4028235e38).hex())
s = struct.Struct("<ih"); print(s.size, s.pack(1, 2), s.unpack(b"\1\0\0\0\2\0"), s.unpack_from(b"zz\1\0\0\0\2\0", 2), list(struct.iter_unpack("<H", b"\1\0\2\0")))
for f in (lambda: struct.pack("b", 200), lambda: struct.pack("ii", 1), lambda: struct.unpack("i", b"abc"), lambda: struct.pack("y", 1), lambda: struct.pack("i", 1.5), lambda: struct.pack("3"), lambda: struct.pack("c", "a")):
    try: print(f())
    except struct.error as e: print("error")
try: struct.pack("<f", 1e39)
except OverflowError as e: print(e)
#> >bhilq 01000200000003000000040000000000000005 19 (1, 2, 3, 4, 5)
#> <BHILQ ffffffffffffff07000000ffffffffffffffff 19 (255, 65535, 4294967295, 7, 18446744073709551615)
#> @bhi ff00fefffdffffff 8 (-1, -2, -3)
#> b3xi 0100000002000000 8 (1, 2)
#> bq 01000000000000000200000000000000 16 (1, 2)
#> 4s2sp5p 616263647800000468656c6c 12 (b'abcd', b'x\x00', b'', b'hell')
#> ?c? 017a00 3 (True, b'z', False)
#> <3f 0000c03fcdccccbdc2160100 12 (1.5, -0.10000000149011612, 9.99994610111476e-41)
#> >d 400921fb54442d18 8 (3.141592653589793,)
#> <e2e 013cff7b0280 6 (1.0009765625, 65504.0, -1.1920928955078125e-07)
#> <d 0100000000000000 8 (5e-324,)
#> !I deadbeef 4 (3735928559,)
#> =lq 010000000200000000000000 12 (1, 2)
#> lq 01000000000000000200000000000000 16 (1, 2)
#>   0 ()
#> 1065353216 (inf,) (-inf,) b'\x00\x00\x00\x00\x00\x00\x00\x80' (nan,) ffff7f7f
#> 6 b'\x01\x00\x00\x00\x02\x00' (1, 2) (1, 2) [(1,), (2,)]
#> error
#> error
#> error
#> error
#> error
#> error
#> error
#> float too large to pack with f format
