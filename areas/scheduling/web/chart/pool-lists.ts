import type { In } from '@qitao/core/call.ts'
import type { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'

/** The lists beside the chart: orders of the plan that have no place, that have one, that the floor has been told of, and all that are late. */
export type OrderList = 'waiting' | 'placed' | 'published' | 'late'

const { planned, to_be_produced, in_production } = moStatus.codes
const all = { order_by: 'delivery_date' } as const
const ofPlan: In<typeof listMos> = { ...all, statuses: [planned] }
/** What each asks for; the first two are one answer. */
export const poolInput: Readonly<Record<OrderList, In<typeof listMos>>> = {
  waiting: ofPlan,
  placed: ofPlan,
  published: { ...all, statuses: [to_be_produced, in_production] },
  late: { ...all, statuses: [planned, to_be_produced, in_production], late: true },
}
