// A puzzle file as the part of an address after #, and the copy that the browser keeps.

import { base64Of, bytesOf } from "../page/numbers.js";

const bytesToText = (bytes) => base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const textToBytes = (text) => bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function toHash(text) {
  return `#puzzle=${bytesToText(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")))}`;
}

// The text of a link; null if the address has none, or a damaged one.
export async function fromHash(hash) {
  const [, packed] = hash.match(/^#puzzle=([-\w]+)$/) ?? [];
  if (!packed) return null;
  try {
    return new TextDecoder().decode(await through(textToBytes(packed), new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

const SOON_MILLISECONDS = 300;
const LEAST = 1e5; // characters of steps that are kept

// Steps that survive closing; `base`: the text with which the page was written.
export class Keeper {
  pending; timer;

  constructor(base) {
    let mix = 0;
    for (const letter of base) mix = (Math.imul(mix, 31) + letter.codePointAt(0)) | 0;
    document.addEventListener("visibilitychange", () => this.pending?.());
    window.addEventListener("pagehide", () => this.pending?.());
    this.key = `cp-puzzles editor: ${base.split("\n", 1)[0]} ${mix}`;
  }

  // Keep the steps soon; at once if the page is left. `told`: gets false if the browser keeps nothing.
  saveSoon(history, told) {
    clearTimeout(this.timer);
    const save = () => { clearTimeout(this.timer); this.pending = null; told(this.save(history)); };
    this.pending = save;
    this.timer = setTimeout(save, SOON_MILLISECONDS);
  }

  save({ texts, place }) {
    let [first, size] = [place, 0];
    while (first > 0 && size < LEAST) size += texts[(first -= 1)].length;
    try {
      localStorage.setItem(this.key, JSON.stringify({ texts: texts.slice(first), place: place - first }));
      return true;
    } catch {
      return false;
    }
  }

  // {texts, place}, null if nothing is kept.
  load() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      return Array.isArray(kept?.texts) && typeof kept.texts[kept.place] === "string" ? kept : null;
    } catch {
      return null;
    }
  }
}
