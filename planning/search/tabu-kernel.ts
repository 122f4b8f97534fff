/** The tabu search as WebAssembly; its source is the folder `kernel`, which `tools/build-kernel.js` compiles. */
import { compileKernel, startKernel } from '../web-assembly/start.ts'
import { bytes } from './kernel/dist/kernel.ts'

interface Address {
  readonly value: number
}

export interface TabuKernel {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly operations: Address
  readonly none: Address
  readonly cold: Address
  readonly order: Address
  readonly machines: Address
  readonly choices: Address
  readonly lists: Address
  readonly bestOrder: Address
  readonly bestChoices: Address
  readonly best: Address
  prepare(count: number, machines: number, choices: number, listed: number, tableSize: number, strict: number): void
  close(tenure: number, seed: number): void
  start(): void
  run(moves: number, patience: number, floor: number): number
}

let compiled: object | undefined

/** A kernel holds one problem at a time; its memory stays for the next one. */
export function makeTabuKernel(): TabuKernel {
  compiled ??= compileKernel(bytes)
  return startKernel(compiled)
}
