### encoders_decoders_and_errors
# source: CPython 3.11
import json, math, collections, enum, io
def told(call):
    try: print(repr(call()))
    except Exception as e: print(type(e).__name__, e)
a = []; a.append(a)
d = {}; d['x'] = [d]
told(lambda: json.dumps(a)); told(lambda: json.dumps(d)); told(lambda: json.dumps([[1], [1]] * 2))
shared = [1, {'k': None}]
told(lambda: json.dumps([shared, shared, {'a': shared}]))
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
told(lambda: json.dumps(Point(1, 2)))
told(lambda: json.dumps({'p': Point(1, 2), 's': {3}}, default=lambda o: sorted(o) if isinstance(o, set) else vars(o)))
class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Point): return [o.x, o.y]
        if isinstance(o, complex): return {'re': o.real, 'im': o.imag}
        return super().default(o)
told(lambda: json.dumps({'p': [Point(1, 2.5), 1j]}, cls=Encoder, indent=2))
told(lambda: Encoder(separators=(',', ':')).encode([Point(1, 2), {'a': True}]))
told(lambda: json.dumps({3}, cls=Encoder)); told(lambda: json.dumps(Point(Point(1, 2), 3), cls=Encoder))
told(lambda: ''.join(json.JSONEncoder().iterencode({'a': [1, 2.5, None]})))
told(lambda: json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True)); told(lambda: json.dumps({(1, 2): 3}))
told(lambda: json.dumps({1: 1, None: 2, True: 3, 2.5: 4, 'é': 'ü\x7f\u2028😀'}))
told(lambda: json.dumps(['é\x7f\n\x01', 1e100, -0.0, 10 ** 30], ensure_ascii=False))
for x in (math.nan, math.inf, -math.inf): told(lambda: json.dumps(x)); told(lambda: json.dumps([x], allow_nan=False)); told(lambda: json.dumps([x], allow_nan=False, indent=1))
told(lambda: json.dumps({'b': 1, 'a': {'z': 1, 'c': []}, 'e': {}}, sort_keys=True, indent='--'))
told(lambda: json.dumps([[], {}, [1, [2]]], indent=0)); told(lambda: json.dumps({1: 2, 'a': 3}, sort_keys=True))
class C(enum.IntEnum): A = 5
told(lambda: json.dumps([C.A, {C.A: C.A}, collections.OrderedDict(a=1), (1,)]))
told(lambda: json.dumps(range(3))); told(lambda: json.dumps([b'a']))
text = '{"a": [1, 2.5, -3e2, true, null, "x\\u00e9\\ud83d\\ude00\\n\\/"], "b": {"a": {}, "c": []}, "a": 7}'
told(lambda: json.loads(text)); told(lambda: json.loads(text, object_pairs_hook=list)); told(lambda: json.loads(text, object_hook=lambda m: sorted(m)))
told(lambda: json.loads('[1.10, 2, NaN, -Infinity]', parse_float=str, parse_int=float, parse_constant=lambda c: '<' + c + '>'))
told(lambda: json.loads(b'{"k": "\xc3\xa9"}')); told(lambda: json.loads(bytearray(b' 3 ')))
for bad in ('', ' ', '[1,]', '[1', '[1 2', '{"a" 1}', '{"a":1,}', '{a:1}', '{"a":}', '{"a":1 "b"', '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\', '01', '-', '1.', '1e', '.5', '+1', 'nul', 'tru', '[1] 2', '{"a":1}}', "{'a':1}", '\ufeff1', '[\n1,\n\n x]', '{', '[', '{"a"', '{"a":1', 'nan', '--1', '1.5.2', '[1,,2]', '"\\u00g0"'):
    told(lambda: json.loads(bad))
told(lambda: json.loads(5)); told(lambda: json.loads(None))
try: json.loads('[1,\n x]')
except json.JSONDecodeError as e: print(e.msg, e.pos, e.lineno, e.colno, e.doc == '[1,\n x]', isinstance(e, ValueError))
told(lambda: json.JSONDecoder().raw_decode('[1] tail')); told(lambda: json.JSONDecoder().raw_decode('xx{"a":1}..', 2)); told(lambda: json.JSONDecoder(strict=False).decode('"a\tb"'))
class Decoder(json.JSONDecoder):
    def __init__(self, *args, **kw): super().__init__(object_hook=self.hook, *args, **kw)
    def hook(self, m): return Point(**m) if set(m) == {'x', 'y'} else m
p = json.loads('{"p": {"x": 1, "y": 2}}', cls=Decoder)['p']; print(type(p).__name__, p.x, p.y)
f = io.StringIO(); json.dump({'a': [1]}, f, indent=1); print(repr(f.getvalue())); f.seek(0); print(json.load(f, object_pairs_hook=tuple))
print(json.loads(json.dumps({'s': 'a"b\\c\t\u20ac', 'n': [1, -2, 3.25, 1e-7]})))
#> ValueError Circular reference detected
#> ValueError Circular reference detected
#> '[[1], [1], [1], [1]]'
#> '[[1, {"k": null}], [1, {"k": null}], {"a": [1, {"k": null}]}]'
#> TypeError Object of type Point is not JSON serializable
#> '{"p": {"x": 1, "y": 2}, "s": [3]}'
#> '{\n  "p": [\n    [\n      1,\n      2.5\n    ],\n    {\n      "re": 0.0,\n      "im": 1.0\n    }\n  ]\n}'
#> '[[1,2],{"a":true}]'
#> TypeError Object of type set is not JSON serializable
#> '[[1, 2], 3]'
#> '{"a": [1, 2.5, null]}'
#> '{"a": 1}'
#> TypeError keys must be str, int, float, bool or None, not tuple
#> '{"1": 3, "null": 2, "2.5": 4, "\\u00e9": "\\u00fc\\u007f\\u2028\\ud83d\\ude00"}'
#> '["é\x7f\\n\\u0001", 1e+100, -0.0, 1000000000000000000000000000000]'
#> 'NaN'
#> ValueError Out of range float values are not JSON compliant
#> ValueError Out of range float values are not JSON compliant: nan
#> 'Infinity'
#> ValueError Out of range float values are not JSON compliant
#> ValueError Out of range float values are not JSON compliant: inf
#> '-Infinity'
#> ValueError Out of range float values are not JSON compliant
#> ValueError Out of range float values are not JSON compliant: -inf
#> '{\n--"a": {\n----"c": [],\n----"z": 1\n--},\n--"b": 1,\n--"e": {}\n}'
#> '[\n[],\n{},\n[\n1,\n[\n2\n]\n]\n]'
#> TypeError '<' not supported between instances of 'str' and 'int'
#> '[5, {"5": 5}, {"a": 1}, [1]]'
#> TypeError Object of type range is not JSON serializable
#> TypeError Object of type bytes is not JSON serializable
#> {'a': 7, 'b': {'a': {}, 'c': []}}
#> [('a', [1, 2.5, -300.0, True, None, 'xé😀\n/']), ('b', [('a', []), ('c', [])]), ('a', 7)]
#> ['a', 'b']
#> ['1.10', 2.0, '<NaN>', '<-Infinity>']
#> {'k': 'é'}
#> 3
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 1 column 2 (char 1)
#> JSONDecodeError Expecting value: line 1 column 4 (char 3)
#> JSONDecodeError Expecting ',' delimiter: line 1 column 3 (char 2)
#> JSONDecodeError Expecting ',' delimiter: line 1 column 4 (char 3)
#> JSONDecodeError Expecting ':' delimiter: line 1 column 6 (char 5)
#> JSONDecodeError Expecting property name enclosed in double quotes: line 1 column 8 (char 7)
#> JSONDecodeError Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
#> JSONDecodeError Expecting value: line 1 column 6 (char 5)
#> JSONDecodeError Expecting ',' delimiter: line 1 column 8 (char 7)
#> JSONDecodeError Unterminated string starting at: line 1 column 1 (char 0)
#> JSONDecodeError Invalid control character at: line 1 column 3 (char 2)
#> JSONDecodeError Invalid \escape: line 1 column 2 (char 1)
#> JSONDecodeError Invalid \uXXXX escape: line 1 column 3 (char 2)
#> JSONDecodeError Unterminated string starting at: line 1 column 1 (char 0)
#> JSONDecodeError Extra data: line 1 column 2 (char 1)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Extra data: line 1 column 2 (char 1)
#> JSONDecodeError Extra data: line 1 column 2 (char 1)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Extra data: line 1 column 5 (char 4)
#> JSONDecodeError Extra data: line 1 column 8 (char 7)
#> JSONDecodeError Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
#> JSONDecodeError Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 4 column 2 (char 7)
#> JSONDecodeError Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
#> JSONDecodeError Expecting value: line 1 column 2 (char 1)
#> JSONDecodeError Expecting ':' delimiter: line 1 column 5 (char 4)
#> JSONDecodeError Expecting ',' delimiter: line 1 column 7 (char 6)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Expecting value: line 1 column 1 (char 0)
#> JSONDecodeError Extra data: line 1 column 4 (char 3)
#> JSONDecodeError Expecting value: line 1 column 4 (char 3)
#> JSONDecodeError Invalid \uXXXX escape: line 1 column 3 (char 2)
#> TypeError the JSON object must be str, bytes or bytearray, not int
#> TypeError the JSON object must be str, bytes or bytearray, not NoneType
#> Expecting value 5 2 2 True True
#> ([1], 3)
#> ({'a': 1}, 9)
#> 'a\tb'
#> Point 1 2
#> '{\n "a": [\n  1\n ]\n}'
#> (('a', [1]),)
#> {'s': 'a"b\\c\t€', 'n': [1, -2, 3.25, 1e-07]}
