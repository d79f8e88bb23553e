s = "abc
t = 'ok'
