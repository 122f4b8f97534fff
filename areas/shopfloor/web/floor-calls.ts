import { countMos, listMos, showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { listAndon } from '../model/andon/andon.calls.ts'
import { floorChannel } from '../model/floor.message.ts'
import { listDispatchTasks, listProgress, listReports, listReportTasks } from '../model/report.calls.ts'
import { listWorkshopShifts, listWorkshopTasks, proposeDispatch } from '../model/workshop/workshop.calls.ts'

/** Asked again after whatever starts, reports, dispatches or takes back. */
export const floorCalls = [
  listDispatchTasks,
  listWorkshopTasks,
  listWorkshopShifts,
  proposeDispatch,
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
  useLive(
    floorChannel,
    () =>
      void refresh(
        listDispatchTasks,
        listWorkshopTasks,
        listWorkshopShifts,
        listAndon,
        listReportTasks,
        listReports,
        listProgress,
      ),
  )
