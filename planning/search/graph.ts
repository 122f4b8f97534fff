/**
 * Disjunctive graph of one sequence: every operation has its neighbours on the machine, its earliest end, and its `out`: the
 * longest time from its start to the end of all. `place` moves one operation and repairs the topological order, the ends and
 * the outs only where they change. The index `count` is a sentinel for which all of these are 0.
 */
import { updateEnds, updateOuts } from './longest-paths.ts'
import type { Sequence, Shop } from './shop.ts'

export class Graph {
  readonly shop: Shop
  readonly count: number
  readonly machine: Int32Array
  readonly duration: Int32Array
  readonly choice: Int32Array
  /** Neighbours on the machine. */
  readonly before: Int32Array
  readonly after: Int32Array
  readonly end: Int32Array
  readonly out: Int32Array
  /** Earliest start, and time after its end, as the job alone demands them. */
  readonly ready: Int32Array
  readonly rest: Int32Array
  readonly order: Int32Array
  readonly position: Int32Array
  /** First predecessor and successor in the job; a chain has no other, a DAG keeps all in the lists of the shop. */
  readonly predecessor: Int32Array
  readonly successor: Int32Array
  readonly chains: boolean
  /** Where a critical path may end. */
  private readonly ends: Int32Array
  private readonly stamp: Int32Array
  private readonly staying: Int32Array
  private readonly moving: Int32Array
  /** First operation of each machine. */
  readonly firstOn: Int32Array
  private readonly lastOn: Int32Array
  private stampNow = 0

  constructor(shop: Shop) {
    const { count } = shop
    const array = () => new Int32Array(count + 1)
    this.shop = shop
    this.count = count
    this.machine = array().fill(-1)
    this.duration = array()
    this.choice = array()
    this.before = array()
    this.after = array()
    this.end = array()
    this.out = array()
    this.ready = array()
    this.rest = array()
    this.order = array()
    this.position = array()
    this.position[count] = -1
    this.predecessor = array().fill(count)
    this.successor = array().fill(count)
    this.stamp = array()
    this.staying = array()
    this.moving = array()
    this.firstOn = new Int32Array(shop.machineCount)
    this.lastOn = new Int32Array(shop.machineCount)
    let chains = true
    const ends: number[] = []
    for (let i = 0; i < count; i++) {
      const ins = shop.predecessorStart[i + 1]! - shop.predecessorStart[i]!
      const outs = shop.successorStart[i + 1]! - shop.successorStart[i]!
      if (ins > 0) this.predecessor[i] = shop.predecessors[shop.predecessorStart[i]!]!
      if (outs > 0) this.successor[i] = shop.successors[shop.successorStart[i]!]!
      if (ins > 1 || outs > 1) chains = false
      if (outs === 0 || shop.notAfter[i]! > 0) ends.push(i)
    }
    this.chains = chains
    this.ends = Int32Array.from(ends)
  }

  load(sequence: Sequence): void {
    const { count, shop, order, position, before, after, machine, duration, choice, firstOn, lastOn } = this
    firstOn.fill(count)
    lastOn.fill(count)
    for (let i = 0; i < count; i++) {
      const operation = sequence.order[i]!
      const chosen = sequence.choice[operation]!
      order[i] = operation
      position[operation] = i
      choice[operation] = chosen
      machine[operation] = shop.choiceMachine[chosen]!
      duration[operation] = shop.choiceDuration[chosen]!
      const last = lastOn[machine[operation]!]!
      before[operation] = last
      after[operation] = count
      if (last !== count) after[last] = operation
      else firstOn[machine[operation]!] = operation
      lastOn[machine[operation]!] = operation
    }
    updateEnds(this, 0, count - 1)
    updateOuts(this, count - 1, 0)
  }

  save(sequence: Sequence): void {
    sequence.order.set(this.order.subarray(0, this.count))
    sequence.choice.set(this.choice.subarray(0, this.count))
    sequence.makespan = this.makespan()
  }

  makespan(): number {
    return this.longest(this.end)
  }

  /** Makespan of these ends. */
  longest(end: Int32Array): number {
    const { ends } = this
    const { notAfter } = this.shop
    let longest = 0
    for (let k = 0; k < ends.length; k++) {
      const i = ends[k]!
      const total = end[i]! + notAfter[i]!
      if (total > longest) longest = total
    }
    return longest
  }

  /** One of the operations with which a longest path ends, by chance. */
  criticalEnd(makespan: number, random: () => number): number {
    const { ends, end } = this
    const { notAfter } = this.shop
    let found = this.count
    let seen = 0
    for (let k = 0; k < ends.length; k++) {
      const i = ends[k]!
      if (end[i]! + notAfter[i]! === makespan && (++seen === 1 || random() * seen < 1)) found = i
    }
    return found
  }

  /** Writes one longest path, first operation first, at the end of `path`; returns where it begins. */
  criticalPath(path: Int32Array, makespan: number, random: () => number): number {
    const { count, end, duration, before, predecessor, chains } = this
    const { predecessorStart, predecessors } = this.shop
    let at = path.length
    let now = this.criticalEnd(makespan, random)
    while (now !== count) {
      path[--at] = now
      const start = end[now]! - duration[now]!
      if (start === 0) break
      let next = count
      if (chains) {
        const p = predecessor[now]!
        if (p !== count && end[p] === start) next = p
      } else {
        let seen = 0
        for (let k = predecessorStart[now]!; k < predecessorStart[now + 1]!; k++) {
          const p = predecessors[k]!
          if (end[p] === start && (++seen === 1 || random() * seen < 1)) next = p
        }
      }
      const m = before[now]!
      if (m !== count && end[m]! + this.gap(m, now) === start && (next === count || random() < 0.5)) next = m
      now = next
    }
    return at
  }

  /** Change-over between two operations that follow one another on the machine of the second. */
  gap(from: number, to: number): number {
    const { changeover } = this.shop
    if (!changeover) return 0
    const { family, familyCount, time } = changeover
    return time[(this.machine[to]! * familyCount + family[from]!) * familyCount + family[to]!]!
  }

  /**
   * Puts an operation between two neighbours on the machine of a choice (`count`: at its end). False, and nothing has changed,
   * when that would close a cycle.
   */
  place(operation: number, chosen: number, x: number, y: number): boolean {
    const { shop, before, after, position, count, choice, machine, duration, predecessor, successor, chains, firstOn } =
      this
    const a = before[operation]!
    const b = after[operation]!
    after[a] = b
    before[b] = a
    before[operation] = x
    after[operation] = y
    after[x] = operation
    before[y] = operation
    let free = true
    if (x !== count && position[x]! > position[operation]!) free = this.reorderRight(operation, x)
    else if (y !== count && position[y]! < position[operation]!) free = this.reorderLeft(operation, y)
    if (!free) {
      after[x] = y
      before[y] = x
      before[operation] = a
      after[operation] = b
      after[a] = operation
      before[b] = operation
      return false
    }
    if (a === count) firstOn[machine[operation]!] = b
    if (x === count) firstOn[shop.choiceMachine[chosen]!] = operation
    const other = chosen !== choice[operation]
    if (other) {
      choice[operation] = chosen
      machine[operation] = shop.choiceMachine[chosen]!
      duration[operation] = shop.choiceDuration[chosen]!
    }
    const here = position[operation]!
    let low = here
    let high = here
    if (b !== count) {
      if (position[b]! < low) low = position[b]!
      if (position[b]! > high) high = position[b]!
    }
    if (y !== count) {
      if (position[y]! < low) low = position[y]!
      if (position[y]! > high) high = position[y]!
    }
    if (other) high = Math.max(high, chains ? position[successor[operation]!]! : this.lastSuccessor(operation))
    updateEnds(this, low, high)
    low = here
    high = here
    if (a !== count) {
      if (position[a]! < low) low = position[a]!
      if (position[a]! > high) high = position[a]!
    }
    if (x !== count) {
      if (position[x]! < low) low = position[x]!
      if (position[x]! > high) high = position[x]!
    }
    if (other) {
      if (!chains) low = Math.min(low, this.firstPredecessor(operation))
      else if (predecessor[operation] !== count) low = Math.min(low, position[predecessor[operation]!]!)
    }
    updateOuts(this, high, low)
    return true
  }

  private lastSuccessor(operation: number): number {
    const { successorStart, successors } = this.shop
    let last = -1
    for (let k = successorStart[operation]!; k < successorStart[operation + 1]!; k++)
      last = Math.max(last, this.position[successors[k]!]!)
    return last
  }

  private firstPredecessor(operation: number): number {
    const { predecessorStart, predecessors } = this.shop
    let first = this.count
    for (let k = predecessorStart[operation]!; k < predecessorStart[operation + 1]!; k++)
      first = Math.min(first, this.position[predecessors[k]!]!)
    return first
  }

  /** The operation and all that follow it go behind x. */
  private reorderRight(operation: number, x: number): boolean {
    const { order, position, before, predecessor, stamp, staying, moving, chains } = this
    const { predecessorStart, predecessors } = this.shop
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
  private reorderLeft(operation: number, y: number): boolean {
    const { order, position, after, successor, stamp, staying, moving, chains } = this
    const { successorStart, successors } = this.shop
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
