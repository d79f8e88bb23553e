### identifiers
# source: CPython 3.11
import uuid
def t(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
u = uuid.uuid5(uuid.NAMESPACE_DNS, 'python.org'); print(u, uuid.uuid3(uuid.NAMESPACE_URL, 'x'), u.version, u.variant, u.hex, u.int, u.bytes, u.bytes_le, u.fields, u.urn, repr(u), hash(u) == hash(uuid.UUID(str(u))), u == uuid.UUID(int=u.int), u < uuid.UUID(int=0), u.time_low, u.time_mid, u.time_hi_version, u.clock_seq, u.node, u.time)
for x in (dict(hex='{12345678-1234-5678-1234-567812345678}'), dict(hex='urn:uuid:12345678-1234-5678-1234-567812345678'), dict(bytes=b'\x12\x34\x56\x78' * 4), dict(bytes_le=b'\x78\x56\x34\x12\x34\x12\x78\x56' + b'\x12\x34\x56\x78\x12\x34\x56\x78'), dict(fields=(0x12345678, 0x1234, 0x5678, 0x12, 0x34, 0x567812345678)), dict(int=5), dict(int=-1), dict(int=1 << 128), dict(hex='12'), dict(bytes=b'1'), dict(), dict(hex='a' * 32, int=4), dict(int=7, version=4), dict(int=7, version=9), dict(fields=(1, 2)), dict(fields=(1 << 33, 0, 0, 0, 0, 0)), dict(hex='z' * 32)):
    t(lambda: uuid.UUID(**x))
r = uuid.uuid4(); print(r.version, r.variant, len(str(r)), r != uuid.uuid4(), uuid.uuid5(uuid.NAMESPACE_OID, 'é'), uuid.NAMESPACE_X500); t(setattr, r, 'int', 3); t(lambda: r < 3); print(sorted([uuid.UUID(int=3), uuid.UUID(int=1)])[0], int(uuid.UUID(int=3)), {uuid.UUID(int=3): 1}[uuid.UUID(int=3)], r.is_safe)
#> 886313e1-3b8a-5372-9b90-0c9aee199e5d 60a7f89c-e446-309c-8b4f-460bfdfd0dee 5 specified in RFC 4122 886313e13b8a53729b900c9aee199e5d 181289448026289383154478846676280385117 b'\x88c\x13\xe1;\x8aSr\x9b\x90\x0c\x9a\xee\x19\x9e]' b'\xe1\x13c\x88\x8a;rS\x9b\x90\x0c\x9a\xee\x19\x9e]' (2288194529, 15242, 21362, 155, 144, 13859559153245) urn:uuid:886313e1-3b8a-5372-9b90-0c9aee199e5d UUID('886313e1-3b8a-5372-9b90-0c9aee199e5d') True True False 2288194529 15242 21362 7056 13859559153245 248326395638518753
#> 12345678-1234-5678-1234-567812345678
#> 12345678-1234-5678-1234-567812345678
#> 12345678-1234-5678-1234-567812345678
#> 12345678-1234-5678-1234-567812345678
#> 12345678-1234-5678-1234-567812345678
#> 00000000-0000-0000-0000-000000000005
#> ValueError int is out of range (need a 128-bit value)
#> ValueError int is out of range (need a 128-bit value)
#> ValueError badly formed hexadecimal UUID string
#> ValueError bytes is not a 16-char string
#> TypeError one of the hex, bytes, bytes_le, fields, or int arguments must be given
#> TypeError one of the hex, bytes, bytes_le, fields, or int arguments must be given
#> 00000000-0000-4000-8000-000000000007
#> ValueError illegal version number
#> ValueError fields is not a 6-tuple
#> ValueError field 1 out of range (need a 32-bit value)
#> ValueError invalid literal for int() with base 16: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
#> 4 specified in RFC 4122 36 True 4c9d8941-1dcb-56d3-9fe5-b5aef28ef637 6ba7b814-9dad-11d1-80b4-00c04fd430c8
#> TypeError UUID objects are immutable
#> TypeError '<' not supported between instances of 'UUID' and 'int'
#> 00000000-0000-0000-0000-000000000001 3 1 SafeUUID.unknown
### random_ones_leave_the_program_s_numbers
# source: CPython 3.11
import random, uuid
random.seed(7); a = random.random()
random.seed(7); x = uuid.uuid4(); print(random.random() == a, x.version, x != uuid.uuid4())
#> True 4 True
