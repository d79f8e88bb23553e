# SPDX-License-Identifier: Apache-2.0
def indent(text, prefix):
    return "ours: " + prefix + text
