# SPDX-License-Identifier: Apache-2.0
# absl's flags: their defaults, since there is no command line.
### flags
from absl import flags

print(flags.DEFINE_string('a', 'x', 'help').name)
#> a
print(flags.DEFINE_float('b', 1.5, 'help').name)
#> b
print(flags.DEFINE_boolean('c', True, 'help').name)
#> c
print(flags.DEFINE_list('d', ['x'], 'help').name)
#> d
print(flags.DEFINE_multi_string('e', ['x'], 'help').name)
#> e
print(flags.DEFINE_multi_integer('f', [1], 'help').name)
#> f
print(flags.DEFINE_spaceseplist('g', ['x'], 'help').name)
#> g
flags.mark_flag_as_required('a')
flags.mark_flags_as_required(['b'])
print(issubclass(flags.UnparsedFlagAccessError, flags.Error))
#> True
print(flags.FlagHolder is not None)
#> True
print(flags.DEFINE_enum_class is not None)
#> True
