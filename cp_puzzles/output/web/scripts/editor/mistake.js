// Mistakes in a puzzle file: place, problem with the value, remedy. The words are those of the program.

export class SpecMistake extends Error {
  path; problem; remedy; place; kind; near;

  /** @param {(string | number)[]} path keys and positions from the top */
  constructor(path, problem, remedy) {
    super(`${problem}; ${remedy}`);
    Object.assign(this, { path, problem, remedy });
  }
}

// A number with a decimal point or an exponent, which no field of a puzzle file takes; shown as Python does.
export class Decimal {
  /** @param {number} number */
  constructor(number) { this.shown = Number.isInteger(number) && Math.abs(number) < 1e16 ? `${number}.0` : String(number); }
}

const LONGEST = 60; // characters of a quoted value

// A value as a message quotes it: on one line and shortened.
export function echo(value) {
  if (value === null || value === undefined) return "nothing";
  if (value instanceof Decimal) return value.shown;
  if (Array.isArray(value)) return value.length ? `a list of ${value.length}` : "an empty list";
  if (typeof value === "object") return Object.keys(value).length ? "a mapping" : "an empty mapping";
  if (typeof value !== "string") return String(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const shown = quote + value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replace(HIDDEN, escaped) + quote;
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 3)}...` : shown;
}

/** @type {Record<string, string>} */
const ESCAPES = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const HIDDEN = /(?! )[\p{C}\p{Z}]/gu; // characters that are not printed

function escaped(character) {
  const code = character.codePointAt(0);
  return ESCAPES[character] ?? (code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`);
}

// The path of a field as a message shows it.
export const pathText = (path) => path.map((part) => {
  const text = String(part);
  return text.length > LONGEST || text.search(HIDDEN) >= 0 ? echo(text) : text;
}).join(".");

// The question whether a near name is meant, or the text for a name that is near to none.
export const suggestion = (written, names, otherwise) => question(nearNames(written, names)) || otherwise;

export function question(names) {
  const quoted = names.map(echo);
  return names.length ? `did you mean ${[quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(" or ")}?` : "";
}

// The names that a misspelled one may mean, nearest first; see cp_puzzles/base/text.py.
export function nearNames(written, names) {
  const low = written.toLowerCase();
  const share = (name) => (low.length > 2 && name.startsWith(low) ? 1 : 2 * matched(name, low) / (name.length + low.length || 1));
  const shares = [...names].map((name) => ({ name, share: share(name.toLowerCase()) }));
  const least = Math.max(0.6, Math.max(...shares.map((each) => each.share)) - 0.15);
  return shares.filter((each) => each.share >= least).sort((a, b) => b.share - a.share).slice(0, 5).map(({ name }) => name);
}

// The number of characters in the longest common part of two texts, and so on to its left and right.
function matched(a, b) {
  let [from, to, size] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let k = 0;
      while (i + k < a.length && a[i + k] === b[j + k]) k += 1;
      if (k > size) [from, to, size] = [i, j, k];
    }
  }
  return size && size + matched(a.slice(0, from), b.slice(0, to)) + matched(a.slice(from + size), b.slice(to + size));
}

// Run steps and collect their mistakes; a step that depends on a failed one returns undefined.
export class Mistakes {
  list = [];

  noted(step) {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof SpecMistake)) throw error;
      this.list.push(error);
      return undefined;
    }
  }
}
