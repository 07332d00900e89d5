// A puzzle file as the part of an address after #, and the copy that the browser keeps.

import { base64Of, bytesOf } from "../page/numbers.js";
import { unpacked } from "./unpack.js";

const bytesToText = (bytes) => base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const textToBytes = (text) => bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function toHash(text) {
  return `#puzzle=${bytesToText(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")))}`;
}

const MAX_TEXT = 1e6; // bytes of the unpacked puzzle file of a link

// The text of a link; null if the address has none. `told`: gets a sentence about a link that cannot be opened.
export async function fromHash(hash, told) {
  const [, packed] = hash.match(/^#puzzle=(.+)$/) ?? [];
  if (!packed) return null;
  try {
    const bytes = await unpacked(textToBytes(packed), "deflate-raw", MAX_TEXT);
    if (bytes) return new TextDecoder().decode(bytes);
    told("The link holds more than a million characters and was not opened.");
  } catch {
    told("The link is damaged and was not opened.");
  }
  return null;
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
