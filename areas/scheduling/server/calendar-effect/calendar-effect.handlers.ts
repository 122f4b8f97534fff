import { daysAsked, withDays } from '@qitao/masterdata/server'
import { type Handler, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { mostOrdersTold, previewCalendarDays } from '../../model/calendar-effect/calendar-effect.calls.ts'
import { latenessBetween } from '../../model/calendar-effect/calendar-effect.rules.ts'
import { makeByHand } from '../hand/hand-changes.ts'
import { type PlanRead, readPlan } from '../problem/read-plan.ts'

const putRight = { kind: 'put_right' } as const

/** The plan with other days in a calendar; what is kept of it for later is not touched. */
function withCalendar(read: PlanRead, calendar_id: string, change: Parameters<typeof withDays>[1]): PlanRead {
  const calendars = read.facts.calendars.map(one => (one.id === calendar_id ? withDays(one, change) : one))
  return {
    ...read,
    facts: { ...read.facts, calendars },
    known: { facts: { ...read.known.facts, calendars }, reading: null, state: null },
  }
}

export const calendarEffectHandlers: Handler[] = [
  handleInSteps(previewCalendarDays, {
    async load(input, context) {
      const change = await daysAsked(context.tx, context.org_id, context.member.time_zone, input)
      return { change, read: await readPlan(context) }
    },
    async decide({ change, read }) {
      const without = await makeByHand(read, putRight)
      const changed = await makeByHand(withCalendar(read, change.calendar.id, change), putRight)
      return { without, changed }
    },
    async save(_, __, { change, read }, { without, changed }) {
      const { orders, moved } = latenessBetween(without.outcome, changed.outcome)
      const orderOf = new Map(read.facts.orders.map(one => [one.id, one]))
      const told = orders.flatMap(one => {
        const of = orderOf.get(one.order)
        return of ? [{ ...one, of }] : []
      })
      const sum = (of: 'seconds' | 'seconds_before') => ({
        late_orders: told.filter(one => one[of] > 0).length,
        late_seconds: told.reduce((all, one) => all + one[of], 0),
      })
      return {
        work_seconds: change.work_seconds,
        machine_count: read.facts.devices.filter(one => one.calendar_id === change.calendar.id).length,
        moved_count: moved,
        before: sum('seconds_before'),
        after: sum('seconds'),
        orders: told.slice(0, mostOrdersTold).map(({ of, finish, seconds, seconds_before }) => ({
          mo_id: of.id,
          mo_no: of.no,
          delivery_date: of.delivery_date,
          finish_time: finish,
          late_seconds_before: seconds_before,
          late_seconds: seconds,
        })),
        order_count: told.length,
      }
    },
  }),
]
