import { jobStatus } from '@qitao/core/job.status.ts'
import { text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { VirtualTable } from '@qitao/platform/web/list/virtual-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Input, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { differenceText } from '../../model/late/late-words.ts'
import type { scheduleObjectives } from '../../model/schedule.calls.ts'
import { simulationStatus } from '../../model/task.status.ts'
import {
  alterSimulatedPriorities,
  listSimulationOrders,
  listSimulations,
  type SimulationRow,
  type SimulationVersion,
  simulateSchedule,
} from '../../model/what-if/simulation.calls.ts'
import { objectives, times } from '../plan/auto-schedule.dialog.tsx'
import { RunningSchedule } from '../plan/running-schedule.tsx'

interface OrdersProps {
  version: SimulationVersion | undefined
  /** A version was made. */
  onVersion: (id: string) => void
  onCalculated: (id: string) => void
}

/** Orders that are placed anew, each with the priority that is tried. Nothing here changes an order. */
export function SimulationOrders({ version, onVersion, onCalculated }: OrdersProps) {
  const say = useSay()
  const version_id = version?.id
  const rows = useCall(
    listSimulationOrders,
    { ...(version_id ? { version_id } : {}), page_size: -1 },
    { keepPrevious: true },
  )
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>()
  const [wished, setWished] = useState<ReadonlyMap<string, number>>(new Map())
  const [objective, setObjective] = useState<(typeof scheduleObjectives)[number]>(version?.objective ?? 'delivery')
  const [seconds, setSeconds] = useState(10)
  const [running, setRunning] = useState<{ job_id: string; version_id: string }>()
  const alter = useCommand(alterSimulatedPriorities, { success: null })
  const simulate = useCommand(simulateSchedule, { success: null })

  const all = rows.data?.result
  // All that may be placed anew, until somebody chooses.
  useEffect(() => {
    if (all && chosen === undefined) setChosen(all.filter(mayMove).map(({ id }) => id))
  }, [all, chosen])
  const shown = useMemo(() => {
    const words = keyword.trim().toLowerCase()
    return (all ?? []).filter(({ mo, order }) =>
      [mo.no, mo.material_code, mo.material_name, order?.no ?? '', order?.customer_name ?? ''].some(word =>
        word.toLowerCase().includes(words),
      ),
    )
  }, [all, keyword])

  const run = async () => {
    let id = version_id
    if (wished.size > 0) {
      const priorities = [...wished].map(([mo_id, priority]) => ({ mo_id, priority }))
      const altered = await alter.run({ ...(id ? { version_id: id } : {}), priorities })
      if (!altered) return
      id = altered.version_id
    }
    const started = await simulate.run({
      ...(id ? { version_id: id } : {}),
      mo_ids: [...(chosen ?? [])],
      objective,
      seconds,
    })
    if (started) setRunning(started)
    else if (id && id !== version_id) onVersion(id)
    void refresh(listSimulations)
  }

  if (rows.error) return <ErrorState failure={rows.error} retry={rows.refetch} />
  if (!all) return <PageSkeleton />
  if (all.length === 0) return <EmptyState text={text('没有计划中的工单', 'There are no orders in the plan')} />
  return (
    <>
      <div className="qt-sim-tools">
        <Input
          allowClear
          value={keyword}
          onChange={event => setKeyword(event.target.value)}
          placeholder={say(text('工单、产品、订单、客户', 'Order, product, sales order, customer'))}
          aria-label={say(text('搜索', 'Search'))}
        />
        <Select
          value={objective}
          onChange={setObjective}
          aria-label={say(text('目标', 'What comes first'))}
          options={objectives.map(({ code, title }) => ({ value: code, label: say(title) }))}
        />
        <Select
          value={seconds}
          onChange={setSeconds}
          aria-label={say(text('优化时间', 'Time to improve'))}
          options={times.map(value => ({ value, label: say(text('{n}秒', '{n} s'), { n: value }) }))}
        />
        <ActButton
          primary
          act={{
            title: {
              zh: `模拟排程（${chosen?.length ?? 0}单）`,
              en: `Simulate ${chosen?.length ?? 0} orders`,
            },
            whyNot: running
              ? text('正在计算', 'It is being calculated')
              : (chosen?.length ?? 0) === 0
                ? text('请先选择工单', 'Choose orders first')
                : version?.status === simulationStatus.codes.converted
                  ? text('已转为计划，请新建版本', 'It has become the plan: make a new version')
                  : undefined,
            run: needing(simulate.call, run),
          }}
        />
      </div>
      {running ? (
        <RunningSchedule
          key={running.job_id}
          jobId={running.job_id}
          title={text('模拟排程', 'What if')}
          lateness={text('加权延期（所试优先级）', 'Weighted lateness (priorities tried)')}
          onDone={job => {
            setRunning(undefined)
            void refresh(listSimulations, listSimulationOrders)
            if (job.status === jobStatus.codes.done) onCalculated(running.version_id)
            else onVersion(running.version_id)
          }}
        />
      ) : null}
      <div className="qt-sim-table">
        <VirtualTable<SimulationRow>
          rows={shown}
          columns={columnsOf(wished, (id, priority) => setWished(new Map([...wished, [id, priority]])))}
          selection={{
            ids: chosen ?? [],
            onChange: ids => {
              const may = new Set(all.filter(mayMove).map(({ id }) => id))
              setChosen(ids.filter(id => may.has(id)))
            },
          }}
        />
      </div>
    </>
  )

  function columnsOf(
    now: ReadonlyMap<string, number>,
    onPriority: (id: string, priority: number) => void,
  ): readonly Column<SimulationRow>[] {
    return [
      { name: 'no', title: text('工单', 'Order'), width: 140, render: ({ mo }) => mo.no },
      {
        name: 'product',
        title: text('产品', 'Product'),
        width: 160,
        render: ({ mo }) => `${mo.material_code} ${mo.material_name}`,
      },
      {
        name: 'customer',
        title: text('客户', 'Customer'),
        width: 120,
        render: ({ order }) => (order ? `${order.no} ${order.customer_name ?? ''}` : '–'),
      },
      {
        name: 'priority',
        title: text('优先级', 'Priority'),
        width: 96,
        render: row =>
          mayMove(row) ? (
            <NumberInput
              decimals={0}
              value={now.get(row.id) ?? row.priority}
              onChange={value => value && onPriority(row.id, Number(value))}
              aria-label={say(text('{no}的优先级', 'Priority of {no}'), { no: row.mo.no })}
            />
          ) : (
            <span className="qt-number">{row.priority}</span>
          ),
      },
      { name: 'due', title: text('交期', 'Due'), width: 148, render: ({ mo }) => <DueDate day={mo.delivery_date} /> },
      {
        name: 'planned',
        title: text('当前完工', 'Finish now'),
        width: 128,
        render: ({ mo }) => <Instant at={mo.planned_finish_time} />,
      },
      {
        name: 'simulated',
        title: text('模拟完工', 'Simulated finish'),
        width: 128,
        render: row => <Instant at={row.simulated_finish_time} />,
      },
      {
        name: 'change',
        title: text('变化', 'Change'),
        width: 100,
        render: ({ mo, simulated_finish_time: then }) =>
          then === null || mo.planned_finish_time === null ? '' : differenceText(then - mo.planned_finish_time, say),
      },
      {
        name: 'fixed',
        title: text('固定', 'Fixed'),
        width: 80,
        render: ({ mo }) =>
          mo.capacity_locked
            ? say(text('已锁定', 'Locked'))
            : mo.publish_status === publishStatus.codes.published
              ? say(text('已发布', 'Published'))
              : '',
      },
    ]
  }
}

/** Published and locked orders stay where they are in every version. */
const mayMove = ({ mo }: SimulationRow): boolean =>
  !mo.capacity_locked && mo.publish_status === publishStatus.codes.unpublished
