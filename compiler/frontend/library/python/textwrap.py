# SPDX-License-Identifier: Apache-2.0
"""`textwrap`."""


def dedent(text):
    """The text without the indentation that all lines share."""
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if not line:
            continue
        blank = line[: len(line) - len(line.lstrip(" \t"))]
        if margin is None:
            margin = blank
        else:
            same = 0
            while same < len(margin) and same < len(blank) and margin[same] == blank[same]:
                same += 1
            margin = margin[:same]
    return "\n".join([line[len(margin) :] if line else line for line in lines]) if margin else "\n".join(lines)


def indent(text, prefix, predicate=None):
    """The text with a prefix before each line."""
    out = []
    for line in text.splitlines(True):
        out.append((prefix if (line.strip() if predicate is None else predicate(line)) else "") + line)
    return "".join(out)


_WHITESPACE = "\t\n\x0b\x0c\r "


def _is_letter(text, i):
    # No digit, underscore or mark, and inside the text.
    return 0 <= i < len(text) and (text[i].isalpha() or text[i] == "_")


def _begins_dash(text, i):
    # A dash of two or more hyphens between words stands there; its length or 0.
    end = i
    while end < len(text) and text[end] == "-":
        end += 1
    isBetween = i > 0 and (text[i - 1].isalnum() or text[i - 1] in "_!\"'&.,?")
    return (
        end - i if end - i >= 2 and isBetween and end < len(text) and (text[end].isalnum() or text[end] == "_") else 0
    )


def _ends_part(text, i):
    # A hyphen stands there, after two letters (or a letter, a hyphen and a letter) and before two.
    if i >= len(text) or text[i] != "-" or not _is_letter(text, i - 1):
        return False
    if not (_is_letter(text, i - 2) or (i >= 2 and text[i - 2] == "-" and _is_letter(text, i - 3))):
        return False
    after = i + 3 if i + 2 < len(text) and text[i + 2] == "-" else i + 2
    return _is_letter(text, i + 1) and _is_letter(text, after)


def _chunks(text, hyphens):
    # Runs of whitespace, words, and where hyphens divide, parts of words and dashes.
    chunks, i = [], 0
    while i < len(text):
        end = i
        isBlank = text[i] in _WHITESPACE
        while end < len(text) and (text[end] in _WHITESPACE) == isBlank:
            end += 1
        if not isBlank and hyphens:
            dash = _begins_dash(text, i)
            if dash:
                end = i + dash
            else:
                for at in range(i + 1, end):
                    if _ends_part(text, at):
                        end = at + 1
                        break
                    if _begins_dash(text, at):
                        end = at
                        break
        chunks.append(text[i:end])
        i = end
    return chunks


class TextWrapper:
    """Breaks a text into lines of a width."""

    def __init__(
        self,
        width=70,
        initial_indent="",
        subsequent_indent="",
        expand_tabs=True,
        replace_whitespace=True,
        fix_sentence_endings=False,
        break_long_words=True,
        drop_whitespace=True,
        break_on_hyphens=True,
        tabsize=8,
        *,
        max_lines=None,
        placeholder=" [...]",
    ):
        self.fix_sentence_endings = fix_sentence_endings
        self.width, self.initial_indent, self.subsequent_indent = width, initial_indent, subsequent_indent
        self.expand_tabs, self.replace_whitespace, self.break_long_words = (
            expand_tabs,
            replace_whitespace,
            break_long_words,
        )
        self.drop_whitespace, self.break_on_hyphens, self.tabsize = drop_whitespace, break_on_hyphens, tabsize
        self.max_lines, self.placeholder = max_lines, placeholder

    def _split(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = "".join([" " if c in "\t\n\x0b\x0c\r" else c for c in text])
        chunks = _chunks(text, self.break_on_hyphens)
        if self.fix_sentence_endings:
            for i in range(len(chunks) - 1):
                end = chunks[i].rstrip("\"'") if chunks[i][-2:-1] in list(".!?") else chunks[i]
                if chunks[i + 1] == " " and len(end) > 1 and end[-1] in ".!?" and "a" <= end[-2] <= "z":
                    chunks[i + 1] = "  "
        return chunks

    def _split_chunks(self, text):
        return self._split(text)

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks, lines = self._split(text)[::-1], []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                del chunks[-1]
            current, size = [], 0
            while chunks and size + len(chunks[-1]) <= width:
                size += len(chunks[-1])
                current.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                space = width - size if width >= 1 else 1
                if self.break_long_words:
                    hyphen = chunks[-1].rfind("-", 0, space) if self.break_on_hyphens else -1
                    if hyphen > 0 and chunks[-1][:hyphen].strip("-"):
                        space = hyphen + 1
                    current.append(chunks[-1][:space])
                    chunks[-1] = chunks[-1][space:]
                elif not current:
                    current.append(chunks.pop())
                size = sum(map(len, current))
            if self.drop_whitespace and current and current[-1].strip() == "":
                size -= len(current[-1])
                del current[-1]
            if not current:
                continue
            is_last = not chunks or (self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (is_last and size <= width):
                lines.append(indent + "".join(current))
                continue
            while current:
                if current[-1].strip() and size + len(self.placeholder) <= width:
                    current.append(self.placeholder)
                    lines.append(indent + "".join(current))
                    break
                size -= len(current[-1])
                del current[-1]
            else:
                if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
                    lines[-1] = lines[-1].rstrip() + self.placeholder
                else:
                    lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """The text as lines of at most `width` characters."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """The text broken into lines of at most `width` characters."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """The text's beginning that fits `width`."""
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))
