import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { type LotToPick, pickLots } from '@qitao/stock/model/picking.rules.ts'
import { lotsToPick, supplierLotsInBins } from '@qitao/stock/server'
import { type RawBuilder, sql } from 'kysely'
import { type LineToWalk, walkOf } from '../../model/wave/pick-walk.rules.ts'
import type { WalkShort, WalkStop } from '../../model/wave/pick-wave.record.ts'
import { holdingsOfMos } from '../receipt.queries.ts'
import { linesToWalk } from './pick-wave.queries.ts'

export interface Walk {
  readonly stops: WalkStop[]
  readonly short: WalkShort[]
}
export const noWalk: Walk = { stops: [], short: [] }
type Without = readonly { readonly material_id: string; readonly location_id: string }[]

/**
 * Where the open lines of receipts are picked, by the same rule as when they are posted: nothing is held by it, and what is gone when one
 * stands there is refused then. `without`: goods in bins where they were not found. Answers the walk of some of the lines.
 */
async function planPicks<L extends LineToWalk>(
  tx: Tx,
  org_id: string,
  lines: readonly L[],
  without: Without = [],
): Promise<(some: readonly L[]) => Walk> {
  if (lines.length === 0) return () => noWalk
  const held = await holdingsOfMos(tx, org_id, [...new Set(lines.flatMap(({ mo_id }) => mo_id ?? []))])
  const issues = lines.map(({ line_id, mo_id, open_quantity, material_id, location_id, lot_number }) => ({
    ...{ material_id, location_id, lot_number, mo_id, quantity: open_quantity, source_id: line_id },
    holdings: held.get(mo_id ?? '') ?? [],
  }))
  const passed = new Set(without.map(({ material_id, location_id }) => `${material_id}|${location_id}`))
  const isThere = (lot: LotToPick) => !passed.has(`${lot.material_id}|${lot.location_id}`)
  const lots = (await lotsToPick(tx, org_id, issues)).filter(isThere)
  const { movements, short } = pickLots(lots, issues, movementType.codes.other_out)
  const byRow = new Map(lots.map(lot => [lot.inventory_id, lot]))
  const containers = await containerCodes(tx, org_id, [...new Set(movements.map(({ container_id }) => container_id))])
  const warehouses = await warehousesOf(tx, org_id, [...new Set(movements.map(({ location_id }) => location_id))])
  const frozen = new Map(short.map(({ material_id, frozen_bins }) => [material_id, frozen_bins]))
  const taken = new Set(movements.map(({ inventory_id }) => inventory_id))
  const supplierLots = await supplierLotsInBins(
    tx,
    org_id,
    lots.filter(({ inventory_id }) => taken.has(inventory_id)),
  )
  return some => walkOf(some, movements, { lots: byRow, containers, warehouses, supplierLots, frozen })
}

export const walkFor = async (tx: Tx, org_id: string, lines: readonly LineToWalk[], without: Without): Promise<Walk> =>
  (await planPicks(tx, org_id, lines, without))(lines)

/** The walks of several waves, by the wave: what one takes another does not have. */
export async function walksOf(tx: Tx, org_id: string, which: RawBuilder<unknown>): Promise<Map<string, Walk>> {
  const lines = await linesToWalk(tx, org_id, which)
  const walk = await planPicks(tx, org_id, lines)
  return new Map([...Map.groupBy(lines, ({ wave_id }) => wave_id!)].map(([wave_id, own]) => [wave_id, walk(own)]))
}

async function containerCodes(tx: Tx, org_id: string, ids: readonly (string | null | undefined)[]) {
  const known = ids.filter(id => id != null)
  if (known.length === 0) return new Map<string, string>()
  const found = await rows(
    tx,
    sql<{
      id: string
      code: string
    }>`select id, code from container where org_id = ${org_id} and ${among(sql`id`, known)}`,
  )
  return new Map(found.map(({ id, code }) => [id, code]))
}

async function warehousesOf(tx: Tx, org_id: string, bins: readonly string[]) {
  const found = await rows(
    tx,
    sql<{
      id: string
      warehouse_id: string
    }>`select id, warehouse_id from location where org_id = ${org_id} and ${among(sql`id`, bins)}`,
  )
  return new Map(found.map(({ id, warehouse_id }) => [id, warehouse_id]))
}
