# SPDX-License-Identifier: Apache-2.0
print("late is imported as", __name__, "in", __package__)
value = 17
