import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { engineeringErrors } from '../engineering.errors.ts'
import type { routingProblems } from './routing.calls.ts'
import { type RoutingStepInput, routing, routingStep } from './routing.record.ts'

export interface RoutingSurroundings {
  readonly materialIds: ReadonlySet<string>
  readonly processIds: ReadonlySet<string>
}

/** Refuses a routing whose product or a process is missing, or which has two steps at one place. */
export function checkRouting(
  { material_id, lines }: { material_id: string | null; lines: readonly RoutingStepInput[] },
  around: RoutingSurroundings,
): void {
  if (material_id !== null && !around.materialIds.has(material_id)) {
    refuse(generalErrors.recordNotFound, { field: 'material_id', field_title: routing.fields.material_id.title })
  }
  const rowOf = new Map<number, number>()
  for (const [index, { sequence, process_id }] of lines.entries()) {
    const row = index + 1
    if (!around.processIds.has(process_id)) {
      const field_title = routingStep.fields.process_id.title
      refuse(generalErrors.recordNotFound, { field: 'process_id', field_title, row })
    }
    const other_row = rowOf.get(sequence)
    if (other_row !== undefined) {
      const field_title = routingStep.fields.sequence.title
      refuse(engineeringErrors.sequenceRepeated, { field: 'sequence', field_title, row, other_row })
    }
    rowOf.set(sequence, row)
  }
}

interface StepState {
  readonly outsourced: boolean
  readonly enabled: boolean
  readonly has_equipment: boolean
  readonly has_cycle_time: boolean
}
/** What keeps a step from being scheduled; an outsourced one needs a supplier who does it, and no cycle time. */
export function problemsOf(step: StepState): (typeof routingProblems)[number][] {
  const disabled = step.enabled ? [] : (['process_disabled'] as const)
  return [
    ...disabled,
    ...(step.has_equipment ? [] : (['no_equipment'] as const)),
    ...(step.has_cycle_time || step.outsourced ? [] : (['no_cycle_time'] as const)),
  ]
}
