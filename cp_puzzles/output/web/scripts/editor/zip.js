// Several texts as one ZIP file, not compressed.

const DATE = 0x21; // 1 January 1980: the same puzzles give the same file

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let k = 0; k < 8; k += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

const checksum = (bytes) => ~bytes.reduce((sum, byte) => (sum >>> 8) ^ TABLE[(sum ^ byte) & 255], -1) >>> 0;

// Little-endian bytes of [number, size] pairs.
const packed = (pairs) => pairs.flatMap(([number, size]) => Array.from({ length: size }, (_, k) => (number >>> (8 * k)) & 255));

// The file of [name, text] pairs with different names of ASCII letters.
export function zipOf(files) {
  const [parts, directory] = [[], []];
  let place = 0;
  for (const [name, text] of files) {
    const [path, bytes] = [name, text].map((each) => new TextEncoder().encode(each));
    const about = [[20, 2], [0x800, 2], [0, 2], [0, 2], [DATE, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]];
    const head = [...packed([[0x04034b50, 4], ...about]), ...path];
    directory.push(...packed([[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4]]), ...path);
    parts.push(new Uint8Array(head), bytes);
    place += head.length + bytes.length;
  }
  const end = packed([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [directory.length, 4], [place, 4], [0, 2]]);
  return new Blob([...parts, new Uint8Array(directory), new Uint8Array(end)], { type: "application/zip" });
}
