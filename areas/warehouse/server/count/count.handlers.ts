import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { checkCount } from '@qitao/access/model/record/attachment.rules.ts'
import { attachmentsOf, claimAttachments, dropAttachmentsOf, waitsFor } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { giveBins, takeBins } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { countedExchange } from '../../model/count/count.exchange.ts'
import { countLine, inventoryCount, mostCountPhotos } from '../../model/count/count.record.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { confirmCount } from './approve-count.ts'
import {
  binsToCount,
  countByStatus,
  countColumns,
  countJoins,
  countModule,
  listCounts,
  listLines,
} from './count.queries.ts'
import { enterCounted, isFound } from './enter-counted.ts'
import { countsToPropose } from './propose-counts.ts'

const living = { table: 'inventory_count', statuses: countStatus } as const
type Action = keyof typeof countStatus.actions

interface CountFacts {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: (typeof countStatus.list)[number]['code']
  readonly warehouse_id: string
  readonly location_ids: readonly string[]
  readonly areas: readonly string[]
  readonly frozen: boolean
  readonly approval_status: number | null
  readonly waits_for: readonly string[]
}
/** Locked in the order of their ids, then read. */
async function lockCounts(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, CountFacts>> {
  const which = sql`org_id = ${org_id} and ${among(sql`id`, ids)} order by id`
  await sql`select from inventory_count where ${which} for update`.execute(tx)
  const found = await rows(
    tx,
    sql<CountFacts>`select t.id, t.no, t.row_version, t.status, t.warehouse_id, t.location_ids, t.areas, t.frozen, t.approval_status,
        ${waitsFor(countModule, sql`t.id`)} as waits_for from inventory_count t where ${which}`,
  )
  return new Map(found.map(count => [count.id, count]))
}
const expectAllowed = (action: Action) => (count: Pick<CountFacts, 'status' | 'approval_status' | 'waits_for'>) => {
  const waits = count.approval_status === approvalStatus.codes.pending
  const detail = waits ? whyApprovalOpen(count.waits_for) : countStatus.whyNot(action, count.status)
  if (detail) refuse(warehouseErrors.receiptNotEditable, { detail })
}
async function lockOne({ tx, org_id }: Context, id: string, action: Action): Promise<CountFacts> {
  const count = (await lockCounts(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
  expectAllowed(action)(count)
  return count
}
/** The bins that are named are of the warehouse, and so are the zones. */
async function expectBins(
  { tx, org_id }: Context,
  given: { warehouse_id: string; location_ids: string[]; areas: string[] },
) {
  if (given.location_ids.length === 0 && given.areas.length === 0) return
  const found = await binsToCount(tx, org_id, given)
  const ids = new Set(found.map(({ id }) => id))
  if (given.location_ids.some(id => !ids.has(id)))
    refuse(generalErrors.badParameter, {
      field: 'location_ids',
      field_title: inventoryCount.fields.location_ids.title,
      detail: text(
        '库位不在所选仓库内，或存放的是调拨在途',
        'A bin is not in the chosen warehouse, or holds what is in transit',
      ),
    })
  const zones = new Set(found.map(({ area }) => area))
  const area = given.areas.find(one => !zones.has(one))
  if (area !== undefined)
    refuse(generalErrors.badParameter, {
      ...{ field: 'areas', field_title: inventoryCount.fields.areas.title, area },
      detail: text('所选仓库没有库区“{area}”的库位', 'The chosen warehouse has no bin of zone "{area}"'),
    })
}

/** Takes the bins for the count (5912 when another has them) and writes down what the books say of them now. */
async function start(context: Context, count: CountFacts): Promise<number> {
  const { tx, org_id, now } = context
  const bins = await binsToCount(tx, org_id, count)
  const ids = bins.map(({ id }) => id)
  if (ids.length === 0) refuse(generalErrors.recordNotFound, { detail: text('没有库位', 'There are no bins') })
  const taken = await takeBins(tx, { count_id: count.id, location_ids: ids, frozen: count.frozen })
  if (taken.length < ids.length) {
    const [other] = await rows(
      tx,
      sql<{ no: string; bins: string }>`select min(c.no) as no, string_agg(l.code, ', ' order by l.code) as bins
        from bin_in_count b join location l on l.org_id = b.org_id and l.id = b.location_id
        join inventory_count c on c.org_id = b.org_id and c.id = b.count_id
        where b.org_id = ${org_id} and b.count_id <> ${count.id} and ${among(sql`b.location_id`, ids)}`,
    )
    refuse(stockErrors.countInProgress, {
      ...(other ?? {}),
      detail: text('{bins} 正在盘点单 {no} 中盘点', '{bins} are being counted in {no}'),
    })
  }
  // Nothing moves from here on: what is on its way in or out is waited for, so that the list has it.
  if (count.frozen)
    await sql`select from inventory where org_id = ${org_id} and ${among(sql`location_id`, ids)} order by id for no key update`.execute(
      tx,
    )
  const lines = await sql`insert into count_line
      (count_id, line_no, material_id, location_id, lot_number, quality_status, container_id, book_quantity)
    select ${count.id}::uuid, row_number() over (order by l.code, m.code, i.lot_number, i.id), i.material_id, i.location_id,
      i.lot_number, i.quality_status, i.container_id, i.quantity
    from inventory i join location l on l.org_id = i.org_id and l.id = i.location_id
    join material m on m.org_id = i.org_id and m.id = i.material_id
    where i.org_id = ${org_id} and i.quantity <> 0 and ${among(sql`i.location_id`, ids)}`.execute(tx)
  await transition(tx, org_id, living, 'start', [count.id], sql`started_time = ${now}`)
  return Number(lines.numAffectedRows ?? 0)
}

/** Photos show one line. Counted again it keeps those it has. */
async function keepPhotos(
  context: Context,
  lines: readonly { line_id: string }[],
  attachment_ids: readonly string[],
): Promise<void> {
  const [line, ...others] = lines
  if (line === undefined || others.length > 0)
    return refuse(generalErrors.badParameter, {
      field: 'attachment_ids',
      detail: text('照片只能随一行录入，请逐行提交', 'Photos go with one line: send the lines one by one'),
    })
  const before = await attachmentsOf(context.tx, context.org_id, 'count_line', line.line_id)
  checkCount(before.length + attachment_ids.length, mostCountPhotos)
  await claimAttachments(context.tx, context, { module: 'count_line', object_id: line.line_id, attachment_ids })
}

const list = handle(countCalls.list, listCounts)
const lines = handle(countCalls.lines, (input, context) => listLines(input, context))
const sheet = handle(countCalls.lines, (input, context) => listLines(input, context, 'counts'))

export const countHandlers: Handler[] = [
  list,
  lines,
  handle(countCalls.count, countByStatus),
  exportHandler(countCalls.export, list, inventoryCount),
  exportHandler(
    countCalls.exportLines,
    sheet,
    {
      title: countLine.title,
      fields: { ...countLine.fields, ...productFields },
      instead: productInstead,
    },
    { imports: countedExchange },
  ),
  handle(countCalls.detail, async ({ id }, context) => {
    const { tx, org_id } = context
    const [record] = await rows(
      tx,
      sql<CountRow & { locations: { id: string; code: string }[] }>`select ${countColumns},
          coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'code', l.code) order by l.code) from location l
            where l.org_id = t.org_id and l.id = any(t.location_ids)), '[]') as locations
        from inventory_count t ${countJoins(context)} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(countCalls.zones, async ({ warehouse_id }, { tx, org_id }) => ({
    result: await rows(
      tx,
      sql<{ area: string; bin_count: number }>`select area, count(*) as bin_count from location
        where org_id = ${org_id} and warehouse_id = ${warehouse_id} and area is not null and not transit and supplier_id is null group by 1 order by 1`,
    ),
  })),
  handle(countCalls.propose, countsToPropose),
  handle(countCalls.add, async (given, context) => {
    const { tx, now, member } = context
    await expectBins(context, given)
    const no = given.no ?? (await takeSerials(tx, 'PD', 1, now, member.time_zone))[0]!
    const id = newId()
    const count_date = given.count_date ?? startOfDay(dayOf(now, member.time_zone), member.time_zone)
    const operator_id = member.user_id
    await insertRows(tx, 'inventory_count', [
      { ...given, id, no, count_date, operator_id, status: countStatus.codes.draft },
    ])
    return { id, no }
  }),
  handle(countCalls.alter, async ({ row_version, id, no, ...given }, context) => {
    const { tx, org_id } = context
    const count = (await lockCounts(tx, org_id, [id])).get(id)
    expectAllowed('alter')(expectVersion(count, row_version))
    await expectBins(context, given)
    const { count_date, ...others } = given
    const kept = { ...(no ? { no } : {}), ...(count_date ? { count_date } : {}) }
    await updateRows(tx, org_id, 'inventory_count', [{ id, ...others, ...kept }])
    return { affected: 1 }
  }),
  handle(countCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lockCounts(tx, org_id, ids), expectAllowed('drop'))
    const gone = await rows(
      tx,
      sql<{ id: string }>`select id from count_line where org_id = ${org_id} and ${among(sql`count_id`, passed_ids)}`,
    )
    await dropAttachmentsOf(
      tx,
      org_id,
      'count_line',
      gone.map(({ id }) => id),
    )
    await sql`delete from inventory_count where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(countCalls.start, async ({ id }, context) => ({
    line_count: await start(context, await lockOne(context, id, 'start')),
  })),
  handle(countCalls.enter, async ({ id, entries, attachment_ids }, context) => {
    const { tx, org_id } = context
    // Many write down what they find at once; whoever ends the count waits for them. New lines get their numbers one after the other.
    const mode = entries.some(isFound) ? sql`for no key update` : sql`for share`
    await sql`select from inventory_count where org_id = ${org_id} and id = ${id} ${mode}`.execute(tx)
    const [count] = await rows(
      tx,
      sql<
        Pick<CountFacts, 'status' | 'approval_status' | 'waits_for'>
      >`select t.status, t.approval_status, ${waitsFor(countModule, sql`t.id`)} as waits_for from inventory_count t
        where t.org_id = ${org_id} and t.id = ${id}`,
    )
    expectAllowed('enter')(count ?? refuse(generalErrors.recordNotFound))
    const lines = await enterCounted(context, id, entries)
    if (attachment_ids?.length) await keepPhotos(context, lines, attachment_ids)
    return { lines }
  }),
  handle(countCalls.confirm, async ({ id }, context) => {
    await lockOne(context, id, 'confirm')
    return confirmCount(context, id)
  }),
  handle(countCalls.cancel, async ({ ids }, { tx, org_id, language, now }) => {
    const { passed_ids, refused } = sortOut(ids, await lockCounts(tx, org_id, ids), expectAllowed('cancel'))
    await giveBins(tx, org_id, passed_ids)
    await transition(tx, org_id, living, 'cancel', passed_ids, sql`ended_time = ${now}`)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
