import { productionPlanSettings } from '@qitao/access/model/company/settings.ts'
import { SettingsButton } from '@qitao/access/web/company/settings-button.tsx'
import { text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { useHotkeys } from '@qitao/platform/web/frame/hotkeys.ts'
import type { GanttHandle } from '@qitao/platform/web/gantt/gantt-types.ts'
import { perform } from '@qitao/platform/web/list/act.ts'
import { ActButton, ActMenu } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing, withheldNow } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { type RepairCause, repairCauses } from '@qitao/site/model/repair-cause.ts'
import { DatePicker, Segmented, Switch } from 'antd'
import dayjs from 'dayjs'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { exportProductionTasks } from '../model/load/plan-load.calls.ts'
import { publishPlan } from '../model/publish/publish.calls.ts'
import { autoSchedule, repairPlan } from '../model/schedule.calls.ts'
import type { TaskRow } from '../model/task.record.ts'
import { type GanttView, ganttView } from '../model/task.status.ts'
import { ChangeRequestsDrawer, useOpenRequests } from './change-request/change-requests.drawer.tsx'
import type { Grouping } from './chart/gantt-data.ts'
import { MachinePanel } from './chart/machine-panel.tsx'
import { OrderPool } from './chart/order-pool.tsx'
import { PlanChart } from './chart/plan-chart.tsx'
import type { OrderList } from './chart/pool-lists.ts'
import { SummaryStrip } from './chart/summary-strip.tsx'
import { TaskPanel } from './chart/task-panel.tsx'
import { ConflictDrawer } from './conflict/conflict.drawer.tsx'
import { useConflicts } from './conflict/conflict-count.ts'
import { RepairDialog } from './conflict/repair.dialog.tsx'
import { useSplit } from './hand/split.dialog.tsx'
import { usePartSteps } from './hand/split-steps.ts'
import { planCalls, usePlan } from './hand/use-plan.ts'
import { type Chosen, noneChosen, usePlanActs } from './hand/use-plan-acts.ts'
import { LoadPanel } from './load/load-panel.tsx'
import { AutoScheduleDialog } from './plan/auto-schedule.dialog.tsx'
import { ScheduleJob, useScheduleJob } from './plan/schedule-job.tsx'
import { useScopes, whyNoSchedule } from './plan/schedule-scopes.ts'
import { FreezeDialog } from './publish/freeze.dialog.tsx'
import { PublishDialog } from './publish/publish.dialog.tsx'
import { VersionsDrawer } from './publish/versions.drawer.tsx'
import { SimulationDrawer } from './what-if/simulation.drawer.tsx'
import './scheduling.css'

/** Days before and after today that the chart begins with. */
const daysBack = 2
const daysAhead = 28
const phoneWidth = 767
const presets = [
  { days: 14, title: text('两周', '2 weeks') },
  { days: 28, title: text('四周', '4 weeks') },
  { days: 91, title: text('一季', '13 weeks') },
] as const
const none: ReadonlySet<string> = new Set()

/** The finite plan: what runs where and when, why, and what of it the floor is told. */
export default function SchedulePage() {
  const exportTasks = useDownload(exportProductionTasks)
  const say = useSay()
  const dates = useOrgDate()
  const [params, setParams] = useSearchParams()
  const today = dates.startOfDay(dates.today())
  const span = (from: number, to: number): [number, number] => [
    dates.startOfDay(addDays(dates.dayOf(today), from)),
    dates.startOfDay(addDays(dates.dayOf(today), to)),
  ]
  const [range, setRange] = usePageMemory<[number, number]>('range', span(-daysBack, daysAhead))
  const [grouping, setGrouping] = usePageMemory<Grouping>('grouping', 'machine')
  const [view, setView] = usePageMemory<GanttView>('view', viewNamed(params.get('view')))
  const [showLoad, setShowLoad] = usePageMemory('load', false)
  const [selected, setSelected] = useState<readonly string[]>([])
  /** The detail beside the chart: a machine, or the task that is selected. It opens by a click, never under a drag. */
  const [detail, setDetail] = useState<{ machine: string } | 'task'>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none)
  const [list, setList] = useState<OrderList>()
  /** Nothing selected has no detail: the next task that a drag selects does not open it under the drag. */
  const select = useCallback((ids: readonly string[]) => {
    setSelected(ids)
    if (ids.length === 0) setDetail(shown => (shown === 'task' ? undefined : shown))
  }, [])
  const [dialog, setDialog] = useState<
    'schedule' | 'publish' | 'versions' | 'what_if' | 'repair' | 'conflicts' | 'requests'
  >()
  /** The request of the floor that was looked for. */
  const [requested, setRequested] = useState<string>()
  /** Tasks that make an order late, while its detail is open. */
  const [chain, setChain] = useState<ReadonlySet<string>>(none)
  const [publishing, setPublishing] = useState<readonly string[]>([])
  /** An order that is shown when the time in which it stands has been read. */
  const [awaited, setAwaited] = useState<string>()
  const chart = useRef<GanttHandle>(null)

  const plan = usePlan(range, grouping)
  // A notice leads here: what it names is opened once, and may be asked for again.
  const wants = params.get('show')
  const [cause, setCause] = useState<RepairCause>()
  /** A machine that the floor has called for and nobody has mended. */
  const [stopped, setStopped] = useState<{ machine_no: string; since?: number | undefined }>()
  const repairFor = (why?: RepairCause) => {
    setCause(why)
    setDialog('repair')
  }
  useEffect(() => {
    if (wants === 'conflicts') setDialog(wants)
    else if (wants === 'requests') {
      setRequested(params.get('no') ?? undefined)
      setDialog(wants)
    } else if (wants === 'repair') {
      const [kind, no] = [repairCauses.find(one => one === params.get('cause')), params.get('no')]
      repairFor(kind && no ? { kind, no } : undefined)
    } else if (wants === 'stop') {
      const [machine_no, since] = [params.get('no'), Number(params.get('from'))]
      if (machine_no) setStopped({ machine_no, since: Number.isSafeInteger(since) && since > 0 ? since : undefined })
    } else return
    setParams({}, { replace: true })
  }, [wants, params, setParams])
  const conflicts = useConflicts()
  const requests = useOpenRequests(false)
  const job = useScheduleJob()
  const steps = usePartSteps(plan)
  const acts = usePlanActs(plan, chart, steps)
  const scopes = useScopes(chosen, list)
  const orders = useMemo(() => new Map(plan.data?.orders.map(order => [order.id, order])), [plan.data])
  const split = useSplit(plan, orders, chart, steps)

  const chosenOf = (ids: readonly string[]): Chosen => {
    const tasks = ids.flatMap(id => plan.taskById.get(id) ?? [])
    return { tasks, orders: [...new Set(tasks.map(task => task.mo_id))].flatMap(id => orders.get(id) ?? []) }
  }
  const now = chosenOf(selected)
  // Orders that are ticked go before the tasks that happen to be selected on the chart.
  const ticked = scopes.chosen.length > 0 ? { tasks: [], orders: scopes.placed } : undefined
  const publish = (mo_ids: readonly string[]) => {
    setPublishing(mo_ids)
    setDialog('publish')
  }
  const ofOrders = (of: Chosen) => [
    acts.lock(of),
    acts.unlock(of),
    {
      title: text('发布所选工单', 'Publish these orders'),
      whyNot: of.orders.length === 0 ? noneChosen : undefined,
      run: needing(publishPlan, () => publish(of.orders.map(({ id }) => id))),
    },
    acts.unpublish(of),
    acts.cancel(of),
  ]
  const partsOf = (of: Chosen) => [
    split.act(of.tasks),
    ...(of.tasks.some(({ part_no }) => part_no !== null) ? [acts.join(of, plan.tasks)] : []),
  ]
  const menuOf = (ids: readonly string[]) => {
    const of = chosenOf(ids)
    return [...partsOf(of), ...acts.shifts(of), ...ofOrders(of), ...acts.openOrder(of)]
  }
  const show = useCallback((task_id: string) => {
    if (!chart.current?.showTask(task_id)) return
    setDetail('task')
    // The detail takes room from the chart, in the frame after this: what was in view may be beyond it then.
    requestAnimationFrame(() => requestAnimationFrame(() => chart.current?.showTask(task_id)))
  }, [])
  /** A task may stand outside of the time shown: then that is shown first. */
  const wanted = useRef<string>(undefined)
  const showAt = (task_id: string, time: number) => {
    // On a phone the list lies over the chart.
    if (window.innerWidth <= phoneWidth) setDialog(undefined)
    if (plan.taskById.has(task_id)) return show(task_id)
    wanted.current = task_id
    const day = dates.dayOf(time)
    setRange([dates.startOfDay(addDays(day, -daysBack)), dates.startOfDay(addDays(day, daysAhead))])
  }
  useEffect(() => {
    const task_id = wanted.current
    if (task_id === undefined || !plan.taskById.has(task_id)) return
    wanted.current = undefined
    requestAnimationFrame(() => show(task_id))
  }, [plan.taskById, show])
  const showOrder = (mo: { id: string; planned_start_time: number | null }) => {
    const first = firstIn(plan.tasks, mo.id, range)
    if (first) return show(first.id)
    if (mo.planned_start_time === null) return
    const from = dates.startOfDay(addDays(dates.dayOf(mo.planned_start_time), -daysBack))
    setRange([from, from + range[1] - range[0]])
    setAwaited(mo.id)
  }
  useEffect(() => {
    const first = awaited === undefined ? undefined : firstIn(plan.tasks, awaited, range)
    if (!first) return
    setAwaited(undefined)
    show(first.id)
  }, [awaited, plan.tasks, range, show])
  const onMachine = useCallback((id: string) => setDetail({ machine: id }), [])
  const onTask = useCallback(() => setDetail('task'), [])
  const onLock = (ids: readonly string[], lock: boolean) =>
    void acts.locked(
      chosenOf(ids).orders.map(({ id }) => id),
      lock,
    )
  useHotkeys({
    a: () => !withheldNow(autoSchedule) && setDialog('schedule'),
    p: () => !withheldNow(publishPlan) && publish([]),
    u: () => setShowLoad(!showLoad),
    s: () => void perform(split.act(now.tasks)),
  })

  const task = detail === 'task' ? now.tasks.at(-1) : undefined
  const order = task && orders.get(task.mo_id)
  const shownMachine = typeof detail === 'object' ? plan.data?.rows.find(({ id }) => id === detail.machine) : undefined
  const { running } = job
  const controls = (
    <Segmented<GanttView>
      aria-label={say(text('视图', 'View'))}
      size="small"
      value={view}
      onChange={setView}
      options={ganttView.list.map(state => ({ value: state.code, label: say(state) }))}
    />
  )

  return (
    <div className="qt-page qt-plan">
      <div className="qt-plan-head">
        <SummaryStrip
          summary={plan.data?.summary}
          failed={plan.failure !== null}
          old={plan.ahead}
          conflicts={conflicts}
          onConflicts={() => setDialog('conflicts')}
          requests={requests}
          onRequests={() => {
            setRequested(undefined)
            setDialog('requests')
          }}
          onLate={() => {
            setList('late')
            setChosen(none)
          }}
          waiting={scopes.unread ? undefined : scopes.waiting.length}
          onWaiting={() => {
            setList('waiting')
            setChosen(none)
          }}
        />
        <DatePicker.RangePicker
          allowClear={false}
          aria-label={say(text('时间范围', 'Time shown'))}
          value={[dates.toPicker(range[0]), dates.toPicker(range[1])]}
          presets={presets.map(({ days, title }) => ({
            label: say(title),
            value: [dayjs(addDays(dates.today(), -daysBack)), dayjs(addDays(dates.today(), days))],
          }))}
          onChange={picked => {
            const [first, last] = picked ?? []
            if (first && last)
              setRange([
                dates.startOfDay(first.format('YYYY-MM-DD')),
                dates.startOfDay(addDays(last.format('YYYY-MM-DD'), 1)),
              ])
          }}
        />
        <div className="qt-toolbar">
          <ActButton
            primary
            act={{
              title: text('自动排程', 'Schedule'),
              whyNot: whyNoSchedule(scopes, running),
              run: needing(autoSchedule, () => setDialog('schedule')),
            }}
          />
          <ActButton act={{ title: text('发布计划', 'Publish'), run: needing(publishPlan, () => publish([])) }} />
          <ActMenu
            title={
              ticked
                ? { zh: `所选工单（${scopes.chosen.length}）`, en: `Chosen orders (${scopes.chosen.length})` }
                : text('所选工单', 'Chosen orders')
            }
            acts={ofOrders(ticked ?? now)}
          />
          <ActMenu title={text('移动', 'Shift')} acts={acts.shifts(now)} />
          <ActButton
            act={{ title: text('修复计划', 'Repair plan'), run: needing(repairPlan, () => setDialog('repair')) }}
          />
          <ActButton
            act={{
              title: text('导出任务', 'Export tasks'),
              run: () => exportTasks.run({ timestamp_range: range }),
            }}
          />
          <ActButton act={{ title: text('模拟', 'What if'), run: () => setDialog('what_if') }} />
          <ActButton act={{ title: text('版本', 'Versions'), run: () => setDialog('versions') }} />
          <SettingsButton title={text('生产计划', 'Production planning')} keys={productionPlanSettings} />
          <Segmented<Grouping>
            aria-label={say(text('分组', 'Grouping'))}
            size="small"
            value={grouping}
            onChange={setGrouping}
            options={[
              { value: 'machine', label: say(text('按设备', 'Machines')) },
              { value: 'order', label: say(text('按工单', 'Orders')) },
            ]}
          />
          <span className="qt-plan-switch">
            <Switch size="small" checked={showLoad} onChange={setShowLoad} aria-label={say(text('负荷', 'Load'))} />{' '}
            {say(text('负荷', 'Load'))}
          </span>
        </div>
      </div>
      {job.job_id ? (
        <ScheduleJob
          jobId={job.job_id}
          onEnd={() => {
            job.ended()
            void refresh(...planCalls)
          }}
          onClose={job.close}
        />
      ) : null}
      <div className="qt-plan-body">
        <OrderPool list={list} onList={setList} chosen={chosen} onChoose={setChosen} onShow={showOrder} />
        <div className="qt-plan-centre">
          {plan.failure && !plan.data ? (
            <ErrorState failure={plan.failure} retry={plan.reload} />
          ) : plan.data ? (
            <PlanChart
              plan={{ ...plan, data: plan.data }}
              chart={chart}
              orders={orders}
              grouping={grouping}
              view={view}
              chain={chain}
              conflicts={conflicts.ofTask}
              range={range}
              selected={selected}
              onSelect={select}
              onMachine={onMachine}
              onTask={onTask}
              menuOf={menuOf}
              onLock={onLock}
              controls={controls}
            />
          ) : (
            <PageSkeleton />
          )}
          {showLoad ? <LoadPanel range={range} /> : null}
        </div>
        {task && order ? (
          <TaskPanel
            task={task}
            order={order}
            tasks={plan.tasks}
            orders={orders}
            acts={[...partsOf(now), order.capacity_locked ? acts.unlock(now) : acts.lock(now), ...acts.openOrder(now)]}
            onShow={show}
            onChain={setChain}
            onRepair={() => repairFor({ kind: 'late', no: order.no })}
            onClose={() => setDetail(undefined)}
          />
        ) : shownMachine ? (
          <MachinePanel
            machine={shownMachine}
            onRepair={() => repairFor()}
            onShow={show}
            onClose={() => setDetail(undefined)}
          />
        ) : null}
      </div>
      <AutoScheduleDialog
        open={dialog === 'schedule' && !running}
        onClose={() => setDialog(undefined)}
        onStarted={job.start}
        scopes={scopes}
      />
      <PublishDialog open={dialog === 'publish'} onClose={() => setDialog(undefined)} mo_ids={publishing} />
      {split.dialog}
      <RepairDialog
        open={dialog === 'repair'}
        cause={cause}
        onClose={() => setDialog(undefined)}
        onRepaired={step => chart.current?.record(step)}
      />
      {stopped ? (
        <FreezeDialog
          key={stopped.machine_no}
          {...stopped}
          onRepair={() => repairFor()}
          onShow={show}
          onClose={() => setStopped(undefined)}
        />
      ) : null}
      <SimulationDrawer open={dialog === 'what_if'} onClose={() => setDialog(undefined)} />
      <ConflictDrawer
        open={dialog === 'conflicts'}
        onClose={() => setDialog(undefined)}
        onRepair={() => repairFor()}
        onShow={showAt}
      />
      {dialog === 'requests' ? (
        <ChangeRequestsDrawer
          key={requested}
          planner={{ onShow: showAt }}
          no={requested}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      <VersionsDrawer open={dialog === 'versions'} onClose={() => setDialog(undefined)} />
    </div>
  )
}

/** The first task of an order in a time. */
const firstIn = (tasks: readonly TaskRow[], mo_id: string, [from, to]: readonly [number, number]) =>
  tasks.find(task => task.mo_id === mo_id && task.end_time > from && task.setup_start_time < to)

/** An unknown view is the task view. */
const viewNamed = (name: string | null): GanttView => ganttView.list.find(state => state.code === name)?.code ?? 'task'
