/**
 * The snapshot by number. Needs, supplies and orders are columns, so that a hundred thousand orders cost no object each;
 * materials, families and proposals are few and stay objects. Places of what is gone are used again.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { BomLine, Ratio } from '../bom/bom.ts'
import { longer } from '../pegging/links.ts'
import type { Demand, KittedOrder, PlannedMaterial, Supply } from './snapshot.ts'

export interface Material {
  readonly id: string
  readonly number: number
  /** null: nobody knows it, so nothing of it can be proposed. */
  planned: PlannedMaterial | null
  /** Low-level code. */
  level: number
  lines: readonly Line[]
  /** Lines of other materials that need this one. */
  readonly usedIn: { readonly parent: Material; readonly line: number }[]
  family: Family
  /** Supply numbers as they are to be used; the heads skip what is used up. */
  stock: number[]
  incoming: number[]
  /** Supplies on their way that are set not to count. */
  uncounted: number[]
  supplySorted: boolean
  stockHead: number
  incomingHead: number
  /** Needs of it that no supply covers, in order of allocation; and those that its proposals cover now. */
  short: number[]
  proposedFor: readonly number[]
  drafts: Draft[]
  /** What does not count, as proposals that have been carried out: no need has it, and none is told of it. */
  carriedOut: Draft[]
}
export interface Line extends Pick<BomLine, 'from' | 'until'> {
  readonly material: Material
  readonly ratio: Ratio
  readonly substitutes: readonly Alternative[]
}
export interface Alternative {
  readonly material: Material
  readonly ratio: Ratio
  readonly begun?: number
}

/** Materials that stand in for each other: what one need takes is missing for another. The smallest part that is netted anew. */
export interface Family {
  materials: Material[]
  /** Demands in order of allocation, once sorted. */
  demands: number[]
  sorted: boolean
  /** Being netted anew; components of proposals up to this level (not counted in) have been served. */
  dirty: boolean
  servedTo: number
}

/** A proposal to make or buy. */
export interface Draft {
  readonly number: number
  readonly material: Material
  readonly sequence: number
  quantity: number
  neededAt: Instant
  orderBy: Instant
  /** Demand at the top of the first need it covers: its place in line, which is another when its row is. */
  top: number
  topRow: Demand | null
  /** It is for orders that are replenished. */
  asked: boolean
  /** Need numbers of its components, by line. */
  needs: number[]
  availableAt: Instant
  /** When it can be there, ordered now: before `availableAt` when it is not needed so soon. */
  earliestAt: Instant
  /** It stands for supply that is on its way and does not count. */
  carriesOut: boolean
  /** Not even other proposals can give all its components. */
  stuck: boolean
}

/** 52 bits: two of the kind, 16 of the priority, 34 of the due date. What is outside of that is told apart by the row. */
function keyOf({ kind, priority, due }: Demand): number {
  const inside = priority > 0 && priority < 65_535 && due >= 0 && due < 2 ** 34
  return classOf[kind] * 2 ** 50 + Math.min(Math.max(priority, 0), 65_535) * 2 ** 34 + (inside ? due : 0)
}
const classOf = { component: 0, sales: 0, stock_order: 0, tentative: 1, safety: 2 } as const

/** Demands of the snapshot and components of proposals. */
export class Needs {
  row: (Demand | null)[] = []
  material = new Int32Array(0)
  quantity = new Float64Array(0)
  missing = new Float64Array(0)
  neededAt = new Float64Array(0)
  /** Demand that it serves in the end; a demand serves itself. */
  top = new Int32Array(0)
  /** Proposal whose component it is; -1 for a demand, -2 for a place that is free. */
  draft = new Int32Array(0)
  order = new Int32Array(0)
  nextOfOrder = new Int32Array(0)
  alternatives = new Map<number, readonly Alternative[]>()
  /** Whose step that was begun is covered now. */
  readonly finished = new Set<number>()
  /** Of demands: when all of it is there, Infinity with a shortage; and the same with proposals. */
  kitAt = new Float64Array(0)
  expectedAt = new Float64Array(0)
  size = 0
  /** Place in line by kind, priority and due date in one number; see `keyOf`. */
  private key = new Float64Array(0)
  private readonly free: number[] = []

  reserve(size: number): void {
    if (size <= this.material.length) return
    const room = Math.max(size, this.material.length * 2, 64)
    this.material = longer(this.material, room, 0)
    this.quantity = longer(this.quantity, room, 0)
    this.missing = longer(this.missing, room, 0)
    this.neededAt = longer(this.neededAt, room, 0)
    this.top = longer(this.top, room, -1)
    this.draft = longer(this.draft, room, -2)
    this.order = longer(this.order, room, -1)
    this.nextOfOrder = longer(this.nextOfOrder, room, -1)
    this.kitAt = longer(this.kitAt, room, 0)
    this.expectedAt = longer(this.expectedAt, room, 0)
    this.key = longer(this.key, room, 0)
  }

  place(): number {
    const free = this.free.pop()
    if (free !== undefined) return free
    this.reserve(this.size + 1)
    this.row.push(null)
    return this.size++
  }

  drop(need: number): void {
    this.row[need] = null
    this.draft[need] = -2
    this.alternatives.delete(need)
    this.finished.delete(need)
    this.free.push(need)
  }

  put(need: number, row: Demand, material: number, order: number): void {
    this.row[need] = row
    this.material[need] = material
    this.quantity[need] = row.quantity
    this.neededAt[need] = row.neededAt
    this.top[need] = need
    this.draft[need] = -1
    this.order[need] = order
    this.key[need] = keyOf(row)
  }

  /** Order of allocation of two demands: the first in line is less. */
  readonly compare = (a: number, b: number): number => {
    if (a === b) return 0
    const byKey = this.key[a]! - this.key[b]!
    if (byKey !== 0) return byKey
    const first = this.row[a]!
    const second = this.row[b]!
    return (
      first.priority - second.priority ||
      first.due - second.due ||
      compareText(first.number, second.number) ||
      this.neededAt[a]! - this.neededAt[b]! ||
      compareText(first.id, second.id)
    )
  }
}

export class Supplies {
  row: (Supply | null)[] = []
  material = new Int32Array(0)
  left = new Float64Array(0)
  /** When it is there as far as that is known before allocation, never before now. */
  arrives = new Float64Array(0)
  expires = new Float64Array(0)
  /** 1: in stock now. */
  here = new Uint8Array(0)
  /** When it is there, its own order's kit counted. */
  date = new Float64Array(0)
  /** Order whose kit decides when it is there; -1 when its date is known. */
  maker = new Int32Array(0)
  size = 0
  private readonly free: number[] = []

  reserve(size: number): void {
    if (size <= this.material.length) return
    const room = Math.max(size, this.material.length * 2, 64)
    this.material = longer(this.material, room, 0)
    this.left = longer(this.left, room, 0)
    this.arrives = longer(this.arrives, room, 0)
    this.expires = longer(this.expires, room, 0)
    this.here = longer(this.here, room, 0)
    this.date = longer(this.date, room, 0)
    this.maker = longer(this.maker, room, -1)
  }

  place(): number {
    const free = this.free.pop()
    if (free !== undefined) return free
    this.reserve(this.size + 1)
    this.row.push(null)
    return this.size++
  }

  drop(supply: number): void {
    this.row[supply] = null
    this.free.push(supply)
  }
}

/** Orders whose kit is asked for, and orders that only demands or supplies name. */
export class Orders {
  readonly number = new Map<string, number>()
  row: (KittedOrder | null)[] = []
  firstNeed: number[] = []
  /** Supplies that it makes. */
  makes: (readonly number[])[] = []
  private lastId: string | null = null
  private lastNumber = -1

  numberOf(id: string): number {
    // Demands of one order come one after the other.
    if (id === this.lastId) return this.lastNumber
    const known = this.number.get(id)
    this.lastId = id
    this.lastNumber = known ?? this.row.length
    if (known !== undefined) return known
    const number = this.row.length
    this.number.set(id, number)
    this.row.push(null)
    this.firstNeed.push(-1)
    this.makes.push(none)
    return number
  }
}
const none: readonly number[] = Object.freeze([])

export const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
/** By code unit: the same on every machine and in every language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
