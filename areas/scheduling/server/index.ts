import type { Area } from '@qitao/platform/server/area.ts'
import { schedulingKnown } from '../model/scheduling.known.ts'
import { calendarEffectHandlers } from './calendar-effect/calendar-effect.handlers.ts'
import { changeRequestHandlers } from './change-request/change-request.handlers.ts'
import { conflictHandlers } from './conflict/conflict.handlers.ts'
import { conflictClock, conflictLook } from './conflict/conflict.jobs.ts'
import { exportHandlers } from './export.handlers.ts'
import { partHandlers } from './hand/split-task.handlers.ts'
import { taskHandlers } from './hand/task.handlers.ts'
import { lateOrderHandlers } from './late/late-order.handlers.ts'
import { loadHandlers } from './load/load.handlers.ts'
import { ganttHandlers } from './plan/gantt.handlers.ts'
import { scheduleHandlers } from './plan/schedule.handlers.ts'
import { scheduleJob } from './plan/schedule.job.ts'
import { setupReasonHandlers } from './plan/setup-reason.handlers.ts'
import { freezeHandlers } from './publish/freeze.handlers.ts'
import { liteHandlers } from './publish/lite.handlers.ts'
import { planVersionHandlers } from './publish/plan-version.handlers.ts'
import { publishHandlers } from './publish/publish.handlers.ts'
import { simulationHandlers } from './what-if/simulation.handlers.ts'
import { simulationJob } from './what-if/simulation.job.ts'

export { askedChangeHandlers } from './change-request/asked-change.handlers.ts'
export { seesAllChanges } from './change-request/change-request.queries.ts'
export { forgetConflicts } from './conflict/forget-conflicts.ts'
export { finishesWith, followOnPlan, tasksToFollow } from './hand/resize-tasks.ts'
export { patienceSeconds, planToExplain } from './late/standing-plan.ts'
export { devicesSeen } from './load/devices-seen.ts'
export { isMuchWorked, machinePeriods, utilizationHandler } from './load/load.handlers.ts'
export { machinesFor, measuredTasks, type RestsByTask, workedTasks } from './load/worked-tasks.queries.ts'
export { enterPastTasks } from './past-tasks.ts'
export { finishedByReport, onlyAgain, reworkOf, unmade } from './plan/made-again.ts'
export { moveOutsideTasks } from './plan/move-outside.ts'
export { lockHead, planChanged } from './plan/plan.queries.ts'
export { recordTaskDispatch, recordTaskProgress, type TaskProgress } from './plan/task-progress.ts'
export { explainInThread, remediesInThread } from './plan/threads.ts'
export { loadCapacity } from './problem/capacity.queries.ts'
export { correctReported, lockTasksWithOrders, schedulingReconciliations } from './reconciliation.ts'

export const schedulingArea: Area = {
  name: 'scheduling',
  known: schedulingKnown,
  handlers: [
    ...ganttHandlers,
    ...scheduleHandlers,
    ...taskHandlers,
    ...partHandlers,
    ...publishHandlers,
    ...freezeHandlers,
    ...loadHandlers,
    ...planVersionHandlers,
    ...exportHandlers,
    ...simulationHandlers,
    ...lateOrderHandlers,
    ...setupReasonHandlers,
    ...liteHandlers,
    ...conflictHandlers,
    ...calendarEffectHandlers,
    ...changeRequestHandlers,
  ],
  jobs: [scheduleJob, simulationJob, conflictClock, conflictLook],
}
