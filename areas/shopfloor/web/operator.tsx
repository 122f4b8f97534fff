import { ScanOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { listReportTasks, type TaskRow } from '../model/report.calls.ts'
import { ReportPanel } from './report.panel.tsx'
import { TaskCard } from './task-card.tsx'
import './shopfloor.css'

/** A screen of cards; more are asked for by the button. */
const portion = 24
/** The live channel tells of changes at once; this asks when it is silent. Milliseconds. */
const askEvery = 60_000
const open: number[] = [taskStatus.codes.not_started, taskStatus.codes.started]
const nothingFound = (code: string): Text =>
  text(`没有派给您的任务与「${code}」相符`, `None of your tasks matches "${code}"`)
const notLookedUp = text('没有查到，请再扫一次', 'It could not be looked up, scan it again')

/** The tasks of the one at the machine: begun ones first, then by their time. A scanned code opens its task. */
export function Operator() {
  const say = useSay()
  const [shown, setShown] = useState(portion)
  const [scanned, setScanned] = useState('')
  const [problem, setProblem] = useState<Text>()
  const [reported, setReported] = useState<TaskRow>()
  const scan = useRef<InputRef>(null)
  const input = { mine: true, statuses: open, ...(scanned ? { keyword: scanned } : {}) }
  const tasks = useCall(
    listReportTasks,
    { ...input, page_size: shown, order_by: 'start_time' },
    { keepPrevious: true, refetchEvery: askEvery },
  )
  /** Opens the task that is meant, or shows those that may be; answers why it does neither. */
  const find = async (keyword: string): Promise<Text | undefined> => {
    const found = await ask(listReportTasks, { mine: true, statuses: open, keyword, page_size: portion }).catch(
      () => undefined,
    )
    if (!found) return notLookedUp
    if (found.total === 0) return nothingFound(keyword)
    const named = found.result.find(({ task_no }) => task_no === keyword)
    setScanned(keyword)
    setReported(named ?? (found.total === 1 ? found.result[0] : undefined))
    return undefined
  }
  const search = async (code: string) => {
    const keyword = code.trim()
    setProblem(undefined)
    if (keyword === '') return setScanned('')
    setProblem(await find(keyword))
  }
  const close = () => {
    setReported(undefined)
    setScanned('')
    scan.current?.focus()
  }
  const rows = (tasks.data?.result ?? []).toSorted((a, b) => b.status - a.status || a.start_time - b.start_time)
  const total = tasks.data?.total ?? 0
  return (
    <div className="qt-operator">
      <Input
        key={scanned}
        ref={scan}
        className="qt-floor-scan"
        prefix={<ScanOutlined aria-hidden />}
        defaultValue={scanned}
        allowClear
        autoFocus
        maxLength={100}
        aria-label={say(text('扫描任务或工单', 'Scan a task or work order'))}
        aria-invalid={problem !== undefined}
        placeholder={say(text('扫描或输入任务号、工单号', 'Scan or type a task or MO number'))}
        {...(problem ? { status: 'error' as const } : {})}
        onPressEnter={event => void search(event.currentTarget.value)}
        onChange={event => event.target.value === '' && void search('')}
      />
      {problem ? (
        <p className="qt-floor-problem" role="alert">
          {say(problem)}
        </p>
      ) : null}
      {tasks.error && !tasks.data ? (
        <ErrorState failure={tasks.error} retry={tasks.refetch} />
      ) : tasks.isPending ? (
        <RowsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          text={text(
            '没有派给您的任务。计划发布并派工后，任务会出现在这里。',
            'No task is given to you. Once the plan is published and dispatched, your tasks appear here.',
          )}
        />
      ) : (
        <ul className="qt-cards" aria-label={say(text('我的任务', 'My tasks'))}>
          {rows.map(task => (
            <TaskCard key={task.id} of={task} onReport={() => setReported(task)} />
          ))}
        </ul>
      )}
      {total > rows.length && rows.length > 0 ? (
        <Button className="qt-floor-more" onClick={() => setShown(shown + portion)}>
          {say(text('显示更多（还有{left}个）', 'Show more ({left} left)'), { left: total - rows.length })}
        </Button>
      ) : null}
      {reported ? <ReportPanel key={reported.id} task={reported} onClose={close} onScan={find} /> : null}
    </div>
  )
}
