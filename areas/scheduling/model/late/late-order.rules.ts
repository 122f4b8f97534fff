import type { ChainLink } from '@qitao/planning/scheduling/explain/explain-late.ts'
import type { Remedy } from '@qitao/planning/scheduling/explain/remedy.ts'
import type { TriedRemedy } from '@qitao/planning/scheduling/explain/try-remedies.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { resourceNames } from '../problem/resources.rules.ts'
import type { ChainPiece, TriedRemedyRow } from './late-order.calls.ts'

/** The engine's answers in the words of the plan: numbers of orders and machines, names of processes. */
export interface Words {
  piece(link: ChainLink): ChainPiece
  remedy(tried: TriedRemedy): TriedRemedyRow
}

export function wordsOf(facts: ScheduleFacts): Words {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const operations = new Map(facts.operations.map(operation => [operation.id, operation]))
  const devices = new Map(facts.devices.map(device => [device.id, device]))
  const materials = new Map(facts.components.map(component => [component.material_id, component.material_code]))
  const groups = resourceNames(facts)
  const tasks = new Map(facts.tasks.map(task => [task.operation_id, task]))
  const machine = (id: string | undefined): string | null => devices.get(id ?? '')?.machine_no ?? null
  const noOf = (mo_id: string | undefined): string => orders.get(mo_id ?? '')?.no ?? ''
  const sharing = Map.groupBy(facts.devices, device => device.calendar_id)

  return {
    piece(link) {
      const operation = operations.get(link.operation)
      const of = link as Partial<{
        machine: string
        material: string | null
        resource: string
        why: ChainPiece['why']
        closedSeconds: number
      }>
      return {
        kind: link.kind,
        from: link.from,
        to: link.to,
        seconds: link.seconds,
        closed_seconds: of.closedSeconds ?? 0,
        operation_id: link.operation,
        task_id: tasks.get(link.operation)?.id ?? null,
        mo_id: operation?.mo_id ?? '',
        mo_no: noOf(operation?.mo_id),
        process_name: operation?.process_name ?? '',
        machine_no: machine(of.machine),
        material_code: of.material ? (materials.get(of.material) ?? null) : null,
        workgroup_name: of.resource ? (groups.get(of.resource) ?? null) : null,
        why: of.why ?? null,
      }
    },
    remedy({ remedy, finish, tardinessSeconds, gainedSeconds, others, weightedTardinessHoursChange }) {
      const on = 'operation' in remedy ? operations.get(remedy.operation) : undefined
      const device = remedy.kind === 'overtime' ? devices.get(remedy.machine) : undefined
      const calendar_id = device?.calendar_id ?? null
      const span = remedy.kind === 'overtime' || remedy.kind === 'expedite' ? remedy : undefined
      return {
        kind: remedy.kind,
        finish,
        tardiness_seconds: tardinessSeconds,
        gained_seconds: gainedSeconds,
        weighted_change_hours: Math.round(weightedTardinessHoursChange * 100) / 100,
        others: others.map(({ order, tardinessSeconds: left, changeSeconds }) => ({
          mo_id: order,
          no: noOf(order),
          change_seconds: changeSeconds,
          tardiness_seconds: left,
        })),
        machine_no: device?.machine_no ?? (remedy.kind === 'other_machine' ? machine(remedy.from) : null),
        to_machine_no: remedy.kind === 'other_machine' ? machine(remedy.to) : null,
        calendar_id,
        calendar_machines: calendar_id === null ? 0 : (sharing.get(calendar_id)?.length ?? 0),
        seconds_per_day: remedy.kind === 'overtime' ? remedy.secondsPerDay : null,
        mo_no: on ? noOf(on.mo_id) : null,
        process_name: on?.process_name ?? null,
        material_code: remedy.kind === 'expedite' && remedy.material ? (materials.get(remedy.material) ?? null) : null,
        from: span?.from ?? null,
        to: span?.to ?? null,
        passed: 'before' in remedy ? (remedy.before ?? []).map(noOf) : [],
        remedy,
      }
    },
  }
}

/** Whether a remedy that is tried again is the one that was chosen. */
export function isSameRemedy(a: Remedy, b: Remedy): boolean {
  if (a.kind === 'other_machine' && b.kind === 'other_machine') return a.operation === b.operation && a.to === b.to
  const of = (one: Remedy) => (one.kind === 'priority' || one.kind === 'as_early' ? one.order : undefined)
  return a.kind === b.kind && of(a) !== undefined && of(a) === of(b)
}
