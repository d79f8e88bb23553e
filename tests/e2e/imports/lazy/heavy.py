# SPDX-License-Identifier: Apache-2.0
class Table:
    rows = 3
