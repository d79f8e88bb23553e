# SPDX-License-Identifier: Apache-2.0
"""The schemes, each a module."""
