# SPDX-License-Identifier: Apache-2.0
# module: jax.errors
"""The classes of JAX's errors, for `except`."""


class JAXTypeError(TypeError):
    """A wrong type in a traced function."""


class JAXIndexError(IndexError):
    """A wrong index in a traced function."""


class ConcretizationTypeError(JAXTypeError):
    """A traced value where its number is needed."""


class TracerArrayConversionError(JAXTypeError):
    """A traced value where an array of NumPy is needed."""


class TracerIntegerConversionError(JAXTypeError):
    """A traced value where an integer is needed."""


class TracerBoolConversionError(ConcretizationTypeError):
    """A traced value where a truth value is needed."""


class NonConcreteBooleanIndexError(JAXIndexError):
    """A traced array of truth values as an index."""


class UnexpectedTracerError(JAXTypeError):
    """A traced value outside of its function."""


class KeyReuseError(RuntimeError):
    """A random key used twice."""


class JaxRuntimeError(RuntimeError):
    """An error of JAX's runtime."""
