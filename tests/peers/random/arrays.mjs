// SPDX-License-Identifier: Apache-2.0
// What the random programs of NumPy and torch share: small arrays of all dtypes and shapes that often go together, scalars, indices,
// masks. A library is {dtypes, special, low, greatest?, make(name, dtype, text, shape)}: `special` are texts of floats that are no
// ordinary numbers, `low` the least integer, `greatest` whether the greatest of a dtype occurs too.

export const shapes = [[3], [4], [1], [2, 3], [3, 2], [3, 3], [2, 2], [1, 3], [2, 1, 3], [2, 2, 3], [0], [6], [5], [3, 1], [2, 0], [1, 1], []];

/// The operators that both libraries have.
export const operators = ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="];

export const sizeOf = (shape) => shape.reduce((x, y) => x * y, 1);

export class Arrays {
  constructor(library) {
    this.library = library;
  }

  element(dice, dtype) {
    const { special, low, greatest } = this.library;
    if (dtype === "bool") return dice.pick(["True", "False"]);
    if (dtype.includes("float")) {
      if (dice.chance(0.05)) return dice.pick(special);
      return (dice.range(-40, 40) / dice.pick([1, 2, 4, 8])).toFixed(3).replace(/0+$/, "0");
    }
    const isUnsigned = dtype.startsWith("u");
    if (greatest && dice.chance(0.05)) {
      const bits = Number(dtype.replace(/\D/g, ""));
      if (bits <= 32) return String(isUnsigned ? 2 ** bits - 1 : 2 ** (bits - 1) - 1);
    }
    return String(dice.range(isUnsigned ? 0 : low, -low));
  }

  /// A list of lists of elements.
  nested(dice, dtype, shape) {
    if (!shape.length) return this.element(dice, dtype);
    return `[${Array.from({ length: shape[0] }, () => this.nested(dice, dtype, shape.slice(1))).join(", ")}]`;
  }

  /// {arrays: [{name, dtype, shape}], lines}: arrays named a, b, ...
  make(dice, count, dtypes = this.library.dtypes) {
    const arrays = [];
    const lines = [];
    for (let k = 0; k < count; k++) {
      const dtype = dice.pick(dtypes);
      const shape = k && dice.chance(0.6) ? arrays[0].shape : dice.pick(shapes);
      const name = "abcd"[k];
      arrays.push({ name, dtype, shape });
      lines.push(this.library.make(name, dtype, this.nested(dice, dtype, shape), shape));
    }
    return { arrays, lines };
  }

  scalar(dice) {
    return dice.pick(["1", "2", "3", "-1", "0", "2.5", "0.5", "-1.5", "True", "7", "100", "False", "-3", "1e3"]);
  }

  mask(dice, array) {
    const compared = `${array.name} ${dice.pick(["<", ">", "==", "!=", ">=", "<="])} ${dice.pick(["0", "1", "2"])}`;
    return dice.chance(0.12) ? `(${compared}) ${dice.pick(["&", "|", "^"])} (${array.name} ${dice.pick(["<", ">"])} 3)` : compared;
  }

  /// What may stand in brackets behind an array of `shape`. `steps` are those of slices; `few(inside)` gives the text of a few indices.
  index(dice, shape, { steps, few, one = (text) => text }) {
    const items = shape.map((extent) => {
      const sort = dice.below(9);
      const inside = () => dice.range(-Math.max(extent, 1), Math.max(extent, 1) - 1);
      if (sort < 3) return one(String(inside()));
      if (sort < 7) {
        const bound = () => (dice.chance(0.35) ? "" : String(dice.range(-extent - 2, extent + 2)));
        return `${bound()}:${bound()}${dice.chance(0.35) ? `:${dice.pick(steps)}` : ""}`;
      }
      return sort === 7 ? few(inside) : "None, :";
    });
    const kept = items.slice(0, dice.range(dice.chance(0.8) ? 1 : 0, items.length));
    if (!kept.length) return "...";
    if (dice.chance(0.12)) kept.splice(dice.below(kept.length + 1), 0, "...");
    return kept.join(", ");
  }
}

/// `statement` under `try`, in one line of the program; the class of its exception is printed.
export const attempt = (statement, after = "pass", otherwise = "pass") =>
  `try:\n    ${statement}\n    ${after}\nexcept Exception as error:\n    print("!", name(error))\n    ${otherwise}`;
