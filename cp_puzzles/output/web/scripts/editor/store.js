// What the browser keeps, in IndexedDB: puzzles with all their steps, and how far their searches are. Each tab has one of
// the puzzles; two tabs that change the same one end with two puzzles.

const NAME = "cp-puzzles editor";
const MAX_STEPS = 1e7; // characters of the steps of a puzzle that are kept when it is opened again

/** @typedef {{id: string, base: string, name: string, text: string, changed: number, first: number, count: number, place: number, revision: string}} Kept
 * a puzzle: the page on which it began, its present text, the number of its first step that is kept, their count, and its place among them */

const resultOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

// The value of a function about the storage of the browser, which may forbid it.
const allowed = (act, otherwise = null) => { try { return act(); } catch { return otherwise; } };

export const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (number) => number.toString(36)).join("");

const stepsOf = (id, first = 0) => IDBKeyRange.bound([id, first], [id, Infinity]);

export class Store {
  constructor(database) { this.database = database; }

  // The store of this browser; null if it keeps nothing.
  static async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        for (const name of ["puzzles", "searches"]) request.result.createObjectStore(name, { keyPath: "id" });
        request.result.createObjectStore("steps");
      };
      const database = await resultOf(request);
      database.onversionchange = () => database.close();
      return new Store(database);
    } catch {
      return null;
    }
  }

  #tables(mode, ...names) {
    const transaction = this.database.transaction(names, mode);
    return { transaction, tables: names.map((name) => transaction.objectStore(name)) };
  }

  // Resolves when what was written in a transaction is kept.
  #done(transaction) {
    return new Promise((done, fail) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => fail(transaction.error);
      transaction.commit?.();
    });
  }

  /** All puzzles, the last changed one first. @returns {Promise<Kept[]>} */
  async list() {
    const { tables: [puzzles] } = this.#tables("readonly", "puzzles");
    return (await resultOf(puzzles.getAll())).sort((a, b) => b.changed - a.changed);
  }

  // {puzzle, texts, place}; null if there is no puzzle with an identifier. Steps before those that are read are forgotten.
  async load(id) {
    const { tables: [puzzles, steps] } = this.#tables("readonly", "puzzles", "steps");
    const puzzle = await resultOf(puzzles.get(id));
    if (!puzzle) return null;
    const all = await resultOf(steps.getAll(stepsOf(id)));
    let [start, size] = [puzzle.place, 0];
    while (start > 0 && size < MAX_STEPS) size += all[(start -= 1)].length;
    return { puzzle: { ...puzzle, first: puzzle.first + start }, texts: all.slice(start), place: puzzle.place - start };
  }

  // Write a puzzle with its steps, those from a number on; returns false if another tab has written it since `before`.
  async save(puzzle, before, texts, same) {
    const { transaction, tables: [puzzles, steps] } = this.#tables("readwrite", "puzzles", "steps");
    const old = await resultOf(puzzles.get(puzzle.id));
    if (old && old.revision !== before) {
      transaction.abort();
      return false;
    }
    const from = old ? same : 0;
    steps.delete(IDBKeyRange.bound([puzzle.id, -1], [puzzle.id, puzzle.first], false, true));
    steps.delete(stepsOf(puzzle.id, puzzle.first + from));
    for (let k = from; k < texts.length; k += 1) steps.put(texts[k], [puzzle.id, puzzle.first + k]);
    puzzles.put(puzzle);
    await this.#done(transaction);
    return true;
  }

  async remove(id) {
    const { transaction, tables: [puzzles, steps, searches] } = this.#tables("readwrite", "puzzles", "steps", "searches");
    puzzles.delete(id);
    searches.delete(id);
    steps.delete(stepsOf(id));
    await this.#done(transaction);
  }

  async keepSearch(id, state) {
    const { transaction, tables: [searches] } = this.#tables("readwrite", "searches");
    searches.put({ id, ...state });
    await this.#done(transaction);
  }

  search(id) { return resultOf(this.#tables("readonly", "searches").tables[0].get(id)); }
}

// The last step, until the store has it: it survives a tab that is ended while the store writes. Where local storage is
// forbidden, that step may be lost.
const journal = {
  write: (id, step) => allowed(() => localStorage.setItem(`${NAME}: ${id}`, JSON.stringify(step))),
  remove: (id) => allowed(() => localStorage.removeItem(`${NAME}: ${id}`)),
  // [id, step] pairs
  all: () => allowed(() => Object.entries(localStorage).filter(([key]) => key.startsWith(`${NAME}: `))
    .map(([key, value]) => [key.slice(NAME.length + 2), JSON.parse(value)]), []),
};

// The puzzle of this tab, kept after each step. `base`: the text with which the page was written.
export class Keeper {
  history; store; told; kept; isFresh; puzzle; writing; waiting; before; search; base; tab;

  // `told` gets a sentence about what happened to the puzzle.
  constructor(history, store, base, told) {
    let mix = 0;
    for (const letter of base) mix = (Math.imul(mix, 31) + letter.codePointAt(0)) | 0;
    this.base = `${base.split("\n", 1)[0]} ${mix}`;
    this.tab = `${NAME}: ${this.base}`;
    Object.assign(this, { history, store, told, kept: [], isFresh: true, puzzle: this.#new(), writing: Promise.resolve() });
  }

  /** @returns {Kept} */
  #new() { return { id: newKey(), base: this.base, name: "", text: "", changed: 0, first: 0, count: 0, place: 0, revision: "" }; }

  get id() { return this.puzzle.id; }

  // Open the puzzle that this tab had, or the last one of this page. `linked`: a text that is opened instead, if it is not
  // that of the puzzle.
  async begin(linked) {
    if (this.store) await this.#recover();
    const all = this.store ? await this.store.list() : [];
    const last = allowed(() => sessionStorage.getItem(this.tab));
    const mine = all.find(({ id }) => id === last) ?? all.find(({ base }) => base === this.base);
    const puzzle = linked === null || mine?.text === linked ? mine : all.find(({ text }) => text === linked);
    if (puzzle) await this.open(puzzle.id);
    else if (linked !== null) this.start(linked, false);
    else if (this.store) this.search = await this.store.search(this.#searchId());
  }

  // The search of a page that was only opened belongs to the page.
  #searchId() { return this.isFresh ? this.base : this.id; }

  // Keep how far the search is; a browser that cannot begins again from nothing.
  keepSearch(progress) { if (progress && this.store) this.store.keepSearch(this.#searchId(), progress).catch(() => {}); }
  // Write the steps that a tab which was ended left in the journal.
  async #recover() {
    for (const [id, { before, base, name, text }] of journal.all()) {
      const old = await this.store.load(id);
      const texts = old ? [...old.texts.slice(0, old.place + 1), text] : [text];
      const puzzle = { ...(old?.puzzle ?? { ...this.#new(), id, base }), name, text, place: texts.length - 1, count: texts.length, changed: Date.now(), revision: newKey() };
      if (before.includes(old?.puzzle.revision ?? "") && old?.puzzle.text !== text) await this.store.save(puzzle, old?.puzzle.revision ?? "", texts, texts.length - 1);
      journal.remove(id);
    }
  }

  // If that is forbidden, the last puzzle of the page is opened at a reload.
  #remember() { allowed(() => sessionStorage.setItem(this.tab, this.id)); }

  // Open a puzzle of the store.
  async open(id) {
    await this.writing;
    const found = await this.store.load(id);
    if (!found) return;
    // the last search may still be that of the page, from before the first change
    this.search = await this.store.search(id) ?? await this.store.search(this.base);
    Object.assign(this, { puzzle: found.puzzle, kept: found.texts, isFresh: false });
    this.#remember();
    this.history.restore(found);
  }

  // Begin another puzzle; returns what brings back the one before. `isKept`: at once, not only when it is changed.
  start(text, isKept = true) {
    this.history.settle();
    this.save();
    const { puzzle, kept, isFresh } = this;
    const { texts, place } = this.history;
    Object.assign(this, { puzzle: this.#new(), kept: [], isFresh: !isKept });
    this.history.restore({ texts: [text], place: 0 });
    if (isKept) this.save();
    return () => {
      if (!isFresh) return this.open(puzzle.id);
      Object.assign(this, { puzzle, kept, isFresh });
      return this.history.restore({ texts, place });
    };
  }

  // Act when all is kept.
  #after(act) { this.writing = this.writing.then(act); }

  // Keep the steps; those of a page that was only opened are not kept.
  save() {
    const { history, puzzle, kept } = this;
    const { texts, place } = history;
    if (this.isFresh && texts.length === 1) return;
    if (place === puzzle.place && texts.length === kept.length && texts.at(-1) === kept.at(-1)) return;
    this.isFresh = false;
    const steps = { puzzle, texts: [...texts], place, name: history.spec.name, revision: newKey() };
    // what the store may have when it is read: its present state, or one that is being written
    this.before = this.waiting?.puzzle === puzzle ? [...this.before, this.waiting.revision] : [puzzle.revision];
    if (this.store) journal.write(puzzle.id, { before: this.before, base: puzzle.base, name: steps.name, text: texts[place] });
    this.waiting = steps;
    // steps that wait behind others are written with the last ones
    this.#after(() => (this.waiting === steps || this.waiting?.puzzle !== puzzle ? this.#write(steps) : undefined));
  }

  async #write({ puzzle, texts, place, name, revision }) {
    const kept = puzzle === this.puzzle ? this.kept : [];
    let same = Math.min(kept.length, texts.length);
    while (same > 0 && kept[same - 1] !== texts[same - 1]) same -= 1;
    const written = { ...puzzle, name, text: texts[place], place, count: texts.length, changed: Date.now(), revision };
    try {
      if (!this.store) throw new Error("this browser keeps nothing");
      if (!await this.store.save(written, puzzle.revision, texts, same)) {
        // another tab has changed the puzzle: this tab goes on with a copy
        written.id = newKey();
        await this.store.save(written, "", texts, 0);
        this.told("Another tab has changed this puzzle, too. This tab goes on with a copy; both are in My puzzles.", true);
      }
      if (this.waiting?.texts === texts) {
        journal.remove(puzzle.id);
        this.waiting = null;
      }
      Object.assign(puzzle, written);
      if (puzzle !== this.puzzle) return;
      this.kept = texts;
      this.#remember();
    } catch {
      this.told("The browser keeps no copy: download the file before you close the page.", false);
    }
  }
}
