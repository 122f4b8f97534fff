/**
 * Available to promise: what is left of each supply when everybody else has what is theirs. Material by material as runs of
 * numbers, stock first (first expired, first in), then by arrival, last what is taken from others; taking is tried on a copy of what is left.
 */
import type { Instant } from '@qitao/core/time.ts'
import { dividedDown, timesUp } from '../bom/bom.ts'
import type { Substitute } from '../netting/snapshot.ts'
import type { Claim, PromiseSnapshot } from './snapshot.ts'

export interface FreeSupply {
  readonly now: Instant
  /** Steps that are free of each supply of the snapshot. */
  readonly left: Float64Array
  /** When each is there, never before now. */
  readonly arrives: Float64Array
  /** Infinity: never. */
  readonly expires: Float64Array
  /** Supply numbers of each material in the order of use. */
  readonly of: ReadonlyMap<string, Int32Array>
}

export const freeSupply = (snapshot: PromiseSnapshot): FreeSupply => settled(snapshot, new Set()).free

/** How much of each claim is covered. Those of `first` come before all others. */
export const coveredClaims = (snapshot: PromiseSnapshot, first: ReadonlySet<string>): ReadonlyMap<string, number> =>
  settled(snapshot, first).covered

function settled(
  { now, supplies, taken, claims }: PromiseSnapshot,
  before: ReadonlySet<string>,
): { free: FreeSupply; covered: ReadonlyMap<string, number> } {
  const arrives = Float64Array.from(supplies, supply => Math.max(now, supply.availableAt))
  const expires = Float64Array.from(supplies, supply => supply.expiresAt ?? Number.POSITIVE_INFINITY)
  const left = Float64Array.from(supplies, supply => supply.quantity)
  const number = new Map(supplies.map((supply, i) => [supply.id, i]))
  for (const { supply, quantity } of taken) {
    const i = number.get(supply)
    if (i !== undefined) left[i] = Math.max(0, left[i]! - quantity)
  }
  const numbers = Map.groupBy(number.values(), i => supplies[i]!.material)
  const inOrder = (a: number, b: number) =>
    Number(supplies[a]!.lent ?? false) - Number(supplies[b]!.lent ?? false) ||
    arrives[a]! - arrives[b]! ||
    compare(expires[a]!, expires[b]!) ||
    compare(supplies[a]!.receivedAt ?? 0, supplies[b]!.receivedAt ?? 0) ||
    compareText(supplies[a]!.id, supplies[b]!.id)
  const of = new Map([...numbers].map(([material, list]) => [material, Int32Array.from(list).sort(inOrder)]))
  const free = { now, left, arrives, expires, of }
  const first = (a: Claim, b: Claim) =>
    Number(before.has(b.id)) - Number(before.has(a.id)) ||
    a.priority - b.priority ||
    a.due - b.due ||
    compareText(a.number, b.number) ||
    compareText(a.id, b.id)
  const covered = new Map<string, number>()
  for (const { id, material, quantity, due } of claims.toSorted(first)) {
    let missing = quantity
    for (const i of of.get(material) ?? []) {
      if (missing === 0) break
      if (expires[i]! <= due) continue
      const used = Math.min(missing, left[i]!)
      left[i]! -= used
      missing -= used
    }
    covered.set(id, quantity - missing)
  }
  return { free, covered }
}

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Told for each taking: number of the supply, steps of the need covered, steps of the supply. */
export type Took = (supply: number, covered: number, used: number) => void

/**
 * Takes from `left` what arrives by `notAfter`, earliest first, and returns what is missing. What expires by then is not used.
 */
export function takeFree(
  { of, arrives, expires }: FreeSupply,
  left: Float64Array,
  material: string,
  quantity: number,
  notAfter: Instant,
  took: Took,
  substitute?: Substitute,
): number {
  const list = of.get(material)
  let missing = quantity
  if (!list) return missing
  for (let k = 0; k < list.length && missing > 0; k++) {
    const i = list[k]!
    if (left[i] === 0 || arrives[i]! > notAfter || expires[i]! <= notAfter) continue
    const covered = Math.min(missing, substitute ? dividedDown(left[i]!, substitute.ratio) : left[i]!)
    if (covered === 0) continue
    const used = substitute ? timesUp(covered, substitute.ratio) : covered
    left[i]! -= used
    missing -= covered
    took(i, covered, used)
  }
  return missing
}

/** When free supply of these materials comes in after now: the instants worth waiting for. Sorted, each once. */
export function arrivalsOf({ of, left, arrives, now }: FreeSupply, materials: Iterable<string>): Instant[] {
  const instants = new Set<Instant>()
  for (const material of materials) {
    for (const i of of.get(material) ?? []) if (left[i]! > 0 && arrives[i]! > now) instants.add(arrives[i]!)
  }
  return [...instants].sort((a, b) => a - b)
}
