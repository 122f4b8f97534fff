/** Routings and component orders as numbers: who waits for whom. */
import type { IdNumbers } from '../problem/id-numbers.ts'
import type { Link, Operation } from '../problem/problem.ts'
import { shareOf } from '../problem/transfer.ts'

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

/** The links of operations as they are given; those to one that does not stand just before are looked up in the end. */
export class LinkRows {
  private readonly given: readonly Operation[]
  private readonly numberOf: Int32Array
  private readonly predFirst: Int32Array
  private readonly predOp: Int32Array
  private readonly predWait: Float64Array
  private readonly predShare: Float64Array
  /** By row. */
  private readonly unknown = new Map<number, Link>()

  /** `predFirst`: where the rows of each operation begin; `numberOf` those that are given. */
  constructor(given: readonly Operation[], predFirst: Int32Array, numberOf: Int32Array) {
    this.given = given
    this.numberOf = numberOf
    this.predFirst = predFirst
    this.predOp = new Int32Array(predFirst.at(-1)!)
    this.predWait = new Float64Array(this.predOp.length)
    this.predShare = new Float64Array(this.predOp.length)
  }

  /** The operation that is given at a place. */
  add(place: number, { predecessors }: Operation): void {
    const links = predecessors.length < 2 ? predecessors : predecessors.toSorted(byOperation)
    const first = this.predFirst[this.numberOf[place]!]!
    for (let l = 0; l < links.length; l++) {
      const link = links[l]!
      const k = first + l
      this.predWait[k] = link.waitSeconds ?? 0
      // Mostly the operation just before it.
      const before = place > 0 ? this.given[place - 1]! : undefined
      if (before !== undefined && before.id === link.operation) {
        this.predOp[k] = this.numberOf[place - 1]!
        this.predShare[k] = link.transferQuantity === undefined ? 1 : shareOf(before, link)
      } else this.unknown.set(k, link)
    }
  }

  /** When all have come; `operations` by their numbers. */
  rows(operations: readonly Operation[], operationNumber: IdNumbers): Links {
    const { predFirst, predOp, predWait, predShare, unknown } = this
    for (const [k, link] of unknown) {
      const number = operationNumber.get(link.operation)
      if (number === undefined) throw new Error(`Unknown operation ${link.operation}`)
      predOp[k] = number
      predShare[k] = shareOf(operations[number]!, link)
    }
    const { succFirst, succOp } = successors(predFirst, predOp, operations.length)
    const topological = topologicalOrder(predFirst, succFirst, succOp, operations.length)
    return { predFirst, predOp, predWait, predShare, succFirst, succOp, topological }
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
