import type { Area } from '@qitao/platform/server/area.ts'
import { conflictHandlers } from './conflict.handlers.ts'
import { conflictClock, conflictLook } from './conflict.jobs.ts'
import { exportHandlers } from './export.handlers.ts'
import { freezeHandlers } from './freeze.handlers.ts'
import { ganttHandlers } from './gantt.handlers.ts'
import { lateOrderHandlers } from './late-order.handlers.ts'
import { liteHandlers } from './lite.handlers.ts'
import { loadHandlers } from './load.handlers.ts'
import { partHandlers } from './part.handlers.ts'
import { planVersionHandlers } from './plan-version.handlers.ts'
import { publishHandlers } from './publish.handlers.ts'
import { scheduleHandlers } from './schedule.handlers.ts'
import { scheduleJob } from './schedule.job.ts'
import { simulationHandlers } from './simulation.handlers.ts'
import { simulationJob } from './simulation.job.ts'
import { taskHandlers } from './task.handlers.ts'

export { loadCapacity } from './capacity.queries.ts'
export { lockHead, planChanged } from './plan.queries.ts'
export { correctReported, lockTasksWithOrders, schedulingReconciliations } from './reconciliation.ts'
export { recordTaskDispatch, recordTaskProgress, type TaskProgress } from './task-progress.ts'

export const schedulingArea: Area = {
  name: 'scheduling',
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
    ...liteHandlers,
    ...conflictHandlers,
  ],
  jobs: [scheduleJob, simulationJob, conflictClock, conflictLook],
}
