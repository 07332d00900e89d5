// The bytes of the WebAssembly kernel, which esbuild puts into the bundle.
declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
