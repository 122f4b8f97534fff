import { featureEnable } from '@qitao/access/model/company/feature-enable.status.ts'
import { queryCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { convert, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { changeLineCalls } from '../../model/time/change-line.calls.ts'
import type { ChangeLineRow } from '../../model/time/change-line.record.ts'
import '../engineering.css'

const minutesOf = (seconds: number): string => convert(String(seconds), '1', String(minuteSeconds))
const secondsOf = (minutes: string): number => Math.round(Number(convert(minutes, String(minuteSeconds), '1')))

/** For which machines: one, those of a workgroup, or any. */
interface Scope {
  readonly device_id: string | null
  readonly workgroup_id: string | null
}
const anyMachine: Scope = { device_id: null, workgroup_id: null }

/** Minutes from each series, or value of an attribute, to each other one: a cell is an entry, an empty cell is none. */
export function ChangeMatrix({ onList }: { onList: () => void }) {
  const say = useSay()
  const [scope, setScope] = usePageMemory<Scope>('scope', anyMachine)
  const { device_id, workgroup_id } = scope
  const [attribute, setAttribute] = usePageMemory<string | null>('attribute', null)
  const [addedTo, setAddedTo] = usePageMemory<Readonly<Record<string, readonly string[]>>>('values', {})
  const added = addedTo[attribute ?? ''] ?? []
  const setAdded = (values: readonly string[]) => setAddedTo({ ...addedTo, [attribute ?? '']: values })
  const custom = useCall(queryCustomFieldList, { module_code: 'material' })
  const attributes = (custom.data?.result ?? []).filter(
    ({ enabled, field_type }) => enabled === featureEnable.codes.on && field_type !== 'date',
  )
  const options = attributes.find(({ field_key }) => field_key === attribute)?.options ?? []
  const [name, setName] = useState('')
  const found = useCall(changeLineCalls.list, {
    page_size: -1,
    order_by: 'created_time',
    ...(device_id ? { device_id } : workgroup_id ? { workgroup_id } : { any_device: true }),
    ...(attribute ? { attribute } : {}),
  })
  const rows = (found.data?.result ?? []).flatMap(row => {
    const [from, to] = attribute ? [row.from_value, row.to_value] : [row.from_series, row.to_series]
    return from === null || to === null ? [] : { from, to, row }
  })
  const cells = new Map(rows.map(({ from, to, row }) => [`${from}\n${to}`, row]))
  const known = [...new Set([...rows.flatMap(({ from, to }) => [from, to]), ...added])]
  // Values of an attribute stand as its options do, as from light to dark.
  const series = [...options, ...known.filter(value => !options.includes(value)).sort()]
  const DevicePicker = pickerOf('device')
  const WorkgroupPicker = pickerOf('workgroup')
  const add = () => {
    const wanted = name.trim()
    if (wanted && !series.includes(wanted)) setAdded([...added, wanted])
    setName('')
  }
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <div className="qt-matrix-tools">
          <DevicePicker
            aria-label={say(text('设备', 'Equipment'))}
            placeholder={say(text('所有设备通用', 'For any machine'))}
            value={device_id}
            onChange={next => setScope({ device_id: (next as string | null) ?? null, workgroup_id: null })}
          />
          <WorkgroupPicker
            aria-label={say(text('班组', 'Workgroup'))}
            placeholder={say(text('按班组', 'For a workgroup'))}
            value={workgroup_id}
            onChange={next => setScope({ device_id: null, workgroup_id: (next as string | null) ?? null })}
          />
          <Select<string>
            aria-label={say(text('按', 'By'))}
            value={attribute ?? ''}
            onChange={next => setAttribute(next || null)}
            popupMatchSelectWidth={false}
            options={[
              { value: '', label: say(text('按系列', 'By series')) },
              ...attributes.map(({ field_key, field_name }) => ({
                value: field_key,
                label: say(text(`按${field_name}`, `By ${field_name}`)),
              })),
            ]}
          />
          <Input
            aria-label={say(text('系列', 'Series'))}
            placeholder={attribute ? say(text('添加属性值', 'Add a value')) : say(text('添加系列', 'Add a series'))}
            maxLength={100}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={add}
          />
          <Button onClick={add}>{say(text('添加', 'Add'))}</Button>
        </div>
        <div className="qt-toolbar">
          <Button onClick={onList}>{say(text('列表', 'List'))}</Button>
        </div>
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.isPending ? (
        <RowsSkeleton />
      ) : (
        <div className="qt-tree-box">
          <p className="qt-secondary">
            {say(
              text(
                '行：换型前；列：换型后；单位：分钟。清空单元格即删除。属性取自物料的自定义字段（物料配置）；多个属性同时变化时按最长的计。',
                'Rows: before; columns: after; in minutes. An emptied cell is deleted. Attributes are the fields that you added to materials (material configuration); when several change, the longest counts.',
              ),
            )}
          </p>
          <table className="qt-plain-table qt-matrix">
            <thead>
              <tr>
                <th>{say(text('从 \\ 到', 'From \\ to'))}</th>
                {series.map(to => (
                  <th key={to}>{to}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {series.map(from => (
                <tr key={from}>
                  <th scope="row">{from}</th>
                  {series.map(to => (
                    <td key={to}>
                      <MatrixCell
                        scope={scope}
                        attribute={attribute}
                        from={from}
                        to={to}
                        entry={cells.get(`${from}\n${to}`)}
                        key={`${device_id} ${workgroup_id} ${attribute} ${from} ${to}`}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

/** Saved when it is left: a number makes or changes the entry, nothing deletes it. */
function MatrixCell({
  scope,
  attribute,
  from,
  to,
  entry,
}: {
  scope: Scope
  attribute: string | null
  from: string
  to: string
  entry: ChangeLineRow | undefined
}) {
  const say = useSay()
  const refreshes = [changeLineCalls.list]
  const add = useCommand(changeLineCalls.add, { refreshes })
  const alter = useCommand(changeLineCalls.alter, { refreshes })
  const drop = useCommand(changeLineCalls.drop, { refreshes })
  const withheld = useWithheld()(entry ? changeLineCalls.alter : changeLineCalls.add)
  const stored = entry ? minutesOf(entry.change_seconds) : null
  const [typed, setTyped] = useState<string | null>()
  const save = async () => {
    if (typed === undefined || typed === stored) return
    if (typed === null) {
      if (entry) await drop.run({ ids: [entry.id] })
    } else if (isQuantity(typed)) {
      const sides = attribute ? { attribute, from_value: from, to_value: to } : { from_series: from, to_series: to }
      const values = { ...scope, ...sides, change_seconds: secondsOf(typed) }
      if (entry) {
        await alter.run({ ...values, remark: entry.remark, id: entry.id, row_version: entry.row_version })
      } else await add.run(values)
    }
    setTyped(undefined)
  }
  return (
    <NumberInput
      aria-label={`${from} → ${to}`}
      {...(withheld ? { disabled: true, title: say(withheld) } : {})}
      decimals={2}
      value={typed === undefined ? stored : typed}
      onChange={setTyped}
      onBlur={() => void save()}
      onPressEnter={() => void save()}
    />
  )
}
