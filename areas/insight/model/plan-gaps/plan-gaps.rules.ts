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
const { no_bom, no_routing, no_machine, no_lane, no_time, no_calendar } = planGapKind.codes

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

/** An active product that is not raw, as it would be made today. */
export interface ProductToMake {
  readonly material_id: string
  readonly code: string
  /** It is finished goods that nobody supplies: without a BoM it is not bought, it is forgotten. */
  readonly must_be_made: boolean
  readonly has_bom: boolean
  readonly steps: readonly Omit<StepOfOrders, 'material_id'>[]
}
const isMade = ({ must_be_made, has_bom, steps }: ProductToMake): boolean => must_be_made || has_bom || steps.length > 0

/** What a gap is of: a time of a product at a process, a calendar of a machine, a machine of a process, a way of a product. */
export interface GapObject {
  readonly kind: StepGap['kind']
  readonly material_id: string | null
  readonly process_id: string | null
  readonly device_id: string | null
}
export const gapKey = ({ kind, material_id, process_id, device_id }: GapObject): string =>
  [kind, material_id, process_id, device_id].filter(Boolean).join(':')
const objectOf = ({ kind, material_id, process_id, device_id }: StepGap): GapObject => ({
  kind,
  material_id: kind === no_time ? material_id : null,
  process_id: kind === no_calendar ? null : process_id,
  device_id,
})

export interface ProductGap extends GapObject {
  readonly id: string
  /** Codes of the products concerned. */
  readonly codes: readonly string[]
}
/** What would keep products off a plan that no order waits for yet, the one of most products first; `told`: gaps of orders. */
export function gapsOfProducts(
  products: readonly ProductToMake[],
  found: (steps: readonly StepOfOrders[]) => readonly StepGap[],
  told: ReadonlySet<string>,
): { readonly gaps: ProductGap[]; readonly made: number; readonly ready: number } {
  const made = products.filter(isMade)
  const ways = made.flatMap(({ material_id, has_bom, steps }): GapObject[] => {
    const of = { material_id, process_id: null, device_id: null }
    return [
      ...(has_bom ? [] : [{ ...of, kind: no_bom }]),
      ...(has_bom && steps.length === 0 ? [{ ...of, kind: no_routing }] : []),
    ]
  })
  const steps = found(
    made.flatMap(({ material_id, steps }) => {
      const once = new Map(steps.map(step => [step.process_id, { ...step, material_id }]))
      return [...once.values()]
    }),
  )
  const stopped = [
    ...ways.map(gap => ({ gap, material_id: gap.material_id! })),
    ...steps.map(gap => ({ gap: objectOf(gap), material_id: gap.material_id })),
  ]
  const codeOf = new Map(made.map(({ material_id, code }) => [material_id, code]))
  const byKey = Map.groupBy(stopped, ({ gap }) => gapKey(gap))
  const gaps = [...byKey].flatMap(([id, all]): ProductGap[] => {
    const codes = [...new Set(all.map(({ material_id }) => codeOf.get(material_id)!))].sort()
    return told.has(id) ? [] : [{ ...all[0]!.gap, id, codes }]
  })
  return {
    gaps: gaps.sort((a, b) => b.codes.length - a.codes.length || (a.codes[0]! < b.codes[0]! ? -1 : 1)),
    made: made.length,
    ready: made.length - new Set(stopped.map(({ material_id }) => material_id)).size,
  }
}
