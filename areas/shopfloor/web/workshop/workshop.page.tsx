import {
  FileSyncOutlined,
  LeftOutlined,
  PrinterOutlined,
  RightOutlined,
  SwapOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { addDays, type Day, isDay } from '@qitao/core/time.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { workgroupCalls } from '@qitao/masterdata/model/resource/workgroup.calls.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { listChangeRequests } from '@qitao/scheduling/model/change-request/change-request.calls.ts'
import { AskChangeDialog } from '@qitao/scheduling/web/change-request/ask-change.dialog.tsx'
import { ChangeRequestsDrawer, useOpenRequests } from '@qitao/scheduling/web/change-request/change-requests.drawer.tsx'
import { Alert, Button, Checkbox, DatePicker, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listHandovers } from '../../model/handover/handover.calls.ts'
import { floorTask } from '../../model/task.record.ts'
import {
  acceptDispatch,
  listWorkshopShifts,
  listWorkshopTasks,
  printShiftList,
  type WorkshopTaskRow,
} from '../../model/workshop/workshop.calls.ts'
import { latenessOf, queuesOf, type Readiness, readinessOf } from '../../model/workshop/workshop.rules.ts'
import { OpenCalls } from '../andon/open-calls.tsx'
import { DispatchDialog } from '../dispatch.dialog.tsx'
import { useLiveFloor } from '../floor-calls.ts'
import { HandoverDrawer } from '../handover/handover.drawer.tsx'
import { taskColumns } from '../task.columns.tsx'
import { AskButton, MachineQueue } from './machine-queue.tsx'
import { ProposalDialog } from './proposal.dialog.tsx'
import { Kit, Lateness, ReadinessWord } from './task-state.tsx'
import { WorkshopChart } from './workshop-chart.tsx'
import './workshop.css'

/** The live channel tells of changes at once; this asks when it is silent. Milliseconds. */
const askEvery = 60_000
/** Work that begins so soon and is nobody's is told of. Seconds. */
const soon = 4 * 3600
const views = ['board', 'list', 'chart'] as const

/** The published plan of one workshop for a day or a shift: machine by machine, what is next, what it waits for, who does it. */
export default function WorkshopPage() {
  const say = useSay()
  const dates = useOrgDate()
  const [search, setSearch] = useSearchParams()
  const [giving, setGiving] = useState<WorkshopTaskRow>()
  const [asking, setAsking] = useState<WorkshopTaskRow>()
  const [proposing, setProposing] = useState(false)
  const [printing, setPrinting] = useState(false)
  useLiveFloor()
  const set = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) value ? next.set(key, value) : next.delete(key)
    setSearch(next, { replace: true })
  }
  const asked = search.get('day')
  const day: Day = asked && isDay(asked) ? asked : dates.today()
  const group = search.get('group') ?? undefined
  const view = views.find(one => one === search.get('view')) ?? 'board'
  const mine = search.get('mine') === 'yes'
  const ofGroup = group === undefined ? {} : { workgroup_id: group }
  const plant = useCall(
    listWorkshopShifts,
    { date: dates.startOfDay(day), ...ofGroup },
    { keepPrevious: true, refetchEvery: askEvery },
  )
  const shifts = plant.data?.shifts ?? []
  const shift = shifts.findIndex(({ start_time, name }) => `${name} ${start_time}` === search.get('shift'))
  const span = shifts[shift] ?? plant.data?.day
  const range: [number, number] | undefined = span && [span.start_time, span.end_time]
  const now = Math.floor(Date.now() / 1000)
  const overdue = range !== undefined && range[0] <= now && now < range[1]
  const tasks = useCall(
    listWorkshopTasks,
    range ? { timestamp_range: range, overdue, mine, ...ofGroup, page_size: -1, order_by: 'machine_no' } : null,
    { keepPrevious: true, refetchEvery: askEvery },
  )
  const requests = useOpenRequests(true)
  const waiting = useCall(listHandovers, { mine: true, page_size: 1 }, { refetchEvery: askEvery })
  const handed = waiting.data?.result[0]
  const rows = tasks.data?.result ?? []
  const error = plant.error ?? tasks.error
  const machines = plant.data?.machines ?? []
  const queues = queuesOf(rows)
  const shown = mine ? machines.filter(({ device_id }) => queues.has(device_id)) : machines
  return (
    <div className="qt-page qt-workshop">
      <div className="qt-list-head">
        <div className="qt-workshop-filters">
          <span className="qt-workshop-day">
            <Button
              icon={<LeftOutlined aria-hidden />}
              aria-label={say(text('前一天', 'The day before'))}
              onClick={() => set({ day: addDays(day, -1), shift: null })}
            />
            <DatePicker
              value={dayjs(day)}
              allowClear={false}
              aria-label={say(text('日期', 'Day'))}
              onChange={picked => picked && set({ day: picked.format('YYYY-MM-DD'), shift: null })}
            />
            <Button
              icon={<RightOutlined aria-hidden />}
              aria-label={say(text('后一天', 'The day after'))}
              onClick={() => set({ day: addDays(day, 1), shift: null })}
            />
          </span>
          <Select
            className="qt-workshop-shift"
            aria-label={say(text('班次', 'Shift'))}
            value={shift}
            onChange={at => set({ shift: shifts[at] ? `${shifts[at].name} ${shifts[at].start_time}` : null })}
            options={[
              { value: -1, label: say(text('全天', 'Whole day')) },
              ...shifts.map(({ name, start_time, end_time }, index) => ({
                value: index,
                label: `${name} ${clock(dates.minuteOf(start_time))}–${clock(dates.minuteOf(end_time))}`,
              })),
            ]}
          />
          <Groups value={group} onChange={id => set({ group: id ?? null, shift: null })} />
          <Checkbox checked={mine} onChange={({ target }) => set({ mine: target.checked ? 'yes' : null })}>
            {say(text('只看我的', 'Mine only'))}
          </Checkbox>
          <Segmented
            aria-label={say(text('视图', 'View'))}
            value={view}
            onChange={one => set({ view: one === 'board' ? null : one })}
            options={[
              { value: 'board', label: say(text('看板', 'Board')) },
              { value: 'list', label: say(text('列表', 'List')) },
              { value: 'chart', label: say(text('甘特图', 'Chart')) },
            ]}
          />
        </div>
        <div className="qt-toolbar">
          <ActButton
            act={{
              title: text('交接班', 'Shift hand-over'),
              icon: <SwapOutlined aria-hidden />,
              run: needing(listHandovers, () => set({ handover: 'yes' })),
            }}
          />
          <ActButton
            act={{
              title: requests
                ? text(`变更申请（${requests}）`, `Change requests (${requests})`)
                : text('变更申请', 'Change requests'),
              icon: <FileSyncOutlined aria-hidden />,
              run: needing(listChangeRequests, () => set({ requests: 'yes' })),
            }}
          />
          <ActButton
            act={{
              title: text('打印任务单', 'Print shift list'),
              icon: <PrinterOutlined aria-hidden />,
              whyNot: rows.length === 0 ? noTasks : undefined,
              run: needing(printShiftList, () => setPrinting(true)),
            }}
          />
          <ActButton
            primary
            act={{
              title: text('派工建议', 'Propose dispatch'),
              icon: <TeamOutlined aria-hidden />,
              whyNot: rows.every(isGiven) ? allGiven : undefined,
              run: needing(acceptDispatch, () => setProposing(true)),
            }}
          />
        </div>
      </div>
      {handed ? (
        <Alert
          type="warning"
          showIcon
          title={say(text('{name}向您交班：{group} {shift}', '{name} hands over to you: {group}, {shift}'), {
            name: handed.giver_name,
            group: handed.workgroup_name,
            shift: handed.shift_name,
          })}
          action={<Button onClick={() => set({ handover: 'yes', group: null })}>{say(text('查看', 'Show'))}</Button>}
        />
      ) : null}
      <OpenCalls workgroup_id={group} now={now} askEvery={askEvery} />
      {error && !tasks.data ? (
        <ErrorState failure={error} retry={() => void Promise.all([plant.refetch(), tasks.refetch()])} />
      ) : !tasks.data ? (
        <RowsSkeleton />
      ) : (
        <>
          {tasks.data.total > rows.length ? (
            <Alert
              type="warning"
              showIcon
              title={say(
                text(
                  '共{total}个任务，只列出前{shown}个；请选择班组或班次',
                  'The first {shown} of {total} tasks are shown: choose a group or a shift',
                ),
                { total: tasks.data.total, shown: rows.length },
              )}
            />
          ) : null}
          <Summary rows={rows} now={now} />
          {rows.length === 0 && view === 'list' ? (
            <EmptyState text={nothingPlanned} />
          ) : view === 'list' ? (
            <DataTable<WorkshopTaskRow> record={floorTask} rows={rows} columns={columnsOf(queues, now, setAsking)} />
          ) : shown.length === 0 ? (
            <EmptyState text={mine ? nothingPlanned : noMachines} />
          ) : view === 'chart' ? (
            <WorkshopChart
              machines={shown}
              queues={queues}
              period={range}
              now={now}
              onGive={setGiving}
              onAsk={setAsking}
            />
          ) : (
            <div className="qt-workshop-board">
              {shown.map(machine => (
                <MachineQueue
                  key={machine.device_id}
                  machine={machine}
                  load={machine.loads[shift + 1] ?? machine.loads[0]}
                  queue={queues.get(machine.device_id)}
                  now={now}
                  onGive={setGiving}
                  onAsk={setAsking}
                />
              ))}
            </div>
          )}
        </>
      )}
      {giving ? <DispatchDialog tasks={[giving]} onClose={() => setGiving(undefined)} /> : null}
      {asking ? (
        <AskChangeDialog
          task_id={asking.id}
          others={rows.flatMap(task =>
            task.id !== asking.id && task.status === taskStatus.codes.not_started
              ? [{ id: task.id, name: `${task.task_no} ${task.process_name} · ${task.machine_no}` }]
              : [],
          )}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {search.get('requests') === 'yes' ? (
        <ChangeRequestsDrawer
          key={search.get('no')}
          no={search.get('no') ?? undefined}
          onClose={() => set({ requests: null, no: null })}
        />
      ) : null}
      {proposing && range ? (
        <ProposalDialog
          range={range}
          words={shifts[shift] ? shifts[shift].name : say(text('全天', 'Whole day'))}
          workgroup_id={group}
          onClose={() => setProposing(false)}
        />
      ) : null}
      {search.get('handover') === 'yes' ? (
        <HandoverDrawer
          shift={
            group === undefined
              ? chooseGroup
              : shifts[shift]
                ? {
                    ...{ workgroup_id: group, shift_name: shifts[shift].name },
                    timestamp_range: [shifts[shift].start_time, shifts[shift].end_time],
                  }
                : chooseShift
          }
          workgroup_id={group}
          onClose={() => set({ handover: null })}
        />
      ) : null}
      {printing && range ? (
        <PrintDialog
          title={text('打印任务单', 'Print shift list')}
          call={printShiftList}
          input={{
            timestamp_range: range,
            overdue,
            mine,
            ...ofGroup,
            ...(shifts[shift] ? { shift: shifts[shift].name } : {}),
          }}
          onClose={() => setPrinting(false)}
        />
      ) : null}
    </div>
  )
}
const clock = (minute: string): string => minute.slice(11)
const isGiven = (task: WorkshopTaskRow) => task.dispatch_status === dispatchStatus.codes.dispatched
const noTasks = text('没有任务', 'There are no tasks')
const allGiven = text('所有任务都已派工', 'All tasks are dispatched')
const nothingPlanned = text(
  '这段时间没有已发布的任务。计划发布后，任务会出现在这里。',
  'No published task stands in this time. Once the plan is published, its tasks appear here.',
)
const chooseGroup = text('请先选择班组', 'Choose a group first')
const chooseShift = text('请先选择班次', 'Choose a shift first')
const noMachines = text('没有启用的设备', 'There is no machine in use')

function Groups({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const say = useSay()
  const groups = useCall(workgroupCalls.list, { page_size: -1 }, { lasting: true })
  return (
    <Select
      className="qt-workshop-group"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={say(text('班组', 'Workgroup'))}
      placeholder={say(text('全部班组', 'All workgroups'))}
      value={value ?? null}
      onChange={id => onChange(id ?? undefined)}
      options={(groups.data?.result ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** How the shift stands, in one line. */
function Summary({ rows, now }: { rows: readonly WorkshopTaskRow[]; now: number }) {
  const say = useSay()
  const count = (is: (task: WorkshopTaskRow) => boolean) => rows.filter(is).length
  const readiness = (...wanted: Readiness[]) => count(task => wanted.includes(readinessOf(task)))
  const late = count(task => latenessOf(task, now) !== undefined)
  const nobody = count(task => !isGiven(task) && task.start_time < now + soon && readinessOf(task) !== 'done')
  const parts: readonly (readonly [title: { zh: string; en: string }, value: number, tone?: string])[] = [
    [text('任务', 'Tasks'), rows.length],
    [text('已完成', 'Done'), readiness('done')],
    [text('进行中', 'Running'), readiness('running')],
    [text('已暂停', 'Paused'), readiness('paused')],
    [text('可开工', 'Ready'), readiness('ready')],
    [text('等待中', 'Waiting'), readiness('waits_for_step', 'waits_for_material')],
    [text('延误', 'Late'), late, late > 0 ? 'qt-danger' : ''],
    [text('4小时内未派工', 'Undispatched, due in 4 h'), nobody, nobody > 0 ? 'qt-floor-behind' : ''],
  ]
  return (
    <dl className="qt-workshop-summary">
      {parts.map(([title, value, tone]) => (
        <div key={title.zh}>
          <dt>{say(title)}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const columnsOf = (
  queues: ReturnType<typeof queuesOf<WorkshopTaskRow>>,
  now: number,
  onAsk: (task: WorkshopTaskRow) => void,
) => {
  const place = (task: WorkshopTaskRow) => (queues.get(task.device_id)?.tasks.indexOf(task) ?? 0) + 1
  return [
    { name: 'task_no', width: 155 },
    { ...taskColumns.machine, sort: false },
    { name: 'place', title: text('顺序', 'Place'), width: 70, sort: false, render: place },
    taskColumns.process,
    taskColumns.product,
    { ...taskColumns.time, sort: false },
    taskColumns.quantity,
    {
      name: 'readiness',
      title: text('状态', 'State'),
      width: 150,
      sort: false,
      render: (task: WorkshopTaskRow) => (
        <>
          <ReadinessWord of={task} /> <Lateness of={task} now={now} />
        </>
      ),
    },
    {
      name: 'kit',
      title: text('齐套', 'Kit'),
      width: 130,
      sort: false,
      render: (task: WorkshopTaskRow) => <Kit of={task} />,
    },
    taskColumns.people,
    {
      name: 'ask',
      title: text('操作', 'Actions'),
      width: 150,
      sort: false,
      render: (task: WorkshopTaskRow) =>
        task.status === taskStatus.codes.not_started ? <AskButton of={task} onAsk={() => onAsk(task)} /> : null,
    },
  ]
}
