/** By priority, by a person's choice, or because the supply was made for the need. */
export const pegged = { inTurn: 0, chosen: 1, made: 2 } as const

/**
 * Lists of links from an owner (a need) to a target (a supply or a proposal), by number, in the order in which they were
 * made, and the same links from the side of the target. No object for a link; the place of a link that is gone is used again.
 */
export class Links {
  owner = new Int32Array(1024)
  target = new Int32Array(1024)
  /** In the owner's steps. */
  covered = new Float64Array(1024)
  /** In the target's steps. */
  used = new Float64Array(1024)
  /** Of pegs: why it is there, see `pegged`. */
  why = new Uint8Array(1024)
  /** First link of each owner and next of each link, -1 at the end; likewise of each target. */
  first = new Int32Array(0)
  next = new Int32Array(1024)
  firstOfTarget = new Int32Array(0)
  nextOfTarget = new Int32Array(1024)
  private last = new Int32Array(0)
  private lastOfTarget = new Int32Array(0)
  private size = 0
  private free = -1

  reserve(owners: number, targets: number): void {
    if (owners > this.first.length) {
      const room = Math.max(owners, this.first.length * 2)
      this.first = longer(this.first, room, -1)
      this.last = longer(this.last, room, -1)
    }
    if (targets > this.firstOfTarget.length) {
      const room = Math.max(targets, this.firstOfTarget.length * 2)
      this.firstOfTarget = longer(this.firstOfTarget, room, -1)
      this.lastOfTarget = longer(this.lastOfTarget, room, -1)
    }
  }

  /** Room for so many links from the start. */
  expect(links: number): void {
    if (links > this.target.length) this.grow(links)
  }

  add(owner: number, target: number, covered: number, used: number, why: number): void {
    let link = this.free
    if (link >= 0) this.free = this.next[link]!
    else {
      if (this.size === this.target.length) this.grow()
      link = this.size++
    }
    this.owner[link] = owner
    this.target[link] = target
    this.covered[link] = covered
    this.used[link] = used
    this.why[link] = why
    this.next[link] = -1
    this.nextOfTarget[link] = -1
    if (this.last[owner]! < 0) this.first[owner] = link
    else this.next[this.last[owner]!] = link
    this.last[owner] = link
    if (this.lastOfTarget[target]! < 0) this.firstOfTarget[target] = link
    else this.nextOfTarget[this.lastOfTarget[target]!] = link
    this.lastOfTarget[target] = link
  }

  /** Drops the links of an owner. Its targets still list them: they are to be cleared before they are read again. */
  clearOwner(owner: number): void {
    const first = this.first[owner]!
    if (first < 0) return
    this.next[this.last[owner]!] = this.free
    this.free = first
    this.first[owner] = -1
    this.last[owner] = -1
  }

  clearTarget(target: number): void {
    this.firstOfTarget[target] = -1
    this.lastOfTarget[target] = -1
  }

  private grow(size = this.target.length * 2): void {
    this.owner = longer(this.owner, size, 0)
    this.target = longer(this.target, size, 0)
    this.covered = longer(this.covered, size, 0)
    this.used = longer(this.used, size, 0)
    this.why = longer(this.why, size, 0)
    this.next = longer(this.next, size, -1)
    this.nextOfTarget = longer(this.nextOfTarget, size, -1)
  }
}

/** The same values with more room, the rest filled with `rest`. */
export function longer<T extends Int32Array | Float64Array | Uint8Array>(from: T, size: number, rest: number): T {
  const to = new (from.constructor as new (size: number) => T)(size)
  to.set(from)
  if (rest !== 0) to.fill(rest, from.length)
  return to
}
