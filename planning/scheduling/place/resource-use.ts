/**
 * How much of one resource is in use over time: a step function. Its breaks are kept in short blocks, so that a change in the
 * middle of a long plan moves a few hundred numbers at most.
 */
interface Block {
  readonly times: Float64Array
  /** Use from each break to the next; before the first break it is 0, after the last too. */
  readonly used: Float64Array
  length: number
}

const blockSize = 128
const emptyBlock = (): Block => ({
  times: new Float64Array(blockSize),
  used: new Float64Array(blockSize),
  length: 0,
})

export class ResourceUse {
  private readonly capacity: number
  /** Never empty; only the first block may be. */
  private readonly blocks: Block[] = [emptyBlock()]
  /** Blocks that were emptied, to be used again. */
  private readonly spare: Block[] = []
  /** Instant of the first break of each block; Infinity while there is none. */
  private firsts = new Float64Array(16).fill(Number.POSITIVE_INFINITY)
  /** From here on the use only falls. */
  private lastRise = Number.NEGATIVE_INFINITY
  /** Where `seek` stands: block and place in it; place -1: before everything. */
  private block = 0
  private place = -1

  constructor(capacity: number) {
    this.capacity = capacity
  }

  clear(): void {
    for (let block = this.blocks.length - 1; block > 0; block--) this.spare.push(this.blocks.pop()!)
    this.blocks[0]!.length = 0
    this.firsts[0] = Number.POSITIVE_INFINITY
    this.block = 0
    this.place = -1
    this.lastRise = Number.NEGATIVE_INFINITY
  }

  /** When the last overload within [from, to) ends if `amount` more were in use; -1 when it fits. */
  overloadEnd(from: number, to: number, amount: number): number {
    const limit = this.capacity - amount
    if (limit < 0) return Number.POSITIVE_INFINITY
    if (from >= this.lastRise) return this.fallsTo(from, limit)
    this.seek(to)
    let until = this.nextTime()
    let { block, place } = this
    for (; place >= 0 && until > from; place = block >= 0 ? this.blocks[block]!.length - 1 : -1) {
      const { times, used } = this.blocks[block--]!
      for (; place >= 0 && until > from; place--) {
        if (used[place]! > limit) return until
        until = times[place]!
      }
    }
    return -1
  }

  private fallsTo(from: number, limit: number): number {
    this.seek(from + 1)
    if (this.place < 0 || this.blocks[this.block]!.used[this.place]! <= limit) return -1
    for (;;) {
      const at = this.nextTime()
      if (at === Number.POSITIVE_INFINITY) return at
      this.forth()
      if (this.blocks[this.block]!.used[this.place]! <= limit) return at
    }
  }

  /** A negative amount gives back. */
  add(from: number, to: number, amount: number): void {
    if (amount > 0 && from > this.lastRise) this.lastRise = from
    this.breakAt(to)
    this.breakAt(from)
    let { block, place } = this
    // Up to the break at `to`, which is there.
    for (; ; block++, place = 0) {
      const { times, used, length } = this.blocks[block]!
      while (place < length && times[place]! < to) used[place++]! += amount
      if (place < length) break
    }
    this.block = block
    this.place = place
    this.joinHere()
    this.seek(from + 1)
    this.joinHere()
  }

  /** Drops the break it stands on where nothing changes. */
  private joinHere(): void {
    const { block, place } = this
    const { times, used, length } = this.blocks[block]!
    const before = place > 0 ? used[place - 1]! : block > 0 ? lastOf(this.blocks[block - 1]!) : 0
    if (used[place] !== before) return
    // A short block is moved by hand faster than by a call.
    for (let at = place + 1; at < length; at++) {
      times[at - 1] = times[at]!
      used[at - 1] = used[at]!
    }
    this.blocks[block]!.length--
    if (place > 0) return
    if (length > 1) this.firsts[block] = times[0]!
    else if (this.blocks.length === 1) this.firsts[block] = Number.POSITIVE_INFINITY
    else {
      this.spare.push(...this.blocks.splice(block, 1))
      this.firsts.copyWithin(block, block + 1, this.blocks.length + 1)
      this.block = 0
    }
  }

  /** Stands on the last break strictly before an instant. */
  private seek(instant: number): void {
    const { blocks, firsts } = this
    let low = 0
    let high = blocks.length
    const { block } = this
    // Mostly near the last question, else near the end.
    if (firsts[block]! < instant && (block + 1 === high || firsts[block + 1]! >= instant)) low = high = block + 1
    else if (firsts[high - 1]! < instant) low = high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (firsts[middle]! < instant) low = middle + 1
      else high = middle
    }
    this.block = Math.max(0, low - 1)
    const { times, length } = blocks[this.block]!
    low = 0
    high = length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (times[middle]! < instant) low = middle + 1
      else high = middle
    }
    this.place = low - 1
  }

  private forth(): void {
    if (this.place + 1 < this.blocks[this.block]!.length) this.place++
    else {
      this.block++
      this.place = 0
    }
  }

  /** Instant of the break after the one it stands on; Infinity after the last. */
  private nextTime(): number {
    const { times, length } = this.blocks[this.block]!
    if (this.place + 1 < length) return times[this.place + 1]!
    return this.block + 1 < this.blocks.length ? this.blocks[this.block + 1]!.times[0]! : Number.POSITIVE_INFINITY
  }

  /** Stands on the break at an instant, made if there is none. */
  private breakAt(instant: number): void {
    this.seek(instant)
    if (this.nextTime() === instant) {
      this.forth()
      return
    }
    if (this.blocks[this.block]!.length === blockSize) {
      this.halve(this.block)
      this.seek(instant)
    }
    const at = this.place + 1
    const block = this.blocks[this.block]!
    const before = at > 0 ? block.used[at - 1]! : this.block > 0 ? lastOf(this.blocks[this.block - 1]!) : 0
    const { times, used } = block
    for (let k = block.length; k > at; k--) {
      times[k] = times[k - 1]!
      used[k] = used[k - 1]!
    }
    times[at] = instant
    used[at] = before
    block.length++
    if (at === 0) this.firsts[this.block] = instant
    this.place = at
  }

  private halve(at: number): void {
    const full = this.blocks[at]!
    const half = blockSize / 2
    const second = this.spare.pop() ?? emptyBlock()
    second.times.set(full.times.subarray(half))
    second.used.set(full.used.subarray(half))
    second.length = blockSize - half
    full.length = half
    this.blocks.splice(at + 1, 0, second)
    const count = this.blocks.length
    if (count > this.firsts.length) {
      const firsts = new Float64Array(this.firsts.length * 2)
      firsts.set(this.firsts)
      this.firsts = firsts
    }
    this.firsts.copyWithin(at + 2, at + 1, count - 1)
    this.firsts[at + 1] = second.times[0]!
  }
}

const lastOf = ({ used, length }: Block): number => used[length - 1]!
