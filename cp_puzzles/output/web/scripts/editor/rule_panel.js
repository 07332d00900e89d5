// Rules and objectives: a form for each, with a picture and a sentence.

import { button, element, make, relist, svgElement } from "../page/dom.js";
import { grouped } from "../page/numbers.js";
import { pieceElement } from "./board_view.js";
import { boundsOf } from "./build_tiles.js";
import { MEASURES } from "./measures.js";
import { unsupported } from "./rules.js";
import { namedIsometries } from "./symmetric_rule.js";

/** @typedef {{value?: any, mistake?: string}} Reading */
/** @typedef {{nodes: any[], read: () => Reading}} Fields  inputs, and the value that they say */
/** @typedef {{title: string, key: string, kind: string, about: string}} Card */

const LARGEST = 1_000_000; // in a field of a number

/** The cards by the name of their picture: title, kind of form, and what it is about. @type {Record<string, Card>} */
const CARDS = Object.fromEntries([
  ["faults", "Straight cuts through the board", "range", "Straight lines, in a box planes, from side to side that cross no piece."],
  ["crossroads", "Points where four pieces meet", "range", "Points, in a box edges, where at least four pieces meet."],
  ["border", "Pieces on the boundary", "border", "Pieces with a cell at the outer boundary of the board."],
  ["pieces", "Number of pieces", "range", "How many pieces lie on the board."],
  ["covered", "Number of covered cells", "range", "How many cells the pieces cover."],
  ["empty", "Number of empty cells", "range", "How many cells stay empty."],
  ["connected", "Empty cells are connected", "empty", "You can walk from each empty cell to each other one, from side to side."],
  ["isolated", "Empty cells do not touch", "empty", "No two empty cells have a side in common."],
  ["touching", "Pairs of pieces that touch", "range", "How many pairs of pieces have a side in common."],
  ["touch", "Two pieces touch", "pair", "The two pieces have a side in common somewhere."],
  ["separate", "Two pieces do not touch", "pair", "The two pieces have no side in common."],
  ["choose", "Number of certain pieces", "group", "How many of these pieces are used, all together."],
  ["symmetric", "The solution looks the same turned", "motion", "The whole solution looks the same after it is turned or mirrored."],
  ["colorable", "A few colors are enough", "coloring", "With so many colors, no two pieces of one color touch."],
  ["maximal", "No further piece fits", "flag", "No piece that is left over fits into the empty cells."],
  ["level", "Moves until a piece leaves", "range", "The fewest moves until the first piece, or some together, are out."],
  ["buildable", "All pieces come apart", "flag", "The pieces can be taken out one by one or in groups; so they can be put in, too."],
  ["interlocking", "Only the key piece can move", "flag", "Exactly one piece can move at first; it is the key."],
  ["maximize", "As much as possible", "objective", "Find the solutions with the most of something."],
  ["minimize", "As little as possible", "objective", "Find the solutions with the least of something."],
].map(([key, title, kind, about]) => [key, { title, key, kind, about }]));

const isObjective = (/** @type {string} */ key) => key === "maximize" || key === "minimize";

export class RulePanel {
  /** @param {any} history @param {string[]} palette @param {(text: string) => void} say */
  constructor(history, palette, say) {
    this.history = history;
    this.palette = palette;
    this.say = say;
    this.cards = Object.entries(CARDS).map(([name, card]) => {
      const form = make("form", { className: "bar" });
      const node = make("details", { className: "rule-card", data: { rule: name }, on: { toggle: () => this.#fill() } },
        make("summary", {}, this.#picture(name), make("span", { text: card.title })), make("p", { className: "note", text: card.about }), form);
      return { name, node, form, filled: "", ...card };
    });
    element("rule_cards").append(...this.cards.map(({ node }) => node));
    this.refresh();
  }

  /** @param {string} name */
  #picture(name) { return rulePicture(name, this.history.space.lattices.get("square"), this.palette); }

  // Fill the open forms for the board and the pieces there are.
  #fill() {
    const { lattice, tiles, board } = this.history;
    const signature = `${lattice.name} ${(tiles ?? []).map(({ name }) => name)} ${board.cells.length} ${board.cells[0]}`;
    for (const card of this.cards) {
      if (!card.node.open || card.filled === signature) continue;
      card.filled = signature;
      const value = card.kind === "objective" ? null : { pair: [["", ""]], coloring: {}, flag: true }[card.kind] ?? "";
      const reason = card.kind === "objective" ? null : unsupported(card.key, value, lattice);
      const { nodes, read } = this.#fields(card);
      card.form.onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); this.#add(card, read()); };
      card.form.replaceChildren(...(reason ? [make("p", { className: "note", text: `Not on this board: ${reason}.` })]
        : [...nodes, make("button", { text: isObjective(card.key) ? "Look for these solutions" : "Add the rule" })]));
    }
  }

  /** @param {Card} card @returns {Fields} */
  #fields({ key, kind }) {
    const { lattice, board } = this.history;
    const names = (this.history.tiles ?? []).map(({ name }) => name);
    if (kind === "range") return rangeFields(boundsOf(this.history.spec.rules?.[key] ?? 0));
    if (kind === "border") {
      const which = select("Pieces for this rule", [["all", "every piece"], ["names", "these pieces"], ["range", "a number of pieces"]]);
      const parts = [{ nodes: [], read: () => ({ value: "all" }) }, checkFields(names), rangeFields({ min: 0, max: 0 })];
      const groups = parts.map(({ nodes }, k) => make("span", { className: "bar", hidden: k > 0 }, ...nodes));
      which.addEventListener("change", () => groups.forEach((group, k) => { group.hidden = k !== which.selectedIndex; }));
      return { nodes: [which, ...groups], read: () => parts[which.selectedIndex].read() };
    }
    if (kind === "pair") {
      const [first, second] = [0, Math.min(1, names.length - 1)].map((k) => select(k ? "Second piece" : "First piece", names.map((/** @type {string} */ name) => [name, name]), names[k]));
      return { nodes: [first, "and", second], read: () => ({ value: [[first.value, second.value]] }) };
    }
    if (kind === "group") {
      const [checks, range] = [checkFields(names), rangeFields({ min: 1, max: 1 })];
      const read = () => {
        const [of, copies] = [checks.read(), range.read()];
        return [of, copies].find(({ mistake }) => mistake) ?? { value: [{ of: of.value, copies: copies.value }] };
      };
      return { nodes: [...checks.nodes, ...range.nodes], read };
    }
    if (kind === "motion") {
      const named = [...namedIsometries(lattice, lattice.boardIsometries(board.cells))];
      const options = named.flatMap(([name, list]) => list.map(({ matrix }, k) => (list.length > 1 ? [JSON.stringify(matrix), `${name} ${k + 1}`] : [name, name])));
      const motion = select("How it is turned or mirrored", options);
      if (!options.length) return { nodes: [], read: () => ({ mistake: "This board does not look the same when it is turned or mirrored." }) };
      return { nodes: [motion], read: () => ({ value: motion.value.startsWith("[") ? JSON.parse(motion.value) : motion.value }) };
    }
    if (kind === "coloring") {
      const colors = number(3, "colors", 1, 1000);
      const [corners, balanced] = [check("corners count as touching"), check("all colors equally often")];
      const read = () => (Number(colors.input.value) >= 1
        ? { value: { with: Number(colors.input.value), ...(corners.input.checked ? { corners: true } : {}), ...(balanced.input.checked ? { balanced: true } : {}) } }
        : { mistake: "Write the number of colors." });
      return { nodes: [colors.node, corners.node, balanced.node], read };
    }
    if (kind === "objective") {
      const measures = Object.keys(MEASURES).filter((each) => !MEASURES[each].unsupported?.(lattice));
      const which = select("What to count", [...measures.map((each) => [each, CARDS[each].title.toLowerCase()]), ["", "values of pieces"]], "pieces");
      const values = names.map((/** @type {string} */ name) => ({ name, ...number(0, name, -LARGEST, LARGEST) }));
      const list = make("span", { className: "bar", hidden: true }, ...values.map(({ node }) => node));
      which.addEventListener("change", () => { list.hidden = which.value !== ""; });
      const read = () => {
        const written = values.map(({ name, input }) => [name, Math.trunc(Number(input.value))]).filter(([, value]) => value);
        if (which.value) return { value: which.value };
        return written.length ? { value: Object.fromEntries(written) } : { mistake: "Write the value of at least one piece." };
      };
      return { nodes: [which, list], read };
    }
    return { nodes: [], read: () => ({ value: { empty: "empty", flag: true }[kind] }) };
  }

  // Take the value of a form into the file; a list of pairs or groups grows.
  /** @param {Card} card @param {Reading} reading */
  #add({ key }, { value, mistake }) {
    if (mistake) {
      this.say(mistake);
      return;
    }
    this.history.edit((spec) => {
      if (isObjective(key)) return { ...spec, maximize: undefined, minimize: undefined, [key]: value };
      const before = spec.rules?.[key];
      const isList = ["touch", "separate", "choose"].includes(key);
      const list = [...(before || []), ...(isList ? value : [])];
      const texts = list.map((each) => JSON.stringify(each));
      return { ...spec, rules: { ...spec.rules, [key]: isList ? list.filter((_, k) => texts.indexOf(texts[k]) === k) : value } };
    });
  }

  refresh() {
    const { spec } = this.history;
    const written = [...Object.entries(spec.rules ?? {}), ...["maximize", "minimize"].filter((key) => key in spec).map((key) => [key, spec[key]])];
    relist(element("rules"), written.map(([key, value]) => make("li", { className: "bar", data: { entry: key } },
      ...(CARDS[key] ? [this.#picture(key)] : []),
      make("code", { text: `${key}: ${JSON.stringify(value).replaceAll('"', "").replaceAll(",", ", ").replaceAll(":", ": ")}` }),
      button("Remove", () => this.#remove(key), { "aria-label": `Remove the rule ${key}` }))), element("rule_details").querySelector("summary"));
    this.#fill();
  }

  /** @param {string} key */
  #remove(key) {
    this.history.edit((spec) => {
      if (isObjective(key)) return { ...spec, [key]: undefined };
      const rules = Object.fromEntries(Object.entries(spec.rules).filter(([each]) => each !== key));
      return { ...spec, rules };
    });
  }
}

/** @param {string} label @param {string[][]} options @param {string} [chosen] */
const select = (label, options, chosen = options[0]?.[0]) => make("select", { "aria-label": label }, ...options.map(([value, text]) => make("option", { value, text, selected: value === chosen })));

/** @param {number | string} value @param {string} label @param {number} min @param {number} max */
function number(value, label, min, max) {
  const input = make("input", { type: "number", value: String(value), min: String(min), max: String(max) });
  return { input, node: make("label", {}, `${label} `, input) };
}

/** @param {string} label */
function check(label) {
  const input = make("input", { type: "checkbox" });
  return { input, node: make("label", { className: "choice" }, input, label) };
}

/** Bounds: two equal ones are a number. @param {{min: number, max: number | null}} bounds @returns {Fields} */
function rangeFields({ min, max }) {
  const [low, high] = [number(min, "at least", 0, LARGEST), number(max ?? "", "at most", 0, LARGEST)];
  const read = () => {
    const [from, to] = [low, high].map(({ input }) => (input.value === "" ? null : Math.trunc(Number(input.value))));
    if (from === null && to === null) return { mistake: "Write a number." };
    if (to !== null && (from ?? 0) > to) return { mistake: `At least ${from} and at most ${to} is not possible.` };
    return { value: from === to ? to : to === null ? { min: from } : from ? { min: from, max: to } : { max: to } };
  };
  return { nodes: [low.node, high.node], read };
}

/** Names of which at least one is checked. @param {string[]} names @returns {Fields} */
function checkFields(names) {
  const checks = names.map((name) => ({ name, ...check(name) }));
  const read = () => {
    const chosen = checks.flatMap(({ name, input }) => (input.checked ? [name] : []));
    return chosen.length ? { value: chosen } : { mistake: "Choose at least one piece." };
  };
  return { nodes: [make("span", { className: "bar checks" }, ...checks.map(({ node }) => node))], read };
}

/** @typedef {{rows: string, lines?: number[][], points?: number[][], faint?: string}} Picture */

const UP = [[3.5, 1.6, 3.5, 0.2], [3.15, 0.6, 3.5, 0.2], [3.85, 0.6, 3.5, 0.2]];

/** Pictures of rules: tilings of squares in letters, with lines x1, y1, x2, y2 and points x, y; pieces of `faint` letters are pale. @type {Record<string, Picture>} */
const PICTURES = {
  faults: { rows: "AABBB CCBDD", lines: [[2, 0, 2, 2]] },
  crossroads: { rows: "AABB CCDD", points: [[2, 1]] },
  border: { rows: "AABB CXXB CDDD", faint: "X" },
  covered: { rows: "AAB. ACBB", faint: "." },
  empty: { rows: "AA.B CCBB", points: [[2.5, 0.5]] },
  pieces: { rows: "AABB CCBD" },
  touching: { rows: "AAB. ACBB", lines: [[2, 0, 2, 1], [1, 1, 2, 1], [2, 1, 2, 2]] },
  level: { rows: "A.A ABA AAA", lines: UP.map((line) => line.map((x, k) => (k % 2 ? x : x - 2))) },
  touch: { rows: "AABB CABC", lines: [[2, 0, 2, 2]], faint: "C" },
  separate: { rows: "AACB ACBB", faint: "C" },
  buildable: { rows: "AA..BB A..B.. AA..BB", lines: [[2.4, 1.5, 1.6, 1.5], [4, 1.5, 4.8, 1.5]] },
  choose: { rows: "AABB CCDD", faint: "CD" },
  connected: { rows: "AA.. AB.B CBBB", points: [[2.5, 0.5], [3.5, 0.5], [2.5, 1.5]] },
  isolated: { rows: ".ABB AACC D.C.", points: [[0.5, 0.5], [1.5, 2.5], [3.5, 2.5]] },
  symmetric: { rows: "AABB ACCB DDEE", points: [[2, 1.5]] },
  colorable: { rows: "AABB CDDB CCEE" },
  maximal: { rows: "AAB. C.BB CDD." },
  interlocking: { rows: "ABBA AAAA", lines: [[2, 0.4, 2, -0.7], [1.7, -0.4, 2, -0.7], [2.3, -0.4, 2, -0.7]], faint: "A" },
  maximize: { rows: "AAB CBB", lines: UP },
  minimize: { rows: "AAB CBB", lines: UP.map((line) => line.map((x, k) => (k % 2 ? 1.8 - x : x))) },
};

// The picture of a rule. `square`: the lattice of squares; `palette`: colors of pieces.
/** @param {string} key @param {import("./lattice.js").Lattice} square @param {string[]} palette */
function rulePicture(key, square, palette) {
  const { rows, lines = [], points = [], faint = "" } = PICTURES[key];
  const svg = svgElement("svg", { "aria-hidden": "true", class: "rule-picture" });
  const squares = rows.split(" ").flatMap((row, y) => [...row].map((letter, x) => ({ letter, cell: [y, x] })));
  const { ".": empty = [], ...pieces } = Object.fromEntries(grouped(squares, ({ letter }) => letter));
  svg.append(...empty.map(({ cell: [y, x] }) => svgElement("rect", { x, y, width: 1, height: 1, class: "rule-empty" })));
  Object.entries(pieces).forEach(([letter, members], k) => {
    const cells = members.map(({ cell }) => cell);
    const color = palette[key === "colorable" ? [0, 1, 1, 2, 0][k] : k % palette.length];
    const piece = pieceElement(square, cells, { color, className: faint.includes(letter) ? "piece faint" : "piece" });
    piece.setAttribute("transform", "translate(0.5 0.5)"); // squares are drawn about their coordinates
    svg.append(piece);
  });
  for (const [x1, y1, x2, y2] of lines) svg.append(svgElement("line", { x1, y1, x2, y2, class: "rule-line" }));
  for (const [cx, cy] of points) svg.append(svgElement("circle", { cx, cy, r: 0.19, class: "rule-point" }));
  const list = rows.split(" ");
  const xs = [0, list[0].length, ...lines.flatMap(([x1, , x2]) => [x1, x2])];
  const ys = [0, list.length, ...lines.flatMap(([, y1, , y2]) => [y1, y2])];
  const [left, top, right, bottom] = [Math.min(...xs) - 0.1, Math.min(...ys) - 0.1, Math.max(...xs) + 0.1, Math.max(...ys) + 0.1];
  svg.setAttribute("viewBox", [left, top, right - left, bottom - top].join(" "));
  return svg;
}
