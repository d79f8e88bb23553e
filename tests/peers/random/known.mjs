// SPDX-License-Identifier: Apache-2.0
// Differences from the judges that are meant to be, or that are theirs. `pattern` is searched in the shrunk lines and what both said of
// them; `kind`, if given, is the only kind of programs that an entry is for.
const refuses = String.raw`here:\s+(torch\.|\[torch\.|bool |float |int )[^\n]*\njudge: ! (RuntimeError|TypeError|IndexError|NotImplementedError)`;

export const known = [
  { pattern: new RegExp(refuses), reason: "torch's CPU kernels lack a dtype, or refuse a number for a tensor; here the value is computed" },
  { pattern: /show\(lambda: (int|float|bool)\(\w\)\)[^]*here:\s+! (TypeError|ValueError|RuntimeError)\njudge: ! (ValueError|TypeError|RuntimeError)/, reason: "the class of the error for a tensor of several elements changed with the release" },
  { pattern: /binary_cross_entropy_with_logits/, reason: "torch 1.13 gives the target's dtype" },
  { pattern: /here:\s+! IndexError\njudge: (! RuntimeError|torch\.|\[torch\.)/, reason: "an axis of a tensor without axes: -1 and 0 are taken by torch" },
  { pattern: /here:\s+! RuntimeError\njudge: ! (IndexError|TypeError|ValueError)|here:\s+! (IndexError|TypeError|ValueError)\njudge: ! RuntimeError/, reason: "both refuse, with another class of error" },
  { pattern: /not-supported/, reason: "refused by name: not supported yet" },
  { kind: /torch views/, pattern: /\(0[,)][^\n]*\[\][^\n]*\njudge: [^\n]*\(0[,)]|\[\] \([\d, ]*\) \d+/, reason: "where a view without elements begins" },
  { kind: /torch statements/, pattern: /unique\(|nonzero\(/, reason: "orders and shapes of results that torch leaves open" },
  { pattern: /array_equiv|array_equal|allclose/, reason: "NumPy's answers of one truth value are arrays here, so that an assertion can be left to the run" },
  { pattern: /here:\s+bool \(\) (True|False)\njudge: bool (True|False)/, reason: "NumPy's answers of one truth value are arrays here" },
  { pattern: /OverflowError/, reason: "NumPy 2 compares Python integers by value; the judge is NumPy 1.24" },
  { pattern: /(percentile|quantile|median)\(/, reason: "quantiles of integers and booleans: NumPy 2's dtypes and errors" },
  { pattern: /return_inverse/, reason: "the shape of the inverse is NumPy 2's" },
  { pattern: /(floor|ceil|trunc)\([^\n]*\)[^]*here:\s+(bool|u?int)/, reason: "NumPy 2: floor, ceil and trunc of integers are integers" },
  { kind: /numpy/, pattern: /np\.(?:where|select)\([^\n]*, (?:True|False|-?\d[\d.e]*)[,)][^\n]*\nhere: +\w+ (\([\d, ]*\)) [^\n]*\njudge: (?:int64|float64) \1/, reason: "NumPy 2: a Python number beside arrays takes their dtype in where and select" },
  { kind: /numpy/, pattern: /[!=]= [^\n]*\nhere: +! ValueError\njudge: bool (True|False)/, reason: "NumPy 2 compares no arrays whose shapes don't fit" },
  { kind: /numpy text/, pattern: /here:([^\n]*\]),\njudge:\1, dtype=/, reason: "NumPy 2 writes the shape of an array that it shortens" },
  { kind: /numpy text/, pattern: /here:[^\n]*, shape=\([\d, ]*\)/, reason: "NumPy 2 writes the shape of an array that it shortens" },
  { kind: /numpy text/, pattern: /here:[^\n]*np\.(bool|u?int|float)/, reason: "NumPy 2 writes a scalar with its dtype" },
  { kind: /numpy statements/, pattern: /trim_zeros\([^\n]*\nhere: [^\n]*\njudge: ! ValueError/, reason: "NumPy 2.2 trims along all axes" },
  { kind: /numpy/, pattern: /reshape\((\d+, )*0\b[^]*\.strides\)|reshape\(0\b[^]*\.strides\)/, reason: "strides of arrays without elements, which say nothing" },
  { kind: /numpy (updates|statements)/, pattern: /here: +! ValueError\njudge: ! TypeError\nsays: [^\n]*Cannot cast ufunc/, reason: "both refuse: here shapes are compared before casts" },
  { kind: /numpy/, pattern: /\w\[(?=[^\n]*\[[-\d, ]+\])(?=[^\n]*:)[^]*here: +! IndexError\njudge: (?!!)/, reason: "an index outside beside a slice without elements: NumPy warns that it will refuse it" },
  { kind: /numpy (updates|views)/, pattern: /does not support item assignment/, reason: "NumPy's scalars are arrays without axes here" },
  { kind: /numpy (updates|views)/, pattern: /(\w) [-+*\/%&|]+= [^]*here: [^\n]* \(\) [^\n]*\njudge: ! TypeError\nsays: [^\n]*Cannot cast ufunc/, reason: "in place on an array without axes is a new one, as on a scalar" },
  { kind: /numpy views/, pattern: /= \w\[(-?\d+(, )?)+\]\n[^]*shares_memory/, reason: "NumPy's scalars have no memory to share; here they are arrays without axes" },
  { kind: /numpy/, pattern: /(?:[!=]= -\d|-\d+ [!=]=)[^]*here: +bool \([\d, ]+\) [^\n]*\njudge: bool (?:True|False)$/, reason: "NumPy 2 compares Python integers by value; the judge is NumPy 1.24" },
  { kind: /numpy (updates|views)/, pattern: /np\.\w+\.at\([^]*here: +! (?:ValueError|TypeError)\njudge: \[/, reason: "NumPy 1.24's `ufunc.at` writes to what is read-only, and casts unchecked" },
  { kind: /numpy updates/, pattern: /np\.\w+\.at\([^]*here: [^\n]*uint64[^\n]*\njudge: [^\n]*uint64/, reason: "NumPy 1.24 computes uint64 with a Python number in float64" },
  { kind: /numpy updates/, pattern: /shares its memory with a view/, reason: "writes where a view exists are refused" },
];
