import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive, least, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { followInspection, lockWaiting, matchAgain } from '@qitao/manufacturing/server'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { gradeGoods } from '@qitao/stock/server'
import { sql } from 'kysely'
import { holdAffected, listHolds, releaseHold } from '../../model/trace/trace.calls.ts'
import { affectedBy, stockToHold } from './recall.ts'

const module_code = 'DJ'
const { finished, held } = qualityStatus.codes
const source_type = 'trace_hold'

interface Lying {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}

const refuseEmpty = (): never =>
  refuse(generalErrors.badParameter, { detail: text('没有可冻结的在库良品', 'There is no good stock of it to hold') })

export const holdHandlers: Handler[] = [
  handle(listHolds, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        ...{ org_id, table: 'trace_hold' },
        where: [
          contains(input.keyword, sql`t.no`, sql`t.value`, sql`t.reason`),
          input.open !== undefined && sql`(t.released_time is null) = ${input.open}`,
        ],
        columns: sql`t.*, u.name as created_by_name, w.name as released_by_name,
          (select count(*) from trace_hold_line l where l.org_id = t.org_id and l.hold_id = t.id) as lot_count`,
        joins: sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by left join app_user w on w.org_id = t.org_id and w.id = t.released_by`,
        orders: { created_time: sql`t.created_time`, no: sql`t.no` },
        defaultOrder: '-created_time',
      },
      input,
    ),
  ),

  /** What is affected leaves the good stock in one transaction, and the work orders that had some of it look for other goods. */
  handle(holdAffected, async ({ reason, ...question }, context) => {
    const { tx, org_id, now, member } = context
    const { here, ...apart } = await stockToHold(tx, org_id, await affectedBy(tx, org_id, question))
    if (here.length === 0) refuseEmpty()
    const inventory_ids = here.map(({ inventory_id }) => inventory_id)
    const mo_ids = await lockWaiting(tx, org_id, inventory_ids, [])
    // Locked before it is read how much there is: what a shipment takes meanwhile is not held.
    const locked = await rows(
      tx,
      sql<Lying>`select material_id, location_id, lot_number, quantity
        from inventory where org_id = ${org_id} and ${among(sql`id`, inventory_ids)} and quantity > 0 order by id for no key update`,
    )
    if (locked.length === 0) refuseEmpty()
    const lines = [...Map.groupBy(locked, of => `${of.material_id}/${of.location_id}/${of.lot_number}`).values()].map(
      of => ({
        ...of[0]!,
        quantity: sum(of.map(({ quantity }) => quantity)),
      }),
    )
    const [no] = await takeSerials(tx, module_code, 1, now, member.time_zone)
    const id = newId()
    await insertRows(tx, 'trace_hold', [
      { id, no: no!, trace_by: question.trace_by, value: question.value.trim(), reason },
    ])
    await insertRows(
      tx,
      'trace_hold_line',
      lines.map(line => ({ ...line, hold_id: id })),
    )
    await gradeGoods(
      tx,
      org_id,
      lines.map(line => ({
        ...line,
        ...{ source: { id, no: no!, type: source_type }, from_quality: finished, to_quality: held },
      })),
    )
    await followInspection(tx, org_id, mo_ids, { inventory_ids, released: [] }, now)
    await matchAgain(context, { mo_ids, material_ids: [...new Set(lines.map(({ material_id }) => material_id))] })
    return { id, no: no!, held_count: lines.length, ...apart }
  }),

  handle(releaseHold, async ({ id, row_version, release_reason }, context) => {
    const { tx, org_id, now, member } = context
    const [hold] = await rows(
      tx,
      sql<{
        no: string
        row_version: number
        released_time: number | null
      }>`select no, row_version, released_time from trace_hold
        where org_id = ${org_id} and id = ${id} for no key update`,
    )
    if (!hold) return refuse(generalErrors.recordNotFound)
    if (hold.released_time !== null)
      refuse(generalErrors.statusNotAllowed, { detail: text('已解冻', 'It is released') })
    expectVersion(hold, row_version)
    const lines = await rows(
      tx,
      sql<Lying>`select material_id, location_id, lot_number, quantity
        from trace_hold_line where org_id = ${org_id} and hold_id = ${id} order by material_id, location_id, lot_number`,
    )
    const there = await rows(
      tx,
      sql<Lying>`select t.material_id, t.location_id, t.lot_number, t.quantity
        from inventory t where t.org_id = ${org_id} and t.quality_status = ${held} and (t.material_id, t.location_id, t.lot_number) in
          (select f.material_id, f.location_id, f.lot_number from ${recordset(lines, sql`material_id uuid, location_id uuid, lot_number text`)} f)
        order by t.id for no key update`,
    )
    // What a count has found to be less is released as it is.
    const grades = lines.flatMap(({ quantity, ...line }) => {
      const here = there.filter(
        of =>
          of.material_id === line.material_id &&
          of.location_id === line.location_id &&
          of.lot_number === line.lot_number,
      )
      const part = least(quantity, sum(here.map(of => of.quantity)))
      const source = { id, no: hold.no, type: source_type }
      return isPositive(part) ? [{ ...line, quantity: part, source, from_quality: held, to_quality: finished }] : []
    })
    await sql`update trace_hold set released_time = ${now}, released_by = ${member.user_id}, release_reason = ${release_reason}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    await gradeGoods(tx, org_id, grades)
    await matchAgain(context, { material_ids: [...new Set(lines.map(({ material_id }) => material_id))] })
    return { affected: 1 }
  }),
]
