/** Heap of events by time, then key, as in ../event-queue.ts. */
import { reserve, sizeOf } from '../../web-assembly/kernel/memory.ts'

@unmanaged
class Event {
  time: f64
  key: i32
}

@unmanaged
export class EventQueue {
  private events: usize
  private room: i32
  size: i32

  /** Empty, with room for so many before it grows. */
  make(room: i32): void {
    this.events = reserve(room * <i32>sizeOf<Event>())
    this.room = room
    this.size = 0
  }

  get time(): f64 {
    return this.at(0).time
  }
  get key(): i32 {
    return this.at(0).key
  }

  push(time: f64, key: i32): void {
    if (this.size === this.room) this.grow()
    this.rise(this.size++, time, key)
  }

  pop(): void {
    const size = --this.size
    if (size === 0) return
    const time = this.at(size).time
    const key = this.at(size).key
    // Nothing comes before what stands past the end.
    this.put(size, Infinity, i32.MAX_VALUE)
    let i = 0
    for (let down = 1; down < size; down = 2 * i + 1) {
      const left = this.at(down)
      const right = this.at(down + 1)
      // Which of the two comes is anybody's guess: a sum, for a branch would be taken wrongly half of the time.
      down += i32(right.time < left.time) | (i32(right.time === left.time) & i32(right.key < left.key))
      const next = this.at(down)
      this.put(i, next.time, next.key)
      i = down
    }
    this.rise(i, time, key)
  }

  private rise(from: i32, time: f64, key: i32): void {
    let i = from
    while (i > 0) {
      const up = (i - 1) >> 1
      const above = this.at(up)
      if (above.time < time || (above.time === time && above.key <= key)) break
      this.put(i, above.time, above.key)
      i = up
    }
    this.put(i, time, key)
  }

  private at(i: i32): Event {
    return changetype<Event>(this.events + <usize>i * sizeOf<Event>())
  }

  private put(i: i32, time: f64, key: i32): void {
    const event = this.at(i)
    event.time = time
    event.key = key
  }

  private grow(): void {
    const before = this.events
    this.room *= 2
    this.events = reserve(this.room * <i32>sizeOf<Event>())
    memory.copy(this.events, before, <usize>this.size * sizeOf<Event>())
  }
}

/** A queue with room for so many. */
export function makeEventQueue(room: i32): EventQueue {
  const queue = changetype<EventQueue>(reserve(<i32>sizeOf<EventQueue>()))
  queue.make(room)
  return queue
}
