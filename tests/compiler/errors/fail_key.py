# RUN: python3 %S/check-errors.py %tessera %s
# expect: key-error 5:7 "BLOCK"
# expect-note: "block"
meta = {'block': 128}
print(meta['BLOCK'])
