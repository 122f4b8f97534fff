import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import type { KeptTask } from '../../model/hand/restore.rules.ts'
import { machinesOf } from '../../model/load/load.rules.ts'
import { workingTimesOf } from '../../model/problem/machine-time.rules.ts'
import { namedReason, namesOf } from '../../model/what-if/outcome.rules.ts'
import { simulateSchedule } from '../../model/what-if/simulation.calls.ts'
import { figuresOf, finishesOf } from '../../model/what-if/simulation.rules.ts'
import { isPlanLarge } from '../plan/plan.queries.ts'
import { type ComputedPlan, computePlan, type PlanInput } from '../problem/compute-plan.ts'
import { saveCalculated } from './simulation.queries.ts'

export interface SimulationInput extends PlanInput {
  readonly version_id: string
}

/** Plans as the automatic schedule does, and keeps the answer beside the plan in force. */
export const simulationJob = job<SimulationInput>('simulation', 'planning', simulated, {
  startedBy: [simulateSchedule],
  repeatable: true,
  isLarge: (_, context) => isPlanLarge(context),
})

async function simulated(input: SimulationInput, context: JobContext) {
  const { org_id, lastTransaction, progress, now } = context
  const computed = await computePlan(input, context, input.seconds)
  const tasks = keptTasks(computed)
  const {
    read: { facts },
    loaded_version,
  } = computed
  await progress(95, text('保存模拟', 'Saving the simulation'))
  const figures = figuresOf(facts, machinesOf(workingTimesOf(facts, facts.now)), tasks)
  return lastTransaction(async tx => {
    const saved = await saveCalculated(tx, org_id, input.version_id, {
      base_version: loaded_version,
      calculated_time: now(),
      figures,
      tasks,
      orders: [...finishesOf(tasks).values()],
      priorities: input.priorities ?? {},
    })
    if (!saved)
      throw new Refusal(generalErrors.versionConflict, {
        detail: text('模拟版本在计算期间已被修改', 'The version was changed while it was calculated'),
      })
    return { version_id: input.version_id, figures }
  })
}

function keptTasks({ read: { facts }, plan }: ComputedPlan): KeptTask[] {
  const nameOf = namesOf(facts)
  const stored = new Map(facts.tasks.map(task => [task.operation_id, task]))
  return plan.tasks.map(task => ({
    operation_id: task.operation,
    mo_id: task.order,
    device_id: task.machine,
    setup_start_time: task.setupStart,
    start_time: task.start,
    end_time: task.end,
    // The engine takes what is fixed as it stands, without asking what its set-up was.
    setup_seconds: task.fixed ? (stored.get(task.operation)?.setup_seconds ?? 0) : task.setupSeconds,
    reasons: task.reasons.map(reason => namedReason(reason, nameOf)),
  }))
}
