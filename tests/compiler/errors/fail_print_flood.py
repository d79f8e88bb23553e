# RUN: python3 %S/check-errors.py %tessera %s
# A flood ends where it stands in the text, long before it has filled a browser's memory.
# expect: step-limit 7:3 "prints more than 200000 times"
# expect-note: "one of several lines is one step"
n = 0
while True:
  print("line", n)
  n += 1
