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
import { Button, Input } from 'antd'
import { useState } from 'react'
import { changeLineCalls } from '../../model/time/change-line.calls.ts'
import type { ChangeLineRow } from '../../model/time/change-line.record.ts'
import '../engineering.css'

const minutesOf = (seconds: number): string => convert(String(seconds), '1', String(minuteSeconds))
const secondsOf = (minutes: string): number => Math.round(Number(convert(minutes, String(minuteSeconds), '1')))

/** Minutes from each series to each series on one machine, or on any: a cell is an entry, an empty cell is none. */
export function ChangeMatrix({ onList }: { onList: () => void }) {
  const say = useSay()
  const [device_id, setDevice] = usePageMemory<string | null>('device', null)
  const [added, setAdded] = usePageMemory<readonly string[]>('series', [])
  const [name, setName] = useState('')
  const found = useCall(changeLineCalls.list, {
    page_size: -1,
    order_by: 'created_time',
    ...(device_id ? { device_id } : { any_device: true }),
  })
  const rows = (found.data?.result ?? []).filter(row => row.from_series !== null && row.to_series !== null)
  const cells = new Map(rows.map(row => [`${row.from_series}\n${row.to_series}`, row]))
  const series = [...new Set([...rows.flatMap(row => [row.from_series!, row.to_series!]), ...added])].sort()
  const DevicePicker = pickerOf('device')
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
            onChange={next => setDevice((next as string | null) ?? null)}
          />
          <Input
            aria-label={say(text('系列', 'Series'))}
            placeholder={say(text('添加系列', 'Add a series'))}
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
                '行：换型前系列；列：换型后系列；单位：分钟。清空单元格即删除。',
                'Rows: the series before; columns: the series after; in minutes. An emptied cell is deleted.',
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
                        device_id={device_id}
                        from={from}
                        to={to}
                        entry={cells.get(`${from}\n${to}`)}
                        key={`${device_id} ${from} ${to}`}
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
  device_id,
  from,
  to,
  entry,
}: {
  device_id: string | null
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
      const values = { device_id, from_series: from, to_series: to, change_seconds: secondsOf(typed) }
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
