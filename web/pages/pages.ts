// SPDX-License-Identifier: Apache-2.0
// What pages of the guide and the reference do with JavaScript, and are whole without: the theme that was chosen in the playground, and the
// search. The names are fetched when somebody first searches.

interface Names {
  modules: string[];
  names: [module: number, name: string, summary: string][];
  guides: [address: string, title: string, text: string][];
}

const theme = (() => {
  try {
    return localStorage.getItem("tessera.theme");
  } catch {
    return null;
  }
})();
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;

const here = (document.currentScript as HTMLScriptElement).src;
const most = 40;

document.addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector<HTMLElement>(".find");
  const field = document.querySelector<HTMLInputElement>("#find");
  const found = document.querySelector<HTMLElement>("#found");
  const list = found?.querySelector("ul");
  const told = found?.querySelector("p");
  // What is beside the text lies above it where there is no room, and is folded there.
  const beside = document.querySelector<HTMLDetailsElement>(".beside details");
  if (beside && matchMedia("(max-width: 860px)").matches) beside.open = false;
  if (!box || !field || !found || !list || !told) return;
  box.hidden = false;
  let names: Promise<Names> | null = null;
  const load = () => (names ??= fetch(new URL("names.json", here)).then((answer) => answer.json() as Promise<Names>));
  field.addEventListener("focus", () => void load());
  field.addEventListener("input", () => void look());

  async function look(): Promise<void> {
    const text = field!.value;
    const known = await load().catch(() => null);
    if (field!.value !== text) return;
    const rows = known ? search(known, text) : [];
    found!.hidden = text.trim() === "";
    told!.textContent =
      known === null ? "The names could not be loaded." : rows.length === 0 ? "Nothing has these words." : countOf(rows.length);
    list!.replaceChildren(...rows.slice(0, most).map(rowOf));
  }

  function close(): void {
    found!.hidden = true;
  }

  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest?.("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
    if (event.key === "Escape" && !found.hidden) {
      event.preventDefault();
      close();
      field.focus();
    }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && box.contains(event.target as Node)) {
      const stops: HTMLElement[] = [field, ...list.querySelectorAll("a")];
      const at = stops.indexOf(event.target as HTMLElement);
      const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (!found.hidden && next) {
        event.preventDefault();
        next.focus();
      }
    }
    if (event.key === "Enter" && event.target === field) list.querySelector("a")?.click();
  });
  document.addEventListener("focusin", (event) => {
    if (!box.contains(event.target as Node)) close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.contains(event.target as Node)) close();
  });
  list.addEventListener("click", close);
});

const countOf = (count: number) => (count > most ? `${most} of ${count} that have these words` : `${count} found`);

interface Row {
  address: string;
  title: string;
  text: string;
  rank: number;
}

/** What has all words; names that are the first word come first, then those that begin with it. */
function search({ modules, names, guides }: Names, text: string): Row[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rows: Row[] = [];
  const shorts: Record<string, string> = { jnp: "jax.numpy", np: "numpy", tl: "triton.language", pl: "jax.experimental.pallas" };
  shorts["plgpu"] = "jax.experimental.pallas.mosaic_gpu";
  shorts["pltpu"] = "jax.experimental.pallas.tpu";
  // `jnp.sum` is what people type for `jax.numpy.sum`.
  const [head = "", ...tail] = (words[0] ?? "").split(".");
  const whole = tail.length > 0 && shorts[head] ? [shorts[head], ...tail].join(".") : (words[0] ?? "");
  const asked = [whole, ...words.slice(1)];
  const last = whole.slice(whole.lastIndexOf(".") + 1);
  for (const [at, name, summary] of names) {
    const module = modules[at] ?? "";
    const path = `${module}.${name}`.toLowerCase();
    const all = `${path} ${summary.toLowerCase()}`;
    if (!asked.every((word) => all.includes(word))) continue;
    const short = name.toLowerCase().slice(name.lastIndexOf(".") + 1);
    const rank = path === whole ? 0 : short === last ? 1 : short.startsWith(last) ? 3 : path.includes(whole) ? 4 : 5;
    rows.push({ address: `${module}.html#${name}`, title: `${module}.${name}`, text: summary, rank });
  }
  for (const [address, title, about] of guides) {
    const all = `${title} ${about}`.toLowerCase();
    if (words.every((word) => all.includes(word))) rows.push({ address: `../${address}`, title, text: about, rank: 2 });
  }
  return rows.sort((a, b) => a.rank - b.rank || a.title.length - b.title.length);
}

function rowOf({ address, title, text }: Row): HTMLElement {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.href = new URL(address, here).href;
  const name = document.createElement("b");
  name.textContent = title;
  const about = document.createElement("span");
  about.textContent = text;
  link.append(name, " ", about);
  row.append(link);
  return row;
}

export {};
