import { FieldTimeOutlined } from '@ant-design/icons'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Modal } from 'antd'
import { useState } from 'react'
import { cycleTimeExchange } from '../../model/engineering.exchange.ts'
import { cycleTimeCalls, listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import { type CycleTimeRow, cycleTime } from '../../model/time/cycle-time.record.ts'
import { percentOf } from '../bom/percent.ts'
import { CycleTimeDrawer } from './cycle-time.drawer.tsx'
import { type CycleTimeForm, formOfCycleTime, formOfMissing } from './cycle-time.form.ts'
import { LearntTimes } from './learnt-times.tsx'
import { MissingCycleTimes } from './missing-cycle-times.dialog.tsx'

const any = text('不限', 'Any')

/** How long each process takes, for which product, on which machine. Missing times stop scheduling. */
export default function CycleTimePage() {
  const say = useSay()
  const [edited, setEdited] = useState<{ row?: CycleTimeRow; values: CycleTimeForm }>()
  const [missing, setMissing] = useState(false)
  const [learning, setLearning] = useState(false)
  const drop = useCommand(cycleTimeCalls.drop, { refreshes: [cycleTimeCalls.list, listMissingCycleTimes] })
  const nameOf = (row: CycleTimeRow) =>
    [row.material_code ?? say(any), row.process_name, row.device_code].filter(Boolean).join(' · ')
  const deletion = (rows: readonly CycleTimeRow[]) =>
    remove(rows.map(nameOf), drop.with({ ids: rows.map(row => row.id) }))
  const edit = (row: CycleTimeRow) => setEdited({ row, values: formOfCycleTime(row) })
  return (
    <>
      <ListPage
        call={cycleTimeCalls.list}
        record={cycleTime}
        columns={[
          {
            name: 'material_id',
            sort: true,
            width: 200,
            opens: edit,
            render: row => (row.material_code ? `${row.material_code} ${row.material_name}` : say(any)),
          },
          { name: 'process_id', sort: true, width: 120 },
          {
            name: 'device_id',
            sort: true,
            width: 160,
            render: row => (row.device_code ? `${row.device_code} ${row.device_name}` : say(any)),
          },
          { name: 'type', width: 110, sort: false },
          { name: 'cycle_seconds', title: text('工时', 'Time'), width: 150, render: row => <Pace of={row} /> },
          'setup_seconds',
          { name: 'employees', width: 80 },
          { name: 'expected_oee', width: 100, render: row => <>{percentOf(row.expected_oee)}%</> },
          { name: 'status', width: 90 },
          {
            name: 'learnt_time',
            sort: false,
            width: 150,
            render: row => <Source of={row} />,
            title: text('来源', 'Source'),
          },
          { name: 'updated_time', hidden: true },
          { name: 'remark', hidden: true },
        ]}
        filters={['keyword', 'material_id', 'process_id', 'device_id', { name: 'statuses', of: 'status', many: true }]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(cycleTimeCalls.alter, () => edit(row)) },
          {
            title: text('复制', 'Copy'),
            run: needing(cycleTimeCalls.add, () => setEdited({ values: { ...formOfCycleTime(row), device_id: null } })),
          },
          deletion([row]),
        ]}
        bulkActions={rows => [deletion(rows)]}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={cycleTimeCalls.export}
              imports={cycleTimeExchange}
              refreshes={[cycleTimeCalls.list, listMissingCycleTimes]}
            />
            <ActButton
              act={{
                title: text('缺失工时', 'Missing times'),
                icon: <FieldTimeOutlined aria-hidden />,
                run: () => setMissing(true),
              }}
            />
            <ActButton act={{ title: text('实测工时', 'Measured times'), run: () => setLearning(true) }} />
            <NewButton run={needing(cycleTimeCalls.add, () => setEdited({ values: formOfMissing({}) }))} />
          </>
        )}
      />
      {edited ? <CycleTimeDrawer {...edited} onClose={() => setEdited(undefined)} /> : null}
      {learning ? (
        <Modal
          open
          width={1120}
          footer={null}
          onCancel={() => setLearning(false)}
          title={say(text('实测工时', 'Measured times'))}
        >
          <LearntTimes />
        </Modal>
      ) : null}
      {missing ? (
        <MissingCycleTimes
          onFill={given => {
            setMissing(false)
            setEdited({ values: formOfMissing(given) })
          }}
          onClose={() => setMissing(false)}
        />
      ) : null}
    </>
  )
}

/** Typed, or taken over from finished tasks. */
function Source({ of }: { of: CycleTimeRow }) {
  const say = useSay()
  if (of.learnt_time === null) return <span className="qt-secondary">{say(text('录入', 'Typed'))}</span>
  return <span>{say(text('实测 {n} 个任务', 'Learnt from {n} tasks'), { n: of.learnt_count })}</span>
}

/** As it was measured: seconds a piece, seconds a batch, or pieces an hour. */
function Pace({ of }: { of: CycleTimeRow }) {
  const say = useSay()
  if (of.type === 'pieces_per_hour')
    return <Quantity value={of.batch_quantity} unit={say(text('件/小时', 'pieces/h'))} />
  if (of.type === 'per_piece') return <Quantity value={of.cycle_seconds} unit={say(text('秒/件', 's/piece'))} />
  return (
    <>
      <Quantity value={of.cycle_seconds} unit={say(text('秒', 's'))} /> /{' '}
      <Quantity value={of.batch_quantity} unit={say(text('件', 'pieces'))} />
    </>
  )
}
