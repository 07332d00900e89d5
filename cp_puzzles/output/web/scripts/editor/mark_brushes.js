// The brushes of the board: their choice, and those that mark cells with a color, a region, or a known value.

import { button, make } from "../page/dom.js";

export const COLORS = [..."abcdefgh"];

// A group of toggles of which one is pressed.
export function choices(list, label, onChange, first = list[0][0]) {
  const group = make("div", { className: "choices", role: "group", "aria-label": label });
  const set = (value) => {
    group.dataset.value = value;
    for (const node of group.children) node.setAttribute("aria-pressed", node.dataset.value === value);
  };
  group.append(...list.map(([value, text]) => button(text, () => { set(value); onChange(value); }, { data: { value } })));
  set(first);
  group.set = set;
  return group;
}

/** The field of each brush, in its label. @returns {Record<string, HTMLInputElement | HTMLSelectElement>} */
export function markFields() {
  const color = make("select", { id: "color" }, ...COLORS.map((value) => make("option", { value, text: value })));
  const region = make("input", { type: "text", id: "region", size: 4, value: "A", maxLength: 20, title: "the name of the region, for rules such as regions: {A: {sum: 9}}" });
  const value = make("input", { type: "number", id: "value", size: 4, value: "0", min: 0, max: 999, title: "only cells of pieces with this value may cover the cell" });
  for (const [text, field] of [["Color ", color], ["Region ", region], ["Known value ", value]]) make("label", { text, hidden: true }, field);
  return { color, region, value };
}

/** What a brush writes on a cell, null if its field has nothing of the kind. @param {string} brush @param {{value: string}} field @param {(text: string) => void} say */
export function markOf(brush, field, say) {
  const word = field.value.trim();
  if (brush === "color") return word;
  if (brush === "value" && /^[0-9]{1,3}$/.test(word)) return String(Number(word));
  if (brush === "region" && word && !/[\s.]/.test(word)) return word;
  say(brush === "value" ? "Write a known value from 0 to 999." : "Write the name of the region, such as A.");
  return null;
}

/** A cell of the board with a mark: it has a color or a value, not both. @param {any} entry @param {string} kind @param {string} mark */
export function withMark(entry, kind, mark) {
  const other = { color: "value", value: "color" }[kind];
  return { ...entry, ...(mark && other ? { [other]: "" } : {}), [kind]: mark };
}

/** The marks and the name of a cell in words. @param {any} entry */
export const marksText = (entry) => ["color", "region", "value"].map((key) => (entry?.[key] ? `, ${key} ${entry[key]}` : "")).join("") + (entry?.label ? `, ${entry.label}` : "");
