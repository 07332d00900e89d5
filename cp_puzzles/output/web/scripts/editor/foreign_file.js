// Puzzles in the formats of other programs, as specs: BurrTools (.xmpuzzle) and Knuth's (.polyomino, .polyiamond, .dlx).

import { burrSpecs } from "./burr_file.js";
import { boxSpec, coverSpec } from "./knuth_file.js";
import { FileMistake } from "./mistake.js";
import { unpacked } from "./unpack.js";

export const MAX_BYTES = 20e6;
const MAX_TEXT = 60e6; // bytes of an unpacked file
const BOX_LATTICES = { polyomino: "square", polyiamond: "triangular" };
const CELL = /^(\[[-0-9a-zA-Z]+\]|[0-9a-zA-Z]){2}('?)$/;

// The text of a file: unpacked if it is compressed, and Latin-1 if it is no UTF-8.
export async function textOf(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const damaged = () => { throw new FileMistake(0, "the compressed file is damaged", "save it once more"); };
  const data = isPacked ? await unpacked(bytes, "gzip", MAX_TEXT).catch(damaged) : bytes;
  if (!data) throw new FileMistake(0, "the unpacked file is too large", "delete its solutions in BurrTools");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("latin1").decode(data);
  }
}

// The suffix that tells the format of a text, "" for a puzzle file. A puzzle file begins neither with < nor with |.
export function formatOf(name, text) {
  const [, suffix = ""] = name.toLowerCase().match(/\.(xmpuzzle|polyomino|polyiamond|dlx)$/) ?? [];
  if (suffix) return suffix;
  if (/^\ufeff?\s*<(\?xml|puzzle)/.test(text)) return "xmpuzzle";
  const first = text.split(/\r?\n/).find((line) => line.trim() && !line.startsWith("|")) ?? "";
  const cells = first.trim().split(/\s+/).map((word) => word.match(CELL));
  const isListed = text.startsWith("|") || cells.some((match) => match?.[0].startsWith("["));
  if (isListed && cells.every(Boolean)) return cells.some((match) => match[2]) ? "polyiamond" : "polyomino";
  return text.startsWith("|") ? "dlx" : "";
}

// The puzzles of a text {title, spec, lost}, where `lost` lists what a puzzle file cannot express; null for a puzzle file.
// A mistake {line, problem, remedy} is thrown.
export function foreignPuzzles(space, name, text) {
  const format = formatOf(name, text);
  if (format === "xmpuzzle") return burrSpecs(space, name, text);
  if (format === "dlx") return [{ title: "", spec: coverSpec(space, name, text), lost: [] }];
  if (format) return [{ title: "", spec: boxSpec(space.lattices.get(BOX_LATTICES[format]), name, text), lost: [] }];
  return null;
}
