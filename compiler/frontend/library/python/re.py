# SPDX-License-Identifier: Apache-2.0
"""`re`, as far as it is not in Re.cpp."""

_written_in_c = ("Match", "Pattern")

_NAMES = dict(
    zip(
        [1 << i for i in range(9)],
        "TEMPLATE IGNORECASE LOCALE MULTILINE DOTALL UNICODE VERBOSE DEBUG ASCII".split(),
    )
)


class RegexFlag(int):
    """Bits of a pattern: `re.IGNORECASE | re.DOTALL`."""

    def __repr__(self):
        value = int(self)
        if not value:
            return "re.NOFLAG"
        isNegative = value < 0
        value = ~value if isNegative else value
        names = ["re." + _NAMES[1 << i] for i in range(9) if value & 1 << i]
        rest = value & ~511
        if rest:
            names.append(hex(rest))
        text = "|".join(names)
        return (f"~({text})" if len(names) > 1 else f"~{text}") if isNegative else text

    __str__ = __repr__

    @property
    def name(self):
        return "|".join([_NAMES[1 << i] for i in range(9) if self & 1 << i]) or None

    @property
    def value(self):
        return int(self)

    def __or__(self, other):
        return RegexFlag(int(self) | int(other)) if isinstance(other, int) else NotImplemented

    __ror__ = __or__

    def __and__(self, other):
        return RegexFlag(int(self) & int(other)) if isinstance(other, int) else NotImplemented

    __rand__ = __and__

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other)) if isinstance(other, int) else NotImplemented

    __rxor__ = __xor__

    def __invert__(self):
        return RegexFlag(~int(self))

    def __format__(self, spec):
        return format(repr(self), spec) if not spec else format(int(self), spec)


class Scanner:
    """Splits a text by the first pattern that fits, each with its action."""

    def __init__(self, lexicon, flags=0):
        import re

        self.lexicon = lexicon
        self._patterns = [(re.compile(phrase, flags), action) for phrase, action in lexicon]

    def scan(self, string):
        result, at = [], 0
        while True:
            for pattern, action in self._patterns:
                match = pattern.match(string, at)
                if match is not None and match.end() > at:
                    break
            else:
                break
            if callable(action):
                self.match = match
                action = action(self, match.group())
            if action is not None:
                result.append(action)
            at = match.end()
        return result, string[at:]
