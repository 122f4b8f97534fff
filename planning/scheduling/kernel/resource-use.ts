/** How much of one resource is in use over time, as in ../resource-use.ts: a step function in short blocks. */
import { intAt, numberAt, reserve, setInt, setNumber, sizeOf } from '../../web-assembly/kernel/memory.ts'

const blockSize = 128

@unmanaged
class Block {
  length: i32
}
const timesAt: usize = 8
const usedAt: usize = timesAt + blockSize * 8
const blockBytes = 8 + 2 * blockSize * 8

/** Blocks that nobody uses, each with the address of the next. */
let spare: usize = 0

function makeBlock(): usize {
  if (spare === 0) return reserve(blockBytes)
  const block = spare
  spare = load<usize>(block)
  return block
}
function dropBlock(block: usize): void {
  store<usize>(block, spare)
  spare = block
}
function timeIn(block: usize, place: i32): f64 {
  return numberAt(block + timesAt, place)
}
function usedIn(block: usize, place: i32): f64 {
  return numberAt(block + usedAt, place)
}
function lengthOf(block: usize): i32 {
  return changetype<Block>(block).length
}
function lastUsed(block: usize): f64 {
  return usedIn(block, lengthOf(block) - 1)
}

@unmanaged
export class ResourceUse {
  private capacity: f64
  /** From here on the use only falls. */
  private lastRise: f64
  /** The last question of `freeFrom` since the use changed, and its answer. */
  private askedFrom: f64
  private askedAmount: f64
  private answered: f64
  /** Never empty; only the first block may be. */
  private blocks: usize
  /** Instant of the first break of each block; Infinity while there is none. */
  private firsts: usize
  private count: i32
  private room: i32
  /** Where `seek` stands: block and place in it; place -1: before everything. */
  private block: i32
  private place: i32

  make(capacity: f64): void {
    this.capacity = capacity
    this.room = 16
    this.blocks = reserve(this.room * 4)
    this.firsts = reserve(this.room * 8)
    this.count = 1
    store<usize>(this.blocks, makeBlock())
    this.clear()
  }

  clear(): void {
    while (this.count > 1) dropBlock(this.blockAt(--this.count))
    changetype<Block>(this.blockAt(0)).length = 0
    setNumber(this.firsts, 0, Infinity)
    this.block = 0
    this.place = -1
    this.lastRise = -Infinity
    this.askedFrom = NaN
  }

  /** When the last overload within [from, to) ends if `amount` more were in use; -1 when it fits. */
  overloadEnd(from: f64, to: f64, amount: f64): f64 {
    const limit = this.capacity - amount
    if (limit < 0) return Infinity
    if (from >= this.lastRise) return this.fallsTo(from, limit)
    this.seek(to)
    let until = this.nextTime()
    let block = this.block
    let place = this.place
    while (place >= 0 && until > from) {
      const at = this.blockAt(block)
      for (; place >= 0 && until > from; place--) {
        if (usedIn(at, place) > limit) return until
        until = timeIn(at, place)
      }
      block--
      place = block >= 0 ? lengthOf(this.blockAt(block)) - 1 : -1
    }
    return -1
  }

  /** When `amount` more fit, if nothing rises any more; `from` when they do at once or when that cannot be said so simply. */
  freeFrom(from: f64, amount: f64): f64 {
    if (from < this.lastRise) return from
    if (from !== this.askedFrom || amount !== this.askedAmount) {
      const free = this.fallsTo(from, this.capacity - amount)
      this.askedFrom = from
      this.askedAmount = amount
      this.answered = free < 0 ? from : free
    }
    return this.answered
  }

  private fallsTo(from: f64, limit: f64): f64 {
    this.seek(from + 1)
    if (this.place < 0 || usedIn(this.blockAt(this.block), this.place) <= limit) return -1
    let at = this.nextTime()
    while (at !== Infinity) {
      this.forth()
      if (usedIn(this.blockAt(this.block), this.place) <= limit) break
      at = this.nextTime()
    }
    return at
  }

  add(from: f64, to: f64, amount: f64): void {
    if (amount > 0 && from > this.lastRise) this.lastRise = from
    this.askedFrom = NaN
    this.breakAt(to)
    this.breakAt(from)
    let block = this.block
    let place = this.place
    // Up to the break at `to`, which is there.
    for (;;) {
      const at = this.blockAt(block)
      const length = lengthOf(at)
      for (; place < length && timeIn(at, place) < to; place++)
        setNumber(at + usedAt, place, usedIn(at, place) + amount)
      if (place < length) break
      block++
      place = 0
    }
    this.block = block
    this.place = place
    this.joinHere()
    this.seek(from + 1)
    this.joinHere()
  }

  /** Drops the break it stands on where nothing changes. */
  private joinHere(): void {
    const block = this.block
    const place = this.place
    const at = this.blockAt(block)
    const before = place > 0 ? usedIn(at, place - 1) : block > 0 ? lastUsed(this.blockAt(block - 1)) : 0
    if (usedIn(at, place) !== before) return
    const length = --changetype<Block>(at).length
    move(at, place, place + 1, length - place)
    if (place > 0) return
    if (length > 0) setNumber(this.firsts, block, timeIn(at, 0))
    else if (this.count === 1) setNumber(this.firsts, block, Infinity)
    else {
      dropBlock(at)
      this.count--
      this.moveBlocks(block, block + 1, this.count - block)
      this.block = 0
    }
  }

  /** Stands on the last break strictly before an instant. */
  private seek(instant: f64): void {
    let low = 0
    let high = this.count
    const block = this.block
    // Mostly near the last question, else near the end.
    if (this.firstOf(block) < instant && (block + 1 === high || this.firstOf(block + 1) >= instant)) {
      low = block + 1
      high = low
    } else if (this.firstOf(high - 1) < instant) low = high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.firstOf(middle) < instant) low = middle + 1
      else high = middle
    }
    this.block = low > 1 ? low - 1 : 0
    const at = this.blockAt(this.block)
    low = 0
    high = lengthOf(at)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (timeIn(at, middle) < instant) low = middle + 1
      else high = middle
    }
    this.place = low - 1
  }

  private forth(): void {
    if (this.place + 1 < lengthOf(this.blockAt(this.block))) this.place++
    else {
      this.block++
      this.place = 0
    }
  }

  /** Instant of the break after the one it stands on; Infinity after the last. */
  private nextTime(): f64 {
    const at = this.blockAt(this.block)
    if (this.place + 1 < lengthOf(at)) return timeIn(at, this.place + 1)
    return this.block + 1 < this.count ? timeIn(this.blockAt(this.block + 1), 0) : Infinity
  }

  /** Stands on the break at an instant, made if there is none. */
  private breakAt(instant: f64): void {
    this.seek(instant)
    if (this.nextTime() === instant) {
      this.forth()
      return
    }
    if (lengthOf(this.blockAt(this.block)) === blockSize) {
      this.halve(this.block)
      this.seek(instant)
    }
    const at = this.place + 1
    const block = this.blockAt(this.block)
    const before = at > 0 ? usedIn(block, at - 1) : this.block > 0 ? lastUsed(this.blockAt(this.block - 1)) : 0
    const length = changetype<Block>(block).length++
    move(block, at + 1, at, length - at)
    setNumber(block + timesAt, at, instant)
    setNumber(block + usedAt, at, before)
    if (at === 0) setNumber(this.firsts, this.block, instant)
    this.place = at
  }

  private halve(at: i32): void {
    if (this.count === this.room) this.grow()
    const full = this.blockAt(at)
    const second = makeBlock()
    const half = blockSize / 2
    memory.copy(second + timesAt, full + timesAt + half * 8, half * 8)
    memory.copy(second + usedAt, full + usedAt + half * 8, half * 8)
    changetype<Block>(second).length = half
    changetype<Block>(full).length = half
    this.moveBlocks(at + 2, at + 1, this.count - at - 1)
    this.count++
    setInt(this.blocks, at + 1, <i32>second)
    setNumber(this.firsts, at + 1, timeIn(second, 0))
  }

  private moveBlocks(to: i32, from: i32, count: i32): void {
    memory.copy(this.blocks + ((<usize>to) << 2), this.blocks + ((<usize>from) << 2), (<usize>count) << 2)
    memory.copy(this.firsts + ((<usize>to) << 3), this.firsts + ((<usize>from) << 3), (<usize>count) << 3)
  }

  private grow(): void {
    const blocks = this.blocks
    const firsts = this.firsts
    this.room *= 2
    this.blocks = reserve(this.room * 4)
    this.firsts = reserve(this.room * 8)
    memory.copy(this.blocks, blocks, (<usize>this.count) << 2)
    memory.copy(this.firsts, firsts, (<usize>this.count) << 3)
  }

  private blockAt(i: i32): usize {
    return <usize>intAt(this.blocks, i)
  }
  private firstOf(i: i32): f64 {
    return numberAt(this.firsts, i)
  }
}

/** Breaks within a block. */
function move(block: usize, to: i32, from: i32, count: i32): void {
  const times = block + timesAt
  const used = block + usedAt
  memory.copy(times + ((<usize>to) << 3), times + ((<usize>from) << 3), (<usize>count) << 3)
  memory.copy(used + ((<usize>to) << 3), used + ((<usize>from) << 3), (<usize>count) << 3)
}

let uses: usize = 0
let useCount: i32 = 0

export function useOf(resource: i32): ResourceUse {
  return changetype<ResourceUse>(uses + <usize>resource * sizeOf<ResourceUse>())
}

export function makeUses(capacities: usize, count: i32): void {
  spare = 0
  useCount = count
  uses = reserve(count * <i32>sizeOf<ResourceUse>())
  for (let r = 0; r < count; r++) useOf(r).make(numberAt(capacities, r))
}

export function clearUses(): void {
  for (let r = 0; r < useCount; r++) useOf(r).clear()
}
