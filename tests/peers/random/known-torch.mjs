// SPDX-License-Identifier: Apache-2.0
// Differences from PyTorch that are meant to be, or that are its own, by cause. `pattern` is searched in the shrunk lines, what both said of
// them and torch's own message (`says: ...`): torch's words name a cause best, so an entry asks for them where there are some. `kind`, if
// given, says of which programs an entry speaks.
const computed = String.raw`here:\s+(?!!|not-supported|internal-error)[^\n]*\njudge: ! RuntimeError\nsays: `;
const refused = String.raw`here:\s+! \w+\njudge: ! RuntimeError\nsays: `;
const value = (words) => new RegExp(computed + words);
const both = (words) => new RegExp(refused + words);

/// A list of numbers as Python writes it; what JSON has no numbers for are texts.
const listOf = (text) =>
  JSON.parse(
    text
      .replace(/float\('(\w+)'\)/g, "$1")
      .replace(/-?(?:nan|inf)/g, '"$&"')
      .replaceAll("True", "1")
      .replaceAll("False", "0"),
  );

/// The rows along axis `d` of lists of lists, in the order of the other axes.
function rowsAlong(list, d) {
  if (d > 0) return list.flatMap((part) => rowsAlong(part, d - 1));
  return Array.isArray(list[0]) ? list[0].flatMap((_, k) => rowsAlong(list.map((part) => part[k]), 0)) : [list];
}

/// Whether both answers of a `topk` have the same values, and each row of each has different indices, of elements that are these values.
function isTopkOfEqual(told) {
  const call = /topk\((\w), \d+, dim=(-?\d)\)/.exec(told);
  const operand = call && new RegExp(`^${call[1]} = torch\\.tensor\\((.*), dtype=`, "m").exec(told);
  const answers = ["here", "judge"].map((side) => new RegExp(`^${side}: +\\[torch\\.\\w+ \\(([\\d, ]+)\\) (.*), torch\\.int64 \\([\\d, ]+\\) (.*)\\]$`, "m").exec(told));
  if (!operand || !answers.every(Boolean)) return false;
  const rank = answers[0][1].match(/\d+/g).length;
  const rows = (text) => rowsAlong(listOf(text), (Number(call[2]) + rank) % rank);
  const values = rows(answers[0][2]);
  return answers.every((answer) => {
    const [own, indices] = [rows(answer[2]), rows(answer[3])];
    const isOfRow = (row, r) => new Set(indices[r]).size === indices[r].length && indices[r].every((index, k) => row[index] === values[r][k] && own[r][k] === values[r][k]);
    return rows(operand[1]).every(isOfRow);
  });
}

export const knownOfTorch = [
  // torch 1.13's kernels for the CPU lack dtypes that its other kernels, and later releases, have.
  { pattern: value(String.raw`[^\n]*"\w+" not implemented for '(Half|Bool|Byte|Char|Short|Int|Long)'`), reason: "torch's kernel for the CPU lacks the dtype" },
  { pattern: both(String.raw`[^\n]*"\w+" not implemented for '\w+'`), reason: "both refuse the dtype or an argument; torch asks for the dtype first" },
  { pattern: value(String.raw`[^\n]*ZeroDivisionError`), reason: "torch's CPU raises where an integer is divided by zero; its kernels for GPUs do not" },
  { pattern: value(String.raw`[^\n]*(Found dtype \w+ but expected \w+|expected scalar type \w+ but found \w+)`), reason: "torch 1.13 refuses operands of two dtypes" },
  { pattern: /(allclose|equal)\([^]*here:\s+torch\.bool \(\) (True|False)\njudge: bool \2/, reason: "`allclose` and `equal` give a tensor of one truth value, so that an assertion can be left to the run" },
  { pattern: /bitwise_(left|right)_shift|<<|>>/, reason: "shifts by a negative number or beyond the width are undefined in C" },
  { kind: /statements/, pattern: /(?:inf|nan)[^]*linalg\.inv\([^]*here: [^\n]*nan[^\n]*\njudge: [^\n]*nan/, reason: "which elements of an inverse are NaN beside infinities follows the order in which LAPACK eliminates" },
  { kind: /^torch views/, pattern: /here:\s+(\w [^\n]*\[\]+ )\([\d, ]*\) \d+ True\njudge: \1\([\d, ]*\) \d+ True/, reason: "where a view without elements begins, and its strides" },
  { kind: /^torch views/, pattern: /(as_strided|unfold)[^]*here:\s+(\w torch\.\w+ \([\d, ]*\)) \[[^\n]*\njudge: \2 \[/, reason: "writes to a view whose elements share their memory: which comes last is left open" },
  { kind: /^torch (views|updates)/, pattern: /here: [^!]*\njudge: ! RuntimeError\nsays: [^\n]*unsupported operation: (some elements of the input tensor and the written-to tensor refer|more than one element of the written-to tensor refers) to a single memory location/, reason: "in place from a view of itself: torch refuses some of these; here the right side is read first" },
  { pattern: /\[[^\n]*\]\)?[^]*here:\s+! IndexError\njudge: (?!!)([^\n]*\b0[,)]|\n|$)/, reason: "an index outside of an axis is an error even where nothing is chosen" },
  { kind: /torch updates/, pattern: /here: +! RuntimeError\njudge: ! IndexError\nsays: [^\n]*index -?\d+ is out of bounds for dimension/, reason: "both refuse: here shapes are compared before indices are looked at" },
  { pattern: /says: [^\n]*setStorage: sizes/, reason: "torch 1.13 reads past the storage of an empty tensor, and says so" },
  { pattern: both(String.raw`[^\n]*INDICES element is out of DATA bounds`), reason: "both refuse an index; torch 1.13 as RuntimeError along the last axes" },
  { pattern: /float\('(inf|nan)'\)[^]*(\.(long|int|short|char|byte)\(\)|torch\.u?int\d+\))|torch\.u?int\d+\)[^]*float\('(inf|nan)'\)/, reason: "NaN and infinities as integers are undefined in C" },
  { pattern: /float\('inf'\)[^]*(var|std)_mean\(/, reason: "torch's running mean is NaN past an infinity; here it is the mean as torch.mean has it" },
  { pattern: /layer_norm\(\w, \(1,\)\)/, reason: "rows of one element: what torch's rounding leaves of 0" },
  { pattern: { test: isTopkOfEqual }, reason: "`topk`: which of several equal elements comes first is left open" },
  { pattern: /tensordot\([^]*here:\s+! RuntimeError\njudge: ! IndexError/, reason: "both refuse a tensor without axes; later releases as RuntimeError" },
  { pattern: /median\(\w?\)[^]*here:\s+! IndexError\njudge: torch\.(bool|u?int\d+) \(\)/, reason: "the median of no integers: torch casts NaN to one, which is undefined in C" },
  { kind: /^torch updates/, pattern: both(String.raw`[^\n]*(unsupported operation: some elements|shape mismatch: value tensor)`), reason: "both refuse; torch looks at the memory or at the shapes first" },
  { kind: /^torch updates/, pattern: /\] = [^]*here:\s+! RuntimeError\njudge: ! IndexError\nsays: [^\n]*index is out of bounds for dimension with size 0/, reason: "both refuse: here dtypes are compared before indices" },
  { pattern: value(String.raw`[^\n]*value cannot be converted to type \w+ without overflow`), reason: "torch refuses a number beyond the dtype where it fills by a mask; elsewhere it wraps, as here" },
  { pattern: /\.tri[lu]_?\([^]*here:\s+! RuntimeError\njudge: ! IndexError/, reason: "both refuse a vector, torch 1.13 by the missing axis" },
  { kind: /^torch updates/, pattern: /cumsum_\([^]*here:\s+! RuntimeError\njudge: (?!!)[^\n]*torch\.bool \(([^)]*\b0\b[^)]*)?\)/, reason: "running sums of bools in place are refused; torch 1.13 lets one without axes or elements pass" },
  { kind: /^torch views/, pattern: /(expand|as_strided|unfold)[^]*(masked_fill_|index_fill_|copy_|\] [-+*]?= )[^]*here:\s+! RuntimeError\njudge: (?!!)/, reason: "writes by mask or index to tensors whose elements share their memory are refused, as torch's notes on masked_fill_ ask for" },
  { kind: /^torch views/, pattern: /\w\.copy_\(\w\)[^]*here:\s+(\w torch\.\w+ \([\d, ]*\)) \[[^\n]*\njudge: \1 \[/, reason: "a copy from a view of itself: here the right side is read first" },
  { pattern: /\.tri[lu]_?\([^]*here:\s+! RuntimeError\njudge: [^\n]*\(0,\) \[\]/, reason: "a vector is refused, which torch 1.13 lets pass where it has no elements" },
  { kind: /^torch views/, pattern: /(\w) \+= \w\n[^]*here:\s+(\w torch\.\w+ \([\d, ]*\)) \[[^\n]*\njudge: \2 \[/, reason: "in place from a view of itself: here the right side is read first" },
  { pattern: /torch\.(amax|amin)\([^]*here:\s+! RuntimeError\njudge: ! IndexError/, reason: "both refuse an axis without elements that is named twice" },
  { pattern: /(mv|mm|dot)\([^]*here:\s+! RuntimeError\njudge: ! IndexError\nsays: [^\n]*tensor has no dimensions/, reason: "both refuse tensors without axes" },
  { pattern: /resize_(?:as_)?\([^]*here:\s+(\[?'?(?:\w )?torch\.\w+ \([\d, ]*\)) [^\n]*\njudge: \1 /, reason: "what memory that grew begins with is left open" },
  { kind: /^torch (views|updates)/, pattern: /\] [-+*]?= [^]*here:\s+(\[?(?:\w )?torch\.\w+ \([\d, ]*\)) [^\n]*\njudge: \1 [^\n]*\nsays: [^\n]*index -?\d+ is out of bounds for dimension \d+ with size \d/, reason: "torch refuses an index when it comes to it, and has written what comes before; here nothing is written" },
  { pattern: /cosine_similarity\([^]*here:\s+! IndexError\njudge: ! RuntimeError/, reason: "both refuse shapes that do not fit" },
  { pattern: /float\('nan'\)[^]*torch\.unique\([^]*judge: [^\n]*nan/, reason: "torch 1.13 sorts as if NaN were equal to all numbers, in unique" },
  { pattern: /float\('inf'\)[^]*binary_cross_entropy_with_logits\([^]*judge: [^\n]*nan/, reason: "torch 1.13 takes an infinity from itself; since 2.0 it is log_sigmoid's" },
  { pattern: /float32\)[^]*float64\)[^]*binary_cross_entropy_with_logits\(|float64\)[^]*float32\)[^]*binary_cross_entropy_with_logits\(/, reason: "operands of two dtypes: torch rounds parts of the loss to the narrower" },
  { kind: /^torch statements/, pattern: /float(?:64|32)\)\.reshape\(\d, 0\)[^]*cdist\(/, reason: "distances of rows without elements: torch 1.13 has the first one's dtype" },
  { kind: /^torch statements/, pattern: /F\.pad\(\w, \((?:0, )*0\), value=[^]*here:\s+! RuntimeError/, reason: "a value that the dtype has not is refused where nothing is padded with it, too" },
  { kind: /^torch views/, pattern: /here:\s+(\w torch\.\w+ \(1, [^\n]*\]) \(\d+, ([^\n]*)\njudge: \1 \(\d+, \2(?:\n|$)/, reason: "the stride of a first axis of one element, which is never gone along" },
];
