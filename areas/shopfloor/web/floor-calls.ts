import { countMos, listMos, showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { listDispatchTasks, listProgress, listReports, listReportTasks } from '../model/report.calls.ts'

/** Asked again after whatever starts, reports, dispatches or takes back. */
export const floorCalls = [
  listDispatchTasks,
  listReportTasks,
  listReports,
  listProgress,
  listMos,
  countMos,
  showMo,
  showMoBom,
]
/** Pages of the floor follow each other: what one person reports the others see at once. */
export const useLiveFloor = (): void =>
  useLive('plan', () => void refresh(listDispatchTasks, listReportTasks, listReports, listProgress))
