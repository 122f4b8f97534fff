/** Books that follow what has changed in them, and what that is to a material plan. */
import type { SnapshotChange } from '@qitao/planning/netting/netting-state.ts'
import type { Lock } from '@qitao/planning/netting/snapshot.ts'
import { lineOfSupply } from '@qitao/purchasing/model/supply-part.rules.ts'
import {
  type BooksPart,
  locksOf,
  type MaterialBooks,
  type OrderBooks,
  rowsOf,
  type SnapshotRows,
  type SupplyBooks,
} from './material-snapshot.ts'

/** All that there is now of some work orders and materials; what is not there any more is gone. */
export interface BooksChange extends OrderBooks, SupplyBooks {
  readonly mo_ids: readonly string[]
  readonly material_ids: readonly string[]
  /** Of every source. */
  readonly held: MaterialBooks['held']
}

/** Work orders that are going to be made, as they will stand in the books, and what is kept of them for orders that are there. */
export interface OrdersToCome extends OrderBooks, Pick<SupplyBooks, 'production'> {}
/** The change that they are. */
export const changeWith = (
  { stock, transit, production, tentative, held }: MaterialBooks,
  coming: OrdersToCome,
): BooksChange => ({
  mo_ids: coming.orders.map(({ id }) => id),
  material_ids: [...new Set(coming.production.map(({ material_id }) => material_id))],
  orders: coming.orders,
  components: coming.components,
  locks: coming.locks,
  ...{ stock, transit, tentative, held },
  production: [...production, ...coming.production],
})

/** The books as they are now; null when others than their materials take part, so that all is to be read. */
export function changedBooks(books: MaterialBooks, change: BooksChange): MaterialBooks | null {
  const mos = new Set(change.mo_ids)
  const known = new Set(books.materials.map(({ id }) => id))
  const materials = new Set(change.material_ids.filter(id => known.has(id)))
  const ofMos = <T extends { mo_id: string }>(before: readonly T[], now: readonly T[]): readonly T[] =>
    mos.size === 0 ? before : [...before.filter(({ mo_id }) => !mos.has(mo_id)), ...now]
  const ofMaterials = <T extends { material_id: string }>(before: readonly T[], now: readonly T[]): readonly T[] =>
    materials.size === 0
      ? before
      : [
          ...before.filter(({ material_id }) => !materials.has(material_id)),
          ...now.filter(({ material_id }) => materials.has(material_id)),
        ]
  const components = ofMos(books.components, change.components)
  if (!haveSameMaterials(books, change, components, known)) return null
  return {
    ...books,
    held: change.held,
    orders: mos.size === 0 ? books.orders : [...books.orders.filter(({ id }) => !mos.has(id)), ...change.orders],
    components,
    locks: ofMos(books.locks, change.locks),
    stock: ofMaterials(books.stock, change.stock),
    transit: ofMaterials(books.transit, change.transit),
    production: ofMaterials(books.production, change.production),
    tentative: ofMaterials(books.tentative, change.tentative),
  }
}

/** Materials of the plan are those of its components and below them: none may come, and none go for good. */
function haveSameMaterials(
  books: MaterialBooks,
  change: BooksChange,
  components: MaterialBooks['components'],
  known: ReadonlySet<string>,
): boolean {
  const materialsOf = (of: MaterialBooks['components']) =>
    of.flatMap(({ material_id, substitutes }) => [material_id, ...substitutes.map(other => other.material_id)])
  if (materialsOf(change.components).some(id => !known.has(id))) return false
  const mos = new Set(change.mo_ids)
  const missing = new Set(materialsOf(books.components.filter(({ mo_id }) => mos.has(mo_id))))
  for (const { material_id, substitutes } of components) {
    if (missing.size === 0) return true
    missing.delete(material_id)
    for (const other of substitutes) missing.delete(other.material_id)
  }
  return missing.size === 0
}

/** What a plan of the books before is to be told, so that it is the plan of those after. Rows that stay are not named. */
export function snapshotChange(before: MaterialBooks, after: MaterialBooks, change: BooksChange): SnapshotChange {
  const mos = new Set(change.mo_ids)
  const materials = new Set([...change.material_ids, ...materialsHeldOtherwise(before, after)])
  const [was, is] = [before, after].map(books => rowsOf(books, partOf(books, mos, materials))) as [
    SnapshotRows,
    SnapshotRows,
  ]
  const [orders, demands, supplies] = [
    differing(was.orders, is.orders),
    differing(was.demands, is.demands),
    differing(was.supplies, is.supplies),
  ]
  return {
    orders: orders.changed,
    removedOrders: orders.removed,
    demands: demands.changed,
    removedDemands: demands.removed,
    supplies: supplies.changed,
    removedSupplies: supplies.removed,
    locks: changedLocks(before, after, mos, new Set([...supplies.changed.map(({ id }) => id), ...supplies.removed])),
  }
}

function partOf(books: MaterialBooks, mos: ReadonlySet<string>, materials: ReadonlySet<string>): BooksPart {
  const among = <T extends { material_id: string }>(of: readonly T[]) =>
    of.filter(({ material_id }) => materials.has(material_id))
  return {
    orders: books.orders.filter(({ id }) => mos.has(id)),
    components: books.components.filter(({ mo_id }) => mos.has(mo_id)),
    stock: among(books.stock),
    transit: among(books.transit),
    production: among(books.production),
    tentative: among(books.tentative),
  }
}

function materialsHeldOtherwise(before: MaterialBooks, after: MaterialBooks): string[] {
  const was = new Map(before.held.map(({ source_id, quantity }) => [source_id, quantity]))
  const sources = new Set<string>()
  for (const { source_id, quantity } of after.held) {
    if (was.get(source_id) !== quantity) sources.add(source_id)
    was.delete(source_id)
  }
  for (const source_id of was.keys()) sources.add(source_id)
  if (sources.size === 0) return []
  return [
    ...after.stock.filter(({ inventory_id }) => sources.has(inventory_id)),
    ...[...after.transit, ...after.production].filter(({ id }) => sources.has(id)),
  ].map(({ material_id }) => material_id)
}

function differing<T extends { readonly id: string }>(was: readonly T[], is: readonly T[]) {
  const known = new Map(was.map(row => [row.id, JSON.stringify(row)]))
  const changed = is.filter(row => known.get(row.id) !== JSON.stringify(row))
  for (const { id } of is) known.delete(id)
  return { changed, removed: [...known.keys()] }
}

/** A choice counts while its supply is there, so one of an order that stays may change with the supply. */
function changedLocks(
  before: MaterialBooks,
  after: MaterialBooks,
  mos: ReadonlySet<string>,
  supplies: ReadonlySet<string>,
): { demand: string; locks: readonly Lock[] }[] {
  const concerned = new Set<string>()
  const changed = new Set([...supplies].map(lineOfSupply))
  // Of a line that comes on several days one's share is another when another's is.
  const several = new Set(
    [before, after].flatMap(({ transit }) => transit.filter(line => line.part > 0).map(({ id }) => id)),
  )
  for (const { locks } of [before, after])
    for (const lock of locks) if (mos.has(lock.mo_id) && several.has(lock.source_id)) changed.add(lock.source_id)
  for (const { locks } of [before, after])
    for (const lock of locks) if (mos.has(lock.mo_id) || changed.has(lock.source_id)) concerned.add(lock.component_id)
  const groups = (books: MaterialBooks) =>
    Map.groupBy(
      locksOf(
        books,
        books.locks.filter(lock => concerned.has(lock.component_id) || several.has(lock.source_id)),
      ).filter(({ demand }) => concerned.has(demand)),
      lock => lock.demand,
    )
  const [was, is] = [groups(before), groups(after)]
  return [...concerned].flatMap(demand => {
    const locks = is.get(demand) ?? []
    return JSON.stringify(was.get(demand) ?? []) === JSON.stringify(locks) ? [] : [{ demand, locks }]
  })
}
