### floats
# source: CPython 3.11
def t(f,*a):
    try: print(a, f(*a))
    except Exception as e: print(a, type(e).__name__, e)
for x in ('1_0.5','_1.0','1_.0','1._0','1.0_','1_0e1_0','1e_5','1__0.5','  1.5\u2003','\u0661\u0662.\u0665','1 2','0x1','infinity','-Inf','nan','+nan','nan(1)','inf_','','.','1.','.5','1e','e5','1e5\x00','--1','1_000','in_f','1E+1_0',b'1.5',b' 2_0 ',b'\xff',bytearray(b'1'),'\x1c1','\u00a01','1,0'):
    t(float,x)
#> ('1_0.5',) 10.5
#> ('_1.0',) ValueError could not convert string to float: '_1.0'
#> ('1_.0',) ValueError could not convert string to float: '1_.0'
#> ('1._0',) ValueError could not convert string to float: '1._0'
#> ('1.0_',) ValueError could not convert string to float: '1.0_'
#> ('1_0e1_0',) 100000000000.0
#> ('1e_5',) ValueError could not convert string to float: '1e_5'
#> ('1__0.5',) ValueError could not convert string to float: '1__0.5'
#> ('  1.5\u2003',) 1.5
#> ('١٢.٥',) 12.5
#> ('1 2',) ValueError could not convert string to float: '1 2'
#> ('0x1',) ValueError could not convert string to float: '0x1'
#> ('infinity',) inf
#> ('-Inf',) -inf
#> ('nan',) nan
#> ('+nan',) nan
#> ('nan(1)',) ValueError could not convert string to float: 'nan(1)'
#> ('inf_',) ValueError could not convert string to float: 'inf_'
#> ('',) ValueError could not convert string to float: ''
#> ('.',) ValueError could not convert string to float: '.'
#> ('1.',) 1.0
#> ('.5',) 0.5
#> ('1e',) ValueError could not convert string to float: '1e'
#> ('e5',) ValueError could not convert string to float: 'e5'
#> ('1e5\x00',) ValueError could not convert string to float: '1e5\x00'
#> ('--1',) ValueError could not convert string to float: '--1'
#> ('1_000',) 1000.0
#> ('in_f',) ValueError could not convert string to float: 'in_f'
#> ('1E+1_0',) 10000000000.0
#> (b'1.5',) 1.5
#> (b' 2_0 ',) 20.0
#> (b'\xff',) ValueError could not convert string to float: b'\xff'
#> (bytearray(b'1'),) 1.0
#> ('\x1c1',) ValueError could not convert string to float: '\x1c1'
#> ('\xa01',) 1.0
#> ('1,0',) ValueError could not convert string to float: '1,0'
### integers
# source: CPython 3.11
def t(f,*a):
    try: print(a, f(*a))
    except Exception as e: print(a, type(e).__name__, e)
for x in ('1_0','0x_1f','0x1f_','0x__1','010','00','0_0','-0','0b_1','\uff11\uff12','1 2',b'12',bytearray(b' 7 '),b'x',b'\xff','0o17','0O17','0B1','-0x10',' + 1','+ 1','1__0','_1','','0x','0_','zz','zzz','0_1'):
    for b in (None,0,2,8,10,16,36):
        if b is None: t(int,x)
        else: t(int,x,b)
#> ('1_0',) 10
#> ('1_0', 0) 10
#> ('1_0', 2) 2
#> ('1_0', 8) 8
#> ('1_0', 10) 10
#> ('1_0', 16) 16
#> ('1_0', 36) 36
#> ('0x_1f',) ValueError invalid literal for int() with base 10: '0x_1f'
#> ('0x_1f', 0) 31
#> ('0x_1f', 2) ValueError invalid literal for int() with base 2: '0x_1f'
#> ('0x_1f', 8) ValueError invalid literal for int() with base 8: '0x_1f'
#> ('0x_1f', 10) ValueError invalid literal for int() with base 10: '0x_1f'
#> ('0x_1f', 16) 31
#> ('0x_1f', 36) 42819
#> ('0x1f_',) ValueError invalid literal for int() with base 10: '0x1f_'
#> ('0x1f_', 0) ValueError invalid literal for int() with base 0: '0x1f_'
#> ('0x1f_', 2) ValueError invalid literal for int() with base 2: '0x1f_'
#> ('0x1f_', 8) ValueError invalid literal for int() with base 8: '0x1f_'
#> ('0x1f_', 10) ValueError invalid literal for int() with base 10: '0x1f_'
#> ('0x1f_', 16) ValueError invalid literal for int() with base 16: '0x1f_'
#> ('0x1f_', 36) ValueError invalid literal for int() with base 36: '0x1f_'
#> ('0x__1',) ValueError invalid literal for int() with base 10: '0x__1'
#> ('0x__1', 0) ValueError invalid literal for int() with base 0: '0x__1'
#> ('0x__1', 2) ValueError invalid literal for int() with base 2: '0x__1'
#> ('0x__1', 8) ValueError invalid literal for int() with base 8: '0x__1'
#> ('0x__1', 10) ValueError invalid literal for int() with base 10: '0x__1'
#> ('0x__1', 16) ValueError invalid literal for int() with base 16: '0x__1'
#> ('0x__1', 36) ValueError invalid literal for int() with base 36: '0x__1'
#> ('010',) 10
#> ('010', 0) ValueError invalid literal for int() with base 0: '010'
#> ('010', 2) 2
#> ('010', 8) 8
#> ('010', 10) 10
#> ('010', 16) 16
#> ('010', 36) 36
#> ('00',) 0
#> ('00', 0) 0
#> ('00', 2) 0
#> ('00', 8) 0
#> ('00', 10) 0
#> ('00', 16) 0
#> ('00', 36) 0
#> ('0_0',) 0
#> ('0_0', 0) 0
#> ('0_0', 2) 0
#> ('0_0', 8) 0
#> ('0_0', 10) 0
#> ('0_0', 16) 0
#> ('0_0', 36) 0
#> ('-0',) 0
#> ('-0', 0) 0
#> ('-0', 2) 0
#> ('-0', 8) 0
#> ('-0', 10) 0
#> ('-0', 16) 0
#> ('-0', 36) 0
#> ('0b_1',) ValueError invalid literal for int() with base 10: '0b_1'
#> ('0b_1', 0) 1
#> ('0b_1', 2) 1
#> ('0b_1', 8) ValueError invalid literal for int() with base 8: '0b_1'
#> ('0b_1', 10) ValueError invalid literal for int() with base 10: '0b_1'
#> ('0b_1', 16) 177
#> ('0b_1', 36) 397
#> ('１２',) 12
#> ('１２', 0) 12
#> ('１２', 2) ValueError invalid literal for int() with base 2: '１２'
#> ('１２', 8) 10
#> ('１２', 10) 12
#> ('１２', 16) 18
#> ('１２', 36) 38
#> ('1 2',) ValueError invalid literal for int() with base 10: '1 2'
#> ('1 2', 0) ValueError invalid literal for int() with base 0: '1 2'
#> ('1 2', 2) ValueError invalid literal for int() with base 2: '1 2'
#> ('1 2', 8) ValueError invalid literal for int() with base 8: '1 2'
#> ('1 2', 10) ValueError invalid literal for int() with base 10: '1 2'
#> ('1 2', 16) ValueError invalid literal for int() with base 16: '1 2'
#> ('1 2', 36) ValueError invalid literal for int() with base 36: '1 2'
#> (b'12',) 12
#> (b'12', 0) 12
#> (b'12', 2) ValueError invalid literal for int() with base 2: b'12'
#> (b'12', 8) 10
#> (b'12', 10) 12
#> (b'12', 16) 18
#> (b'12', 36) 38
#> (bytearray(b' 7 '),) 7
#> (bytearray(b' 7 '), 0) 7
#> (bytearray(b' 7 '), 2) ValueError invalid literal for int() with base 2: b' 7 '
#> (bytearray(b' 7 '), 8) 7
#> (bytearray(b' 7 '), 10) 7
#> (bytearray(b' 7 '), 16) 7
#> (bytearray(b' 7 '), 36) 7
#> (b'x',) ValueError invalid literal for int() with base 10: b'x'
#> (b'x', 0) ValueError invalid literal for int() with base 0: b'x'
#> (b'x', 2) ValueError invalid literal for int() with base 2: b'x'
#> (b'x', 8) ValueError invalid literal for int() with base 8: b'x'
#> (b'x', 10) ValueError invalid literal for int() with base 10: b'x'
#> (b'x', 16) ValueError invalid literal for int() with base 16: b'x'
#> (b'x', 36) 33
#> (b'\xff',) ValueError invalid literal for int() with base 10: b'\xff'
#> (b'\xff', 0) ValueError invalid literal for int() with base 0: b'\xff'
#> (b'\xff', 2) ValueError invalid literal for int() with base 2: b'\xff'
#> (b'\xff', 8) ValueError invalid literal for int() with base 8: b'\xff'
#> (b'\xff', 10) ValueError invalid literal for int() with base 10: b'\xff'
#> (b'\xff', 16) ValueError invalid literal for int() with base 16: b'\xff'
#> (b'\xff', 36) ValueError invalid literal for int() with base 36: b'\xff'
#> ('0o17',) ValueError invalid literal for int() with base 10: '0o17'
#> ('0o17', 0) 15
#> ('0o17', 2) ValueError invalid literal for int() with base 2: '0o17'
#> ('0o17', 8) 15
#> ('0o17', 10) ValueError invalid literal for int() with base 10: '0o17'
#> ('0o17', 16) ValueError invalid literal for int() with base 16: '0o17'
#> ('0o17', 36) 31147
#> ('0O17',) ValueError invalid literal for int() with base 10: '0O17'
#> ('0O17', 0) 15
#> ('0O17', 2) ValueError invalid literal for int() with base 2: '0O17'
#> ('0O17', 8) 15
#> ('0O17', 10) ValueError invalid literal for int() with base 10: '0O17'
#> ('0O17', 16) ValueError invalid literal for int() with base 16: '0O17'
#> ('0O17', 36) 31147
#> ('0B1',) ValueError invalid literal for int() with base 10: '0B1'
#> ('0B1', 0) 1
#> ('0B1', 2) 1
#> ('0B1', 8) ValueError invalid literal for int() with base 8: '0B1'
#> ('0B1', 10) ValueError invalid literal for int() with base 10: '0B1'
#> ('0B1', 16) 177
#> ('0B1', 36) 397
#> ('-0x10',) ValueError invalid literal for int() with base 10: '-0x10'
#> ('-0x10', 0) -16
#> ('-0x10', 2) ValueError invalid literal for int() with base 2: '-0x10'
#> ('-0x10', 8) ValueError invalid literal for int() with base 8: '-0x10'
#> ('-0x10', 10) ValueError invalid literal for int() with base 10: '-0x10'
#> ('-0x10', 16) -16
#> ('-0x10', 36) -42804
#> (' + 1',) ValueError invalid literal for int() with base 10: ' + 1'
#> (' + 1', 0) ValueError invalid literal for int() with base 0: ' + 1'
#> (' + 1', 2) ValueError invalid literal for int() with base 2: ' + 1'
#> (' + 1', 8) ValueError invalid literal for int() with base 8: ' + 1'
#> (' + 1', 10) ValueError invalid literal for int() with base 10: ' + 1'
#> (' + 1', 16) ValueError invalid literal for int() with base 16: ' + 1'
#> (' + 1', 36) ValueError invalid literal for int() with base 36: ' + 1'
#> ('+ 1',) ValueError invalid literal for int() with base 10: '+ 1'
#> ('+ 1', 0) ValueError invalid literal for int() with base 0: '+ 1'
#> ('+ 1', 2) ValueError invalid literal for int() with base 2: '+ 1'
#> ('+ 1', 8) ValueError invalid literal for int() with base 8: '+ 1'
#> ('+ 1', 10) ValueError invalid literal for int() with base 10: '+ 1'
#> ('+ 1', 16) ValueError invalid literal for int() with base 16: '+ 1'
#> ('+ 1', 36) ValueError invalid literal for int() with base 36: '+ 1'
#> ('1__0',) ValueError invalid literal for int() with base 10: '1__0'
#> ('1__0', 0) ValueError invalid literal for int() with base 0: '1__0'
#> ('1__0', 2) ValueError invalid literal for int() with base 2: '1__0'
#> ('1__0', 8) ValueError invalid literal for int() with base 8: '1__0'
#> ('1__0', 10) ValueError invalid literal for int() with base 10: '1__0'
#> ('1__0', 16) ValueError invalid literal for int() with base 16: '1__0'
#> ('1__0', 36) ValueError invalid literal for int() with base 36: '1__0'
#> ('_1',) ValueError invalid literal for int() with base 10: '_1'
#> ('_1', 0) ValueError invalid literal for int() with base 0: '_1'
#> ('_1', 2) ValueError invalid literal for int() with base 2: '_1'
#> ('_1', 8) ValueError invalid literal for int() with base 8: '_1'
#> ('_1', 10) ValueError invalid literal for int() with base 10: '_1'
#> ('_1', 16) ValueError invalid literal for int() with base 16: '_1'
#> ('_1', 36) ValueError invalid literal for int() with base 36: '_1'
#> ('',) ValueError invalid literal for int() with base 10: ''
#> ('', 0) ValueError invalid literal for int() with base 0: ''
#> ('', 2) ValueError invalid literal for int() with base 2: ''
#> ('', 8) ValueError invalid literal for int() with base 8: ''
#> ('', 10) ValueError invalid literal for int() with base 10: ''
#> ('', 16) ValueError invalid literal for int() with base 16: ''
#> ('', 36) ValueError invalid literal for int() with base 36: ''
#> ('0x',) ValueError invalid literal for int() with base 10: '0x'
#> ('0x', 0) ValueError invalid literal for int() with base 0: '0x'
#> ('0x', 2) ValueError invalid literal for int() with base 2: '0x'
#> ('0x', 8) ValueError invalid literal for int() with base 8: '0x'
#> ('0x', 10) ValueError invalid literal for int() with base 10: '0x'
#> ('0x', 16) ValueError invalid literal for int() with base 16: '0x'
#> ('0x', 36) 33
#> ('0_',) ValueError invalid literal for int() with base 10: '0_'
#> ('0_', 0) ValueError invalid literal for int() with base 0: '0_'
#> ('0_', 2) ValueError invalid literal for int() with base 2: '0_'
#> ('0_', 8) ValueError invalid literal for int() with base 8: '0_'
#> ('0_', 10) ValueError invalid literal for int() with base 10: '0_'
#> ('0_', 16) ValueError invalid literal for int() with base 16: '0_'
#> ('0_', 36) ValueError invalid literal for int() with base 36: '0_'
#> ('zz',) ValueError invalid literal for int() with base 10: 'zz'
#> ('zz', 0) ValueError invalid literal for int() with base 0: 'zz'
#> ('zz', 2) ValueError invalid literal for int() with base 2: 'zz'
#> ('zz', 8) ValueError invalid literal for int() with base 8: 'zz'
#> ('zz', 10) ValueError invalid literal for int() with base 10: 'zz'
#> ('zz', 16) ValueError invalid literal for int() with base 16: 'zz'
#> ('zz', 36) 1295
#> ('zzz',) ValueError invalid literal for int() with base 10: 'zzz'
#> ('zzz', 0) ValueError invalid literal for int() with base 0: 'zzz'
#> ('zzz', 2) ValueError invalid literal for int() with base 2: 'zzz'
#> ('zzz', 8) ValueError invalid literal for int() with base 8: 'zzz'
#> ('zzz', 10) ValueError invalid literal for int() with base 10: 'zzz'
#> ('zzz', 16) ValueError invalid literal for int() with base 16: 'zzz'
#> ('zzz', 36) 46655
#> ('0_1',) 1
#> ('0_1', 0) ValueError invalid literal for int() with base 0: '0_1'
#> ('0_1', 2) 1
#> ('0_1', 8) 1
#> ('0_1', 10) 1
#> ('0_1', 16) 1
#> ('0_1', 36) 1
### hexadecimal_bytes
# source: CPython 3.11
def t(f,*a):
    try: print(a, f(*a))
    except Exception as e: print(a, type(e).__name__, e)
for x in ('a b','ab c','a','ab','','  ab  cd','abc','ag','g','0x12','ab\tcd\n','a\u0660','é','\x0bab','ab\u2003'):
    t(bytes.fromhex,x); t(bytearray.fromhex,x)
t(bytes.fromhex,b'ab'); t(bytes.fromhex, 3); t(int,'5',1); t(int,5,10); t(int, None); t(float, None); t(int,'1'*5,-1)
#> ('a b',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('a b',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('ab c',) ValueError non-hexadecimal number found in fromhex() arg at position 4
#> ('ab c',) ValueError non-hexadecimal number found in fromhex() arg at position 4
#> ('a',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('a',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('ab',) b'\xab'
#> ('ab',) bytearray(b'\xab')
#> ('',) b''
#> ('',) bytearray(b'')
#> ('  ab  cd',) b'\xab\xcd'
#> ('  ab  cd',) bytearray(b'\xab\xcd')
#> ('abc',) ValueError non-hexadecimal number found in fromhex() arg at position 3
#> ('abc',) ValueError non-hexadecimal number found in fromhex() arg at position 3
#> ('ag',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('ag',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('g',) ValueError non-hexadecimal number found in fromhex() arg at position 0
#> ('g',) ValueError non-hexadecimal number found in fromhex() arg at position 0
#> ('0x12',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('0x12',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('ab\tcd\n',) b'\xab\xcd'
#> ('ab\tcd\n',) bytearray(b'\xab\xcd')
#> ('a٠',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('a٠',) ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ('é',) ValueError non-hexadecimal number found in fromhex() arg at position 0
#> ('é',) ValueError non-hexadecimal number found in fromhex() arg at position 0
#> ('\x0bab',) b'\xab'
#> ('\x0bab',) bytearray(b'\xab')
#> ('ab\u2003',) ValueError non-hexadecimal number found in fromhex() arg at position 2
#> ('ab\u2003',) ValueError non-hexadecimal number found in fromhex() arg at position 2
#> (b'ab',) TypeError fromhex() argument must be str, not bytes
#> (3,) TypeError fromhex() argument must be str, not int
#> ('5', 1) ValueError int() base must be >= 2 and <= 36, or 0
#> (5, 10) TypeError int() can't convert non-string with explicit base
#> (None,) TypeError int() argument must be a string, a bytes-like object or a real number, not 'NoneType'
#> (None,) TypeError float() argument must be a string or a real number, not 'NoneType'
#> ('11111', -1) ValueError int() base must be >= 2 and <= 36, or 0
### complex_numbers
# source: CPython 3.11
def t(f,*a):
    try: print(a, f(*a))
    except Exception as e: print(a, type(e).__name__, e)
for x in (' 1+2j ', '\u20031j\u3000', '(1_0+2j)', '1 + 2j', '\u0663+\u0664j'): t(complex, x)
#> (' 1+2j ',) (1+2j)
#> ('\u20031j\u3000',) 1j
#> ('(1_0+2j)',) (10+2j)
#> ('1 + 2j',) ValueError complex() arg is a malformed string
#> ('٣+٤j',) (3+4j)
### formats_of_infinities_and_zeros
# source: CPython 3.11
nan, inf = float('nan'), float('inf')
for v in (nan, inf, -inf, -0.0, -1e-9):
    print(*[repr(format(v, s)) for s in ('010,', '012_', 'z', 'z012,', 'zF', 'zE', 'z%', 'z.2n', '*=+12,.3f', '0=12_%', '0<12,', '012,e', ',', '_g', '06,', '04,', 'z.1')])
for x in (1234567.891, 12.5, 1e20, 1e300, 1e16):
    print(*[repr(format(x, s)) for s in ('015,', '016,', '=015,', '0=17,.1f', 'x=17,', '012,.0f', '#015,.0f', '#.3g', '015,e', '015,%', '<015,', '_<15,', '#', '#.1', '.1')])
#> '0000000nan' '000000000nan' 'nan' '000000000nan' 'NAN' 'NAN' 'nan%' 'nan' '+********nan' '00000000nan%' 'nan000000000' '000000000nan' 'nan' 'nan' '000nan' '0nan' 'nan'
#> '0000000inf' '000000000inf' 'inf' '000000000inf' 'INF' 'INF' 'inf%' 'inf' '+********inf' '00000000inf%' 'inf000000000' '000000000inf' 'inf' 'inf' '000inf' '0inf' 'inf'
#> '-000000inf' '-00000000inf' '-inf' '-00000000inf' '-INF' '-INF' '-inf%' '-inf' '-********inf' '-0000000inf%' '-inf00000000' '-00000000inf' '-inf' '-inf' '-00inf' '-inf' '-inf'
#> '-000,000.0' '-0_000_000.0' '0.0' '00,000,000.0' '0.000000' '0.000000E+00' '0.000000%' '0' '-******0.000' '-000.000000%' '-0.000000000' '-0.000000e+00' '-0.0' '-0' '-000.0' '-0.0' '0e+00'
#> '-0,001e-09' '-000_001e-09' '-1e-09' '-000,001e-09' '0.000000' '-1.000000E-09' '0.000000%' '-1e-09' '-******0.000' '-000.000000%' '-1e-09000000' '-1.000000e-09' '-1e-09' '-1e-09' '-1e-09' '-1e-09' '-1e-09'
#> '001,234,567.891' '0,001,234,567.891' '001,234,567.891' '000,001,234,567.9' 'xxxx1,234,567.891' '0,001,234,568' '00,001,234,568.' '1.23e+06' '0,001.234568e+06' '123,456,789.100000%' '1,234,567.89100' '1,234,567.891__' '1234567.891' '1.e+06' '1e+06'
#> '0,000,000,012.5' '00,000,000,012.5' '0,000,000,012.5' '000,000,000,012.5' 'xxxxxxxxxxxxx12.5' '0,000,000,012' '00,000,000,012.' '12.5' '0,001.250000e+01' '001,250.000000%' '12.500000000000' '12.5___________' '12.5' '1.e+01' '1e+01'
#> '000,000,001e+20' '0,000,000,001e+20' '000,000,001e+20' '100,000,000,000,000,000,000.0' 'xxxxxxxxxxxx1e+20' '100,000,000,000,000,000,000' '100,000,000,000,000,000,000.' '1.00e+20' '0,001.000000e+20' '10,000,000,000,000,000,000,000.000000%' '1e+200000000000' '1e+20__________' '1.e+20' '1.e+20' '1e+20'
#> '00,000,001e+300' '000,000,001e+300' '00,000,001e+300' '1,000,000,000,000,000,052,504,760,255,204,420,248,704,468,581,108,159,154,915,854,115,511,802,457,988,908,195,786,371,375,080,447,864,043,704,443,832,883,878,176,942,523,235,360,430,575,644,792,184,786,706,982,848,387,200,926,575,803,737,830,233,794,788,090,059,368,953,234,970,799,945,081,119,038,967,640,880,074,652,742,780,142,494,579,258,788,820,056,842,838,115,669,472,196,386,865,459,400,540,160.0' 'xxxxxxxxxxx1e+300' '1,000,000,000,000,000,052,504,760,255,204,420,248,704,468,581,108,159,154,915,854,115,511,802,457,988,908,195,786,371,375,080,447,864,043,704,443,832,883,878,176,942,523,235,360,430,575,644,792,184,786,706,982,848,387,200,926,575,803,737,830,233,794,788,090,059,368,953,234,970,799,945,081,119,038,967,640,880,074,652,742,780,142,494,579,258,788,820,056,842,838,115,669,472,196,386,865,459,400,540,160' '1,000,000,000,000,000,052,504,760,255,204,420,248,704,468,581,108,159,154,915,854,115,511,802,457,988,908,195,786,371,375,080,447,864,043,704,443,832,883,878,176,942,523,235,360,430,575,644,792,184,786,706,982,848,387,200,926,575,803,737,830,233,794,788,090,059,368,953,234,970,799,945,081,119,038,967,640,880,074,652,742,780,142,494,579,258,788,820,056,842,838,115,669,472,196,386,865,459,400,540,160.' '1.00e+300' '001.000000e+300' '100,000,000,000,000,007,629,703,079,084,894,925,347,346,855,150,656,811,701,601,734,206,211,380,288,125,794,484,142,188,964,691,784,076,639,747,577,138,548,761,372,210,387,844,799,938,291,815,611,350,519,830,750,167,649,856,488,981,626,536,368,095,414,607,314,235,151,058,373,458,986,890,825,155,659,063,617,715,863,205,282,622,390,509,284,183,439,858,617,103,083,735,673,849,899,204,570,498,157,510,656.000000%' '1e+300000000000' '1e+300_________' '1.e+300' '1.e+300' '1e+300'
#> '000,000,001e+16' '0,000,000,001e+16' '000,000,001e+16' '10,000,000,000,000,000.0' 'xxxxxxxxxxxx1e+16' '10,000,000,000,000,000' '10,000,000,000,000,000.' '1.00e+16' '0,001.000000e+16' '1,000,000,000,000,000,000.000000%' '1e+160000000000' '1e+16__________' '1.e+16' '1.e+16' '1e+16'
### sums_and_conversions
# source: CPython 3.11
import math
print(math.degrees(338.1666), math.radians(33.3))
def t(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
i = math.inf
for a in ([i, 1], [i, -i], [-i, 1, 2.5], [math.nan, i, -i], [math.nan], [1e308, 1e308], [0.1] * 10, [1e16, 1, -1e16]): t(math.fsum, a)
for x in ('0x1p2000', '-0x1p1024', 'inf', '0x1p1023', 'nan'): t(float.fromhex, x)
for x in (b'hello', bytearray(b'hello')):
    t(x.translate, None, b'l'); t(x.translate, bytes.maketrans(b'he', b'HE')); t(x.translate, bytes.maketrans(b'he', b'HE'), b'l'); t(lambda: x.translate(None, delete=b'lo')); t(x.translate, b'short')
t(bytes.maketrans, b'a', b'bc'); t(ord, 'ab'); t(ord, 5); t(ord, ''); t(math.ldexp, 1, 2.0); t(math.ldexp, 1.5, 4)
#> 19375.518952288705 0.5811946409141117
#> inf
#> ValueError -inf + inf in fsum
#> -inf
#> ValueError -inf + inf in fsum
#> nan
#> OverflowError intermediate overflow in fsum
#> 1.0
#> 1.0
#> OverflowError hexadecimal value too large to represent as a float
#> OverflowError hexadecimal value too large to represent as a float
#> inf
#> 8.98846567431158e+307
#> nan
#> b'heo'
#> b'HEllo'
#> b'HEo'
#> b'he'
#> ValueError translation table must be 256 characters long
#> bytearray(b'heo')
#> bytearray(b'HEllo')
#> bytearray(b'HEo')
#> bytearray(b'he')
#> ValueError translation table must be 256 characters long
#> ValueError maketrans arguments must have same length
#> TypeError ord() expected a character, but string of length 2 found
#> TypeError ord() expected string of length 1, but int found
#> TypeError ord() expected a character, but string of length 0 found
#> TypeError Expected an int as second argument to ldexp.
#> 24.0
### rounding_and_texts_of_other_errors
# source: CPython 3.11
def t(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
for x in (float('inf'), float('-inf'), float('nan')): t(round, x); t(round, x, -1)
t(max, ()); t(min, []); t(lambda: b'a' + 'b'); t(lambda: bytearray(b'a') + 'b'); t(lambda: b'a\xffb'.decode('ascii', 'backslashreplace'))
f = frozenset({18, 23, -4, -8, 14, -1, 32, 28, -3}).union([14, 28, 0, 16, 15, 39])
print(f.union([-128, 255, 256]).copy(), f.copy() is f)
#> OverflowError cannot convert float infinity to integer
#> inf
#> OverflowError cannot convert float infinity to integer
#> -inf
#> ValueError cannot convert float NaN to integer
#> nan
#> ValueError max() arg is an empty sequence
#> ValueError min() arg is an empty sequence
#> TypeError can't concat str to bytes
#> TypeError can't concat str to bytearray
#> a\xffb
#> frozenset({32, 0, -128, 256, 39, -4, 14, 15, 16, 18, 23, -8, 28, -3, -1, 255}) True
### texts_of_numbers
# source: CPython 3.11
print(int("١٢"), float("٣.١٤"), int("\u20037\u2003"), int("0b_11", 0), float("1_0.5"), int(b"12"), float(b"2.5"))
for text, base in (("0_", 10), ("1__0", 10), ("012", 0), ("_1", 10), ("0x", 16), ("z", 36)):
    try:
        print(int(text, base))
    except ValueError as error:
        print(error)
for text in ("1_", "_1", "1._5", "0x1", "nan(1)"):
    try:
        print(float(text))
    except ValueError as error:
        print(error)
#> 12 3.14 7 3 10.5 12 2.5
#> invalid literal for int() with base 10: '0_'
#> invalid literal for int() with base 10: '1__0'
#> invalid literal for int() with base 0: '012'
#> invalid literal for int() with base 10: '_1'
#> invalid literal for int() with base 16: '0x'
#> 35
#> could not convert string to float: '1_'
#> could not convert string to float: '_1'
#> could not convert string to float: '1._5'
#> could not convert string to float: '0x1'
#> could not convert string to float: 'nan(1)'
### digits_have_a_limit
# source: CPython 3.11
import sys
print(sys.get_int_max_str_digits(), sys.int_info.str_digits_check_threshold)
for make in (lambda: str(10**5000), lambda: int("1" * 5000), lambda: len(hex(10**5000)), lambda: int("f" * 5000, 16) > 0):
    try:
        print(make())
    except ValueError as error:
        print(error)
sys.set_int_max_str_digits(0)
print(len(str(10**5000)))
try:
    sys.set_int_max_str_digits(5)
except ValueError as error:
    print(error)
#> 4300 640
#> Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit
#> Exceeds the limit (4300 digits) for integer string conversion: value has 5000 digits; use sys.set_int_max_str_digits() to increase the limit
#> 4155
#> True
#> 5001
#> maxdigits must be 0 or larger than 640
### numbers_of_other_objects
# source: CPython 3.11
import warnings
warnings.simplefilter("error")
class Mine(int):
    def __int__(self): return 42
class Half(float):
    def __float__(self): return 0.25
class Index:
    def __index__(self): return 9
class Odd:
    def __int__(self): return True
    def __float__(self): return Half(1)
print(int(Mine(7)), float(Half(1)), int(Index()), float(Index()), [1, 2, 3][Index() - 8] if False else "")
for make in (lambda: int(Odd()), lambda: float(Odd()), lambda: int([]), lambda: float({})):
    try:
        print(make())
    except (DeprecationWarning, TypeError) as error:
        print(type(error).__name__, error)
class Kind(bytes): pass
print(type(Kind.fromhex("00 ff")).__name__, Kind.fromhex("0a"), type(Mine.from_bytes(b"\x01", "big")).__name__, bool.from_bytes(b"\x01", "big"))
#> 42 0.25 9 9.0 
#> DeprecationWarning __int__ returned non-int (type bool).  The ability to return an instance of a strict subclass of int is deprecated, and may be removed in a future version of Python.
#> DeprecationWarning Odd.__float__ returned non-float (type Half).  The ability to return an instance of a strict subclass of float is deprecated, and may be removed in a future version of Python.
#> TypeError int() argument must be a string, a bytes-like object or a real number, not 'list'
#> TypeError float() argument must be a string or a real number, not 'dict'
#> Kind b'\n' Mine True
### formatted_bytes
# source: CPython 3.11
print(b"%d %5s|%-4b|%c%c %r %x %.2f %%" % (3, b"ab", b"q", 65, b"B", "ä", 255, 1.5))
print(b"%(a)s-%(b)04d" % {b"a": b"x", b"b": 7}, bytearray(b"%a") % ("é",), b"%*d" % (4, 2))
for make in (lambda: b"%s" % "a", lambda: b"%d" % b"1", lambda: b"%c" % 256, lambda: b"%d" % (), lambda: b"a" % (1,), lambda: b"%y" % 1):
    try:
        print(make())
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__)
#> b"3    ab|q   |AB '\\xe4' ff 1.50 %"
#> b'x-0007' bytearray(b"\'\\xe9\'") b'   2'
#> TypeError
#> TypeError
#> OverflowError
#> TypeError
#> TypeError
#> ValueError
### bytes_are_translated
# source: CPython 3.11
table = bytes.maketrans(b"abc", b"xyz")
print(b"aabbcd".translate(table), b"hello".translate(None, b"l"), bytearray(b"abc").translate(table, b"b"))
print(b"ab".hex(":"), b"abcd".hex("-", 2), b",".join([memoryview(b"a"), bytearray(b"b")]), b"a-b".split(memoryview(b"-")))
b = c = bytearray(b"ab"); b += b"c"; b *= 2; print(c)
for make in (lambda: bytes.fromhex("0g"), lambda: b"a".find(300), lambda: b"a"["x"], lambda: b"a".hex(""), lambda: bytes([256]), lambda: bytes(-1), lambda: bytes("a"), lambda: b"".join(["a"])):
    try:
        print(make())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
#> b'xxyyzd' b'heo' bytearray(b'xz')
#> 61:62 6162-6364 b'a,b' [b'a', b'b']
#> bytearray(b'abcabc')
#> ValueError non-hexadecimal number found in fromhex() arg at position 1
#> ValueError byte must be in range(0, 256)
#> TypeError byte indices must be integers or slices, not str
#> ValueError sep must be length 1.
#> ValueError bytes must be in range(0, 256)
#> ValueError negative count
#> TypeError string argument without an encoding
#> TypeError sequence item 0: expected a bytes-like object, str found
### powers_of_two_have_the_fewest_digits
# source: CPython 3.11
from numbers import Complex, Number, Rational, Real

print(2.0**-24, 2.0**-44, 5e-324, 2.0**1000, 9007199254740993.0, -(2.0**-24), [0.1, 1e16, 1e-5, -0.0])
print(isinstance(2.5, Number), issubclass(int, Rational), issubclass(float, Complex), isinstance(2j, Real), isinstance(True, Number))
#> 5.960464477539063e-08 5.684341886080802e-14 5e-324 1.0715086071862673e+301 9007199254740992.0 -5.960464477539063e-08 [0.1, 1e+16, 1e-05, -0.0]
#> True True True False True
