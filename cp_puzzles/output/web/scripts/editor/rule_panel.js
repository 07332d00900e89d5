// Rules and objectives: each with its description from the schema, and its value as in a file.

import { button, element, make } from "../page/dom.js";
import { readSpec, specText } from "./spec_text.js";

const OBJECTIVES = ["maximize", "minimize"];
const EXAMPLES = { touch: "[[A, B]]", apart: "[[A, B]]", choose: "[{of: [A, B], copies: 1}]", symmetric: "half-turn", colorable: "{with: 3}", maximize: "crossroads", minimize: "empty" };

export class RulePanel {
  /** @type {any} */ history; /** @type {any} */ say;

  constructor(history, say) {
    Object.assign(this, { history, say });
    const rules = history.space.schema.$defs.RulesSpec.properties;
    this.about = { ...Object.fromEntries(Object.entries(rules).map(([key, { description }]) => [key, description])),
      ...Object.fromEntries(OBJECTIVES.map((key) => [key, history.space.schema.properties[key].description])) };
    this.flags = new Set(Object.entries(rules).filter(([, { type }]) => type === "boolean").map(([key]) => key));
    element("rule").append(...Object.keys(this.about).map((key) => make("option", { value: key, text: key })));
    element("rule").addEventListener("change", () => this.#describe());
    element("rule_form").addEventListener("submit", (event) => { event.preventDefault(); this.#add(); });
    this.#describe();
    this.refresh();
  }

  #describe() {
    const key = element("rule").value;
    element("rule_about").textContent = this.about[key];
    element("rule_value").value = this.flags.has(key) ? "true" : EXAMPLES[key] ?? "0";
  }

  // Add the rule, unless its value is a mistake.
  #add() {
    const key = element("rule").value;
    const { spec } = this.history;
    const without = OBJECTIVES.includes(key) ? { ...spec, [key]: "PLACE" } : { ...spec, rules: { ...spec.rules, [key]: "PLACE" } };
    const text = specText(without).replace(`${key}: PLACE`, () => `${key}: ${element("rule_value").value.trim() || "?"}`);
    const { spec: read, mistakes } = readSpec(this.history.space, text);
    if (!read) this.say(`${key}: ${mistakes[0].problem}; ${mistakes[0].remedy}`);
    else this.history.edit((old) => ({ ...old, ...(OBJECTIVES.includes(key) ? { [key]: read[key] } : { rules: read.rules }) }));
  }

  refresh() {
    const { spec } = this.history;
    const written = [...Object.entries(spec.rules ?? {}), ...OBJECTIVES.filter((key) => key in spec).map((key) => [key, spec[key]])];
    element("rules").replaceChildren(...written.map(([key, value]) => make("li", {}, make("code", { text: `${key}: ${JSON.stringify(value).replaceAll('"', "")}` }), " ",
      button("Remove", () => this.#remove(key), { "aria-label": `Remove the rule ${key}` }))));
  }

  #remove(key) {
    this.history.edit((spec) => {
      if (OBJECTIVES.includes(key)) return { ...spec, [key]: undefined };
      const rules = Object.fromEntries(Object.entries(spec.rules).filter(([each]) => each !== key));
      return { ...spec, rules: Object.keys(rules).length ? rules : undefined };
    });
  }
}
