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

const blockSize = 256
const emptyBlock = (): Block => ({
  times: new Float64Array(blockSize),
  used: new Float64Array(blockSize),
  length: 0,
})

export class ResourceUse {
  private readonly capacity: number
  /** Never empty; only the first block may be. */
  private readonly blocks: Block[] = [emptyBlock()]
  /** From here on the use only falls. */
  private lastRise = Number.NEGATIVE_INFINITY
  /** The last question of `freeFrom` since the use changed, and its answer. */
  private askedFrom = Number.NaN
  private askedAmount = 0
  private answered = 0
  /** Where `seek` stands: block and place in it; place -1: before everything. */
  private block = 0
  private place = -1

  constructor(capacity: number) {
    this.capacity = capacity
  }

  clear(): void {
    this.blocks.length = 1
    this.blocks[0]!.length = 0
    this.lastRise = Number.NEGATIVE_INFINITY
    this.askedFrom = Number.NaN
  }

  /** When the last overload within [from, to) ends if `amount` more were in use; -1 when it fits. */
  overloadEnd(from: number, to: number, amount: number): number {
    const limit = this.capacity - amount
    if (limit < 0) return Number.POSITIVE_INFINITY
    if (from >= this.lastRise) return this.fallsTo(from, limit)
    this.seek(to)
    let until = this.nextTime()
    while (this.place >= 0 && until > from) {
      const { times, used } = this.blocks[this.block]!
      if (used[this.place]! > limit) return until
      until = times[this.place]!
      this.back()
    }
    return -1
  }

  /** When `amount` more fit, if nothing rises any more; `from` when they do at once or when that cannot be said so simply. */
  freeFrom(from: number, amount: number): number {
    if (from < this.lastRise) return from
    if (from !== this.askedFrom || amount !== this.askedAmount) {
      const free = this.fallsTo(from, this.capacity - amount)
      this.askedFrom = from
      this.askedAmount = amount
      this.answered = free < 0 ? from : free
    }
    return this.answered
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
    this.askedFrom = Number.NaN
    this.breakAt(to)
    this.breakAt(from)
    while (this.blocks[this.block]!.times[this.place]! < to) {
      this.blocks[this.block]!.used[this.place]! += amount
      this.forth()
    }
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
    times.copyWithin(place, place + 1, length)
    used.copyWithin(place, place + 1, length)
    this.blocks[block]!.length--
    if (length === 1 && this.blocks.length > 1) this.blocks.splice(block, 1)
  }

  /** Stands on the last break strictly before an instant. */
  private seek(instant: number): void {
    const { blocks } = this
    let low = 0
    let high = blocks.length
    // Mostly near the end.
    if (blocks[high - 1]!.times[0]! < instant) low = high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (blocks[middle]!.times[0]! < instant) low = middle + 1
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

  private back(): void {
    if (this.place > 0 || this.block === 0) this.place--
    else this.place = this.blocks[--this.block]!.length - 1
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
    block.times.copyWithin(at + 1, at, block.length)
    block.used.copyWithin(at + 1, at, block.length)
    block.times[at] = instant
    block.used[at] = before
    block.length++
    this.place = at
  }

  private halve(at: number): void {
    const full = this.blocks[at]!
    const half = blockSize / 2
    const second = emptyBlock()
    second.times.set(full.times.subarray(half))
    second.used.set(full.used.subarray(half))
    second.length = blockSize - half
    full.length = half
    this.blocks.splice(at + 1, 0, second)
  }
}

const lastOf = ({ used, length }: Block): number => used[length - 1]!
