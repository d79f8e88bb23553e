class = 1
def if(): pass
x.class = 2
import for
