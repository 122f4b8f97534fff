/** Binary heap of events by time, then key; equal events come out in the order of their keys. Grows, no objects. */
export class EventQueue {
  private times: Float64Array
  private keys: Int32Array
  size = 0

  /** Room for so many before it grows. */
  constructor(room = 1024) {
    this.times = new Float64Array(room)
    this.keys = new Int32Array(room)
  }

  get time(): number {
    return this.times[0]!
  }
  get key(): number {
    return this.keys[0]!
  }

  /** The key of one of the events, in no order. */
  keyAt(place: number): number {
    return this.keys[place]!
  }

  clear(): void {
    this.size = 0
  }

  push(time: number, key: number): void {
    if (this.size === this.times.length) this.grow()
    this.rise(this.size++, time, key)
  }

  /** Drops the first event; read `time` and `key` before. */
  pop(): void {
    const { times, keys } = this
    const size = --this.size
    if (size === 0) return
    const time = times[size]!
    const key = keys[size]!
    // The gap goes down to the end, then the last event up into it: it mostly belongs far down.
    let i = 0
    for (let down = 1; down < size; down = 2 * i + 1) {
      const right = down + 1
      if (
        right < size &&
        (times[right]! < times[down]! || (times[right] === times[down] && keys[right]! < keys[down]!))
      ) {
        down = right
      }
      times[i] = times[down]!
      keys[i] = keys[down]!
      i = down
    }
    this.rise(i, time, key)
  }

  private rise(from: number, time: number, key: number): void {
    const { times, keys } = this
    let i = from
    while (i > 0) {
      const up = (i - 1) >> 1
      if (times[up]! < time || (times[up] === time && keys[up]! <= key)) break
      times[i] = times[up]!
      keys[i] = keys[up]!
      i = up
    }
    times[i] = time
    keys[i] = key
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2)
    const keys = new Int32Array(times.length)
    times.set(this.times)
    keys.set(this.keys)
    this.times = times
    this.keys = keys
  }
}
