// Pictures as PNG, and blobs saved as files.

import { make } from "./dom.js";

// A picture {text, width, height} as PNG.
export async function pngOf({ text, width, height }) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await new Promise((resolve, reject) => { Object.assign(image, { onload: resolve, onerror: reject, src: url }); });
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

// A name of a file that every system can write.
export const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "puzzle";

// Save a blob in a file.
export function download(blob, title, suffix) {
  const link = make("a", { href: URL.createObjectURL(blob), download: fileName(title) + suffix });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
