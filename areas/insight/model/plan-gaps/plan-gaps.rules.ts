import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { type CycleTime, closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import type { DeviceOfPlan } from '@qitao/scheduling/model/problem/facts.ts'
import { planGapKind } from './plan-gaps.calls.ts'

/** Steps of one process for one product, of whatever orders. */
export interface StepOfOrders {
  readonly process_id: string
  readonly material_id: string
  /** A supplier does it. */
  readonly outside: boolean
}
type Lane = Pick<DeviceOfPlan, 'id' | 'process_ids' | 'supplier_id' | 'calendar_id' | 'status'>
export interface StepGap {
  readonly kind: (typeof planGapKind.list)[number]['code']
  readonly process_id: string
  readonly material_id: string
  readonly device_id: string | null
}
const { no_machine, no_lane, no_time, no_calendar } = planGapKind.codes

/**
 * What keeps these steps off the plan, as scheduling sees it: a step in the house goes on machines of ours that have a time for it, one
 * outside on lanes of suppliers, which need none; and one of them has to work at some time. `open`: calendars that have working time.
 */
export function gapsOfSteps(
  steps: readonly StepOfOrders[],
  lanes: readonly Lane[],
  times: readonly CycleTime[],
  open: ReadonlySet<string>,
): StepGap[] {
  const closest = closestTimeOf(times)
  const lanesOf = new Map<string, Lane[]>()
  for (const lane of lanes)
    if (lane.status === enabledStatus.codes.enabled)
      for (const id of lane.process_ids) lanesOf.get(id)?.push(lane) ?? lanesOf.set(id, [lane])
  return steps.flatMap(({ outside, ...step }): StepGap[] => {
    const { process_id, material_id } = step
    const able = (lanesOf.get(process_id) ?? []).filter(({ supplier_id }) => outside === (supplier_id !== null))
    if (able.length === 0) return [{ ...step, kind: outside ? no_lane : no_machine, device_id: null }]
    const timed = outside ? able : able.filter(({ id }) => closest(material_id, process_id, id))
    if (timed.length === 0) return [{ ...step, kind: no_time, device_id: null }]
    const works = timed.some(({ calendar_id }) => calendar_id !== null && open.has(calendar_id))
    return works ? [] : timed.map(({ id }) => ({ ...step, kind: no_calendar, device_id: id }))
  })
}
