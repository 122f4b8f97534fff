/** How much of one resource is in use over time: a step function. */
export class ResourceUse {
  private readonly capacity: number
  /** Use from `times[i]` to `times[i + 1]`; before the first it is 0, after the last too. */
  private times: number[] = []
  private used: number[] = []

  constructor(capacity: number) {
    this.capacity = capacity
  }

  clear(): void {
    this.times.length = 0
    this.used.length = 0
  }

  /** When the last overload within [from, to) ends if `amount` more were in use; -1 when it fits. */
  overloadEnd(from: number, to: number, amount: number): number {
    const limit = this.capacity - amount
    const { times, used } = this
    let i = this.indexBefore(to)
    while (i >= 0 && (i + 1 >= times.length || times[i + 1]! > from)) {
      if (used[i]! > limit) return i + 1 < times.length ? times[i + 1]! : Number.POSITIVE_INFINITY
      i--
    }
    // Nothing else is in use, and still it does not fit: more than there is.
    return limit < 0 ? Number.POSITIVE_INFINITY : -1
  }

  /** A negative amount gives back. */
  add(from: number, to: number, amount: number): void {
    const first = this.breakAt(from)
    const last = this.breakAt(to)
    for (let i = first; i < last; i++) this.used[i]! += amount
    this.joinAt(last)
    this.joinAt(first)
  }

  /** Drops a break where nothing changes. */
  private joinAt(i: number): void {
    if (this.used[i] !== (i > 0 ? this.used[i - 1] : 0)) return
    this.times.splice(i, 1)
    this.used.splice(i, 1)
  }

  /** Index of the last break strictly before an instant. */
  private indexBefore(instant: number): number {
    const { times } = this
    let low = 0
    let high = times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (times[middle]! < instant) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  private breakAt(instant: number): number {
    const i = this.indexBefore(instant) + 1
    if (this.times[i] === instant) return i
    this.times.splice(i, 0, instant)
    this.used.splice(i, 0, i > 0 ? this.used[i - 1]! : 0)
    return i
  }
}
