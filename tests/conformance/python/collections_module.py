### chain_map
# source: Library reference, collections
from collections import ChainMap
c = ChainMap({"a": 1}, {"a": 2, "b": 3})
c["z"] = 0
print(c["a"], c["b"], sorted(c), len(c), c.maps[0], c.new_child({"b": 9})["b"], c.get("q", "no"), "b" in c, c.parents["a"])
#> 1 3 ['a', 'b', 'z'] 3 {'a': 1, 'z': 0} 9 no True 2
