# SPDX-License-Identifier: Apache-2.0
# module: torch.utils.hooks
"""What registering a hook gives: the way to take it back. Lists of hooks hold these: a hook may be there twice."""


class RemovableHandle:
    """A hook's place in a list of hooks."""

    next_id = 0

    def __init__(self, hooks, hook, prepend=False):
        self._hooks, self.hook = hooks, hook
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        hooks.insert(0 if prepend else len(hooks), self)

    def __call__(self, *args):
        return self.hook(*args)

    def remove(self):
        for index, handle in enumerate(self._hooks):
            if handle is self:
                del self._hooks[index]
                return

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()
