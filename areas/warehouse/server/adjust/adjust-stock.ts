import { type ApprovalDocument, startApprovals, waitsFor, wasAsked } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, isEqual, isNegative, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { matchAgain } from '@qitao/manufacturing/server'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { workgroupsOf } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { lastPrices } from '@qitao/purchasing/server'
import { followCount, lockTasksOf } from '@qitao/quality/server'
import type { adjustStock } from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { decideAdjustment, type PlaceNow } from '@qitao/stock/model/adjust/stock-adjustment.rules.ts'
import { adjustmentStatus } from '@qitao/stock/model/adjust/stock-adjustment.status.ts'
import { adjustmentSource, type StockPlace } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { lineMaterials, lockContainerPlaces, post, recordTrace, type TraceEntry, takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import { expectPostable, valueOfDifferences } from '../../model/count/count.rules.ts'
import { adjustmentJoins, adjustmentModule, adjustmentShown } from './stock-adjustment.queries.ts'

const living = { table: 'stock_adjustment', statuses: adjustmentStatus } as const
const { pending, posted } = adjustmentStatus.codes

/**
 * What the maker of `t` has posted of its material within a day without asking anybody: a large difference in small pieces is a
 * large difference.
 */
const postedJustBefore = sql<Quantity>`coalesce((select sum(o.value) from stock_adjustment o
  where o.org_id = t.org_id and o.material_id = t.material_id and o.created_by = t.created_by and o.id <> t.id
    and o.status = ${posted} and o.created_time > t.created_time - ${daySeconds}::bigint
    and not ${wasAsked(adjustmentModule, sql`o.id`)}), 0)`

async function placeNow(
  tx: Tx,
  org_id: string,
  of: StockPlace,
): Promise<PlaceNow & { occupied_quantity: Quantity; code: string }> {
  const [found] = await rows(
    tx,
    sql<
      PlaceNow & { occupied_quantity: Quantity; code: string }
    >`select l.code, coalesce(i.quantity, 0) as quantity, coalesce(i.occupied_quantity, 0) as occupied_quantity,
        l.transit or l.supplier_id is not null as elsewhere
      from location l left join inventory i on i.org_id = l.org_id and i.location_id = l.id and i.material_id = ${of.material_id}
        and i.lot_number = ${of.lot_number} and i.quality_status = ${of.quality_status} and i.container_id is not distinct from ${of.container_id}::uuid
      where l.org_id = ${org_id} and l.id = ${of.location_id}`,
  )
  return found ?? refuse(generalErrors.recordNotFound, { field: 'location_id' })
}
const reasonsOf = async (tx: Tx, org_id: string): Promise<string[]> =>
  (await rows(tx, sql<{ name: string }>`select name from adjust_reason where org_id = ${org_id}`)).map(
    ({ name }) => name,
  )

/** One place is put right at once, or waits where a flow of approval fits what the difference is worth: answers for whom. */
export async function adjust(
  context: Context,
  given: Parsed<typeof adjustStock>,
): Promise<{ id: string; no: string; waits_for: string[] }> {
  const { tx, org_id, now, member } = context
  const { material_id, location_id, quality_status, book_quantity, quantity, remark = null } = given
  const place = { material_id, location_id, quality_status }
  const [lot_number, container_id] = [given.lot_number?.trim() ?? '', given.container_id ?? null]
  const material =
    (await lineMaterials(tx, org_id, [{ material_id }])).get(material_id) ??
    refuse(generalErrors.recordNotFound, { field: 'material_id' })
  // One after the other of one person and material: each knows what was posted before it.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${member.user_id}/${material_id}`}, 5921))`.execute(tx)
  if (quality_status === qualityStatus.codes.to_inspect) await lockTasksOf(tx, org_id, [{ ...place, lot_number }])
  const container = (await lockContainerPlaces(tx, org_id, [container_id])).get(container_id ?? '')
  if (container && container.location_id !== location_id)
    refuse(generalErrors.versionConflict, {
      ...{ field: 'location_id', location_code: container.location_code },
      detail: text(
        '容器现在在库位{location_code}，请在那里调整',
        'The container is in bin {location_code} by now: adjust it there',
      ),
    })
  const found = await placeNow(tx, org_id, { ...place, lot_number, container_id })
  const { difference, serial_numbers } = decideAdjustment(given, found, material, await reasonsOf(tx, org_id))
  const name = [found.code, material.code, lot_number].filter(Boolean).join(' / ')
  // Its pieces are named already where they have numbers.
  const { none: serial_policy } = serialPolicy.codes
  const { quantity: quantity_now, occupied_quantity } = found
  expectPostable([{ name, difference, quantity_now, occupied_quantity, serial_policy }])
  const [prices] = await rows(
    tx,
    sql<{
      purchase_price: Quantity | null
    }>`select purchase_price from material where org_id = ${org_id} and id = ${material_id}`,
  )
  const value = valueOfDifferences(
    [{ material_id, difference, ...prices! }],
    await lastPrices(tx, org_id, [material_id], member.currency),
  )
  const id = newId()
  const [no] = await takeSerials(tx, adjustmentModule, 1, now, member.time_zone)
  await insertRows(tx, 'stock_adjustment', [
    {
      ...{ id, no: no!, status: pending, ...place, lot_number, container_id, book_quantity, quantity, difference },
      ...{ reason: given.reason.trim(), serial_numbers, value, remark },
    },
  ])
  const waiting = await startApprovals(context, adjustmentApproval, [id], workgroupsOf)
  if (waiting.size === 0) {
    await postAdjustments(context, [id], { asShown: true })
    return { id, no: no!, waits_for: [] }
  }
  const [waits] = await rows(
    tx,
    sql<{ waits_for: string[] }>`select ${waitsFor(adjustmentModule, sql`t.id`)} as waits_for from stock_adjustment t
      where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return { id, no: no!, waits_for: waits!.waits_for }
}

interface ToPost extends StockPlace {
  readonly id: string
  readonly no: string
  readonly difference: Quantity
  readonly quantity: Quantity
  readonly serial_numbers: readonly string[]
}
/**
 * The difference goes into the ledger, whatever has moved while it waited; an adjustment that is posted at once finds the place as it was
 * shown. Stock is locked by it: last.
 */
async function postAdjustments(context: Context, ids: readonly string[], { asShown = false } = {}): Promise<void> {
  const { tx, org_id, now } = context
  await transition(tx, org_id, living, 'approve', ids, sql`posted_time = ${now}::bigint`)
  const adjustments = await rows(
    tx,
    sql<ToPost>`select id, no, material_id, location_id, lot_number, quality_status, container_id, difference, quantity, serial_numbers
      from stock_adjustment where org_id = ${org_id} and ${among(sql`id`, ids)} order by id`,
  )
  // A task stays with the bin that its goods were put into, also when they leave it in a container.
  const isToInspect = ({ quality_status }: ToPost) => quality_status === qualityStatus.codes.to_inspect
  const release_time = await followCount(context, adjustments.filter(isToInspect))
  const containers = await lockContainerPlaces(
    tx,
    org_id,
    adjustments.map(({ container_id }) => container_id),
  )
  const pieces = await piecesOf(tx, org_id, adjustments)
  const posting = await post(tx, {
    org_id,
    movements: adjustments.map(one => ({
      ...{ material_id: one.material_id, lot_number: one.lot_number },
      // What is in a container went with it while it waited.
      location_id: containers.get(one.container_id ?? '')?.location_id ?? one.location_id,
      ...{ quality_status: one.quality_status, container_id: one.container_id, quantity: one.difference },
      ...{ receipt_no: one.no, source_type: adjustmentSource, source_id: one.id },
      movement_type: movementType.codes.adjustment,
      ...(isToInspect(one) ? { release_time } : {}),
    })),
  })
  if (asShown && posting.some(({ balance }, index) => !isEqual(balance, adjustments[index]!.quantity)))
    refuse(generalErrors.versionConflict, { field: 'book_quantity' })
  await recordTrace(tx, pieces)
  await matchAgain(context, { material_ids: [...new Set(adjustments.map(({ material_id }) => material_id))] })
}
/** The pieces that are more or less, locked, as they are recorded beside the ledger; those that are found may have numbers that nobody knew. */
async function piecesOf(tx: Tx, org_id: string, adjustments: readonly ToPost[]): Promise<TraceEntry[]> {
  const named = adjustments.flatMap(({ id, no, material_id, lot_number, difference, serial_numbers }) =>
    serial_numbers.map(serial_no => ({
      ...{ id: newId(), source_id: id, source_no: no, material_id, lot_number, serial_no },
      of_lot: lot_number || undefined,
      step: isNegative(difference) ? ('out' as const) : ('in' as const),
    })),
  )
  await sql`insert into serial_number (id, serial_no, material_id, lot_number)
    select r.id, r.serial_no, r.material_id, nullif(r.lot_number, '')
    from ${recordset(
      named.filter(({ step }) => step === 'in'),
      sql`id uuid, serial_no text, material_id uuid, lot_number text`,
    )} r order by r.serial_no on conflict (org_id, serial_no) do nothing`.execute(tx)
  await takePieces(tx, org_id, named)
  return named.map(({ source_id, source_no, material_id, lot_number, serial_no, step }) => ({
    ...{ source_type: adjustmentSource, source_id, source_no, mo_id: null, material_id, lot_number, serial_no },
    ...{ movement_type: movementType.codes.adjustment, quantity: step === 'in' ? '1' : '-1' },
  }))
}

/** An adjustment is approved by what its difference is worth; while it waits nothing is posted. */
export const adjustmentApproval: ApprovalDocument = {
  module_code: adjustmentModule,
  attached_to: 'stock_adjustment',
  async load(tx, org_id, ids) {
    const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`
    await sql`select from stock_adjustment t where ${which} order by t.id for no key update`.execute(tx)
    const found = await rows(
      tx,
      sql<{
        id: string
        no: string
        created_by: string | null
        value: string | null
        difference: string
        posted_before: Quantity
      }>`select t.*, nullif(t.lot_number, '') as lot_number, ${postedJustBefore} as posted_before, ${adjustmentShown} from stock_adjustment t ${adjustmentJoins} where ${which} order by t.id`,
    )
    return found.map(({ posted_before, ...record }) => ({
      ...{ id: record.id, no: record.no, made_by: record.created_by, currency: null },
      amount: record.value === null ? null : add(record.value, posted_before),
      priced: record.value !== null,
      document: { record, lines: [{ ...record }] },
      content: [record.id, record.difference],
    }))
  },
  async settle(context, ids, outcome) {
    if (outcome === 'approved') await postAdjustments(context, ids)
    else await transition(context.tx, context.org_id, living, outcome === 'rejected' ? 'refuse' : 'withdraw', ids)
  },
}
