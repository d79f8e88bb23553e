>>> x = 1
>>> if x:
...     y = (2 +
...      )
output
>>> z = ]
