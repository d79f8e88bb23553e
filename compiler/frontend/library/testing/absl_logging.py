# SPDX-License-Identifier: Apache-2.0
# module: absl.logging
"""Messages of a program, by Abseil's names."""

import logging as _logging

DEBUG, INFO, WARNING, ERROR, FATAL = 1, 0, -1, -2, -3
_levels = {DEBUG: _logging.DEBUG, INFO: _logging.INFO, WARNING: _logging.WARNING, ERROR: _logging.ERROR}
_logger = _logging.getLogger("absl")


def debug(msg, *args, **kwargs):
    """A message for who looks for errors."""
    _logger.debug(msg, *args)


def info(msg, *args, **kwargs):
    """A message."""
    _logger.info(msg, *args)


def warning(msg, *args, **kwargs):
    """A warning."""
    _logger.warning(msg, *args)


warn = warning


def error(msg, *args, **kwargs):
    """An error that the program goes on after."""
    _logger.error(msg, *args)


def exception(msg, *args, **kwargs):
    """An error with the exception under way."""
    _logger.error(msg, *args)


def fatal(msg, *args, **kwargs):
    """An error that ends the program."""
    _logger.critical(msg, *args)
    raise SystemExit(1)


def log(level, msg, *args, **kwargs):
    """A message of a level."""
    _logger.log(_levels.get(level, _logging.DEBUG), msg, *args)


def vlog(level, msg, *args, **kwargs):
    """A message that is told where that much is asked for: never."""


def log_first_n(level, msg, n, *args):
    """A message."""
    log(level, msg, *args)


def set_verbosity(level):
    """From which level on messages are told."""
    _logger.setLevel(_levels.get(level, _logging.DEBUG) if isinstance(level, int) else level.upper())


def get_verbosity():
    """From which level on messages are told."""
    return next((ours for ours, theirs in _levels.items() if theirs == _logger.level), WARNING)
