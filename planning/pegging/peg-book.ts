/** Who takes what from where, by number: a list of pegs for each demand, in the order in which they were made. No objects. */
export class PegBook {
  supply = new Int32Array(1024)
  covered = new Float64Array(1024)
  used = new Float64Array(1024)
  locked = new Uint8Array(1024)
  /** First peg of each demand and next of each peg, -1 at the end. */
  readonly first: Int32Array
  next = new Int32Array(1024)
  size = 0
  private readonly last: Int32Array

  constructor(demands: number) {
    this.first = new Int32Array(demands).fill(-1)
    this.last = new Int32Array(demands).fill(-1)
  }

  add(demand: number, supply: number, covered: number, used: number, locked: boolean): void {
    if (this.size === this.supply.length) this.grow()
    const peg = this.size++
    this.supply[peg] = supply
    this.covered[peg] = covered
    this.used[peg] = used
    this.locked[peg] = Number(locked)
    this.next[peg] = -1
    if (this.last[demand]! < 0) this.first[demand] = peg
    else this.next[this.last[demand]!] = peg
    this.last[demand] = peg
  }

  private grow(): void {
    const longer = <T extends Int32Array | Float64Array | Uint8Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    const size = this.supply.length * 2
    this.supply = longer(this.supply, new Int32Array(size))
    this.covered = longer(this.covered, new Float64Array(size))
    this.used = longer(this.used, new Float64Array(size))
    this.locked = longer(this.locked, new Uint8Array(size))
    this.next = longer(this.next, new Int32Array(size))
  }
}
