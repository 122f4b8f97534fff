/** The kernel of the dispatcher, and the columns of a problem in its memory. It holds one problem at a time. */
import { compileKernel, startKernel } from '../web-assembly.ts'
import { columnCount } from './kernel/columns.ts'
import { bytes } from './kernel/dist/kernel.ts'

interface DispatchKernel {
  readonly memory: { readonly buffer: SharedArrayBuffer }
  makeRoom(
    operations: number,
    alternatives: number,
    links: number,
    lanes: number,
    machines: number,
    tables: number,
    bytes: number,
  ): number
  loadProblem(
    passing: number,
    links: number,
    tables: number,
    holds: number,
    holdKinds: number,
    resources: number,
    mostSeen: number,
    mostScanned: number,
    isLarge: number,
    limit: number,
  ): void
  run(now: number, value: number, slackScale: number, setupScale: number, leastSlack: number): number
}

export type Column = Int32Array | Float64Array | Uint8Array

let started: DispatchKernel | undefined

export function dispatchKernel(): DispatchKernel {
  started ??= startKernel<DispatchKernel>(compileKernel(bytes))
  return started
}

/** Columns side by side in the memory of the kernel, each by its name in kernel/columns.ts. Addresses are from the first on. */
export class Columns {
  readonly addresses = new Int32Array(columnCount)
  /** Bytes of all of them. */
  length = 0
  private columns: Column[] = []
  private readonly places: number[] = []
  private first = 0

  constructor() {
    this.add(this.addresses)
  }

  /** One without a name; its address. */
  add(column: Column): number {
    const at = this.length
    this.columns.push(column)
    this.places.push(at)
    this.length = at + Math.ceil(column.byteLength / 8) * 8
    return at
  }

  put(name: number, column: Column): void {
    this.addresses[name] = this.add(column)
  }

  /** Copies all of them to where the kernel has room for them. */
  copyTo(first: number): void {
    this.first = first
    for (let i = 0; i < this.columns.length; i++) this.set(this.places[i]!, this.columns[i]!)
    this.columns = []
  }

  write(name: number, column: Column): void {
    this.set(this.addresses[name]!, column)
  }

  readIntegers(name: number, into: Int32Array | Uint8Array): void {
    into.set(new Int32Array(dispatchKernel().memory.buffer, this.first + this.addresses[name]!, into.length))
  }

  readNumbers(name: number, into: Float64Array): void {
    into.set(new Float64Array(dispatchKernel().memory.buffer, this.first + this.addresses[name]!, into.length))
  }

  private set(address: number, { buffer, byteOffset, byteLength }: Column): void {
    const memory = new Uint8Array(dispatchKernel().memory.buffer, this.first + address, byteLength)
    memory.set(new Uint8Array(buffer, byteOffset, byteLength))
  }
}
