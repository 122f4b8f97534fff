/**
 * Numbers of things by their ids. A table of numbers alone: a Map of a hundred thousand strings takes several times as long to
 * make, for it grows again and again.
 */
export class IdNumbers {
  /** The id of each number. */
  readonly ids: string[]
  /** By hash: a number and one, 0: free. At most half of it is taken. */
  private readonly table: Int32Array
  private readonly hashes: Int32Array

  /** With room for so many. */
  constructor(count: number) {
    let size = 16
    while (size < 2 * count) size *= 2
    this.ids = new Array(count)
    this.table = new Int32Array(size)
    this.hashes = new Int32Array(count)
  }

  /** Of all the things; `what` they are says the refusal of two with one id. */
  static of(things: readonly { readonly id: string }[], what: string): IdNumbers {
    const numbers = new IdNumbers(things.length)
    for (let i = 0; i < things.length; i++) numbers.set(i, things[i]!.id, what)
    return numbers
  }

  set(number: number, id: string, what: string): void {
    const hash = hashOf(id)
    const place = this.placeOf(id, hash)
    if (this.table[place] !== 0) throw new Error(`Two of the ${what}s have one id`)
    this.ids[number] = id
    this.hashes[number] = hash
    this.table[place] = number + 1
  }

  get(id: string): number | undefined {
    const number = this.table[this.placeOf(id, hashOf(id))]! - 1
    return number < 0 ? undefined : number
  }

  /** Where the id is, or the free place where it would be. */
  private placeOf(id: string, hash: number): number {
    const { table, hashes, ids } = this
    const mask = table.length - 1
    let place = hash & mask
    for (let taken = table[place]!; taken !== 0; taken = table[place]!) {
      if (hashes[taken - 1] === hash && ids[taken - 1] === id) return place
      place = (place + 1) & mask
    }
    return place
  }
}

function hashOf(id: string): number {
  let hash = 0
  for (let i = 0; i < id.length; i++) hash = (Math.imul(hash, 31) + id.charCodeAt(i)) | 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
