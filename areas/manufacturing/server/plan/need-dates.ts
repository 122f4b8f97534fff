import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { loadReceiving, workingTimeAbout } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJob } from '@qitao/platform/server/jobs/job-queue.ts'
import { purchaseRequestStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { sql } from 'kysely'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import { planClock } from '../../model/plan/material-snapshot.ts'
import {
  type DatedOrder,
  type DatedRequest,
  isOfNeedDates,
  needDateMessages,
  type Waiting,
} from '../../model/plan/need-dates.rules.ts'
import type { MessageChanges } from '../../model/plan/plan-messages.rules.ts'
import { leadsOfMos } from './lead-times.ts'
import { saveMessages } from './plan-messages.ts'

const { todo, planned, to_be_produced, in_production } = moStatus.codes
const isOpen = sql`m.status in (${sql.join([todo, planned, to_be_produced, in_production])})`
const inProduction = sql`a.source_type = ${supplySource.codes.in_production}`

/** Offers other days to child orders and requests, as everything stands; the messages are locked by the caller. */
export async function saveNeedDates(tx: Tx, org_id: string, now: Instant): Promise<MessageChanges> {
  const plannedAt = sql`case when m.planned_start_time is not null then coalesce(c.planned_start_time, m.planned_start_time) end as planned_at`
  const waiting = await rows(
    tx,
    sql<Waiting>`select a.source_id as of, a.mo_id, ${plannedAt} from mo_assignment a
        join mo m on m.org_id = a.org_id and m.id = a.mo_id and ${isOpen} join mo_component c on c.org_id = a.org_id and c.id = a.component_id
        where a.org_id = ${org_id} and ${inProduction}
      union all
      select q.id, m.id, ${plannedAt} from purchase_request q cross join unnest(q.mo_ids) as w(mo_id)
        join mo m on m.org_id = q.org_id and m.id = w.mo_id and ${isOpen}
        join mo_component c on c.org_id = m.org_id and c.mo_id = m.id and c.material_id = q.material_id and c.short_quantity > 0
        where q.org_id = ${org_id} and q.status = ${purchaseRequestStatus.codes.open}`,
  )
  const dated = await rows(
    tx,
    sql<
      Omit<DatedOrder, 'lead_seconds'> & { is_unplanned: boolean }
    >`select m.id, m.no, m.material_id, trim_scale(m.planned_quantity - m.inbound_quantity) as quantity, m.delivery_date, m.planned_start_time is null as is_unplanned,
        m.status in (${todo}, ${planned}) and m.order_line_id is null and not m.capacity_locked and not m.material_locked and m.planned_quantity > m.inbound_quantity as movable
      from mo m where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(waiting.flatMap(({ of, mo_id }) => [of, mo_id]))])} order by m.id`,
  )
  const leads = new Map(
    (
      await leadsOfMos(
        tx,
        org_id,
        dated.filter(({ is_unplanned }) => is_unplanned),
        now,
      )
    ).map(({ mo_id, lead_seconds }) => [mo_id, lead_seconds]),
  )
  const orders = dated.map(({ is_unplanned: _, ...order }) => ({ ...order, lead_seconds: leads.get(order.id) ?? 0 }))
  const requests = await rows(
    tx,
    sql<DatedRequest>`select q.id, q.material_id, trim_scale(q.quantity) as quantity, q.required_date, m.supply_lead_time * ${daySeconds}::bigint as lead_seconds
      from purchase_request q join material m on m.org_id = q.org_id and m.id = q.material_id
      where q.org_id = ${org_id} and q.status = ${purchaseRequestStatus.codes.open} and q.required_date is not null and ${among(
        sql`q.id`,
        [...new Set(waiting.map(({ of }) => of))],
      )} order by q.id`,
  )
  const { latest } = await loadReceiving(tx, org_id)
  const open = await workingTimeAbout(tx, org_id, now)
  const told = needDateMessages({ now: planClock(now), orders, requests, waiting, latest, open })
  return saveMessages(tx, org_id, told, isOfNeedDates)
}

const needDatesType = 'need_dates'
/** These orders have moved, or are due on another day: what follows them is looked at in the background, if there is any. */
export async function followNeeds(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const found = await rows(
    tx,
    sql`select from mo_assignment a where a.org_id = ${org_id} and ${inProduction} and ${among(sql`a.mo_id`, mo_ids)}
      union all select from purchase_request where org_id = ${org_id} and status = ${purchaseRequestStatus.codes.open} and mo_ids && ${mo_ids}::uuid[] limit 1`,
  )
  if (found.length > 0) await startJob(tx, { type: needDatesType, input: {}, coalesce: needDatesType })
}

/** One of those that write messages at a time. */
export const needDatesJob = job<unknown>(
  needDatesType,
  'planning',
  (_, { org_id, transaction, now }: JobContext) =>
    transaction(async tx => {
      await sql`select from plan_message where org_id = ${org_id} order by id for update`.execute(tx)
      const { added, altered, gone } = await saveNeedDates(tx, org_id, now())
      return { message_count: added.length + altered.length, gone_count: gone.length }
    }),
  { serial: 'material_plan', repeatable: true },
)
