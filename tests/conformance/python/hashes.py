### hashes_of_bytes
# source: CPython 3.11
import hashlib
for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
    h = hashlib.new(name); h.update(b"abc"); h.update(bytes(range(200)))
    print(name, h.hexdigest(), hashlib.new(name, b"").hexdigest(), h.digest_size, h.block_size, h.name)
print(hashlib.sha256(b"x" * 55).hexdigest()[:16], hashlib.md5(b"y" * 56).hexdigest(), hashlib.sha512(b"z" * 111).hexdigest()[:16], hashlib.sha512(b"z" * 112).hexdigest()[:16], hashlib.sha256("é".encode()).digest()[:4])
c = hashlib.sha256(b"a"); d = c.copy(); d.update(b"b"); print(c.hexdigest() == hashlib.sha256(b"a").hexdigest(), d.hexdigest() == hashlib.sha256(b"ab").hexdigest())
try: hashlib.md5("text")
except TypeError as e: print(e)
try: hashlib.new("nope")
except ValueError as e: print(e)
#> md5 3a7629e1b16ddcee3f7f22776b098579 d41d8cd98f00b204e9800998ecf8427e 16 64 md5
#> sha1 46be989da1ad13168f89dddbd8fdda34efc28963 da39a3ee5e6b4b0d3255bfef95601890afd80709 20 64 sha1
#> sha224 6c30d4035435f163c63cbbfa81c5f45f080b4da6c3458b34a6dada4f d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f 28 64 sha224
#> sha256 23f24c30144084fe414155121c92b5c73d9d6ec31c35310cc7771803461c8431 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 32 64 sha256
#> sha384 fb70b5c8124567091a94d6a682ca736719928334aeffc333326abf4e7270be42c018dbc46977b2c75da2b2f53a6f6b46 38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b 48 128 sha384
#> sha512 fdc6c77b10700a6312e6e3a95d2026727ac14835bb1dfb6399052b6554f804176195db837289176c00c5972dffbf98ea22468bc081b5276b7efd29c7041fcae4 cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e 64 128 sha512
#> d5e285683cd4efc0 6c830a5d23df58dbe0171eb5639bf3e4 3937caac51b53357 fa3bf4fa804efc34 b'J\x99U~'
#> True True
#> Strings must be encoded before hashing
#> unsupported hash type nope
### bytes_in_letters
# source: CPython 3.11
import base64
for b in (b"", b"f", b"fo", b"foo", b"foob", b"fooba", b"foobar", bytes(range(250, 256))):
    e = base64.b64encode(b); print(e, base64.b64decode(e) == b, base64.urlsafe_b64encode(b), base64.b16encode(b), base64.b64decode(e.decode()) == b)
print(base64.b64decode("Zm9v\nYmFy"), base64.urlsafe_b64decode("-_-_"), base64.b16decode("DEAD"), base64.b16decode(b"beef", casefold=True))
for f in (lambda: base64.b64decode("Zm9"), lambda: base64.b64decode("Z"), lambda: base64.b64decode("Zm9v!", validate=True), lambda: base64.b16decode("zz")):
    try: print(f())
    except ValueError as e: print(type(e).__name__)
#> b'' True b'' b'' True
#> b'Zg==' True b'Zg==' b'66' True
#> b'Zm8=' True b'Zm8=' b'666F' True
#> b'Zm9v' True b'Zm9v' b'666F6F' True
#> b'Zm9vYg==' True b'Zm9vYg==' b'666F6F62' True
#> b'Zm9vYmE=' True b'Zm9vYmE=' b'666F6F6261' True
#> b'Zm9vYmFy' True b'Zm9vYmFy' b'666F6F626172' True
#> b'+vv8/f7/' True b'-vv8_f7_' b'FAFBFCFDFEFF' True
#> b'foobar' b'\xfb\xff\xbf' b'\xde\xad' b'\xbe\xef'
#> Error
#> Error
#> Error
#> Error
### timing_gives_no_time
# source: ours: nothing is measured
import timeit, math
calls = []
t = timeit.timeit(lambda: calls.append(1), number=1000); print(math.isnan(t), calls, [math.isnan(x) for x in timeit.repeat("x = 1 + y", "y = 2", repeat=2)], math.isnan(timeit.default_timer()))
#> True [1] [True, True] True
