/**
 * Free supply by material, in the order in which it is to be used: stock by first expired, then first in; then what is on
 * its way by arrival. Taking from it is the only way to allocate, so no supply can be given twice.
 */
import type { Instant } from '@qitao/core/time.ts'
import { dividedDown, timesUp } from '../bom/bom.ts'
import type { Substitute, Supply } from '../netting/snapshot.ts'

export interface Pool {
  readonly now: Instant
  readonly supplies: readonly Supply[]
  /** Free quantity of each supply. */
  readonly left: Float64Array
  /** When each supply is there, never before now. */
  readonly arrives: Float64Array
  readonly sources: ReadonlyMap<string, Sources>
}

/** Supply numbers of one material. The heads skip what is used up. */
interface Sources {
  readonly stock: Int32Array
  readonly incoming: Int32Array
  stockHead: number
  incomingHead: number
}

export interface Need {
  readonly material: string
  readonly neededAt: Instant
  readonly substitutes?: readonly Substitute[] | undefined
}

/** Told for each allocation: number of the supply, steps of the need covered, steps of the supply taken. */
export type Taken = (supply: number, covered: number, taken: number) => void

export function supplyPool(supplies: readonly Supply[], arrives: Float64Array, now: Instant): Pool {
  const stock = new Map<string, number[]>()
  const incoming = new Map<string, number[]>()
  supplies.forEach((supply, i) => {
    const kind = isInStock(supply, arrives[i]!, now) ? stock : incoming
    const list = kind.get(supply.material)
    if (list) list.push(i)
    else kind.set(supply.material, [i])
  })
  const byId = (a: number, b: number) => compareText(supplies[a]!.id, supplies[b]!.id)
  const last = Number.POSITIVE_INFINITY
  const firstExpired = (a: number, b: number) =>
    compare(supplies[a]!.expiresAt ?? last, supplies[b]!.expiresAt ?? last) ||
    compare(supplies[a]!.receivedAt ?? last, supplies[b]!.receivedAt ?? last) ||
    byId(a, b)
  const firstArrived = (a: number, b: number) => compare(arrives[a]!, arrives[b]!) || byId(a, b)
  const sources = new Map<string, Sources>()
  for (const material of new Set([...stock.keys(), ...incoming.keys()])) {
    sources.set(material, {
      stock: Int32Array.from((stock.get(material) ?? []).sort(firstExpired)),
      incoming: Int32Array.from((incoming.get(material) ?? []).sort(firstArrived)),
      stockHead: 0,
      incomingHead: 0,
    })
  }
  return { now, supplies, left: Float64Array.from(supplies, supply => supply.quantity), arrives, sources }
}

export const isInStock = (supply: Supply, arrives: Instant, now: Instant): boolean =>
  supply.kind === 'stock' && arrives <= now

/** Takes a given quantity of one supply for a lock; returns what it could take. */
export function takeExactly(pool: Pool, supply: number, quantity: number): number {
  const taken = Math.min(pool.left[supply]!, quantity)
  pool.left[supply]! -= taken
  return taken
}

/**
 * Covers as much of `quantity` as there is supply and returns what is missing. The material itself comes first where it is
 * in stock or arrives in time; then substitutes in stock or in time, the preferred one first; then whatever arrives
 * earliest. So a substitute is used only where the material would be late, and never anything later than need be. What
 * arrives late and after `notAfter` is left.
 */
export function take(
  pool: Pool,
  need: Need,
  quantity: number,
  taken: Taken,
  notAfter: Instant = Number.POSITIVE_INFINITY,
): number {
  let missing = takeInTime(pool, need, need.material, undefined, quantity, taken)
  if (missing === 0) return 0
  for (const substitute of need.substitutes ?? []) {
    missing = takeInTime(pool, need, substitute.material, substitute, missing, taken)
    if (missing === 0) return 0
  }
  return takeLate(pool, need, missing, taken, notAfter)
}

function takeInTime(
  pool: Pool,
  need: Need,
  material: string,
  substitute: Substitute | undefined,
  quantity: number,
  taken: Taken,
): number {
  const sources = pool.sources.get(material)
  if (!sources) return quantity
  const { stock, incoming } = sources
  while (sources.stockHead < stock.length && pool.left[stock[sources.stockHead]!] === 0) sources.stockHead++
  let missing = quantity
  for (let i = sources.stockHead; i < stock.length && missing > 0; i++) {
    missing = takeFrom(pool, need, stock[i]!, substitute, missing, taken)
  }
  skipUsed(pool, sources)
  for (let i = sources.incomingHead; i < incoming.length && missing > 0; i++) {
    if (pool.arrives[incoming[i]!]! > need.neededAt) break
    missing = takeFrom(pool, need, incoming[i]!, substitute, missing, taken)
  }
  return missing
}

/** The earliest of all, whichever material; on a tie the material itself, then the preferred substitute. */
function takeLate(pool: Pool, need: Need, quantity: number, taken: Taken, notAfter: Instant): number {
  const substitutes = need.substitutes ?? []
  if (substitutes.length === 0) {
    const sources = pool.sources.get(need.material)
    if (!sources) return quantity
    let missing = quantity
    for (let i = sources.incomingHead; i < sources.incoming.length && missing > 0; i++) {
      if (pool.arrives[sources.incoming[i]!]! > notAfter) break
      missing = takeFrom(pool, need, sources.incoming[i]!, undefined, missing, taken)
    }
    return missing
  }
  const late: { supply: number; substitute: Substitute | undefined; preference: number }[] = []
  ;[undefined, ...substitutes].forEach((substitute, preference) => {
    const sources = pool.sources.get(substitute ? substitute.material : need.material)
    if (!sources) return
    for (let i = sources.incomingHead; i < sources.incoming.length; i++) {
      const supply = sources.incoming[i]!
      if (pool.left[supply]! > 0) late.push({ supply, substitute, preference })
    }
  })
  late.sort((a, b) => compare(pool.arrives[a.supply]!, pool.arrives[b.supply]!) || a.preference - b.preference)
  let missing = quantity
  for (const { supply, substitute } of late) {
    if (missing === 0 || pool.arrives[supply]! > notAfter) break
    missing = takeFrom(pool, need, supply, substitute, missing, taken)
  }
  return missing
}

function skipUsed(pool: Pool, sources: Sources): void {
  const { incoming } = sources
  while (sources.incomingHead < incoming.length && pool.left[incoming[sources.incomingHead]!] === 0)
    sources.incomingHead++
}

function takeFrom(
  pool: Pool,
  need: Need,
  supply: number,
  substitute: Substitute | undefined,
  missing: number,
  taken: Taken,
): number {
  const left = pool.left[supply]!
  if (left === 0) return missing
  const expires = pool.supplies[supply]!.expiresAt ?? null
  if (expires !== null && expires <= Math.max(need.neededAt, pool.arrives[supply]!)) return missing
  const covered = Math.min(missing, substitute ? dividedDown(left, substitute.ratio) : left)
  if (covered === 0) return missing
  const used = substitute ? timesUp(covered, substitute.ratio) : covered
  pool.left[supply] = left - used
  taken(supply, covered, used)
  return missing - covered
}

export const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
/** By code unit: the same on every machine and in every language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
