import { literals } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import { capacityStatus, deliveryStatus } from '../../model/mo/mo.status.ts'

const zone = sql`(select z.time_zone from org z where z.id = app_org())`
const due = literals(deliveryStatus.codes)
const capacity = literals(capacityStatus.codes)

/** Goods due on a day are in time until it ends where the company is. */
export const endOfDueDay = (date: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`extract(epoch from ((to_timestamp(${date}) at time zone ${zone})::date + 1)::timestamp at time zone ${zone})::bigint`
/** Of a row `of`, by its `delivery_date`. */
export const dueTime = (of: RawBuilder<unknown>): RawBuilder<unknown> => endOfDueDay(sql`${of}.delivery_date`)

/** Days after its day, each that has begun; a SQL expression of when it is finished. */
export const daysLate = (date: RawBuilder<unknown>, finish: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(0, ceil((${finish} - ${endOfDueDay(date)}) / 86400.0))::integer`

/** Whether the plan has a work order finished in time; null: it is not planned. Asked, not stored, so that it never stands beside other dates. */
export const deliveryStatusOf = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${of}.planned_finish_time > ${dueTime(of)} then ${due.deadline_missed} when ${of}.planned_finish_time is not null then ${due.deadline_met} end`

export const capacityStatusOf = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${of}.planned_finish_time is null then null when ${of}.capacity_locked then ${capacity.capacity_locked}
    when ${of}.planned_finish_time > ${dueTime(of)} then ${capacity.production_delayed} else ${capacity.scheduled} end`
