// The pieces: sets with their pictures, own pieces, and how many of each.

import { button, element, make, relist } from "../page/dom.js";
import { counted, listed } from "../page/numbers.js";
import { pieceIcon } from "./board_view.js";
import { buildPuzzle } from "./build.js";
import { isForProgram } from "./build_tiles.js";
import { copiesText, readCopies, sumText, without } from "./copies.js";
import { sideColorsOf } from "./marks.js";
import { sidesOf } from "./shown.js";
import { TileDialog } from "./tile_dialog.js";

export class TilePanel {
  history; say; space; colorOf; shown;

  constructor(history, colorOf, say) {
    Object.assign(this, { history, colorOf, say, space: history.space });
    this.dialog = new TileDialog(history, say);
    element("add_set").addEventListener("click", () => this.#addSet(element("set").value));
    element("draw_tile").addEventListener("click", () => this.dialog.open(null));
    this.refresh();
  }

  refresh() {
    const { spec, lattice, puzzle } = this.history;
    element("sum").textContent = puzzle ? sumText(puzzle) : "";
    const shown = JSON.stringify([lattice.name, spec.tiles, (this.history.tiles ?? []).map(({ name }) => [name, this.colorOf(name)])]);
    if (shown === this.shown) return;
    this.shown = shown;
    const fitting = [...this.space.sets.values()].filter((set) => [lattice.name, lattice.layer_of].includes(set.lattice) && (lattice.is_flat || !set.oneSided));
    const chosen = element("set").value;
    element("set").replaceChildren(...fitting.map(({ name, tiles }) => make("option", { value: name, text: `${name} (${tiles.size})` })));
    if (fitting.some(({ name }) => name === chosen)) element("set").value = chosen;
    element("add_set").disabled = !fitting.length;
    relist(element("entries"), spec.tiles.map((entry, k) => this.#entry(entry, k)), element("set"));
  }

  #change(index, change) {
    this.history.edit((spec) => ({ ...spec, tiles: spec.tiles.flatMap((entry, k) => (k === index ? change(entry) : [entry])) }));
  }

  #addSet(name) {
    const { spec, tiles } = this.history;
    if (spec.tiles.some((entry) => entry.set === name)) {
      this.say(`The set ${name} is there already.`);
      return;
    }
    // entries with pieces of the set give way
    const isBeside = (entry) => buildPuzzle(this.space, { ...spec, tiles: [entry, { set: name }], given: undefined, rules: undefined }).mistakes.length === 0;
    const kept = this.history.mistakes.length ? spec.tiles : spec.tiles.filter(isBeside);
    const gone = spec.tiles.filter((entry) => !kept.includes(entry)).map((entry) => entry.set ?? entry.name);
    const names = new Set((tiles ?? []).filter((tile) => kept.includes(spec.tiles[tile.entry])).map((tile) => tile.name));
    const given = this.history.givenList.filter(({ tile }) => names.has(tile));
    this.history.edit((rest) => ({ ...rest, tiles: [...kept, { set: name }], given }));
    if (gone.length) this.say(`The set ${name} is there instead of ${listed(gone)}, which ${gone.length > 1 ? "have" : "has"} some of the same pieces.`, () => this.history.undo());
  }

  #entry(entry, index) {
    const isSet = entry.set !== undefined;
    const set = isSet ? this.space.sets.get(entry.set) : null;
    const { lattice } = this.history;
    const turnsOver = lattice.is_flat && !set?.oneSided && !set?.hasSides && !entry.sides;
    const reflect = entry.reflect ?? turnsOver;
    const flag = (key, label, value, standard) => make("label", { className: "choice" }, make("input", {
      type: "checkbox", checked: value, on: { change: ({ target }) => this.#change(index, (old) => [{ ...old, [key]: target.checked === standard ? undefined : target.checked }]) },
    }), label);
    const copies = make("input", { type: "text", className: "copies", value: copiesText(entry.multiplicity), "aria-label": "Copies: a number, a range such as 0-4, or any", title: "a number, a range such as 0-4, or any" });
    copies.addEventListener("change", () => {
      const value = readCopies(copies.value);
      if (value === null) {
        this.say(`${copies.value} is not a number of copies; write 2, 0-4, 1+ or any.`);
        copies.value = copiesText(entry.multiplicity);
      } else this.#change(index, (old) => [{ ...old, multiplicity: value === 1 ? undefined : value }]);
    });
    const title = isSet ? entry.set : entry.name;
    return make("li", { className: "entry", data: { entry: title } },
      make("div", { className: "entry-head" }, make("strong", { text: title }), ...(isSet ? [] : [this.#picture(index)]),
        ...(isSet ? [] : [button("Draw", () => this.dialog.open(index), { "aria-label": `Draw ${title}` })]),
        button("Remove", () => this.#remove(index), { "aria-label": `Remove ${title}` })),
      make("div", { className: "entry-flags" }, make("label", {}, "Copies ", copies),
        ...(entry.orientations ? [`turned in ${counted(new Set(entry.orientations).size, "way")} only`, button("Any way", () => this.#change(index, (old) => [{ ...old, orientations: undefined }]), { "aria-label": `Any way for ${title}` })]
          : [flag("rotate", "turn", entry.rotate ?? !set?.isDrawn, !set?.isDrawn), flag("reflect", lattice.is_flat ? "turn over" : "mirror", reflect, turnsOver)])),
      ...(isSet ? [this.#members(entry, index, set)] : []));
  }

  #remove(index) {
    if (this.history.spec.tiles.length === 1) this.say("A puzzle has at least one piece. Add another one first.");
    else this.#change(index, () => []);
  }

  #picture(index) {
    const tiles = (this.history.tiles ?? []).filter((tile) => tile.entry === index);
    return make("div", { className: "members" }, ...tiles.map((tile) => make("span", { className: "member" }, pieceIcon(this.history.lattice, tile.form, this.colorOf(tile.name), tile.shown.length ? 28 : 15, tile.shown, this.history.sideColors))));
  }

  // A field for how many of the pieces of a set are used, which is a rule.
  #some(index) {
    const { spec, tiles } = this.history;
    const names = (tiles ?? []).filter((tile) => tile.entry === index).map(({ name }) => name);
    const isOfSet = ({ of }) => of.some((name) => names.includes(name));
    const rules = Array.isArray(spec.rules?.choose) ? spec.rules.choose : [];
    const field = make("input", { type: "number", min: 1, max: names.length, value: rules.find(isOfSet)?.copies ?? "", placeholder: "all", on: { change: ({ target }) => {
      const number = target.value === "" ? null : Math.round(Number(target.value));
      const others = rules.filter((rule) => !isOfSet(rule));
      const choose = [...others, ...(number ? [{ of: names, copies: number }] : [])];
      this.history.edit((before) => ({
        ...before, rules: { ...without(before.rules ?? {}, ["choose"]), ...(choose.length ? { choose } : {}) },
        tiles: before.tiles.map((entry, k) => (k === index ? { ...entry, multiplicity: number ? { min: 0, max: 1 } : undefined } : entry)),
      }));
    } } });
    return make("label", {}, "Use ", field, " of these");
  }

  // The pieces of a set; a click leaves one out or takes it in.
  #members(entry, index, set) {
    if (!set) return make("p", { text: isForProgram(entry) ? "This page does not draw these pieces." : "There is no such set." });
    const sized = (name) => `${name}${set.tiles.get(name).length}`;
    const isIn = (name) => (entry.only ? entry.only.includes(name) || entry.only.includes(sized(name)) : !(entry.except ?? []).some((each) => each === name || each === sized(name)));
    const names = [...set.tiles.keys()];
    const choose = (chosen) => this.#change(index, (old) => {
      const left = names.filter((name) => !chosen.includes(name));
      if (!chosen.length) return [old];
      const isShort = left.length < chosen.length;
      return [{ ...old, only: isShort ? undefined : chosen, except: isShort && left.length ? left : undefined }];
    });
    const lattice = this.space.lattices.get(set.lattice);
    const sideColors = sideColorsOf(this.space, [...new Set(Object.values(set.shown ?? {}).flat().flatMap((each) => [...sidesOf(each)]))].sort());
    const group = make("div", { className: "members", role: "group", "aria-label": `Pieces of ${set.name}` }, ...names.map((name) => {
      const node = button("", () => choose(names.filter((each) => (each === name ? !isIn(each) : isIn(each)))), {
        className: "member", "aria-pressed": isIn(name), "aria-label": name, title: `${name}: ${isIn(name) ? "used; click to leave it out" : "left out; click to use it"}`,
      });
      node.append(pieceIcon(lattice, set.tiles.get(name), this.colorOf(name), set.shown ? 20 : names.length > 40 ? 7 : 11, set.shown?.[name], sideColors), make("span", { text: name }));
      return node;
    }));
    return make("div", {}, group, make("div", { className: "entry-flags" },
      button("All", () => choose(names)), button(`Only ${names[0]}`, () => choose([names[0]])), this.#some(index)));
  }
}
