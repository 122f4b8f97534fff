import { defaultPageSize } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import type { DeviceRow } from '@qitao/masterdata/model/resource/device.record.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useRows } from '@qitao/platform/web/call/use-rows.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { planChannel } from '@qitao/scheduling/model/chart/plan.message.ts'
import { freezeDevices, unfreezeDevices } from '@qitao/scheduling/model/publish/freeze.calls.ts'
import { FreezeDialog, freezeAnswers } from '@qitao/scheduling/web/publish/freeze.dialog.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import {
  type DeviceStopRow,
  listDeviceStops,
  listDeviceTasks,
  queryDeviceOee,
} from '../../model/equipment/equipment.calls.ts'

const answers = [listDeviceStops, listDeviceTasks, queryDeviceOee]

/** Breakdowns, maintenance and other freezes: what was, what is, what is planned. */
export function StopsTab({ of }: { of: DeviceRow }) {
  const say = useSay()
  const dates = useOrgDate()
  const [kind, setKind] = useState<DeviceStopRow['kind']>()
  const [{ page, size }, turn] = useState<{ page: number; size: number }>({ page: 1, size: defaultPageSize })
  const found = useRows(listDeviceStops, { id: of.id, page, page_size: size }, last => turn({ page: last, size }))
  useLive(planChannel, () => void refresh(deviceCalls.detail, ...answers))
  const remove = useCommand(unfreezeDevices, { refreshes: [...freezeAnswers, ...answers] })
  const isDue = of.next_maintenance !== null && of.next_maintenance < dates.startOfDay(dates.today())
  return (
    <>
      <div className="qt-device-head">
        <ActButton
          primary
          act={{
            title: text('登记停机', 'Report a stop'),
            run: needing(freezeDevices, () => setKind(freezeKind.codes.breakdown)),
          }}
        />
        <ActButton
          act={{
            title: text('安排保养', 'Plan maintenance'),
            run: needing(freezeDevices, () => setKind(freezeKind.codes.maintenance)),
          }}
        />
        <span className={isDue ? 'qt-late' : 'qt-secondary'}>
          {of.next_maintenance === null ? (
            say(text('没有保养周期，也没有安排保养', 'No interval of maintenance, and none planned'))
          ) : (
            <>
              {say(isDue ? text('保养已到期', 'Maintenance was due') : text('下次保养', 'Next maintenance'))}{' '}
              <DayText of={of.next_maintenance} />
            </>
          )}
        </span>
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : found.data.total === 0 ? (
        <EmptyState text={text('没有停机记录', 'It has never stood')} />
      ) : (
        <DataTable<DeviceStopRow>
          rows={found.data.result}
          columns={[
            {
              name: 'kind',
              title: text('类型', 'Kind'),
              width: 110,
              render: row => <StatusTag of={freezeKind.stateOf(row.kind)} />,
            },
            {
              name: 'start_time',
              title: text('开始', 'From'),
              width: 150,
              render: row => <Instant at={row.start_time} />,
            },
            { name: 'end_time', title: text('结束', 'To'), width: 150, render: row => <Instant at={row.end_time} /> },
            {
              name: 'lost_seconds',
              title: text('占工作时间（小时）', 'Working hours'),
              width: 140,
              render: row => (row.lost_seconds / hourSeconds).toFixed(1),
            },
            { name: 'reason', title: text('原因', 'Reason'), width: 220, render: row => row.reason ?? '—' },
            {
              name: 'created_by_name',
              title: text('登记人', 'By'),
              width: 110,
              render: row => row.created_by_name ?? '—',
            },
          ]}
          rowActions={row => [
            {
              title: text('删除', 'Delete'),
              danger: true,
              ask: {
                title: text(
                  '删除这次停机？设备在该时段又可用。',
                  'Delete this stop? The machine is open in that time again.',
                ),
                objects: [`${of.machine_no} ${dates.minuteOf(row.start_time)}`],
                danger: true,
              },
              run: remove.with({ freeze_ids: [row.id] }),
            },
          ]}
        />
      )}
      {found.data && found.data.total > defaultPageSize ? (
        <Pager page={page} size={size} total={found.data.total} onChange={(page, size) => turn({ page, size })} />
      ) : null}
      {kind === undefined ? null : (
        <FreezeDialog
          machine_no={of.machine_no}
          kind={kind}
          refreshes={answers}
          onRepair={() => openPage(pages.productionPlan)}
          onShow={() => openPage(pages.productionPlan)}
          onClose={() => setKind(undefined)}
        />
      )}
    </>
  )
}
