if a:
	b = "ä"
c