import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { deviceExchange } from '../model/masterdata.exchange.ts'
import { deviceCalls } from '../model/resource/device.calls.ts'
import { type DeviceRow, device } from '../model/resource/device.record.ts'
import { deviceFreezeStatus } from '../model/resource/device-freeze.status.ts'
import { type DeviceForm, DeviceFormDrawer, deviceAnswers, formOf } from './device-form.drawer.tsx'
import { LabelDialog } from './label.dialog.tsx'
import { Names } from './names.tsx'
import './masterdata.css'

const noCalendar = { code: 0, zh: '无日历', en: 'None', colour: 'danger' } as const

export default function DevicePage() {
  const { may } = useSession()
  const [printed, setPrinted] = useState<readonly string[]>()
  const changes = may(pages.devices)
  const drop = useCommand(deviceCalls.drop, { refreshes: deviceAnswers })
  const [opened, setOpened] = useOpened()
  const [row, setRow] = useState<DeviceRow>()
  // One that a link names is not among the rows.
  const linked = useCall(deviceCalls.detail, opened && opened !== row?.id ? { id: opened } : null)
  const shown = opened ? (row?.id === opened ? row : linked.data?.record) : undefined
  const setShown = (next: DeviceRow | undefined) => {
    setRow(next)
    setOpened(next?.id)
  }
  const [form, setForm] = useState<{ old?: DeviceRow; values?: DeviceForm }>()
  const edit = (old: DeviceRow) => {
    setShown(undefined)
    setForm({ old })
  }
  const detail = (row: DeviceRow) => ({
    title: text('详情页', 'Detail page'),
    run: needing(pages.deviceDetail, () => openEdit(pages.deviceDetail, { id: row.id })),
  })
  const deletion = (rows: readonly DeviceRow[]) =>
    remove(
      rows.map(row => `${row.machine_no} ${row.name}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const actsOn = (row: DeviceRow) => [
    detail(row),
    { title: text('编辑', 'Edit'), run: needing(deviceCalls.alter, () => edit(row)) },
    {
      title: text('复制', 'Copy'),
      run: needing(deviceCalls.add, () => setForm({ values: { ...formOf(row), machine_no: '' } })),
    },
    deletion([row]),
  ]

  return (
    <>
      <ListPage
        call={deviceCalls.list}
        record={device}
        columns={[
          { name: 'machine_no', width: 120, opens: row => setShown(row) },
          { name: 'name', width: 140 },
          { name: 'model', sort: false, width: 100 },
          { name: 'process_ids', width: 170, render: row => <Names of={row.process_names} /> },
          { name: 'workgroup_id', width: 110 },
          { name: 'working_calendar_name', sort: false, width: 130, render: row => <WorkingCalendar row={row} /> },
          { name: 'supplier_id', width: 140, sort: false },
          { name: 'lead_days', width: 110, sort: false, hidden: true },
          { name: 'capacity', width: 130 },
          { name: 'efficiency', sort: false, width: 120, title: text('效率系数', 'Efficiency') },
          { name: 'sequence', width: 80 },
          { name: 'freeze_status', sort: false },
          { name: 'next_maintenance', sort: false, width: 120 },
          { name: 'hourly_rate', sort: false, hidden: true },
          { name: 'maintenance_days', sort: false, hidden: true },
          'status',
          { name: 'location', sort: false, hidden: true },
          { name: 'remark', hidden: true },
        ]}
        filters={['keyword', { name: 'process_id', of: 'process_ids' }, 'workgroup_id', 'status']}
        {...(changes
          ? {
              rowActions: actsOn,
              bulkActions: (rows: readonly DeviceRow[]) => [
                { title: text('打印标签', 'Print labels'), run: () => setPrinted(rows.map(row => row.id)) },
                deletion(rows),
              ],
            }
          : {})}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={deviceCalls.export}
              imports={deviceExchange}
              refreshes={deviceAnswers}
            />
            {changes ? <NewButton run={needing(deviceCalls.add, () => setForm({}))} /> : null}
          </>
        )}
      />
      {printed ? <LabelDialog object="device" ids={printed} onClose={() => setPrinted(undefined)} /> : null}
      <DetailDrawer
        open={shown !== undefined}
        title={shown ? `${shown.machine_no} ${shown.name}` : ''}
        onClose={() => setShown(undefined)}
        history={shown && { of: device, id: shown.id }}
        actions={
          shown
            ? [
                detail(shown),
                ...(changes
                  ? [{ title: text('编辑', 'Edit'), run: needing(deviceCalls.alter, () => edit(shown)) }]
                  : []),
              ]
            : []
        }
      >
        {shown ? <DeviceDetail row={shown} /> : null}
      </DetailDrawer>
      {form ? <DeviceFormDrawer {...form} onClose={() => setForm(undefined)} /> : null}
    </>
  )
}

/** The calendar that a machine works by; one that it inherits stands back. */
export function WorkingCalendar({ row }: { row: DeviceRow }) {
  const say = useSay()
  if (row.calendar_name) return row.calendar_name
  if (!row.working_calendar_name) return <StatusTag of={noCalendar} />
  return (
    <span
      className="qt-secondary"
      title={say(text('继承自班组或默认日历', 'From its workgroup, or the default calendar'))}
    >
      {row.working_calendar_name}
    </span>
  )
}

function DeviceDetail({ row }: { row: DeviceRow }) {
  const say = useSay()
  return (
    <>
      <Facts
        of={device}
        row={row}
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
          'next_maintenance',
          'status',
          'remark',
        ]}
        more={[
          { title: device.fields.calendar_id.title, value: <WorkingCalendar row={row} /> },
          { title: device.fields.process_ids.title, value: <Names of={row.process_names} /> },
          {
            title: device.fields.freeze_status.title,
            value: <StatusTag of={deviceFreezeStatus.stateOf(row.freeze_status)} />,
          },
        ]}
      />
      <h3 className="qt-md-heading">{say(text('附件', 'Attachments'))}</h3>
      <Attachments module="device" objectId={row.id} />
      <h3 className="qt-md-heading">{say(device.fields.freezes.title)}</h3>
      {row.freezes.length === 0 ? (
        <p className="qt-secondary">{say(text('没有当前或未来的冻结', 'No freeze now or to come'))}</p>
      ) : (
        <ul className="qt-md-freezes">
          {row.freezes.map(freeze => (
            <li key={freeze.id}>
              <Instant at={freeze.start_time} /> – <Instant at={freeze.end_time} />
              {freeze.reason ? <span className="qt-secondary"> {freeze.reason}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
