# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib.npyio
"""Arrays in files: raw bytes, texts, and NumPy's own format (`.npy`, `.npz`), over the files that a program has."""

import numpy as np

_magic = b"\x93NUMPY"


def _number_pattern(kind):
    # What C's `strtod` and `strtol` take from the beginning of a text.
    import re

    if kind == "f":
        return re.compile(r"\s*[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", re.IGNORECASE)
    return re.compile(r"\s*[+-]?\d+")


def _read_number(text, kind):
    word = text.strip().lower().split("(")[0]
    return float(word) if kind != "i" else int(word)


def _skip_separator(text, at, sep):
    # The place behind a separator, in which a blank stands for any number of them; None at the end, -1 where it is not.
    for c in sep:
        if c.isspace():
            while at < len(text) and text[at].isspace():
                at += 1
        elif at >= len(text):
            return None
        elif text[at] != c:
            return -1
        else:
            at += 1
    return None if at >= len(text) else at


def _read_numbers(text, dtype, count, sep):
    # The numbers of a text between separators, as far as it can be read.
    import warnings

    kind = np.dtype(dtype)
    reads = "i" if kind.kind in "iu" else "f"
    pattern = _number_pattern(reads)
    sep = sep if sep.isspace() else f" {sep.strip()} "
    values, at, ended = [], 0, True
    while at is not None and len(values) != count:
        found = pattern.match(text, at)
        if found is None:
            ended = not text[at:].strip()
            break
        values.append(_read_number(found.group(), reads))
        start, at = found.end(), _skip_separator(text, found.end(), sep)
        if at == -1 or at == start:
            ended = False
            break
    if not ended:
        warnings.warn(
            "string or file could not be read to its end due to unmatched data; this will raise a ValueError in the"
            " future.",
            DeprecationWarning,
            stacklevel=3,
        )
    if kind.kind == "b":
        values = [value != 0 for value in values]
    return np.array(values, dtype=kind)


def fromstring(string, dtype=float, count=-1, *, sep=""):
    """The numbers of a text between separators."""
    if sep == "":
        raise ValueError("The binary mode of fromstring is removed, use frombuffer instead")
    text = string.decode("latin1") if isinstance(string, bytes) else string
    return _read_numbers(text, dtype, count, sep)


def _opened(file, mode):
    # A file object and whether it has to be closed.
    if hasattr(file, "read") or hasattr(file, "write"):
        return file, False
    import os

    return open(os.fspath(file), mode), True


def _contents(file, mode):
    # All that a file has.
    file, is_own = _opened(file, mode)
    try:
        return file.read()
    finally:
        if is_own:
            file.close()


def _disk_file(file, mode):
    # Binary reading and writing goes past Python's file object in NumPy, so what is no file on disk won't do.
    file, is_own = _opened(file, mode)
    if not is_own:
        file.fileno()
        file.tell()
    return file, is_own


def fromfile(file, dtype=float, count=-1, sep="", offset=0, *, like=None):
    """The bytes of a file as an array, or with `sep` the numbers of its text."""
    if sep != "" and offset != 0:
        raise TypeError("'offset' argument only permitted for binary files")
    kind = np.dtype(dtype)
    if getattr(kind, "hasobject", False):
        raise ValueError("Cannot read into object array")
    file, is_own = _disk_file(file, "rb")
    try:
        if sep != "":
            data = file.read()
            return _read_numbers(data.decode("latin1") if isinstance(data, bytes) else data, kind, count, sep)
        if offset:
            file.seek(offset, 1)
        size = kind.itemsize
        data = file.read(size * count) if count >= 0 else file.read()
        rest = len(data) % size
        if rest:
            file.seek(-rest, 1)
            data = data[: len(data) - rest]
        return np.frombuffer(data, kind).copy()
    finally:
        if is_own:
            file.close()


def _to_file(a, fid, sep="", format="%s"):
    # `a.tofile(...)`.
    file, is_own = _disk_file(fid, "wb")
    try:
        if sep == "":
            if getattr(a.dtype, "hasobject", False):
                raise OSError("cannot write object arrays to a file in binary mode")
            data = a.tobytes()
        else:
            values = a.reshape(-1).tolist()
            data = sep.join([repr(v) if format in ("", "%s") else format % v for v in values]).encode("latin1")
        if hasattr(file, "encoding"):
            file.write(data.decode("latin1"))
        else:
            file.write(data)
    finally:
        if is_own:
            file.close()


def _header_of(a):
    is_fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    dtype = a.dtype
    descr = dtype.descr if getattr(dtype, "names", None) else dtype.str
    text = "{'descr': %r, 'fortran_order': %r, 'shape': %r, }" % (descr, bool(is_fortran), a.shape)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return _magic + b"\x01\x00" + len(text).to_bytes(2, "little") + text.encode("latin1"), is_fortran


def _write_array(file, a, allow_pickle=True):
    header, is_fortran = _header_of(a)
    file.write(header)
    if getattr(a.dtype, "hasobject", False):
        if not allow_pickle:
            raise ValueError("Object arrays cannot be saved when allow_pickle=False")
        import pickle

        pickle.dump(a, file, protocol=3)
    else:
        file.write(a.tobytes("F" if is_fortran else "C"))


def _read_array(data, allow_pickle=False):
    wide = 2 if data[6] == 1 else 4
    length = int.from_bytes(data[8 : 8 + wide], "little")
    header = eval(data[8 + wide : 8 + wide + length].decode("latin1"), {"__builtins__": {}})
    kind, shape = np.dtype(header["descr"]), header["shape"]
    if getattr(kind, "hasobject", False):
        if not allow_pickle:
            raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
        import pickle

        return pickle.loads(data[8 + wide + length :])
    line = np.frombuffer(data, kind, np._size_of(shape), 8 + wide + length)
    return np.array(line.reshape(shape, order="F" if header["fortran_order"] else "C"))


def save(file, arr, allow_pickle=True, fix_imports=True):
    """Writes an array to a file of NumPy's format."""
    import os

    if not hasattr(file, "write"):
        file = os.fspath(file)
        file = file if file.endswith(".npy") else file + ".npy"
    file, is_own = _opened(file, "wb")
    try:
        _write_array(file, np.asanyarray(arr), allow_pickle)
    finally:
        if is_own:
            file.close()


def _checksums():
    table = []
    for k in range(256):
        for _ in range(8):
            k = k >> 1 ^ (0xEDB88320 if k & 1 else 0)
        table.append(k)
    return table


def _checksum(data):
    # The cyclic checksum of archives.
    table, value = _checksums(), 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ table[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


def _archive_of(parts):
    # The bytes of an archive whose files are stored as they are.
    import struct

    body, index = b"", b""
    for name, data in parts.items():
        label, place = name.encode(), len(body)
        facts = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0x21, _checksum(data), len(data), len(data), len(label), 0)
        body += b"PK\x03\x04" + facts + label + data
        index += b"PK\x01\x02\x14\x00" + facts + struct.pack("<HHHII", 0, 0, 0, 0, place) + label
    end = struct.pack("<HHHHIIH", 0, 0, len(parts), len(parts), len(index), len(body), 0)
    return body + index + b"PK\x05\x06" + end


def _parts_of(data):
    # The files of an archive, as its index at the end lists them.
    import struct

    end = data.rfind(b"PK\x05\x06")
    count, _, at = struct.unpack("<HII", data[end + 10 : end + 20])
    parts = {}
    for _ in range(count):
        method, size = struct.unpack("<H", data[at + 10 : at + 12])[0], struct.unpack("<I", data[at + 20 : at + 24])[0]
        lengths, place = struct.unpack("<HHH", data[at + 28 : at + 34]), struct.unpack("<I", data[at + 42 : at + 46])[0]
        name = data[at + 46 : at + 46 + lengths[0]].decode()
        if method != 0:
            raise NotImplementedError("compressed archives (`np.savez_compressed`)")
        begin = place + 30 + sum(struct.unpack("<HH", data[place + 26 : place + 30]))
        parts[name] = data[begin : begin + size]
        at += 46 + sum(lengths)
    return parts


def savez(file, *args, **kwds):
    """Writes several arrays to an archive."""
    import io
    import os

    arrays = dict(kwds)
    for k, value in enumerate(args):
        if f"arr_{k}" in arrays:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{k}")
        arrays[f"arr_{k}"] = value
    parts = {}
    for name, value in arrays.items():
        part = io.BytesIO()
        _write_array(part, np.asanyarray(value))
        parts[name + ".npy"] = part.getvalue()
    if not hasattr(file, "write"):
        file = os.fspath(file)
        file = file if file.endswith(".npz") else file + ".npz"
    file, is_own = _opened(file, "wb")
    try:
        file.write(_archive_of(parts))
    finally:
        if is_own:
            file.close()


def savez_compressed(file, *args, **kwds):
    """Refused: nothing here compresses."""
    raise NotImplementedError("compressed archives (`np.savez_compressed`)")


class _Archive:
    # What `np.load` gives of an `.npz` file: arrays by their names.
    def __init__(self, parts, allow_pickle):
        self._parts, self._allow_pickle = parts, allow_pickle
        self.files = [name[:-4] if name.endswith(".npy") else name for name in parts]

    def __getitem__(self, name):
        data = self._parts.get(name, self._parts.get(name + ".npy"))
        if data is None:
            raise KeyError(f"{name} is not a file in the archive")
        return _read_array(data, self._allow_pickle) if data[:6] == _magic else data

    def __contains__(self, name):
        return name in self.files

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def keys(self):
        return list(self.files)

    def values(self):
        return [self[name] for name in self.files]

    def items(self):
        return [(name, self[name]) for name in self.files]

    def get(self, name, default=None):
        return self[name] if name in self.files else default

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    """Reads an array, or an archive of them, from a file of NumPy's format."""
    if mmap_mode is not None:
        raise NotImplementedError("`mmap_mode` of `np.load`")
    data = _contents(file, "rb")
    if not data:
        raise EOFError("No data left in file")
    if data[:6] == _magic:
        return _read_array(data, allow_pickle)
    if data[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return _Archive(_parts_of(data), allow_pickle)
    if not allow_pickle:
        raise ValueError("Cannot load file containing pickled data when allow_pickle=False")
    import pickle

    return pickle.loads(data, encoding=encoding)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    """Writes an array to a text file, a row a line."""
    X = np.asarray(X)
    if X.ndim > 2 or X.ndim == 0:
        raise ValueError("Expected 1D or 2D array, got %dD array instead" % X.ndim)
    rows = X.reshape(-1, 1).tolist() if X.ndim == 1 else X.tolist()
    width = len(rows[0]) if rows else 0
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != width:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        form = delimiter.join(fmt)
    elif fmt.count("%") in (0, 1):
        form = delimiter.join([fmt] * width)
    elif fmt.count("%") == width:
        form = fmt
    else:
        raise ValueError(f"fmt has wrong number of % formats:  {fmt}")
    lines = [comments + header.replace("\n", "\n" + comments)] if header else []
    lines += [form % tuple(row) for row in rows]
    lines += [comments + footer.replace("\n", "\n" + comments)] if footer else []
    text = "".join([line + newline for line in lines])
    file, is_own = _opened(fname, "w")
    try:
        if hasattr(file, "encoding") or is_own or "StringIO" in type(file).__name__:
            file.write(text)
        else:
            file.write(text.encode("latin1" if encoding is None else encoding))
    finally:
        if is_own:
            file.close()


def _lines_of(fname):
    if hasattr(fname, "read") or isinstance(fname, str) or hasattr(fname, "__fspath__"):
        data = _contents(fname, "r")
        text = data.decode("latin1") if isinstance(data, bytes) else data
        return text.split("\n")
    return [line.decode("latin1") if isinstance(line, bytes) else line for line in fname]


def _without_comment(line, comments):
    for mark in comments:
        line = line.split(mark)[0]
    return line.strip("\r\n")


def loadtxt(
    fname,
    dtype=float,
    comments="#",
    delimiter=None,
    converters=None,
    skiprows=0,
    usecols=None,
    unpack=False,
    ndmin=0,
    encoding="bytes",
    max_rows=None,
    *,
    quotechar=None,
    like=None,
):
    """An array of a text file's rows."""
    if quotechar is not None:
        raise NotImplementedError("`quotechar` of `np.loadtxt`")
    kind = np.dtype(dtype)
    marks = [] if comments is None else [comments] if isinstance(comments, (str, bytes)) else list(comments)
    marks = [mark.decode("latin1") if isinstance(mark, bytes) else mark for mark in marks]
    columns = [usecols] if isinstance(usecols, int) else usecols
    rows = []
    for number, line in enumerate(_lines_of(fname)):
        if number < skiprows:
            continue
        if max_rows is not None and len(rows) >= max_rows:
            break
        line = _without_comment(line, marks)
        if not line.strip():
            continue
        words = line.split() if delimiter is None else line.split(delimiter)
        if columns is not None:
            words = [words[k] for k in columns]
        rows.append(_converted(words, kind, converters, columns, number))
        if len(rows[-1]) != len(rows[0]):
            raise ValueError(
                f"the number of columns changed from {len(rows[0])} to {len(rows[-1])} at row {len(rows)};"
                " use `usecols` to select a subset and avoid this error"
            )
    table = np.array(rows, dtype=kind) if rows else np.zeros((0,), kind)
    while table.ndim > ndmin and 1 in table.shape:
        table = table.squeeze(table.shape.index(1))
    if table.ndim < ndmin:
        table = np.atleast_1d(table) if ndmin == 1 else np.atleast_2d(table).T
    return table.T if unpack else table


def _converted(words, kind, converters, columns, number):
    result = []
    for k, word in enumerate(words):
        column = k if columns is None else columns[k]
        convert = converters if callable(converters) else (converters or {}).get(column)
        try:
            if convert is not None:
                result.append(convert(word))
            elif kind.kind == "f":
                result.append(float(word))
            elif kind.kind == "c":
                result.append(complex(word.strip()))
            else:
                result.append(bool(int(word)) if kind.kind == "b" else int(word))
        except ValueError:
            if convert is not None:
                raise
            raise ValueError(f"could not convert string {word!r} to {kind} at row {number}, column {k + 1}.") from None
    return result
