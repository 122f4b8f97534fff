import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { LearntTimes } from '@qitao/engineering/web/time/learnt-times.tsx'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { type DeviceRow, device } from '@qitao/masterdata/model/resource/device.record.ts'
import { deviceFreezeStatus } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { DeviceFormDrawer } from '@qitao/masterdata/web/device-form.drawer.tsx'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { HistoryButton } from '@qitao/platform/web/show/history.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Tabs } from 'antd'
import { useState } from 'react'
import { OeeTab } from './oee.tab.tsx'
import { StopsTab } from './stops.tab.tsx'
import { TasksTab } from './tasks.tab.tsx'
import './equipment.css'

/** One machine: what it is, does, lost and costs. Every figure is counted from tasks, reports and stops. */
export default function DeviceDetailPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const say = useSay()
  const found = useDocument(deviceCalls.detail, id ? { id } : null)
  const [editing, setEditing] = useState(false)
  if (!id) return <EmptyState text={text('请从设备管理打开一台设备', 'Open a machine from the list of equipment')} />
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  const row = found.data?.record
  if (!row) return <FormSkeleton />
  return (
    <div className="qt-page qt-device">
      <header className="qt-device-head">
        <h2>
          {row.machine_no} {row.name}
        </h2>
        <StatusTag of={enabledStatus.stateOf(row.status)} />
        <StatusTag of={deviceFreezeStatus.stateOf(row.freeze_status)} />
        <span className="qt-device-acts">
          <HistoryButton of={device} id={row.id} />
          <ActButton
            act={{
              title: text('全部设备', 'All equipment'),
              run: needing(pages.devices, () => openPage(pages.devices)),
            }}
          />
          <ActButton
            primary
            act={{ title: text('编辑', 'Edit'), run: needing(deviceCalls.alter, () => setEditing(true)) }}
          />
        </span>
      </header>
      <Tabs
        destroyOnHidden
        items={[
          { key: 'oee', label: say(text('OEE与损失', 'OEE and losses')), children: <OeeTab id={id} /> },
          { key: 'tasks', label: say(text('任务', 'Schedule')), children: <TasksTab id={id} /> },
          { key: 'stops', label: say(text('停机与保养', 'Stops and maintenance')), children: <StopsTab of={row} /> },
          { key: 'times', label: say(text('工时', 'Cycle times')), children: <LearntTimes device_id={id} /> },
          { key: 'data', label: say(text('资料', 'Data')), children: <Data of={row} /> },
        ]}
      />
      {editing ? <DeviceFormDrawer old={row} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

function Data({ of }: { of: DeviceRow }) {
  const say = useSay()
  return (
    <>
      <Facts
        of={device}
        row={of}
        names={[
          'model',
          'workgroup_id',
          'supplier_id',
          'lead_days',
          'capacity',
          'efficiency',
          'sequence',
          'location',
          'hourly_rate',
          'maintenance_days',
          'remark',
        ]}
        more={[
          { title: device.fields.calendar_id.title, value: of.working_calendar_name ?? '—' },
          { title: device.fields.process_ids.title, value: of.process_names.join('、') || '—' },
        ]}
      />
      <h3 className="qt-md-heading">{say(text('附件', 'Attachments'))}</h3>
      <Attachments module="device" objectId={of.id} />
    </>
  )
}
