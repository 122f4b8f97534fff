/**
 * Repairs the topological order of a graph after one operation has got new neighbours on a machine, between their positions
 * only (Pearce & Kelly 2006, with one side moved). False, and nothing has changed, when the new arcs close a cycle.
 */
import type { Shop } from './shop.ts'

/** What the order follows from, and the order itself. */
export interface Ordered {
  readonly shop: Shop
  readonly count: number
  readonly chains: boolean
  readonly order: Int32Array
  readonly position: Int32Array
  readonly before: Int32Array
  readonly after: Int32Array
  readonly predecessor: Int32Array
  readonly successor: Int32Array
}

export class Reorder {
  private readonly graph: Ordered
  private readonly stamp: Int32Array
  private readonly staying: Int32Array
  private readonly moving: Int32Array
  private stampNow = 0

  constructor(graph: Ordered) {
    this.graph = graph
    this.stamp = new Int32Array(graph.count + 1)
    this.staying = new Int32Array(graph.count + 1)
    this.moving = new Int32Array(graph.count + 1)
  }

  /** The operation and all that follow it go behind x. */
  right(operation: number, x: number): boolean {
    const { stamp, staying, moving } = this
    const { order, position, before, predecessor, chains } = this.graph
    const { predecessorStart, predecessors } = this.graph.shop
    const mark = ++this.stampNow
    const low = position[operation]!
    const high = position[x]!
    let stays = 0
    let moves = 1
    stamp[operation] = mark
    moving[0] = operation
    for (let i = low + 1; i <= high; i++) {
      const w = order[i]!
      let follows = stamp[predecessor[w]!] === mark || stamp[before[w]!] === mark
      if (!chains && !follows)
        for (let k = predecessorStart[w]! + 1; k < predecessorStart[w + 1]!; k++)
          if (stamp[predecessors[k]!] === mark) follows = true
      if (follows) {
        stamp[w] = mark
        moving[moves++] = w
      } else staying[stays++] = w
    }
    if (stamp[x] === mark) return false
    let to = low
    for (let k = 0; k < stays; k++) {
      order[to] = staying[k]!
      position[staying[k]!] = to++
    }
    for (let k = 0; k < moves; k++) {
      order[to] = moving[k]!
      position[moving[k]!] = to++
    }
    return true
  }

  /** The operation and all that precede it go in front of y. */
  left(operation: number, y: number): boolean {
    const { stamp, staying, moving } = this
    const { order, position, after, successor, chains } = this.graph
    const { successorStart, successors } = this.graph.shop
    const mark = ++this.stampNow
    const low = position[y]!
    const high = position[operation]!
    let stays = 0
    let moves = 1
    stamp[operation] = mark
    moving[0] = operation
    for (let i = high - 1; i >= low; i--) {
      const w = order[i]!
      let precedes = stamp[successor[w]!] === mark || stamp[after[w]!] === mark
      if (!chains && !precedes)
        for (let k = successorStart[w]! + 1; k < successorStart[w + 1]!; k++)
          if (stamp[successors[k]!] === mark) precedes = true
      if (precedes) {
        stamp[w] = mark
        moving[moves++] = w
      } else staying[stays++] = w
    }
    if (stamp[y] === mark) return false
    let to = high
    for (let k = 0; k < stays; k++) {
      order[to] = staying[k]!
      position[staying[k]!] = to--
    }
    for (let k = 0; k < moves; k++) {
      order[to] = moving[k]!
      position[moving[k]!] = to--
    }
    return true
  }
}
