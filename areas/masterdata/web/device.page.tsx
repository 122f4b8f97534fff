import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFields } from '@qitao/platform/web/form/custom-fields.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
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
import { deviceCalls, queryMachine, queryMachineDetail } from '../model/device.calls.ts'
import { type DeviceRow, device } from '../model/device.record.ts'
import { deviceFreezeStatus } from '../model/device-freeze.status.ts'
import { deviceExchange } from '../model/masterdata.exchange.ts'
import { LabelDialog } from './label.dialog.tsx'
import { Names } from './names.tsx'
import './masterdata.css'

const fields = [
  'machine_no',
  'name',
  'model',
  'process_ids',
  'workgroup_id',
  'calendar_id',
  'capacity',
  'efficiency',
  'sequence',
  'location',
  'status',
  'remark',
] as const
type Form = DraftOf<typeof device>
const blank: Form = { capacity: 1, efficiency: '1', sequence: 1, status: enabledStatus.codes.enabled, process_ids: [] }
const efficiencyDecimals = 4
const noCalendar = { code: 0, zh: '无日历', en: 'None', colour: 'danger' } as const

const formOf = (row: DeviceRow): Form => ({
  ...Object.fromEntries(fields.map(name => [name, row[name]])),
  custom: row.custom,
})

export default function DevicePage() {
  const { may } = useSession()
  const [printed, setPrinted] = useState<readonly string[]>()
  const changes = may(pages.devices)
  const refreshes = [deviceCalls.list, deviceCalls.detail, queryMachine, queryMachineDetail]
  const add = useCommand(deviceCalls.add, { refreshes })
  const alter = useCommand(deviceCalls.alter, { refreshes })
  const drop = useCommand(deviceCalls.drop, { refreshes })
  const [opened, setOpened] = useOpened()
  const [row, setRow] = useState<DeviceRow>()
  // One that a link names is not among the rows.
  const linked = useCall(deviceCalls.detail, opened && opened !== row?.id ? { id: opened } : null)
  const shown = opened ? (row?.id === opened ? row : linked.data?.record) : undefined
  const setShown = (next: DeviceRow | undefined) => {
    setRow(next)
    setOpened(next?.id)
  }
  const [form, setForm] = useState<{ open: boolean; old?: DeviceRow; values: Form }>({ open: false, values: blank })
  const edit = (old: DeviceRow) => {
    setShown(undefined)
    setForm({ open: true, old, values: formOf(old) })
  }
  const close = () => setForm(now => ({ ...now, open: false }))
  const { old } = form
  const deletion = (rows: readonly DeviceRow[]) =>
    remove(
      rows.map(row => `${row.machine_no} ${row.name}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const actsOn = (row: DeviceRow) => [
    { title: text('编辑', 'Edit'), run: needing(deviceCalls.alter, () => edit(row)) },
    {
      title: text('复制', 'Copy'),
      run: needing(deviceCalls.add, () => setForm({ open: true, values: { ...formOf(row), machine_no: '' } })),
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
          { name: 'capacity', width: 130 },
          { name: 'efficiency', sort: false, width: 120, title: text('效率系数', 'Efficiency') },
          { name: 'sequence', width: 80 },
          { name: 'freeze_status', sort: false },
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
            <ExchangeButtons list={list} exports={deviceCalls.export} imports={deviceExchange} refreshes={refreshes} />
            {changes ? (
              <NewButton run={needing(deviceCalls.add, () => setForm({ open: true, values: blank }))} />
            ) : null}
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
          shown && changes ? [{ title: text('编辑', 'Edit'), run: needing(deviceCalls.alter, () => edit(shown)) }] : []
        }
      >
        {shown ? <DeviceDetail row={shown} /> : null}
      </DetailDrawer>
      <FormDrawer<Form>
        key={old?.id ?? 'new'}
        open={form.open}
        title={old ? text(`设备 ${old.machine_no}`, `Equipment ${old.machine_no}`) : text('新建设备', 'New equipment')}
        values={form.values}
        save={
          old
            ? saveWith(alter, (values: Form) => ({ ...values, id: old.id, row_version: old.row_version }))
            : saveWith(add, (values: Form) => values)
        }
        reload={refreshAnd(refreshes, close)}
        onClose={close}
        history={old && { of: device, id: old.id }}
      >
        {fields.map((name, index) => (
          <Field
            key={name}
            of={device}
            name={name}
            autoFocus={index === 0}
            {...(name === 'efficiency' ? { decimals: efficiencyDecimals } : {})}
          />
        ))}
        <CustomFields of={device} />
      </FormDrawer>
    </>
  )
}

/** The calendar that a machine works by; one that it inherits stands back. */
function WorkingCalendar({ row }: { row: DeviceRow }) {
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
        names={['model', 'workgroup_id', 'capacity', 'efficiency', 'sequence', 'location', 'status', 'remark']}
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
