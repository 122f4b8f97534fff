/** Routings and component orders as numbers: who waits for whom. */
import type { Operation } from './problem.ts'
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

export function linksOf(operations: readonly Operation[], numberOf: ReadonlyMap<string, number>): Links {
  const n = operations.length
  const predFirst = new Int32Array(n + 1)
  for (let i = 0; i < n; i++) predFirst[i + 1] = predFirst[i]! + operations[i]!.predecessors.length
  const count = predFirst[n]!
  const predOp = new Int32Array(count)
  const predWait = new Float64Array(count)
  const predShare = new Float64Array(count).fill(1)
  let k = 0
  for (let i = 0; i < n; i++) {
    const { predecessors } = operations[i]!
    const links = predecessors.length < 2 ? predecessors : predecessors.toSorted(byOperation)
    for (const link of links) {
      // Mostly the operation just before it.
      let before = i - 1
      if (i === 0 || operations[before]!.id !== link.operation) {
        const number = numberOf.get(link.operation)
        if (number === undefined) throw new Error(`Unknown operation ${link.operation}`)
        before = number
      }
      predOp[k] = before
      predWait[k] = link.waitSeconds ?? 0
      if (link.transferQuantity !== undefined) predShare[k] = shareOf(operations[before]!, link)
      k++
    }
  }
  const { succFirst, succOp } = successors(predFirst, predOp, n)
  const topological = topologicalOrder(predFirst, succFirst, succOp, n)
  return { predFirst, predOp, predWait, predShare, succFirst, succOp, topological }
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
