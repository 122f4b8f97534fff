import { add, isLess, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Movement, placeKey, placeOf } from '../model/ledger.rules.ts'
import type { MovementCode } from '../model/movement-type.ts'
import {
  expectNotCounted,
  type Issue,
  type LotToPick,
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

const notExpired = sql`coalesce(t.expire_time > epoch_now(), true)`

/** `material_ids` null: of every material. */
export const usableStock = (tx: Tx, org_id: string, material_ids: readonly string[] | null): Promise<UsableLot[]> =>
  rows(
    tx,
    sql<UsableLot>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity,
        t.occupied_quantity, t.quantity - t.occupied_quantity as available_quantity, t.expire_time, t.first_in_time, t.arrives_time
      from inventory t where t.org_id = ${org_id} and t.quality_status = ${qualityStatus.codes.finished} and t.quantity > 0
        and ${notExpired} ${material_ids === null ? sql`` : sql`and ${among(sql`t.material_id`, material_ids)}`}
      order by t.material_id, t.expire_time nulls last, t.first_in_time, t.lot_number, t.id`,
  )

export interface LotToInspect
  extends Pick<
    UsableLot,
    | 'inventory_id'
    | 'material_id'
    | 'location_id'
    | 'lot_number'
    | 'quantity'
    | 'occupied_quantity'
    | 'expire_time'
    | 'first_in_time'
  > {
  /** When they are expected to be released. */
  readonly release_time: Instant | null
}
/** Goods that are not yet inspected: no demand gets them now, all may count on them for the time of their release. */
export const stockToInspect = (tx: Tx, org_id: string, material_ids: readonly string[]): Promise<LotToInspect[]> =>
  rows(
    tx,
    sql<LotToInspect>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quantity, t.occupied_quantity, t.expire_time,
        t.first_in_time, t.release_time
      from inventory t
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

/** Lots that may be picked, with where they stand on the walk. */
export const lotsToPick = (
  tx: Tx,
  org_id: string,
  issues: readonly Pick<Issue, 'material_id' | 'holdings'>[],
  locking: RawBuilder<unknown> = sql``,
): Promise<LotToPick[]> => {
  const material_ids = [...new Set(issues.map(({ material_id }) => material_id))]
  const held = issues.flatMap(({ holdings = [] }) => holdings.map(({ inventory_id }) => inventory_id))
  return rows(
    tx,
    sql<LotToPick>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity,
        t.occupied_quantity, t.expire_time, t.first_in_time, l.route_order, l.code as location_code,
        (to_timestamp(t.first_in_time) at time zone o.time_zone)::date::text as first_in_day,
        exists (select from bin_in_count c where c.org_id = t.org_id and c.location_id = t.location_id and c.frozen) as frozen
      from inventory t join location l on l.org_id = t.org_id and l.id = t.location_id join org o on o.id = t.org_id
      where t.org_id = ${org_id} and t.quality_status = ${qualityStatus.codes.finished} and t.quantity > 0
        and ${among(sql`t.material_id`, material_ids)} and (${notExpired} or ${among(sql`t.id`, held)}) and t.arrives_time is null ${locking}`,
  )
}

/**
 * Picks lots to issue: what the holder occupies first, then free stock, in picking order. The rows are locked
 * until the transaction ends: post the movements in it. Expired lots are issued only from the holder's own occupation, goods in
 * transit and in bins that a count has frozen not at all.
 */
export async function issueFor(
  tx: Tx,
  { org_id, movement_type, issues }: { org_id: string; movement_type: MovementCode; issues: readonly Issue[] },
): Promise<{ movements: (Movement & { inventory_id: string })[]; short: Short[] }> {
  return pickLots(
    await lotsToPick(tx, org_id, issues, sql`order by t.id for no key update of t`),
    issues,
    movement_type,
  )
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

/** Throws what is missing of each material: 5912 when enough of it is being counted, 5913 when others occupy enough of it, else 5901. */
export async function refuseShort(tx: Tx, org_id: string, short: readonly Short[]): Promise<void> {
  if (short.length === 0) return
  expectNotCounted(short)
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
