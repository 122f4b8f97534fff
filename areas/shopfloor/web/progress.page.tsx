import { text } from '@qitao/core/text.ts'
import { mo } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useRows } from '@qitao/platform/web/call/use-rows.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { onlyFilter } from '@qitao/platform/web/list/only-filter.tsx'
import { useSelection } from '@qitao/platform/web/list/selection.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { finishMos, listProgress, type ProgressRow } from '../model/report.calls.ts'
import { floorCalls, useLiveFloor } from './floor-calls.ts'
import { processesOf } from './process-order.ts'
import { ProgressDrawer } from './progress.drawer.tsx'
import { ExpectedFinish, Late, OperationCell } from './progress-cells.tsx'
import { productOf } from './task.columns.tsx'
import './shopfloor.css'

const isDone = (row: ProgressRow) => row.status >= moStatus.codes.completed
const filters: readonly Filter<typeof listProgress>[] = [
  'keyword',
  { name: 'statuses', of: 'status', many: true },
  { name: 'timestamp_range', range: true, title: text('交期', 'Delivery date') },
  onlyFilter<typeof listProgress>('late', text('仅看延期', 'Late only')),
]

/** Where each work order is: a row an order, a column a process. */
export default function ProgressPage() {
  const say = useSay()
  const state = useListState<typeof listProgress>(mo, filters)
  const found = useRows(listProgress, state.input, last => state.turn(last, state.size))
  const [shown, setShown] = useState<string>()
  const finish = useCommand(finishMos, { refreshes: floorCalls })
  useLiveFloor()
  const rows = found.data?.result ?? []
  const selection = useSelection(JSON.stringify(state.input), rows)
  const chosen = selection.rows
  const finishing = (of: readonly ProgressRow[]): Act => ({
    title: text('一键完工', 'Finish'),
    whyNot: of.every(isDone)
      ? text('工单已完工', 'The work order is finished')
      : of.every(row => row.status < moStatus.codes.to_be_produced)
        ? text('工单未发布', 'The work order is not published')
        : undefined,
    ask: {
      title: text('一键完工？剩余数量全部按良品报工', 'Finish? All that is open is reported as good'),
      objects: of.map(({ no }) => no),
    },
    run: finish.with({ mo_ids: of.map(({ id }) => id) }),
  })
  const opened = rows.find(row => row.id === shown)
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
      </div>
      {chosen.length > 0 ? (
        <section className="qt-bulk" aria-label={say(text('批量操作', 'Bulk actions'))}>
          <span aria-live="polite">{say(text('已选 {count} 条', '{count} selected'), { count: chosen.length })}</span>
          <ActButton act={finishing(chosen)} size="small" />
          <Button type="link" size="small" onClick={selection.clear}>
            {say(text('取消选择', 'Clear selection'))}
          </Button>
        </section>
      ) : null}
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.isPending ? (
        <RowsSkeleton />
      ) : (
        <DataTable<ProgressRow>
          rows={rows}
          record={mo}
          columns={columnsOf(rows, setShown)}
          selection={{ ids: selection.ids, onChange: selection.choose }}
          sort={{ by: state.orderBy, onChange: state.sort }}
          loading={found.isPlaceholderData}
          empty={
            <EmptyState
              text={
                state.filtered
                  ? text('没有符合条件的数据', 'Nothing matches these filters')
                  : text('还没有下发到计划的工单', 'No work order was sent to the plan yet')
              }
              next={
                state.filtered ? <Button onClick={state.clear}>{say(text('清空条件', 'Clear all'))}</Button> : undefined
              }
            />
          }
        />
      )}
      <Pager page={state.page} size={state.size} total={found.data?.total} onChange={state.turn} />
      {opened ? (
        <ProgressDrawer of={opened} finishing={finishing([opened])} onClose={() => setShown(undefined)} />
      ) : null}
    </div>
  )
}

function Percent({ of }: { of: ProgressRow }) {
  const say = useSay()
  return (
    <span className="qt-percent">
      <Progress aria-label={say(text('进度', 'Done'))} percent={Math.floor(of.percent)} size="small" />
    </span>
  )
}

function columnsOf(rows: readonly ProgressRow[], open: (id: string) => void): Column<ProgressRow>[] {
  return [
    { name: 'no', width: 150, sort: true, opens: row => open(row.id) },
    {
      name: 'material_code',
      title: text('产品', 'Product'),
      width: 150,
      sort: false,
      render: row => <span title={productOf(row)}>{productOf(row)}</span>,
    },
    {
      name: 'percent',
      title: text('进度', 'Done'),
      width: 110,
      sort: false,
      render: row => <Percent of={row} />,
    },
    {
      name: 'late_days',
      title: text('延期', 'Late'),
      width: 80,
      sort: false,
      render: row => <Late days={row.late_days} />,
    },
    ...processesOf(rows).map(process => ({
      name: `process ${process}`,
      title: text(process, process),
      width: 128,
      sort: false,
      render: (row: ProgressRow) => <OperationCell of={row} process={process} />,
    })),
    {
      name: 'expected_finish_time',
      title: text('预计完成', 'Expected finish'),
      width: 140,
      sort: false,
      render: row => <ExpectedFinish of={row} />,
    },
    { name: 'planned_finish_time', width: 140 },
    { name: 'delivery_date', width: 170, render: row => <DueDate day={row.delivery_date} done={isDone(row)} /> },
    { name: 'status', width: 110, sort: false },
    { name: 'planned_quantity', width: 90, sort: false, unit: row => row.unit_name },
    { name: 'order_no', title: text('销售订单', 'Sales order'), width: 140, sort: false },
    { name: 'customer_name', title: text('客户', 'Customer'), width: 140, sort: false },
  ]
}
