# SPDX-License-Identifier: Apache-2.0
"""`graphlib`: an order of things that come one after the other."""


class CycleError(ValueError):
    """The graph has a cycle, which is the second argument."""


class TopologicalSorter:
    """Nodes in an order in which each comes behind those that it needs."""

    def __init__(self, graph=None):
        self._needs, self._neededBy = {}, {}
        self._ready = self._done = self._started = None
        for node, needed in (graph or {}).items():
            self.add(node, *needed)

    def add(self, node, *predecessors):
        """A node and what comes before it."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        for other in (node, *predecessors):
            self._needs.setdefault(other, {})
            self._neededBy.setdefault(other, [])
        for other in predecessors:
            if other not in self._needs[node]:
                self._needs[node][other] = True
                self._neededBy[other].append(node)

    def prepare(self):
        """Ends the adding; CycleError where nodes need each other."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._left = {node: len(needed) for node, needed in self._needs.items()}
        self._ready = [node for node, count in self._left.items() if count == 0]
        self._started, self._done = set(), set()
        cycle = self._findCycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def _findCycle(self):
        finished = set()
        for first in self._needs:
            if first in finished:
                continue
            path, places, walks = [], {}, []
            node = first
            while True:
                if node not in finished and node in places:
                    return path[places[node] :] + [node]
                if node not in finished:
                    places[node] = len(path)
                    path.append(node)
                    walks.append(iter(self._neededBy[node]))
                while walks:
                    following = next(walks[-1], path)
                    if following is not path:
                        node = following
                        break
                    walks.pop()
                    last = path.pop()
                    del places[last]
                    finished.add(last)
                else:
                    break
        return None

    def get_ready(self):
        """The nodes that need nothing more, each once."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        nodes, self._ready = tuple(self._ready), []
        self._started.update(nodes)
        return nodes

    def is_active(self):
        """Whether there are nodes left."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return bool(self._ready) or len(self._done) < len(self._started)

    __bool__ = is_active

    def done(self, *nodes):
        """These nodes are finished; others may become ready."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            if node not in self._needs:
                raise ValueError(f"node {node!r} was not added using add()")
            if node in self._done:
                raise ValueError(f"node {node!r} was already marked done")
            if node not in self._started:
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            self._done.add(node)
            for other in self._neededBy[node]:
                self._left[other] -= 1
                if self._left[other] == 0:
                    self._ready.append(other)

    def static_order(self):
        """All nodes, in order."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)
