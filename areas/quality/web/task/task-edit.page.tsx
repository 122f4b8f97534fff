import { ArrowLeftOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { useUnsavedGuard } from '@qitao/platform/web/form/unsaved-guard.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing, useWithheld } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { HistoryButton } from '@qitao/platform/web/show/history.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { MaterialCell } from '@qitao/stock/web'
import { Button, ConfigProvider } from 'antd'
import { useRef, useState } from 'react'
import { itemKind, mostMeasured } from '../../model/scheme/method.record.ts'
import { taskCalls } from '../../model/task/task.calls.ts'
import { qcTask } from '../../model/task/task.record.ts'
import { failedSamples } from '../../model/task/task.rules.ts'
import { severityOf, taskResult, taskStatus } from '../../model/task/task.status.ts'
import { taskAnswers } from '../refreshes.ts'
import { Disposals } from './disposals.tsx'
import { FloorBlock } from './floor-block.tsx'
import { ItemChart } from './item-chart.tsx'
import { JudgePanel } from './judge-panel.tsx'
import { cellKey, MeasureGrid } from './measure-grid.tsx'
import { SplitButton } from './split-button.tsx'
import { useTaskPaper } from './use-task-paper.tsx'
import { Waiting } from './waiting.tsx'
import '../quality.css'

/** A task is made by a receipt or a report: without one there is nothing to show. */
export default function TaskEditPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const say = useSay()
  if (id) return <Inspection key={id} id={id} />
  return (
    <EmptyState
      text={text('请从质检任务列表打开一个任务', 'Open a task from the list of QC tasks')}
      next={<Button onClick={() => go(pages.qcTasks.path)}>{say(pages.qcTasks.title)}</Button>}
    />
  )
}

/** One lot under inspection: what was measured of its sample, what came of it, and what became of what failed. */
function Inspection({ id }: { id: string }) {
  const say = useSay()
  const back = useGoBack()
  const withheld = useWithheld()
  const found = useCall(taskCalls.detail, { id })
  const paper = useTaskPaper()
  const alter = useCommand(taskCalls.alter, { refreshes: taskAnswers, sheet: true })
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [named, setNamed] = useState<ReadonlyMap<number, string>>(new Map())
  const unsaved = typed.size > 0 || named.size > 0
  useUnsavedGuard(unsaved)
  const keeping = useRef<Promise<number | undefined>>(undefined)
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <FormSkeleton />
  const { record, items, results, samples, disposals, serial_numbers, failed_serials, pieces_here } = found.data
  const done = record.status === taskStatus.codes.done
  const stored = new Map(results.map(({ item_id, sample_no, value }) => [cellKey(item_id, sample_no), value]))
  const values = new Map([...stored, ...typed])
  const measured = [...values]
    .filter(([, value]) => value !== '')
    .map(([key, value]) => {
      const [item_id, sample_no] = key.split(':')
      return { item_id: item_id!, sample_no: Number(sample_no), value }
    })
  const keepNow = async (): Promise<number | undefined> => {
    if (!unsaved) return record.row_version
    const kept = await alter.run({
      ...{ id, row_version: record.row_version },
      results: [...typed].map(([key, value]) => {
        const [item_id, sample_no] = key.split(':')
        return { item_id: item_id!, sample_no: Number(sample_no), value }
      }),
      samples: [...named].map(([sample_no, serial_no]) => ({ sample_no, serial_no: serial_no.trim() })),
    })
    if (!kept) return undefined
    const fresh = await found.refetch()
    setTyped(new Map())
    setNamed(new Map())
    return fresh.data?.record.row_version
  }
  /** Keeps what was typed; the version that stands then. Who judges while it is being kept waits for it. */
  const keep = (): Promise<number | undefined> => {
    keeping.current ??= keepNow().finally(() => {
      keeping.current = undefined
    })
    return keeping.current
  }
  const bad = failedSamples(items, measured)
  const serials = new Map([...samples.map(one => [one.sample_no, one.serial_no] as const), ...named])
  const charted = items.filter(item => item.kind === itemKind.codes.number)
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <div className="qt-qc-head">
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={say(text('返回', 'Back'))} onClick={back} />
          <strong>{record.no}</strong>
          <StatusTag of={taskStatus.stateOf(record.status)} />
          {record.result === null ? null : <StatusTag of={taskResult.stateOf(record.result)} />}
          {record.severity === null ? null : <StatusTag of={severityOf.stateOf(record.severity)} />}
          <MaterialCell of={record} />
        </div>
        <div className="qt-toolbar">
          {done ? null : <SplitButton task={record} whyNot={unsaved} />}
          <ActButton act={paper.report([record.id])} />
          <ActButton act={paper.labels([record.id])} />
          <HistoryButton of={qcTask} id={record.id} />
        </div>
      </div>
      <section className="qt-qc-part">
        <Facts
          of={qcTask}
          row={record}
          names={[
            ...(['qc_type', 'quantity'] as const),
            ...(record.mo_id !== null
              ? (['process_id', 'covers_from', 'covers_to', 'blocks'] as const)
              : (['lot_number', 'location_id', 'supplier_id', 'source_no'] as const)),
            ...(['sample_size', 'accept_number', 'reject_number', 'code_letter', 'due_time', 'inspector_id'] as const),
            ...(done
              ? (['judged_time', 'nonconforming', 'passed_quantity', 'concession_quantity', 'failed_quantity'] as const)
              : []),
            ...(record.reason ? (['reason'] as const) : []),
            ...(record.remark ? (['remark'] as const) : []),
          ]}
          more={[
            ...(record.mo_id
              ? [
                  {
                    title: text('工单', 'Work order'),
                    value: <RecordLink kind="mo" id={record.mo_id} no={record.source_no} />,
                  },
                ]
              : []),
            {
              title: text('质检方案', 'QC plan'),
              value: record.scheme_code ? `${record.scheme_code} V${record.scheme_version}` : '—',
            },
            ...(serial_numbers.length > 0
              ? [{ title: text('序列号', 'Serial numbers'), value: serial_numbers.join(' ') }]
              : []),
            ...(failed_serials.length > 0
              ? [{ title: text('不合格序列号', 'Serial numbers that failed'), value: failed_serials.join(' ') }]
              : []),
            ...(done ? [] : [{ title: text('谁在等', 'What waits'), value: <Waiting of={record} /> }]),
          ]}
        />
      </section>
      {paper.dialogs}
      <FloorBlock task={record} />
      {items.length > 0 ? (
        <section className="qt-qc-part" aria-label={say(text('检验记录', 'Results'))}>
          <h3>
            {say(text('检验记录', 'Results'))}{' '}
            {record.sample_size > mostMeasured ? (
              <span className="qt-secondary">
                {say(text('逐件记录前 {n} 件，其余填不合格数', 'The first {n} one by one, the rest by number'), {
                  n: mostMeasured,
                })}
              </span>
            ) : null}
          </h3>
          <MeasureGrid
            items={items}
            pieces={Math.min(record.sample_size, mostMeasured)}
            values={values}
            serials={serials}
            onSerial={changes => setNamed(before => new Map([...before, ...changes]))}
            readOnly={done || withheld(taskCalls.alter) !== undefined}
            onChange={changes => setTyped(before => new Map([...before, ...changes]))}
          />
          {done ? null : (
            <div className="qt-qc-acts" style={{ marginBlockStart: 8 }}>
              <ActButton
                act={{
                  title: text('保存记录', 'Save results'),
                  run: needing(taskCalls.alter, async () => {
                    await keep()
                  }),
                  whyNot: !unsaved ? text('没有未保存的记录', 'Nothing is unsaved') : undefined,
                }}
              />
            </div>
          )}
        </section>
      ) : null}
      {done ? (
        <Disposals
          task={record}
          done={disposals}
          namesPieces={found.data.serial_policy !== serialPolicy.codes.none}
          pieces={pieces_here}
          badPieces={bad.flatMap(sample => serials.get(sample) ?? [])}
        />
      ) : (
        <ConfigProvider componentDisabled={withheld(taskCalls.submit) !== undefined}>
          <JudgePanel
            key={record.id}
            task={record}
            seen={bad.length}
            pieces={serial_numbers}
            badPieces={bad.flatMap(sample => serials.get(sample) ?? [])}
            keep={keep}
          />
        </ConfigProvider>
      )}
      {charted.length > 0 ? (
        <section className="qt-qc-part" aria-label={say(text('控制图', 'Control charts'))}>
          <h3>{say(text('控制图（同物料最近 200 个数值）', 'Control charts (last 200 values of this material)'))}</h3>
          {charted.map(item => (
            <ItemChart key={item.id} task_id={record.id} item={item} />
          ))}
        </section>
      ) : null}
    </div>
  )
}
