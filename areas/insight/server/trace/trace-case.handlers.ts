import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { numberSeen, readWhole } from '@qitao/sales/server'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import type { RecallRow } from '../../model/trace/trace.calls.ts'
import {
  type TraceCaseLineRow,
  type TraceCaseRow,
  traceCase,
  traceCaseCalls,
  traceCaseLine,
} from '../../model/trace/trace-case.calls.ts'
import { asLines, expectAllJudged, expectCase, type KeptLine, looked } from '../../model/trace/trace-case.rules.ts'
import { caseLineState, caseStatus } from '../../model/trace/trace-case.status.ts'
import { recallOf } from './recall.ts'
import { startsOf, type TraceQuestion } from './trace-walk.ts'

const module_code = 'ZH'
const living = { table: 'trace_case', statuses: caseStatus } as const

const columns = sql`t.*, u.name as created_by_name, w.name as closed_by_name, f.line_count, f.open_count, f.customer_count`
const joins = sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by
  left join app_user w on w.org_id = t.org_id and w.id = t.closed_by
  left join lateral (select count(*) as line_count, count(*) filter (where l.state = ${caseLineState.codes.open}) as open_count,
      count(distinct v.customer_id) as customer_count from trace_case_line l
      left join seen_receipt v on v.org_id = l.org_id and l.document_kind = 'outbound' and v.id = l.document_id
    where l.org_id = t.org_id and l.case_id = t.id) f on true`
const list = handle(traceCaseCalls.list, (input, { tx, org_id }) =>
  listRows<TraceCaseRow>(
    tx,
    {
      ...{ org_id, table: 'trace_case', columns, joins },
      where: [
        contains(input.keyword, sql`t.no`, sql`t.title`, sql`t.value`),
        oneOfCodes(sql`t.status`, input.statuses),
      ],
      orders: { created_time: sql`t.created_time`, no: sql`t.no`, status: sql`t.status` },
      defaultOrder: '-created_time',
    },
    input,
  ),
)

const lineJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
  left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
  left join seen_receipt v on v.org_id = t.org_id and t.document_kind = 'outbound' and v.id = t.document_id
  left join customer c on c.org_id = v.org_id and c.id = v.customer_id`
const documentNo = sql`case when t.document_kind = 'outbound' then ${numberSeen(sql`t.document_id`, sql`v.no`)} else t.document_no end`
const held = sql`case when t.lot_number is not null then (select trim_scale(coalesce(sum(i.quantity), 0))::text from inventory i
  where i.org_id = t.org_id and i.material_id = t.material_id and i.lot_number = t.lot_number and i.quality_status = ${qualityStatus.codes.held}) end`
const lines = handle(traceCaseCalls.lines, (input, { tx, org_id }) =>
  listRows<TraceCaseLineRow>(
    tx,
    {
      ...{ org_id, table: 'trace_case_line', filterJoins: lineJoins },
      where: [
        sql`t.case_id = ${input.case_id}`,
        contains(input.keyword, sql`t.lot_number`, sql`t.serial_no`, sql`c.name`, sql`o.no`, sql`m.code`, sql`m.name`),
        oneOfCodes(sql`t.state`, input.states),
        oneOfCodes(sql`t."where"`, input.wheres),
      ],
      columns: sql`t.id, t.row_version, t.state, t."where", t.moved, c.name as customer_name, o.id as order_id, ${numberSeen(sql`t.order_id`, sql`o.no`)} as order_no,
        t.document_kind, case when t.document_kind = 'outbound' then v.id else t.document_id end as document_id, ${documentNo} as document_no,
        t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u."precision" as unit_precision,
        t.lot_number, t.serial_no, trim_scale(t.quantity)::text as quantity, t.place, ${held} as held_quantity, t.time, t.note,
        j.name as judged_by_name, t.judged_time`,
      joins: sql`${lineJoins} left join app_user j on j.org_id = t.org_id and j.id = t.judged_by`,
      orders: { where: sql`t."where"`, state: sql`t.state`, material_id: sql`m.code`, time: sql`coalesce(t.time, 0)` },
      defaultOrder: 'where',
    },
    input,
  ),
)

interface CaseFacts {
  readonly id: string
  readonly row_version: number
  readonly status: (typeof caseStatus.list)[number]['code']
  readonly trace_by: TraceQuestion['trace_by']
  readonly value: string
  readonly material_id: string | null
}
async function lockCase(
  { tx, org_id }: Context,
  id: string,
  action: keyof typeof caseStatus.actions,
): Promise<CaseFacts> {
  const [found] = await rows(
    tx,
    sql<CaseFacts>`select id, row_version, status, trace_by, value, material_id from trace_case
      where org_id = ${org_id} and id = ${id} for no key update`,
  )
  const one = found ?? refuse(generalErrors.recordNotFound)
  expectCase(action, one.status)
  return one
}
const questionOf = ({ trace_by, value, material_id }: Pick<CaseFacts, 'trace_by' | 'value' | 'material_id'>) => ({
  ...{ trace_by, value },
  ...(material_id === null ? {} : { material_id }),
})

/** All that is affected, also what the member who asks may not see: the lines are for everybody. */
const affectedLines = async (tx: Tx, org_id: string, question: TraceQuestion) =>
  asLines(await readWhole(tx, () => recallOf(tx, org_id, question)))
/** As the list of a recall has it; of documents their ids, as not everybody may see their numbers. */
const placeOf = (row: RecallRow) => ({
  ...{ where: row.where, order_id: row.order_id, document_kind: row.document_kind, document_id: row.document_id },
  document_no: row.document_kind === 'outbound' ? null : row.document_no,
  ...{ quantity: row.quantity, place: row.place },
})
const placed = ['where', 'order_id', 'document_kind', 'document_id', 'document_no', 'quantity', 'place'] as const
const columnsOf = (alias: string) => sql.join(placed.map(name => sql.ref(`${alias}.${name}`)))
const storedOf = (case_id: string, row: RecallRow) => ({
  ...{ id: newId(), case_id, row_key: row.id, ...placeOf(row), material_id: row.material_id },
  ...{ lot_number: row.lot_number || null, serial_no: row.serial_no, time: row.time },
})
const refuseEmpty = (): never =>
  refuse(generalErrors.badParameter, {
    field: 'value',
    detail: text('没有受影响的发货、库存和在制', 'Nothing that was shipped, is in stock or in work is affected'),
  })

/** Where the goods are now is written over; what was judged of them stays, unless they have come back or are more than they were. */
async function lookAgain({ tx, org_id, now }: Context, of: CaseFacts) {
  const found = await affectedLines(tx, org_id, questionOf(of))
  const kept = await rows(
    tx,
    sql<KeptLine>`select id, row_key, moved, quantity from trace_case_line where org_id = ${org_id} and case_id = ${of.id} order by id for update`,
  )
  const { added, here, moved_ids } = looked(kept, found)
  await insertRows(
    tx,
    'trace_case_line',
    added.map(row => storedOf(of.id, row)),
  )
  await sql`update trace_case_line t set moved = false, ${sql.join(placed.map(name => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`))}
    from ${recordset(
      here.map(({ id, row }) => ({ ...placeOf(row), id })),
      sql`id uuid, "where" smallint, order_id uuid, document_kind text, document_id uuid, document_no text, quantity numeric, place text`,
    )} r where t.org_id = ${org_id} and t.id = r.id
      and (t.moved, ${columnsOf('t')}) is distinct from (false, ${columnsOf('r')})`.execute(tx)
  const reopened = await rows(
    tx,
    sql<{
      id: string
    }>`update trace_case_line set state = ${caseLineState.codes.open}, judged_by = null, judged_time = null
      where org_id = ${org_id} and state <> ${caseLineState.codes.open} and ${among(
        sql`id`,
        here.flatMap(({ id, anew }) => (anew ? id : [])),
      )} returning id`,
  )
  const gone = await rows(
    tx,
    sql<{
      id: string
    }>`update trace_case_line set moved = true where org_id = ${org_id} and ${among(sql`id`, moved_ids)} and not moved returning id`,
  )
  await updateRows(tx, org_id, 'trace_case', [{ id: of.id, looked_time: now }])
  return { added: added.length, moved: gone.length, reopened: reopened.length }
}

/** How many lines nobody has judged, and one of them. */
async function openLines(tx: Tx, org_id: string, case_id: string) {
  const [found] = await rows(
    tx,
    sql<{
      open: number
      example: string | null
    }>`select count(*) as open, min(coalesce(t.serial_no, t.lot_number, t.document_no, m.code)) as example
      from trace_case_line t join material m on m.org_id = t.org_id and m.id = t.material_id
      where t.org_id = ${org_id} and t.case_id = ${case_id} and t.state = ${caseLineState.codes.open}`,
  )
  return found!
}

export const traceCaseHandlers: Handler[] = [
  list,
  lines,
  handle(traceCaseCalls.count, async (_, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<{ open: number; closed: number }>`select count(*) filter (where status = ${caseStatus.codes.open}) as open,
        count(*) filter (where status = ${caseStatus.codes.closed}) as closed from trace_case where org_id = ${org_id}`,
    )
    return found!
  }),
  exportHandler(traceCaseCalls.export, list, traceCase),
  exportHandler(traceCaseCalls.exportLines, lines, {
    title: traceCaseLine.title,
    fields: { ...traceCaseLine.fields, ...productFields },
    instead: productInstead,
  }),
  handle(traceCaseCalls.detail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<TraceCaseRow>`select ${columns} from trace_case t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    const one = found ?? refuse(generalErrors.recordNotFound)
    return {
      record: one,
      states: await rows(
        tx,
        sql<{ state: (typeof caseLineState.list)[number]['code']; count: number }>`select state, count(*) as count
          from trace_case_line where org_id = ${org_id} and case_id = ${id} group by 1 order by 1`,
      ),
      holds: await rows(
        tx,
        sql<{
          id: string
          no: string
          lot_count: number
          released_time: number | null
        }>`select t.id, t.no, t.released_time,
            (select count(*) from trace_hold_line l where l.org_id = t.org_id and l.hold_id = t.id) as lot_count
          from trace_hold t where t.org_id = ${org_id} and t.trace_by = ${one.trace_by} and t.value = ${one.value} order by t.created_time desc, t.id`,
      ),
    }
  }),
  handle(traceCaseCalls.add, async ({ title, note = null, ...question }, context) => {
    const { tx, org_id, now, member } = context
    // What is asked by has to be seen; what it leads to is written down whole.
    await startsOf(tx, org_id, question)
    const found = await affectedLines(tx, org_id, question)
    if (found.length === 0) refuseEmpty()
    const [no] = await takeSerials(tx, module_code, 1, now, member.time_zone)
    const id = newId()
    const asked = {
      trace_by: question.trace_by,
      value: question.value.trim(),
      material_id: question.material_id ?? null,
    }
    await insertRows(tx, 'trace_case', [
      { id, no: no!, status: caseStatus.codes.open, title, note, looked_time: now, ...asked },
    ])
    await insertRows(
      tx,
      'trace_case_line',
      found.map(row => storedOf(id, row)),
    )
    return { id, no: no!, line_count: found.length }
  }),
  handle(traceCaseCalls.alter, async ({ id, row_version, title, note = null }, context) => {
    expectVersion(await lockCase(context, id, 'alter'), row_version)
    await updateRows(context.tx, context.org_id, 'trace_case', [{ id, title, note }])
    return { affected: 1 }
  }),
  handle(traceCaseCalls.look, async ({ id }, context) => lookAgain(context, await lockCase(context, id, 'look'))),
  handle(traceCaseCalls.judge, async ({ case_id, lines: given, state, note }, context) => {
    const { tx, org_id, now, member } = context
    await lockCase(context, case_id, 'judge')
    const ids = given.map(({ id }) => id)
    const found = await rows(
      tx,
      sql<{ id: string; row_version: number }>`select id, row_version from trace_case_line
        where org_id = ${org_id} and case_id = ${case_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const byId = new Map(found.map(line => [line.id, line]))
    given.forEach(({ id, row_version }, index) => {
      const line = byId.get(id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 })
      if (line.row_version !== row_version) refuse(generalErrors.versionConflict, { row: index + 1 })
    })
    await sql`update trace_case_line set state = ${state}, judged_by = ${member.user_id}, judged_time = ${now}
        ${note === undefined ? sql`` : sql`, note = ${note}`}
      where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
    return { affected: byId.size }
  }),
  handle(traceCaseCalls.close, async ({ id, row_version, close_reason }, context) => {
    const { tx, org_id, now, member } = context
    expectVersion(await lockCase(context, id, 'close'), row_version)
    expectAllJudged(await openLines(tx, org_id, id))
    const closed = sql`closed_time = ${now}, closed_by = ${member.user_id}, close_reason = ${close_reason}`
    await transition(tx, org_id, living, 'close', [id], closed)
    return { affected: 1 }
  }),
  handle(traceCaseCalls.reopen, async ({ id, row_version }, context) => {
    expectVersion(await lockCase(context, id, 'reopen'), row_version)
    const opened = sql`closed_time = null, closed_by = null, close_reason = null`
    await transition(context.tx, context.org_id, living, 'reopen', [id], opened)
    return { affected: 1 }
  }),
]
