// Unpack bytes up to a size: a few kilobytes can unpack to gigabytes.

// The unpacked bytes; null if they would be more than `most`. Damaged bytes are an error.
export async function unpacked(bytes, format, most) {
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
