x = "\x1"
y = "\N{DASH}"
z = b"é"
w = "\u12"
