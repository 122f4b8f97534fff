import { query } from '@qitao/core/call.ts'
import { id, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { alterCalendarDays } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Orders that are told one by one; of more only their number. */
export const mostOrdersTold = 200

const lateness = z.object({ late_orders: z.int(), late_seconds: z.int() })

/** What `alter_calendar_day` would do, before it is done: hours, and orders that come late or in time once the plan follows. */
export const previewCalendarDays = query('/mep_server/biz/schedule/preview_calendar_day', {
  acrossWorkgroups: 'refused',
  title: text('预览日历变更的影响', 'Show what a change of calendar days does'),
  grantedBy: [pages.calendars, pages.productionPlan],
  input: alterCalendarDays.input,
  output: z.object({
    /** Working time of one machine that is won, or lost when it is below 0. */
    work_seconds: z.int(),
    /** Machines that work by the calendar. */
    machine_count: z.int(),
    /** Tasks that cannot stay where they stand, and what follows them. */
    moved_count: z.int(),
    before: lateness,
    after: lateness,
    /** Those whose lateness is another, the latest first. */
    orders: z.array(
      z.object({
        mo_id: id,
        mo_no: z.string(),
        delivery_date: instant,
        finish_time: instant,
        late_seconds_before: z.int(),
        late_seconds: z.int(),
      }),
    ),
    order_count: z.int(),
  }),
})
