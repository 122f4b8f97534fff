import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { flagField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { qcType } from '../../model/qc-type.status.ts'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import { taskStatus } from '../../model/task/task.status.ts'
import { judgedAnswers, taskAnswers } from '../refreshes.ts'
import { StockCheckDrawer } from './stock-check.drawer.tsx'
import { useTaskPaper } from './use-task-paper.tsx'
import { Waiting } from './waiting.tsx'

const listed = {
  ...qcTask,
  fields: {
    ...qcTask.fields,
    mine: flagField('我的', 'Mine'),
    to_dispose: flagField('待处置不合格品', 'Failed, to dispose of'),
  },
}

/** What is to be inspected, first what others wait for. */
export default function TaskListPage() {
  const { may } = useSession()
  const start = useCommand(taskCalls.start, { refreshes: taskAnswers })
  const drop = useCommand(taskCalls.drop, { refreshes: judgedAnswers })
  const paper = useTaskPaper()
  const [checks, setChecks] = useState(false)
  const open = (row: TaskRow) => openEdit(pages.editQcTask, { id: row.id })
  return (
    <>
      <ListPage
        call={taskCalls.list}
        record={listed}
        columns={[
          { name: 'no', width: 150, ...(may(pages.editQcTask) ? { opens: open } : {}) },
          { ...materialColumn, sort: false },
          { name: 'quantity', width: 100, sort: false, unit: row => row.unit_name },
          { name: 'status', width: 90 },
          { name: 'result', width: 96, sort: false },
          { name: 'lot_number', width: 100, sort: false },
          { name: 'qc_type', width: 90, sort: false },
          {
            name: 'waiting_count',
            title: text('谁在等', 'What waits'),
            width: 190,
            render: row => <Waiting of={row as TaskRow} />,
          },
          { name: 'due_time', width: 150 },
          {
            name: 'sample_size',
            title: text('抽样 / Ac / Re', 'Sample / Ac / Re'),
            width: 120,
            sort: false,
            render: ({ sample_size, accept_number, reject_number }) =>
              `${sample_size} / ${accept_number} / ${reject_number}`,
          },
          { name: 'source_no', width: 140, sort: false },
          { name: 'process_id', width: 110, sort: false },
          { name: 'supplier_id', width: 140, sort: false },
          { name: 'location_id', width: 110, sort: false },
          { name: 'inspector_id', width: 100, sort: false },
          { name: 'passed_quantity', width: 100, sort: false, unit: row => row.unit_name },
          { name: 'concession_quantity', width: 100, sort: false, unit: row => row.unit_name },
          { name: 'failed_quantity', width: 100, sort: false, unit: row => row.unit_name },
          { name: 'blocks', hidden: true, sort: false },
          { name: 'severity', hidden: true, sort: false },
          { name: 'judged_time', hidden: true, sort: false },
          { name: 'created_time', hidden: true },
        ]}
        filters={[
          'keyword',
          'qc_type',
          { name: 'results', of: 'result', many: true },
          'material_id',
          'supplier_id',
          'mine',
          'to_dispose',
        ]}
        statusBar={{
          filter: 'statuses',
          table: taskStatus,
          call: taskCalls.count,
          count: (counts, { key }) => counts[key as keyof typeof counts],
        }}
        rowActions={row => [
          { title: text('检验', 'Inspect'), run: needing(taskCalls.submit, () => open(row)) },
          act(taskStatus, 'start', row.status, start.with({ ids: [row.id] })),
          ...(row.qc_type === qcType.codes.stock
            ? [{ ...remove([row.no], drop.with({ ids: [row.id] })), whyNot: taskStatus.whyNot('drop', row.status) }]
            : []),
        ]}
        bulkActions={rows => {
          const ids = rows.map(({ id }) => id)
          return [{ title: text('认领', 'Take'), run: start.with({ ids }) }, paper.report(ids), paper.labels(ids)]
        }}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={taskCalls.export} refreshes={judgedAnswers} />
            <NewButton title={text('库存复检', 'Inspect stock')} run={needing(taskCalls.add, () => setChecks(true))} />
          </>
        )}
      />
      {paper.dialogs}
      {checks ? <StockCheckDrawer onClose={() => setChecks(false)} /> : null}
    </>
  )
}
