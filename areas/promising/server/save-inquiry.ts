import { fromSteps } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { stockSources } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { heldCapacity, holdCapacity, holdSupply, releaseHolds } from '@qitao/manufacturing/server'
import type { Answer } from '@qitao/planning/promise/answer.ts'
import type { PromiseMode } from '@qitao/planning/promise/promise.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { inquiryOrderType } from '@qitao/sales/model/sales-order.status.ts'
import { runningHours } from '@qitao/scheduling/model/problem/problem.rules.ts'
import { loadCapacity } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import type { AnsweredLine, InquirySummary, Names } from '../model/answer.rules.ts'
import { type Displaced, withoutDisplaced } from '../model/displace.rules.ts'
import { isOverfull } from '../model/held-hours.rules.ts'
import { inquiryStatus } from '../model/inquiry.status.ts'

export interface InquiryToSave {
  readonly order_id: string
  readonly mode: PromiseMode
  readonly may_displace: boolean
  readonly displaced: readonly Displaced[]
  readonly hold_minutes: number
  /** What the answer is true of. */
  readonly asked_time: Instant
  readonly kept_until: Instant
  readonly answered: readonly AnsweredLine[]
  readonly answers: readonly Answer[]
  readonly names: Names
  readonly summary: InquirySummary
}

/** The answer, and what it holds until it is confirmed, cancelled or over. */
export async function insertInquiry(
  { tx, org_id, now, member }: Context,
  {
    order_id,
    mode,
    may_displace,
    displaced,
    hold_minutes,
    asked_time,
    kept_until,
    answered,
    answers,
    names,
    summary,
  }: InquiryToSave,
): Promise<string> {
  const id = newId()
  const [no] = await takeSerials(tx, 'XD', 1, now, member.time_zone)
  const written = (steps: number, material_id: string) => fromSteps(steps, names.material(material_id).unit_precision)
  const counted = answers.flatMap(({ id: order_line_id, takes }) =>
    takes.supplies.map(({ supply, material, quantity, use }) => ({
      ...{ order_line_id, material_id: material, source_type: names.source(supply).source_type, source_id: supply },
      ...{ quantity: written(quantity, material), is_product: use === 'product' },
    })),
  )
  const parts = withoutDisplaced(counted, displaced)
  await sql`insert into inquiry (id, created_time, no, order_id, mode, may_displace, displaced, held_later, promise_date, requested_date, result_kept_until, hold_minutes, material_status, capacity_status,
      delivery_status, of_standing)
    values (${id}, ${asked_time}, ${no!}, ${order_id}, ${mode}, ${may_displace}, ${JSON.stringify(displaced)}::jsonb, ${JSON.stringify(parts.later)}::jsonb, ${summary.promise_date}, ${summary.requested_date}, ${kept_until}, ${hold_minutes},
      ${summary.material_status}, ${summary.capacity_status}, ${summary.delivery_status},
      (select o.order_type <> ${inquiryOrderType} from seen_sales_order o where o.org_id = ${org_id} and o.id = ${order_id}))`.execute(
    tx,
  )
  const lines = answered.map(({ asked, answer, promise_date, bottleneck_machine_no }, index) => ({
    ...{ id: newId(), line_no: index + 1, ...asked, promise_date, bottleneck_machine_no },
    ...{ short_components: answer.purchases, answer },
  }))
  await sql`insert into inquiry_line (id, inquiry_id, line_no, line_id, material_id, quantity, requested_date, promise_date, short_components,
      bottleneck_machine_no, answer)
    select r.id, ${id}, r.line_no, r.line_id, r.material_id, r.quantity, r.requested_date, r.promise_date, r.short_components, r.bottleneck_machine_no, r.answer
    from ${recordset(
      lines,
      sql`id uuid, line_no integer, line_id uuid, material_id uuid, quantity numeric, requested_date bigint, promise_date bigint, short_components jsonb,
        bottleneck_machine_no text, answer jsonb`,
    )} as r`.execute(tx)
  const holder = { inquiry_id: id, kept_until }
  // What others still have is held when they have lost it.
  await holdSupply(tx, org_id, holder, parts.held, now)
  await holdCapacity(
    tx,
    holder,
    answers.flatMap(({ id: order_line_id, takes }) =>
      takes.tasks.map(task => {
        const lot = takes.productions.find(one => one.run === task.run && one.material === task.material)!
        return {
          ...{ order_line_id, part: task.part, material_id: task.material, sequence: Number(task.operation) },
          ...{ process_id: names.process(task.material, task.operation).id, device_id: task.machine },
          ...{ setup_start_time: task.setupStart, start_time: task.start, end_time: task.end },
          quantity: written(lot.quantity, task.material),
        }
      }),
    ),
  )
  return id
}

/** Pending inquiries of an order; when they are to be ended, locked. */
export async function pendingOf(tx: Tx, org_id: string, order_id: string, lock = sql``): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from inquiry where org_id = ${org_id} and order_id = ${order_id} and status = ${inquiryStatus.codes.pending}
      order by id ${lock}`,
  )
  return found.map(({ id }) => id)
}

/** Inquiries live by their table of states. */
export const inquiriesByState = { table: 'inquiry', statuses: inquiryStatus } as const

/** What they held is free again. */
export async function endInquiries(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return
  await transition(tx, org_id, inquiriesByState, 'cancel', ids, sql`reason = ${reason}`)
  await releaseHolds(tx, org_id, ids)
}

/**
 * Whether something a promise counts on is gone: goods that were issued or shipped although held, a task that a person has put
 * in the way. Undefined: all is as it was promised.
 */
export async function brokenHolds(
  { tx, org_id, now, member }: Context,
  { id, asked_time }: { readonly id: string; readonly asked_time: Instant },
): Promise<Text | undefined> {
  const missing = await rows(
    tx,
    sql`select h.source_id from supply_hold h left join inventory t on t.org_id = h.org_id and t.id = h.source_id
      where h.org_id = ${org_id} and h.inquiry_id = ${id} and h.source_type in (${sql.join(stockSources)})
      group by h.source_id having sum(h.quantity) > coalesce(max(t.quantity - t.occupied_quantity), 0)`,
  )
  if (missing.length > 0) return text('承诺的库存已被使用，请重新询单', 'Promised stock has been used since: ask again')
  const held = await heldCapacity(tx, org_id, now)
  const own = held.filter(hold => hold.inquiry_id === id)
  if (own.length === 0) return undefined
  // Counted from when it was asked for: what runs on without a report takes nothing that was promised.
  const { facts, standing } = await loadCapacity(
    tx,
    org_id,
    asked_time,
    member.time_zone,
    own.map(({ process_id }) => process_id),
  )
  const capacity = new Map(facts.devices.map(device => [device.id, device.capacity]))
  return isOverfull(own, [...standing, ...runningHours(facts), ...held], capacity)
    ? text('承诺的设备时间已被占用，请重新询单', 'Promised machine hours have been taken since: ask again')
    : undefined
}
