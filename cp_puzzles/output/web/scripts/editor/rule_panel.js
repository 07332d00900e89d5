// Rules and objectives: a form for each, with a picture and a sentence. What they mean, and on which boards, only the program knows.

import { button, element, make, relist } from "../page/dom.js";
import { boundsOf } from "./build_tiles.js";
import { rulePicture } from "./rule_picture.js";

/** @typedef {{value?: any, mistake?: string}} Reading */
/** @typedef {{nodes: any[], read: () => Reading}} Fields  inputs, and the value that they say */
/** @typedef {{title: string, key: string, kind: string, about: string}} Card */

const LARGEST = 1_000_000; // in a field of a number
const MEASURES = ["faults", "crossroads", "border", "covered", "empty", "pieces", "touching", "level"];
const MOTIONS = ["half-turn", "third-turn", "quarter-turn", "sixth-turn", "left-right", "up-down", "diagonal", "antidiagonal", "mirror"];
const CONDITIONS = [["sum", "values sum to"], ["count", "copies of a value"], ["equal", "all values equal"], ["different", "all values different"]];

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
  ["blocked", "Pieces that fit nowhere", "names", "None of these pieces fits into the empty cells."],
  ["regions", "Values in a region", "region", "The values that pieces show in a region, which the brush Region draws, or in each row or column."],
  ["rows", "Covered cells in rows", "range", "How many cells are covered in each row."],
  ["columns", "Covered cells in columns", "range", "How many cells are covered in each column."],
  ["corners", "Pieces touch at corners only", "corners", "No two pieces have a side in common, as in Blokus."],
  ["match", "Colors of sides match", "match", "Where two pieces meet, the colors of their sides match."],
  ["boundary", "Colors of sides at the boundary", "letters", "Which colors the sides at the boundary of the board may have."],
  ["distinct", "No shape twice", "shapes", "No two pieces have the same shape, even turned over."],
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
    const { tiles } = this.history;
    const signature = JSON.stringify([(tiles ?? []).map(({ name }) => name), this.#regions()]);
    for (const card of this.cards) {
      if (!card.node.open || card.filled === signature) continue;
      card.filled = signature;
      const { nodes, read } = this.#fields(card);
      card.form.onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); this.#add(card, read()); };
      card.form.replaceChildren(...nodes, make("button", { text: isObjective(card.key) ? "Look for these solutions" : "Add the rule" }));
    }
  }

  /** The names of regions with conditions on values. @returns {string[]} */
  #regions() { return [...new Set(this.history.board.regions.values())].sort(); }

  /** @param {Card} card @returns {Fields} */
  #fields({ key, kind }) {
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
    if (kind === "names") return checkFields(names);
    if (kind === "group") {
      const [checks, range] = [checkFields(names), rangeFields({ min: 1, max: 1 })];
      const read = () => {
        const [of, copies] = [checks.read(), range.read()];
        return [of, copies].find(({ mistake }) => mistake) ?? { value: [{ of: of.value, copies: copies.value }] };
      };
      return { nodes: [...checks.nodes, ...range.nodes], read };
    }
    if (kind === "motion") {
      const motion = select("How it is turned or mirrored", MOTIONS.map((each) => [each, each]));
      return { nodes: [motion], read: () => ({ value: motion.value }) };
    }
    if (kind === "region") return regionFields(this.#regions());
    if (kind === "corners") {
      const touch = check("each piece touches another one at a corner");
      return { nodes: [touch.node], read: () => ({ value: { touch: touch.input.checked } }) };
    }
    if (kind === "match") {
      const pairs = make("input", { type: "text", size: 12, placeholder: "equal, or a=A, b=B", "aria-label": "equal, or pairs of colors that meet, such as a=A, b=B" });
      return { nodes: [pairs], read: () => readMatch(pairs.value) };
    }
    if (kind === "letters") {
      const letters = make("input", { type: "text", size: 6, placeholder: "rg", "aria-label": "Letters of colors" });
      return { nodes: [letters], read: () => (/^[A-Za-z0-9]+$/.test(letters.value) ? { value: letters.value } : { mistake: "Write the letters of the colors, such as rg." }) };
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
      const which = select("What to count", [...MEASURES.map((each) => [each, CARDS[each].title.toLowerCase()]), ["", "values of pieces"]], "pieces");
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
    return { nodes: [], read: () => ({ value: { empty: "empty", flag: true, shapes: "shapes" }[kind] }) };
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
      if (key === "regions") return { ...spec, rules: { ...spec.rules, regions: { ...before, ...value } } };
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
      make("span", { text: ruleWords(key, value) }),
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

/** Bounds in words. @param {any} value @returns {string} */
function boundWords(value) {
  if (typeof value !== "object") return String(value);
  if (value.max === undefined) return `at least ${value.min}`;
  return value.min === undefined ? `at most ${value.max}` : value.min === value.max ? String(value.min) : `${value.min} to ${value.max}`;
}

/** A rule in words, or as it is written if it has a mistake. @param {string} key @param {any} value @returns {string} */
function ruleWords(key, value) {
  try {
    return wordsOf(key, value);
  } catch {
    return `${key}: ${JSON.stringify(value)}`;
  }
}

/** The title of a rule, and what it asks. @param {string} key @param {any} value @returns {string} */
function wordsOf(key, value) {
  const title = CARDS[key]?.title ?? key;
  if (key === "regions") {
    const words = Object.entries(value).map(([name, condition]) => {
      const place = { rows: "each row", columns: "each column" }[name] ?? `region ${name}`;
      if (typeof condition === "string") return `${place}: all values ${condition}`;
      if (condition.sum !== undefined) return `${place}: values sum to ${boundWords(condition.sum)}`;
      return `${place}: ${boundWords(condition.count)} copies of the value ${condition.count.value}`;
    });
    return `${title}. ${words.join("; ")}`;
  }
  const few = (/** @type {string[]} */ names) => (names.length > 6 ? `${names.length} pieces` : names.join(", "));
  const partOf = (/** @type {any} */ each) => (each?.of ? `${boundWords(each.copies)} of ${few(each.of)}` : Array.isArray(each) ? each.join(" and ") : String(each));
  const isBound = typeof value === "object" && ("min" in value || "max" in value);
  if (value === true || ["connected", "isolated", "distinct"].includes(key)) return title;
  if (isObjective(key)) return `${title}: ${typeof value === "string" ? CARDS[value]?.title.toLowerCase() ?? value : partsOf(value)}`;
  if (Array.isArray(value)) return `${title}: ${value.map(partOf).join("; ")}`;
  return `${title}: ${isBound || typeof value !== "object" ? boundWords(value) : partsOf(value)}`;
}

/** Keys with their values. @param {Record<string, any>} value */
const partsOf = (value) => Object.entries(value).map(([key, each]) => (each === true ? key : `${key} ${typeof each === "object" ? boundWords(each) : each}`)).join(", ");

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

/** The condition on the values in a region, a row or a column. @param {string[]} regions @returns {Fields} */
function regionFields(regions) {
  const where = select("Region", [...regions.map((name) => [name, `region ${name}`]), ["rows", "each row"], ["columns", "each column"]]);
  const which = select("Condition", CONDITIONS);
  const value = number(6, "value", 0, 999);
  const range = rangeFields({ min: 0, max: 0 });
  const bounds = make("span", { className: "bar" }, ...range.nodes);
  const show = () => { bounds.hidden = !["sum", "count"].includes(which.value); value.node.hidden = which.value !== "count"; };
  which.addEventListener("change", show);
  show();
  const read = () => {
    if (bounds.hidden) return { value: { [where.value]: which.value } };
    const { value: numbers, mistake } = range.read();
    if (mistake) return { mistake };
    const [min, max] = Number.isInteger(numbers) ? [numbers, numbers] : [numbers.min, numbers.max];
    const count = Object.fromEntries(Object.entries({ value: Number(value.input.value), min, max }).filter(([, each]) => each !== undefined));
    return { value: { [where.value]: which.value === "sum" ? { sum: numbers } : { count } } };
  };
  return { nodes: [where, which, value.node, bounds], read };
}

/** @param {string} text @returns {Reading} */
function readMatch(text) {
  if (["", "equal"].includes(text.trim())) return { value: "equal" };
  const pairs = text.split(",").map((part) => part.trim().match(/^([A-Za-z0-9]) *= *([A-Za-z0-9])$/));
  return pairs.includes(null) ? { mistake: "Write equal, or pairs of colors such as a=A, b=B." } : { value: Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]])) };
}
