# SPDX-License-Identifier: Apache-2.0
"""`assertLogs` and its kin."""

import collections
import logging

LoggingWatcher = collections.namedtuple("LoggingWatcher", ["records", "output"])


class _WatchingHandler(logging.Handler):
    def __init__(self):
        logging.Handler.__init__(self)
        self.watcher = LoggingWatcher([], [])

    def emit(self, record):
        self.watcher.records.append(record)
        self.watcher.output.append(record.levelname + ":" + record.name + ":" + record.getMessage())


class AssertLogsContext:
    def __init__(self, logger, level, wants):
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = (
            logging.INFO
            if level is None
            else logging.getLevelNamesMapping()[level]
            if isinstance(level, str)
            else level
        )
        self.wants = wants

    def __enter__(self):
        self.handler = _WatchingHandler()
        self.old = (self.logger.handlers, self.logger.level, self.logger.propagate)
        self.logger.handlers = [self.handler]
        self.logger.setLevel(self.level)
        self.logger.propagate = False
        return self.handler.watcher if self.wants else None

    def __exit__(self, kind, error, traceback):
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if error is not None:
            return False
        told = [r for r in self.handler.watcher.records if r.levelno >= self.level]
        name = logging.getLevelName(self.level)
        if self.wants and not told:
            raise AssertionError("no logs of level " + name + " or higher triggered on " + self.logger.name)
        if not self.wants and told:
            raise AssertionError("Unexpected logs found: " + repr(self.handler.watcher.output))
        return False


def enterModuleContext(cm):
    """Enters a manager, which is left after the tests of the file."""
    from unittest import addModuleCleanup

    entered = cm.__enter__()
    addModuleCleanup(cm.__exit__, None, None, None)
    return entered
