/** How much of one resource is in use over time: a step function in two typed arrays that grow. */
export class ResourceUse {
  private readonly capacity: number
  /** Use from `times[i]` to `times[i + 1]`; before the first it is 0, after the last too. */
  private times = new Float64Array(32)
  private used = new Float64Array(32)
  private length = 0
  /** From here on the use only falls. */
  private lastRise = Number.NEGATIVE_INFINITY
  /** The last question of `freeFrom` since the use changed, and its answer. */
  private askedFrom = Number.NaN
  private askedAmount = 0
  private answered = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  clear(): void {
    this.length = 0
    this.lastRise = Number.NEGATIVE_INFINITY
    this.askedFrom = Number.NaN
  }

  /** When the last overload within [from, to) ends if `amount` more were in use; -1 when it fits. */
  overloadEnd(from: number, to: number, amount: number): number {
    const limit = this.capacity - amount
    if (limit < 0) return Number.POSITIVE_INFINITY
    if (from >= this.lastRise) return this.fallsTo(from, limit)
    const { times, used, length } = this
    let i = this.indexBefore(to)
    while (i >= 0 && (i + 1 >= length || times[i + 1]! > from)) {
      if (used[i]! > limit) return i + 1 < length ? times[i + 1]! : Number.POSITIVE_INFINITY
      i--
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
    const { used, times, length } = this
    let i = this.indexBefore(from + 1)
    if (i < 0 || used[i]! <= limit) return -1
    while (i < length && used[i]! > limit) i++
    return i < length ? times[i]! : Number.POSITIVE_INFINITY
  }

  /** A negative amount gives back. */
  add(from: number, to: number, amount: number): void {
    if (amount > 0 && from > this.lastRise) this.lastRise = from
    this.askedFrom = Number.NaN
    const first = this.breakAt(from)
    const last = this.breakAt(to)
    for (let i = first; i < last; i++) this.used[i]! += amount
    this.joinAt(last)
    this.joinAt(first)
  }

  /** Drops a break where nothing changes. */
  private joinAt(i: number): void {
    const { times, used } = this
    if (used[i] !== (i > 0 ? used[i - 1] : 0)) return
    times.copyWithin(i, i + 1, this.length)
    used.copyWithin(i, i + 1, this.length)
    this.length--
  }

  /** Index of the last break strictly before an instant. */
  private indexBefore(instant: number): number {
    const { times } = this
    let low = 0
    let high = this.length
    // Mostly near the end.
    if (high > 16 && times[high - 16]! < instant) low = high - 15
    while (low < high) {
      const middle = (low + high) >>> 1
      if (times[middle]! < instant) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  private breakAt(instant: number): number {
    const i = this.indexBefore(instant) + 1
    if (i < this.length && this.times[i] === instant) return i
    if (this.length === this.times.length) this.grow()
    const { times, used } = this
    times.copyWithin(i + 1, i, this.length)
    used.copyWithin(i + 1, i, this.length)
    times[i] = instant
    used[i] = i > 0 ? used[i - 1]! : 0
    this.length++
    return i
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2)
    const used = new Float64Array(this.times.length * 2)
    times.set(this.times)
    used.set(this.used)
    this.times = times
    this.used = used
  }
}
