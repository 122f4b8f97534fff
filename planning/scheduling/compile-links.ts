/** Routings and component orders as numbers: who waits for whom. */
import type { IdNumbers } from './id-numbers.ts'
import type { Link, Operation } from './problem.ts'
import { shareOf } from './transfer.ts'

export interface Links {
  readonly predFirst: Int32Array
  readonly predOp: Int32Array
  readonly predWait: Float64Array
  /** Part of the quantity that is handed over at a time; 1 hands over at the end. */
  readonly predShare: Float64Array
  readonly succFirst: Int32Array
  readonly succOp: Int32Array
  /** Operations in an order in which every predecessor comes first; those on a circle are missing. */
  readonly topological: Int32Array
}

/** Gathers the links operation by operation; those to operations that come later are looked up in the end. */
export class LinkRows {
  private readonly operations: readonly Operation[]
  private readonly numberOf: IdNumbers
  private readonly predFirst: Int32Array
  private predOp: Int32Array
  private predWait: Float64Array
  private readonly transfers: number[] = []
  private readonly transferLinks: Link[] = []
  private readonly unknown: number[] = []
  private readonly unknownLinks: Link[] = []
  private count = 0

  /** `numberOf` is filled with all operations when the rows are asked for. */
  constructor(operations: readonly Operation[], numberOf: IdNumbers) {
    this.operations = operations
    this.numberOf = numberOf
    this.predFirst = new Int32Array(operations.length + 1)
    this.predOp = new Int32Array(Math.max(16, operations.length * 2))
    this.predWait = new Float64Array(this.predOp.length)
  }

  add(i: number, { predecessors }: Operation): void {
    const links = predecessors.length < 2 ? predecessors : predecessors.toSorted(byOperation)
    if (this.count + links.length > this.predOp.length) this.grow(links.length)
    for (let l = 0; l < links.length; l++) {
      const link = links[l]!
      const k = this.count++
      // Mostly the operation just before it.
      if (i > 0 && this.operations[i - 1]!.id === link.operation) this.predOp[k] = i - 1
      else {
        this.unknown.push(k)
        this.unknownLinks.push(link)
      }
      this.predWait[k] = link.waitSeconds ?? 0
      if (link.transferQuantity !== undefined) {
        this.transfers.push(k)
        this.transferLinks.push(link)
      }
    }
    this.predFirst[i + 1] = this.count
  }

  private grow(more: number): void {
    const predOp = new Int32Array(this.predOp.length * 2 + more)
    const predWait = new Float64Array(predOp.length)
    predOp.set(this.predOp)
    predWait.set(this.predWait)
    this.predOp = predOp
    this.predWait = predWait
  }

  rows(): Links {
    const { operations, predFirst, unknown, unknownLinks, transfers, transferLinks } = this
    const n = operations.length
    const predOp = this.predOp.subarray(0, this.count)
    for (let u = 0; u < unknown.length; u++) {
      const number = this.numberOf.get(unknownLinks[u]!.operation)
      if (number === undefined) throw new Error(`Unknown operation ${unknownLinks[u]!.operation}`)
      predOp[unknown[u]!] = number
    }
    const predShare = new Float64Array(this.count).fill(1)
    for (let t = 0; t < transfers.length; t++) {
      predShare[transfers[t]!] = shareOf(operations[predOp[transfers[t]!]!]!, transferLinks[t]!)
    }
    const { succFirst, succOp } = successors(predFirst, predOp, n)
    const topological = topologicalOrder(predFirst, succFirst, succOp, n)
    return {
      predFirst,
      predOp,
      predWait: this.predWait.subarray(0, this.count),
      predShare,
      succFirst,
      succOp,
      topological,
    }
  }
}

const byOperation = (a: { readonly operation: string }, b: { readonly operation: string }) =>
  a.operation < b.operation ? -1 : 1

function successors(predFirst: Int32Array, predOp: Int32Array, n: number) {
  const succFirst = new Int32Array(n + 1)
  for (let k = 0; k < predOp.length; k++) succFirst[predOp[k]! + 1]!++
  for (let i = 0; i < n; i++) succFirst[i + 1]! += succFirst[i]!
  const next = succFirst.slice()
  const succOp = new Int32Array(predOp.length)
  for (let i = 0; i < n; i++) {
    for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) succOp[next[predOp[k]!]!++] = i
  }
  return { succFirst, succOp }
}

function topologicalOrder(predFirst: Int32Array, succFirst: Int32Array, succOp: Int32Array, n: number): Int32Array {
  const open = new Int32Array(n)
  const order = new Int32Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    open[i] = predFirst[i + 1]! - predFirst[i]!
    if (open[i] === 0) order[count++] = i
  }
  for (let i = 0; i < count; i++) {
    for (let k = succFirst[order[i]!]!; k < succFirst[order[i]! + 1]!; k++) {
      if (--open[succOp[k]!]! === 0) order[count++] = succOp[k]!
    }
  }
  return order.slice(0, count)
}
