// Numbers: as bytes in the data, and as words for a reader.

export function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Little-endian numbers of 2 or 4 bytes.
export function readNumbers({ bytes, base64 }) {
  const { buffer } = bytesOf(base64);
  return bytes === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

// In groups of three digits, as the terminal writes them.
export const integer = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

export function counted(number, noun, plural = `${noun}s`) {
  return `${integer(number)} ${number === 1 ? noun : plural}`;
}

// "A", "A and B", "A, B and C".
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
