# SPDX-License-Identifier: Apache-2.0
"""`errno`: the numbers that Linux has for what goes wrong."""

EPERM, ENOENT, ESRCH, EINTR, EIO, ENXIO, E2BIG, ENOEXEC, EBADF, ECHILD = range(1, 11)
EAGAIN, ENOMEM, EACCES, EFAULT, ENOTBLK, EBUSY, EEXIST, EXDEV, ENODEV, ENOTDIR = range(11, 21)
EISDIR, EINVAL, ENFILE, EMFILE, ENOTTY, ETXTBSY, EFBIG, ENOSPC, ESPIPE, EROFS = range(21, 31)
EMLINK, EPIPE, EDOM, ERANGE, EDEADLK, ENAMETOOLONG, ENOLCK, ENOSYS, ENOTEMPTY, ELOOP = range(31, 41)
EWOULDBLOCK, ENOTSUP, EOPNOTSUPP, ECONNABORTED, ECONNRESET, ETIMEDOUT, ECONNREFUSED = 11, 95, 95, 103, 104, 110, 111
EALREADY, EINPROGRESS = 114, 115

errorcode = {number: name for name, number in list(globals().items()) if name[0] == "E" and isinstance(number, int)}
errorcode.update({EAGAIN: "EAGAIN", EDEADLK: "EDEADLOCK", ENOTSUP: "ENOTSUP"})
_texts = {
    EPERM: "Operation not permitted",
    ENOENT: "No such file or directory",
    ESRCH: "No such process",
    EINTR: "Interrupted system call",
    EIO: "Input/output error",
    EBADF: "Bad file descriptor",
    ECHILD: "No child processes",
    EAGAIN: "Resource temporarily unavailable",
    ENOMEM: "Cannot allocate memory",
    EACCES: "Permission denied",
    EEXIST: "File exists",
    ENOTDIR: "Not a directory",
    EISDIR: "Is a directory",
    EINVAL: "Invalid argument",
    ENOSPC: "No space left on device",
    EPIPE: "Broken pipe",
    EDOM: "Numerical argument out of domain",
    ERANGE: "Numerical result out of range",
    ENOSYS: "Function not implemented",
    ENOTEMPTY: "Directory not empty",
}
