// A puzzle file as the part of an address after #.

import { base64Of, bytesOf } from "../page/numbers.js";

const bytesToText = (bytes) => base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const textToBytes = (text) => bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function toHash(text) {
  return `#puzzle=${bytesToText(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")))}`;
}

const MAX_TEXT = 1e6; // bytes of the unpacked puzzle file of a link

// The unpacked bytes; null if they would be more than `most`: a few kilobytes can unpack to gigabytes. Damaged bytes are an error.
async function unpacked(bytes, format, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const chunks = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

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
