/** Kernels of the engine that are compiled to WebAssembly by `tools/build-kernel.js`. */

/** What of the global WebAssembly is used; no library that runs everywhere declares it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

export const compileKernel = (bytes: Uint8Array): object => new WebAssembly.Module(bytes)

/** `T` is what the kernel exports. */
export const startKernel = <T>(compiled: object): T => new WebAssembly.Instance(compiled).exports as T
