/** The kernel of the dispatcher, and the columns of a problem in its memory. It holds one problem at a time. */
import { compileKernel, startKernel } from '../../web-assembly/start.ts'
import { columnCount } from '../kernel/columns.ts'
import { bytes } from '../kernel/dist/kernel.ts'

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
    tables: number,
    holds: number,
    holdKinds: number,
    resources: number,
    mostSeen: number,
    mostScanned: number,
    isLarge: number,
    limit: number,
  ): void
  beginPass(now: number, value: number, slackScale: number, setupScale: number, leastSlack: number): void
  /** 0: the pass is at its end. */
  goOnWithPass(events: number): number
  endPass(): number
}

export type Column = Int32Array | Float64Array | Uint8Array

let started: DispatchKernel | undefined

export function dispatchKernel(): DispatchKernel {
  started ??= startKernel<DispatchKernel>(compileKernel(bytes))
  return started
}

/**
 * Columns side by side in the memory of the kernel, each by its name in kernel/columns.ts. Addresses are from the first on. What
 * is computed for the kernel alone is written straight into its memory: what lies beside the heap makes the garbage collector
 * look at everything.
 */
export class Columns {
  readonly addresses = new Int32Array(columnCount)
  /** Bytes of all of them. */
  length = 0
  private writers: (() => void)[] = []
  private first = 0

  constructor() {
    this.add(this.addresses)
  }

  /** One without a name; its address. */
  add(column: Column): number {
    return this.addRoom(column.byteLength, address => this.set(address, column))
  }

  /** So many numbers, written when there is room for them. */
  addNumbers(count: number, write: (numbers: Float64Array) => void): number {
    return this.addRoom(8 * count, address =>
      write(new Float64Array(dispatchKernel().memory.buffer, this.first + address, count)),
    )
  }

  put(name: number, column: Column): void {
    this.addresses[name] = this.add(column)
  }

  putNumbers(name: number, count: number, write: (numbers: Float64Array) => void): void {
    this.addresses[name] = this.addNumbers(count, write)
  }

  /** So many bytes, whatever lies there. */
  putRoom(name: number, bytes: number): void {
    this.addresses[name] = this.addRoom(bytes)
  }

  /** Writes all of them to where the kernel has room for them. */
  writeTo(first: number): void {
    this.first = first
    for (const write of this.writers) write()
    this.writers = []
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

  private addRoom(bytes: number, write?: (address: number) => void): number {
    const address = this.length
    if (write) this.writers.push(() => write(address))
    this.length = address + Math.ceil(bytes / 8) * 8
    return address
  }

  private set(address: number, { buffer, byteOffset, byteLength }: Column): void {
    const memory = new Uint8Array(dispatchKernel().memory.buffer, this.first + address, byteLength)
    memory.set(new Uint8Array(buffer, byteOffset, byteLength))
  }
}
