// SPDX-License-Identifier: Apache-2.0
// Differences from NumPy 1.24 that are meant to be, or that are its own. `pattern` is searched in the shrunk lines and what both said of
// them; `kind`, if given, is the only kind of programs that an entry is for.

/// A pattern, and what must hold of the line that it was found in.
const both = (pattern, holds) => ({ test: (told) => pattern.test(told) && holds(told) });

/// The numbers behind dtype and shape of what was printed here and by the judge.
const numbersOf = (told, side) => (new RegExp(`^${side}: +\\w+ \\([\\d, ]*\\) (.*)$`, "m").exec(told)?.[1] ?? "").match(/[-\w.+]+/g) ?? [];

/// Whether both have the same numbers, but for what a narrower float loses.
function isSameInNarrower(told) {
  const [here, judge] = ["here", "judge"].map((side) => numbersOf(told, side).map((text) => Number(text.replace("True", "1").replace("False", "0").replace("inf", "Infinity"))));
  return here.length === judge.length && here.every((x, k) => Object.is(x, judge[k]) || x === judge[k] || Math.abs(x - judge[k]) <= 1e-3 * Math.abs(judge[k]));
}

export const known = [
  { pattern: /not-supported/, reason: "refused by name: not supported yet" },
  { pattern: /here:\s+bool \(\) (True|False)\njudge: bool (True|False)/, reason: "NumPy's answers of one truth value are arrays here" },
  { pattern: /OverflowError/, reason: "NumPy 2 compares Python integers by value; the judge is NumPy 1.24" },
  { pattern: /return_inverse/, reason: "the shape of the inverse is NumPy 2's" },
  { pattern: /(floor|ceil|trunc)\([^\n]*\)[^]*here:\s+(bool|u?int)/, reason: "NumPy 2: floor, ceil and trunc of integers are integers" },
  { kind: /numpy/, pattern: both(/np\.(?:where|select)\([^\n]*, (?:True|False|-?\d[\d.e]*)[,)][^\n]*\nhere: +\w+ (\([\d, ]*\)) [^\n]*\njudge: (?:int64|float64) \1/, isSameInNarrower), reason: "NumPy 2: a Python number beside arrays takes their dtype in where and select" },
  { kind: /numpy/, pattern: /[!=]= [^\n]*\nhere: +! ValueError\njudge: bool (True|False)/, reason: "NumPy 2 compares no arrays whose shapes don't fit" },
  { kind: /numpy text/, pattern: /here:  ([^\n]*\]),\njudge: \1, dtype=/, reason: "NumPy 2 writes the shape of an array that it shortens" },
  { kind: /numpy text/, pattern: /here:[^\n]*\bshape=\([\d, ]*\)/, reason: "NumPy 2 writes the shape of an array that it shortens" },
  { kind: /numpy text/, pattern: /here:[^\n]*np\.(bool|u?int|float)/, reason: "NumPy 2 writes a scalar with its dtype" },
  { kind: /numpy statements/, pattern: /trim_zeros\([^\n]*\nhere: [^\n]*\njudge: ! ValueError|trim_zeros\([^\n]*\nhere: +\w+ \(\d+, \d/, reason: "NumPy 2.2 trims along all axes" },
  { kind: /numpy/, pattern: /reshape\((\d+, )*0\b[^]*\.strides\)|reshape\(0\b[^]*\.strides\)/, reason: "strides of arrays without elements, which say nothing" },
  { kind: /numpy (updates|statements|promotion)/, pattern: /here: +! ValueError\njudge: ! TypeError\nsays: [^\n]*(?:Cannot cast ufunc|did not contain a loop)/, reason: "both refuse: here shapes are compared before dtypes" },
  { kind: /numpy/, pattern: /\w\[(?=[^\n]*\[[-\d, ]+\])(?=[^\n]*:)[^]*here: +! IndexError\njudge: (?!!)|here: +! IndexError\njudge: (?!!)[^\n]*\[\]/, reason: "an index outside beside a slice without elements: NumPy warns that it will refuse it" },
  { kind: /numpy (updates|views)/, pattern: /does not support item assignment/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /(\w) [-+*\/%&|]+= [^]*here: [^\n]* \(\) [^\n]*\njudge: ! TypeError\nsays: [^\n]*Cannot cast ufunc/, reason: "in place on an array without axes is a new one, as on a scalar" },
  { kind: /numpy views/, pattern: /(\w) = \w\[-?\d+(?:, -?\d+)*\]\n[^]*= \1\.(?:reshape|view)\([^]*here: [^\n]* \(\) /, reason: "NumPy's scalars have no memory to share; here they are arrays without axes" },
  { kind: /numpy views/, pattern: /= \w\[(-?\d+(, )?)+(\.\.\.)?\]\n[^]*shares_memory/, reason: "NumPy's scalars have no memory to share; here they are arrays without axes" },
  { kind: /numpy/, pattern: /(?:[!=]= -\d|-\d+ [!=]=)[^]*here: +bool \([\d, ]+\) [^\n]*\njudge: bool (?:True|False)$/, reason: "NumPy 2 compares Python integers by value; the judge is NumPy 1.24" },
  { kind: /numpy (updates|views)/, pattern: /np\.\w+\.at\([^]*here: +! (?:ValueError|TypeError)\njudge: (?:\[|! (?:NameError|UnboundLocalError))/, reason: "NumPy 1.24's `ufunc.at` writes to what is read-only, and casts unchecked" },
  { kind: /numpy updates/, pattern: /np\.\w+\.at\([^]*here: [^\n]*uint64[^\n]*\njudge: [^\n]*uint64/, reason: "NumPy 1.24 computes uint64 with a Python number in float64" },
  { kind: /numpy updates/, pattern: /shares its memory with a view/, reason: "writes where a view exists are refused" },
  { kind: /numpy/, pattern: /show\(lambda: bool\([^]*here: +! ValueError\njudge: bool False/, reason: "NumPy 2.2 refuses the truth of an array without elements" },
  { kind: /numpy (updates|views)/, pattern: /(\w) = np\.array\(\[\][^]*\w\[[^\n]*\] = \1\n[^]*here: +! ValueError\njudge: [^\n]*'bool \(/, reason: "NumPy 2.2 refuses the truth of an array without elements, as an element of booleans too" },
  { kind: /numpy/, pattern: /nonzero\([^]*here: +! ValueError\njudge: \[int64 \([01],\)/, reason: "NumPy 2.1 refuses positions in an array without axes" },
  { kind: /numpy text/, pattern: /np\.float(?:16|32)[^]*here:[^\n]*[\d.]e\+(?:0[3-9]|1[0-5])[^\n]*\njudge: (?![^\n]*[\d.]e[-+])/, reason: "NumPy 2.3 writes exponents from 1e3 in float16 and 1e6 in float32" },
  { kind: /numpy text/, pattern: /np\.float(?:16|32)[^]*here: +(?:array\(|\[|\]|inf|nan|-|0|,| )+\njudge: +(?:array\(|\[|\]|inf|nan|-|0|,| )+/, reason: "NumPy 2.3 writes exponents from 1e3 in float16 and 1e6 in float32: what stands beside them is as wide" },
  { kind: /numpy views/, pattern: /says: [^\n]*array-scalars are immutable/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /says: [^\n]*(copyto\(\) argument 1 must be numpy.ndarray, not numpy\.|return arrays must be of ArrayType|attribute 'shape' of 'numpy.generic' objects|first operand must be array|argument 1 must be numpy.ndarray, not )/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /(\w) = \w\[-?\d+(?:, -?\d+)*\]\n[^]*\w\.fill\(/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /says: [^\n]*cannot resize an array that references or is referenced/, reason: "NumPy counts the names of an array before it changes its size" },
  { kind: /numpy (updates|views)/, pattern: /here: +! TypeError\njudge: ! ValueError\nsays: [^\n]*read-only/, reason: "both refuse: here casts are compared before what may be written" },
  { kind: /numpy (updates|views)/, pattern: /\w\[[^\n]*\[[-\d, ]+\][^\n]*\] = \w\n[^]*here: +\[[^\n]*\njudge: \[/, reason: "written by indices from a view of the same memory: here the right side is read first" },
  { kind: /numpy/, pattern: /\*\* np\.\w+\([-\d.]+\)[^]*here: +(\w+) [^\n]*\njudge: (?!\1 )u?(?:int|float)\d+ /, reason: "NumPy 1.24 has a square, a root or a copy in the array's dtype for some scalar exponents" },
  { kind: /numpy statements/, pattern: /tri[lu]\([^]*here: +! ValueError\njudge: ! TypeError\nsays: tri\(\) missing/, reason: "both refuse an array without axes" },
  { kind: /numpy/, pattern: /here: +(?:int64|float64) \(\) (\S+)\njudge: (?:int|float) \1/, reason: "NumPy's answers of one number are arrays here" },
  { kind: /numpy/, pattern: both(/(?:quantile|percentile)\([^]*here: +float(?:16|32) [^\n]*\njudge: float64/, isSameInNarrower), reason: "NumPy 2: quantiles of floats by a Python number have their dtype" },
  { kind: /numpy statements/, pattern: /sinc\([^]*here: +float(?:16|32) [^\n]*\njudge: float64/, reason: "NumPy 2: a Python number beside an array takes its dtype, in sinc too" },
  { kind: /numpy statements/, pattern: /(?:in1d|isin)\([^]*says: arrays used as indices must be of integer/, reason: "NumPy 1.24 fails in in1d and isin of uint64 beside signed integers" },
  { kind: /numpy statements/, pattern: /4294967295[^]*round\(\w, -\d\)[^]*here: +uint32/, reason: "rounded beyond its dtype's range, of which C says nothing" },
  { kind: /numpy/, pattern: /np\.(?:nan|inf)[^]*show\(lambda: (?:np\.\w+\(\w, dtype=|\w\.astype\()np\.uint\d+[^]*here: +uint/, reason: "NaN and infinity as integers without a sign, of which C says nothing" },
  { kind: /numpy statements/, pattern: /\w\.searchsorted\(1\)[^]*here: +int64/, reason: "a place in what is not sorted is left open" },
  { kind: /numpy updates/, pattern: /\*\*= [^]*says: [^\n]*Integers to negative integer powers/, reason: "NumPy leaves in the array what it computed before the error" },
  { kind: /numpy (updates|views)/, pattern: /here: +! IndexError\njudge: ! ValueError\nsays: [^\n]*could not be broadcast to indexing result/, reason: "both refuse: here indices are looked at before shapes" },
  { kind: /numpy/, pattern: /np\.inf[^]*(?:quantile|percentile)\([^]*here: +float\d+ [^\n]*\njudge: float\d+ [^\n]*nan/, reason: "quantiles beside an infinity, of which NumPy takes 0 times" },
  { kind: /numpy (updates|views)/, pattern: /here: +! IndexError\njudge: ! TypeError\nsays: [^\n]*Cannot cast ufunc/, reason: "both refuse: here indices are looked at before casts" },
  { kind: /numpy (updates|views)/, pattern: /\.itemset\([^]*says: array-scalars are immutable/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy updates/, pattern: /\.at\([^]*here: +! TypeError\njudge: ! IndexError/, reason: "both refuse: here casts are compared before indices" },
  { kind: /numpy statements/, pattern: /bincount\([^]*here: +! TypeError\njudge: ! ValueError/, reason: "both refuse: here dtypes are compared before axes" },
  { kind: /numpy updates/, pattern: /\w\.resize\([^]*here: +! ValueError\njudge: \[/, reason: "an array of which a view was made on the way is not resized in place here" },
  { kind: /numpy (updates|views)/, pattern: /(\w) = \w\[-?\d+(?:, -?\d+)*\]\n[^]*\1\.resize\(/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /^(\w) = np\.array\(-?\d+, dtype[^]*copyto\(\w, \1\)[^]*here: +! TypeError\njudge: \[/m, reason: "NumPy 1.24 casts an integer without axes by its value, NumPy 2 by its dtype" },
  { kind: /numpy (updates|views)/, pattern: /(\w) = \w\[-?\d+(?:, -?\d+)*\]\n[^]*(?:\1\.put\(|np\.put\(\1,)/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy views/, pattern: /(\w) = \w\[[^\]\n]*:[^\]\n]*\]\n[^]*= \1\[\[[-\d, ]+\]\]\n[^]*here: +! IndexError\njudge: (?:\n|$)/, reason: "an index outside of an array without elements: NumPy warns that it will refuse it" },
  { kind: /numpy promotion/, pattern: /(\w) = np\.array\(-?[\d.]+, dtype[^]*show\(lambda: \w \*\* \1\)\nhere: +\w+ (\([^\n]*)\njudge: \w+ \2$/, reason: "NumPy 1.24 promotes exponents without axes by their values, NumPy 2 by their dtypes" },
  { kind: /numpy views/, pattern: /here: +! IndexError\njudge: ! ValueError\nsays: [^\n]*read-only/, reason: "both refuse: here indices are looked at before what may be written" },
  { kind: /numpy views/, pattern: /= \w\[[^\n]*:[^\n]*\[[-\d, ]+\][^\n]*\]\n[^]*shares_memory/, reason: "what index arrays beside slices give lies in rows here, in NumPy as its indices go" },
  { kind: /numpy promotion/, pattern: /dtype=np\.uint64[^]*here: +float64 \(\) (\S+?)(?:\.0)?\njudge: u?int64 (?:\(\) )?\1$/, reason: "NumPy 1.24 promotes integers without axes by their values, NumPy 2 by their dtypes" },
];
