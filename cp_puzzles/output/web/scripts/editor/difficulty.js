// The difficulty of a puzzle with one solution: the look-ahead that a person needs; see
// cp_puzzles/analysis/design/difficulty.py, which describes the steps and whose numbers these are.

import { bitCount, counted, rowsOf } from "../page/numbers.js";
import { satisfies } from "./checks.js";

const GRADES = ["easy", "medium", "hard", "expert"];
const HARD_FROM_ROUNDS = 3; // of look-ahead
const MOST_OF_HARDEST_KIND = 5; // steps beyond which the grade rises by one
const MOST_GUESSES = 2; // nested
const MOST_EXAMINED = 200_000_000; // options in all positions; a puzzle that needs more is expert
const DEPTHS = { forced: 0, hole: 0, "look-ahead": 1, guess: MOST_GUESSES };

const bitsOf = (words) => [...rowsOf(words)];
const without = (words, list) => { for (const option of list) words[option >>> 5] &= ~(1 << (option & 31)); };

// What stays the same in all positions: the items of options, the options of items as bits, and the bounds.
const tableOf = ({ items, options, checks, board }) => {
  const masks = items.map(() => new Int32Array((options.length + 31) >>> 5));
  options.forEach((option, k) => { for (const item of option) masks[item][k >>> 5] |= 1 << (k & 31); });
  const accepts = (chosen) => satisfies(checks, board.cellCount, [...board.given, ...chosen.flatMap((option) => board.pieces[option] ?? [])]);
  return { items, options, masks, accepts: checks.length ? accepts : null };
};

// The active options as bits, and how often each item is covered.
class Position {
  table; /** @type {Int32Array} */ active; /** @type {Int32Array} */ covered; /** @type {number[]} */ chosen;

  constructor(table, active, covered, chosen = []) { Object.assign(this, { table, active, covered, chosen }); }

  copy() { return new Position(this.table, this.active.slice(), this.covered.slice(), [...this.chosen]); }

  get isEmpty() { return this.active.every((word) => word === 0); }

  get options() { return bitsOf(this.active); }

  choose(chosen) {
    const { items, options, masks } = this.table;
    without(this.active, chosen);
    this.chosen.push(...chosen);
    for (const option of chosen) {
      for (const item of options[option]) {
        this.covered[item] += 1;
        if (this.covered[item] < items[item].maximum) continue;
        const mask = masks[item];
        for (let k = 0; k < mask.length; k += 1) this.active[k] &= ~mask[k];
      }
    }
  }

  remaining(item) {
    const mask = this.table.masks[item];
    let total = 0;
    for (let k = 0; k < mask.length; k += 1) if (mask[k] & this.active[k]) total += bitCount(mask[k] & this.active[k]);
    return total;
  }

  // The forced options, null if an item cannot be met.
  forced() {
    const { items, masks } = this.table;
    let found = null;
    for (let item = 0; item < items.length; item += 1) {
      const needed = items[item].minimum - this.covered[item];
      if (needed > 0) {
        const remaining = this.remaining(item);
        if (remaining < needed) return null;
        if (remaining > needed) continue;
        found ??= new Int32Array(this.active.length);
        for (let k = 0; k < found.length; k += 1) found[k] |= masks[item][k] & this.active[k];
      } else if (this.covered[item] > items[item].maximum) return null;
    }
    return found ? bitsOf(found) : [];
  }

  // The forced options, null also if the finished tiling breaks a rule.
  forcedOrRefused() {
    const forced = this.forced();
    return forced && this.table.accepts && this.isEmpty && !this.table.accepts(this.chosen) ? null : forced;
  }
}

class TooMuch extends Error {}

// {grade, depth, rounds, steps: {technique: number}} of a cover problem that has exactly one solution.
export function difficulty(cover) {
  const table = tableOf(cover);
  const steps = [];
  const isTooLarge = cover.options.length * cover.items.length > MOST_EXAMINED;
  const isSolved = !isTooLarge && solve(table, steps);
  const depth = isSolved ? Math.max(0, ...steps.map(({ technique }) => DEPTHS[technique])) : MOST_GUESSES + 1;
  const kind = Math.max(0, ...steps.map(kindOf));
  const hardest = steps.filter((step) => kindOf(step) === kind && step.technique !== "forced").length;
  const counts = {};
  for (const { technique } of steps) counts[technique] = (counts[technique] ?? 0) + 1;
  const rank = isSolved ? Math.min(GRADES.length - 1, kind + (hardest > MOST_OF_HARDEST_KIND ? 1 : 0)) : GRADES.length - 1;
  return { grade: GRADES[rank], depth, rounds: Math.max(0, ...steps.map(({ rounds }) => rounds)), steps: counts };
}

const kindOf = ({ technique, rounds }) => (technique === "guess" ? 3 : rounds === 0 ? 0 : rounds < HARD_FROM_ROUNDS ? 1 : 2);

// Go the easiest steps; whether they end at the solution.
function solve(table, steps) {
  const position = new Position(table, new Int32Array((table.options.length + 31) >>> 5), new Int32Array(table.items.length));
  table.options.forEach((option, k) => { if (option.every((item) => table.items[item].maximum > 0)) position.active[k >>> 5] |= 1 << (k & 31); });
  const budget = { examined: 0 };
  for (;;) {
    const forced = position.forced() ?? [];
    if (forced.length) {
      position.choose(forced);
      steps.push({ technique: "forced", rounds: 0 });
    } else if (position.isEmpty) return true;
    else {
      try {
        const { technique, rounds, refuted } = exclusion(position, budget);
        if (!refuted.length) return false;
        without(position.active, refuted);
        steps.push({ technique, rounds });
      } catch (error) {
        if (error instanceof TooMuch) return false;
        throw error;
      }
    }
  }
}

function exclusion(position, budget) {
  const { rounds, refuted } = lookAhead(position, budget, false);
  if (refuted.length) return { technique: rounds ? "look-ahead" : "hole", rounds, refuted };
  const few = tightest(position).filter((option) => isDeadEnd(position, option, budget));
  return { technique: "guess", rounds: 0, refuted: few.length ? few : position.options.filter((option) => isDeadEnd(position, option, budget)) };
}

// The options that the fewest rounds of forced moves refute, or that any number of them does.
function lookAhead(position, budget, isAny) {
  const { options } = position;
  if (budget.examined + options.length ** 2 > MOST_EXAMINED) throw new TooMuch();
  let fewest = Infinity;
  const trials = options.map((option) => {
    const trial = position.copy();
    trial.choose([option]);
    for (let round = 0; ; round += 1) {
      const forced = trial.forcedOrRefused();
      if (!forced && !isAny) fewest = Math.min(fewest, round);
      if (!forced || !forced.length || round >= fewest) return { option, round, isDead: !forced };
      trial.choose(forced);
    }
  });
  const refuted = trials.filter(({ isDead, round }) => isDead && (isAny || round === fewest));
  for (const { round } of trials) budget.examined += options.length * (Math.min(round, fewest) + 1);
  return { rounds: fewest, refuted: refuted.map(({ option }) => option) };
}

// The active options of the unsatisfied items with the fewest options to spare.
function tightest(position) {
  const { items, options } = position.table;
  const spare = items.map(({ minimum }, item) => {
    const needed = minimum - position.covered[item];
    return needed > 0 ? position.remaining(item) - needed : Infinity;
  });
  const least = Math.min(...spare);
  return position.options.filter((option) => options[option].some((item) => spare[item] === least));
}

function isDeadEnd(position, option, budget) {
  const trial = position.copy();
  trial.choose([option]);
  for (;;) {
    const forced = trial.forcedOrRefused();
    if (!forced) return true;
    if (forced.length) trial.choose(forced);
    else {
      const { refuted } = lookAhead(trial, budget, true);
      if (!refuted.length) return false;
      without(trial.active, refuted);
    }
  }
}

const WORDS = { forced: ["forced step"], hole: ["hole seen", "holes seen"], "look-ahead": ["look ahead", "looks ahead"], guess: ["guess", "guesses"] };

// The grade in a sentence that a child reads.
export function gradeText({ grade, depth, rounds, steps }) {
  const parts = Object.keys(DEPTHS).filter((technique) => steps[technique]).map((technique) => counted(steps[technique], ...WORDS[technique]));
  const ahead = rounds ? ` The longest look ahead is ${counted(rounds, "round")}.` : "";
  const more = depth > MOST_GUESSES ? " After that it needs more guesses than a person would make." : "";
  return `Difficulty: ${grade}.${parts.length ? ` ${parts.join(", ")}.` : ""}${ahead}${more}`;
}
