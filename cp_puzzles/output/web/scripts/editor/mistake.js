// Mistakes in a puzzle file: place, problem with the value, remedy. The words are those of the program.

export class SpecMistake extends Error {
  path; problem; remedy; place; near; written;

  /** @param {(string | number)[]} path keys and positions from the top */
  constructor(path, problem, remedy) {
    super(`${problem}; ${remedy}`);
    Object.assign(this, { path, problem, remedy });
  }
}

// A mistake in a file of another program, at a line of it; 0 for the whole file.
export class FileMistake extends Error {
  /** @param {number} line @param {string} problem @param {string} remedy */
  constructor(line, problem, remedy) { super(`${line ? `line ${line}: ` : ""}${problem}; ${remedy}`); }
}

const LONGEST = 60; // characters of a quoted value

// A value as a message quotes it: on one line and shortened.
export function echo(value) {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length ? `a list of ${value.length}` : "an empty list";
  if (typeof value === "object") return Object.keys(value).length ? "a mapping" : "an empty mapping";
  if (typeof value !== "string") return String(value);
  const quoted = value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
  const shown = quoted.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 4)}...${shown.at(-1)}` : shown;
}

// The question whether a near name is meant, or the text for a name that is near to none.
export function suggestion(written, names, otherwise) {
  const low = written.toLowerCase();
  const share = (name) => (low.length > 2 && name.toLowerCase().startsWith(low) ? 1 : similarity(low, name.toLowerCase()));
  const shares = [...names].map((name) => [name, share(name)]);
  const least = Math.max(0.6, Math.max(...shares.map(([, value]) => value)) - 0.15);
  const near = shares.filter(([, value]) => value >= least).sort((a, b) => b[1] - a[1]).slice(0, 5);
  const quoted = near.map(([name]) => `'${name}'`);
  if (!quoted.length) return otherwise;
  return `did you mean ${[quoted.slice(0, -1).join(", "), quoted.at(-1)].filter(Boolean).join(" or ")}?`;
}

// The share of two texts in their longest common subsequence.
function similarity(a, b) {
  let row = new Array(b.length + 1).fill(0);
  for (const letter of a) {
    const next = [0];
    for (let k = 0; k < b.length; k += 1) next.push(letter === b[k] ? row[k] + 1 : Math.max(row[k + 1], next[k]));
    row = next;
  }
  return (2 * row[b.length]) / (a.length + b.length || 1);
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
