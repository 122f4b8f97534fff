/**
 * Disjunctive graph of one sequence: every operation has its neighbours on the machine, its earliest end, and its `out`: the
 * longest time from its start to the end of all. `place` moves one operation and repairs the topological order, the ends and
 * the outs only where they change. The index `count` is a sentinel for which all of these are 0.
 */
import { positionWords, updateEnds, updateOuts } from './longest-paths.ts'
import { Reorder } from './reorder.ts'
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
  /** Positions whose longest paths are to be computed again; empty between two moves. */
  readonly marked: Int32Array
  /** First operation of each machine. */
  readonly firstOn: Int32Array
  private readonly lastOn: Int32Array
  private readonly reorder: Reorder

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
    this.marked = positionWords(count)
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
    this.reorder = new Reorder(this)
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
    this.markAll()
    updateEnds(this, 0)
    this.markAll()
    updateOuts(this, this.marked.length - 1)
  }

  private markAll(): void {
    const { marked, count } = this
    marked.fill(-1, 0, count >> 5)
    marked[count >> 5] = (1 << count) - 1
  }

  private mark(at: number): void {
    this.marked[at >> 5]! |= 1 << at
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
    const { shop, before, after, position, count, choice, machine, duration, firstOn } = this
    const { predecessorStart, predecessors, successorStart, successors } = shop
    const a = before[operation]!
    const b = after[operation]!
    after[a] = b
    before[b] = a
    before[operation] = x
    after[operation] = y
    after[x] = operation
    before[y] = operation
    let free = true
    if (x !== count && position[x]! > position[operation]!) free = this.reorder.right(operation, x)
    else if (y !== count && position[y]! < position[operation]!) free = this.reorder.left(operation, y)
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
    let word = position[operation]! >> 5
    this.mark(position[operation]!)
    if (b !== count) {
      this.mark(position[b]!)
      if (position[b]! >> 5 < word) word = position[b]! >> 5
    }
    if (y !== count) {
      this.mark(position[y]!)
      if (position[y]! >> 5 < word) word = position[y]! >> 5
    }
    if (other)
      for (let k = successorStart[operation]!; k < successorStart[operation + 1]!; k++)
        this.mark(position[successors[k]!]!)
    updateEnds(this, word)
    word = position[operation]! >> 5
    this.mark(position[operation]!)
    if (a !== count) {
      this.mark(position[a]!)
      if (position[a]! >> 5 > word) word = position[a]! >> 5
    }
    if (x !== count) {
      this.mark(position[x]!)
      if (position[x]! >> 5 > word) word = position[x]! >> 5
    }
    if (other)
      for (let k = predecessorStart[operation]!; k < predecessorStart[operation + 1]!; k++)
        this.mark(position[predecessors[k]!]!)
    updateOuts(this, word)
    return true
  }
}
