import { add, isLess, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Movement, placeKey, placeOf } from '../model/ledger.rules.ts'
import type { MovementCode } from '../model/movement-type.ts'
import {
  type Issue,
  pickLots,
  type Short,
  type StockLot,
  type StockRow,
  spreadOverContainers,
} from '../model/picking.rules.ts'
import { qualityStatus } from '../model/quality.status.ts'
import { stockErrors } from '../model/stock.errors.ts'

/** Stock that covers a demand: of good quality and not expired, in picking order (first expired, then first in). */
export interface UsableLot extends StockLot {
  /** Neither occupied nor gone. */
  readonly available_quantity: Quantity
  /** Of goods in transit: when they are expected; null: they are here. */
  readonly arrives_time: Instant | null
}

const loadLots = (tx: Tx, org_id: string, condition: RawBuilder<unknown>, locking: RawBuilder<unknown>) =>
  rows(
    tx,
    sql<UsableLot>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity,
        t.occupied_quantity, t.quantity - t.occupied_quantity as available_quantity, t.expire_time, t.first_in_time, t.arrives_time
      from inventory t where t.org_id = ${org_id} and t.quality_status = ${qualityStatus.codes.finished} and t.quantity > 0
        and ${condition} ${locking}`,
  )
const notExpired = sql`coalesce(t.expire_time > epoch_now(), true)`

/** `material_ids` null: of every material. */
export const usableStock = (tx: Tx, org_id: string, material_ids: readonly string[] | null): Promise<UsableLot[]> =>
  loadLots(
    tx,
    org_id,
    material_ids === null ? notExpired : sql`${among(sql`t.material_id`, material_ids)} and ${notExpired}`,
    sql`order by t.material_id, t.expire_time nulls last, t.first_in_time, t.lot_number, t.id`,
  )

/** Goods that are not yet inspected: no demand gets them now, all may count on them for the time of their release. */
export const stockToInspect = (
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
): Promise<{ inventory_id: string; material_id: string; quantity: Quantity; release_time: Instant | null }[]> =>
  rows(
    tx,
    sql`select t.id as inventory_id, t.material_id, t.quantity, t.release_time from inventory t
      where t.org_id = ${org_id} and t.quality_status = ${qualityStatus.codes.to_inspect} and t.quantity > 0
        and ${among(sql`t.material_id`, material_ids)} order by t.material_id, t.id`,
  )

/** How much of that there is of each material, occupied or not. */
export const usableQuantities = (org_id: string, material_ids: readonly string[] | null): RawBuilder<unknown> =>
  sql`select t.material_id, sum(t.quantity) as quantity from inventory t
    where t.org_id = ${org_id} and t.quality_status = ${qualityStatus.codes.finished} and t.quantity > 0 and ${notExpired}
      ${material_ids === null ? sql`` : sql`and ${among(sql`t.material_id`, material_ids)}`} group by t.material_id`

/** Free, good, unexpired stock of each asked material; zero where there is none. */
export async function available(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
): Promise<Map<string, Quantity>> {
  const found = await usableStock(tx, org_id, material_ids)
  const free = new Map<string, Quantity>(material_ids.map(id => [id, '0']))
  for (const { material_id, available_quantity } of found) {
    free.set(material_id, add(free.get(material_id)!, available_quantity))
  }
  return free
}

/**
 * Picks lots to issue: what the holder occupies first, then free stock, first expired then first in. The rows are locked
 * until the transaction ends: post the movements in it. Expired lots are issued only from the holder's own occupation, goods in
 * transit not at all.
 */
export async function issueFor(
  tx: Tx,
  { org_id, movement_type, issues }: { org_id: string; movement_type: MovementCode; issues: readonly Issue[] },
): Promise<{ movements: (Movement & { inventory_id: string })[]; short: Short[] }> {
  const material_ids = [...new Set(issues.map(({ material_id }) => material_id))]
  const held = issues.flatMap(({ holdings = [] }) => holdings.map(({ inventory_id }) => inventory_id))
  const lots = await loadLots(
    tx,
    org_id,
    sql`${among(sql`t.material_id`, material_ids)} and (${notExpired} or ${among(sql`t.id`, held)}) and t.arrives_time is null`,
    sql`order by t.id for no key update`,
  )
  return pickLots(lots, issues, movement_type)
}

/**
 * Movements out of bins and lots that people named, whatever its age: from what lies loose first, then from containers. `along`:
 * how much of what is occupied of each row may go with it, once nothing free is left.
 */
export async function outOfBins<M extends Movement>(
  tx: Tx,
  org_id: string,
  movements: readonly M[],
  along?: ReadonlyMap<string, Quantity>,
): Promise<M[]> {
  const places = [...new Map(movements.map(movement => [placeKey(placeOf(movement)), placeOf(movement)])).values()]
  const found = await rows(
    tx,
    sql<StockRow>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id,
        t.quantity, t.occupied_quantity
      from inventory t where t.org_id = ${org_id} and t.quantity > 0
        and exists (select from ${recordset(places, sql`material_id uuid, location_id uuid, lot_number text, quality_status smallint`)} r
          where t.material_id = r.material_id and t.location_id = r.location_id and t.lot_number = r.lot_number
            and t.quality_status = r.quality_status)
      order by t.id for no key update`,
  )
  return spreadOverContainers(found, movements, along)
}

/** Throws what is missing of each material: 5913 when others occupy enough of it, else 5901. */
export async function refuseShort(tx: Tx, org_id: string, short: readonly Short[]): Promise<void> {
  if (short.length === 0) return
  const named = await rows(
    tx,
    sql<{
      id: string
      code: string
      occupied: Quantity
    }>`select m.id, m.code, coalesce(sum(t.occupied_quantity), 0) as occupied
      from material m left join inventory t on t.org_id = m.org_id and t.material_id = m.id
        and t.quality_status = ${qualityStatus.codes.finished} and ${notExpired} and t.arrives_time is null
      where m.org_id = ${org_id} and ${among(
        sql`m.id`,
        short.map(({ material_id }) => material_id),
      )} group by m.id, m.code order by m.code`,
  )
  const missing = named.map(({ id, code, occupied }) => {
    const quantity = sum(short.filter(({ material_id }) => material_id === id).map(one => one.quantity))
    return { code, quantity, occupied: !isLess(occupied, quantity) }
  })
  refuse(missing.every(({ occupied }) => occupied) ? stockErrors.stockOccupied : stockErrors.stockInsufficient, {
    missing: missing.map(({ code, quantity }) => `${code} × ${quantity}`).join('; '),
    material_ids: named.map(({ id }) => id),
    detail: text('缺少：{missing}', 'Missing: {missing}'),
  })
}
