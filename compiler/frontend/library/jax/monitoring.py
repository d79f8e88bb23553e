# SPDX-License-Identifier: Apache-2.0
# module: jax.monitoring
"""What JAX counts while it compiles: nothing here."""


def record_event(event, **kwargs):
    """Changes nothing."""


def record_event_duration_secs(event, duration, **kwargs):
    """Changes nothing."""


def register_event_listener(callback):
    """Nothing is told to it."""


def register_event_duration_secs_listener(callback):
    """Nothing is told to it."""


def clear_event_listeners():
    """Changes nothing."""
