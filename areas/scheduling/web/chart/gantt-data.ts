import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { formatQuantity, isPositive, shareOf } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { materialStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { categoryColour } from '@qitao/platform/web/gantt/gantt-tokens.ts'
import type {
  GanttInterval,
  GanttKitting,
  GanttLegendEntry,
  GanttLink,
  GanttRow,
  GanttTask,
} from '@qitao/platform/web/gantt/gantt-types.ts'
import type { Say } from '@qitao/platform/web/session/language.ts'
import type { GanttData, GanttOrder } from '../../model/chart/gantt.record.ts'
import { timesOf } from '../../model/chart/task-times.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { GanttView } from '../../model/task.status.ts'

/** The chart's rows, bars and links, made from what the server tells. Pure: the page asks again only when something changed. */
export type Grouping = 'machine' | 'order'

export interface ChartInput {
  readonly data: GanttData
  readonly tasks: readonly TaskRow[]
  readonly grouping: Grouping
  readonly view: GanttView
  /** Workgroups whose machines are folded away. */
  readonly folded: ReadonlySet<string>
  readonly say: Say
}

export function rowsOf({ data, tasks, grouping, folded, say }: Omit<ChartInput, 'view'>): GanttRow[] {
  return grouping === 'machine' ? machineRows(data, folded, say) : orderRows(data, tasks, say)
}

const noGroup = ''
const groupRow = (workgroup_id: string | null) => `group:${workgroup_id ?? noGroup}`
/** The heading under which a machine stands. */
export const groupOf = ({ rows }: Pick<GanttData, 'rows'>, machine: string | undefined): string =>
  groupRow(rows.find(({ id }) => id === machine)?.workgroup_id ?? null)

/** When a machine works; one list for all that share a calendar. */
function workingTimes({ rows, calendar }: Pick<GanttData, 'rows' | 'calendar'>) {
  const working = new Map(calendar.map(({ id, intervals }) => [id, intervals.map(([start, end]) => ({ start, end }))]))
  const calendarOf = new Map(rows.map(({ id, calendar_id }) => [id, calendar_id]))
  return (device_id: string): readonly GanttInterval[] | undefined => working.get(calendarOf.get(device_id) ?? '')
}

function machineRows(data: GanttData, folded: ReadonlySet<string>, say: Say): GanttRow[] {
  const workingOf = workingTimes(data)
  const rows = data.rows.map((machine): GanttRow & { group: string } => ({
    id: machine.id,
    group: machine.workgroup_id ?? noGroup,
    label: machine.machine_no,
    sub_label:
      machine.status === enabledStatus.codes.enabled
        ? machine.name
        : `${machine.name} · ${say(text('停用', 'disabled'))}`,
    load_share: machine.load_share,
    working: workingOf(machine.id) ?? [],
    frozen: machine.freezes.map(({ start_time, end_time }) => ({ start: start_time, end: end_time })),
  }))
  const groups = Map.groupBy(rows, row => row.group)
  if (groups.size < 2) return rows
  const nameOf = new Map(data.rows.map(machine => [machine.workgroup_id ?? noGroup, machine.workgroup_name]))
  return [...groups].flatMap(([group, members]): GanttRow[] => {
    const id = groupRow(group)
    const heading = {
      id,
      kind: 'group' as const,
      label: nameOf.get(group) ?? say(text('未分组', 'No workgroup')),
      collapsed: folded.has(id),
    }
    return folded.has(id) ? [heading] : [heading, ...members]
  })
}

/** Orders as they are due, what is made for one below it, each with the day by which it is to be done. */
function orderRows(data: GanttData, tasks: readonly TaskRow[], say: Say): GanttRow[] {
  const shown = new Set(tasks.map(task => task.mo_id))
  const orders = data.orders.filter(({ id }) => shown.has(id))
  const below = Map.groupBy(orders, ({ parent_mo_id }) =>
    parent_mo_id && shown.has(parent_mo_id) ? parent_mo_id : null,
  )
  const listed = new Set<string>()
  const tree = (of: string | null, level: number): GanttRow[] =>
    (below.get(of) ?? []).flatMap(order => {
      if (listed.has(order.id)) return []
      listed.add(order.id)
      return [orderRow(order, level, say), ...tree(order.id, level + 1)]
    })
  return tree(null, 0)
}

function orderRow(order: GanttOrder, level: number, say: Say): GanttRow {
  const missed = (order.planned_finish_time ?? 0) > order.due
  return {
    ...{ id: order.id, label: order.no, sub_label: `${order.material_code} ${order.material_name}`, level },
    due: {
      at: order.due,
      missed,
      label: missed ? say(text('赶不上交期', 'misses its due date')) : say(text('赶得上交期', 'meets its due date')),
    },
  }
}

/** Tasks of `chain` are outlined together when one of them is selected, whatever their orders. */
export function barsOf({
  data,
  tasks,
  grouping,
  view,
  chain,
  conflicts,
  shows = usualBarFields,
}: Omit<ChartInput, 'folded' | 'say'> & {
  readonly chain?: ReadonlySet<string>
  /** By task. */
  readonly conflicts?: ReadonlyMap<string, unknown>
  readonly shows?: readonly BarField[]
}): GanttTask[] {
  const orders = new Map(data.orders.map(order => [order.id, order]))
  const outside = new Set(data.rows.flatMap(row => (row.outside ? row.id : [])))
  const workingOf = grouping === 'machine' ? undefined : workingTimes(data)
  return tasks.flatMap((task): GanttTask[] => {
    const working = workingOf?.(task.device_id)
    const order = orders.get(task.mo_id)
    if (!order) return []
    const { setup_start_time, start_time, end_time } = timesOf(task)
    const late = isLate({ end_time }, order)
    const kitting = kittingOf(order)
    return [
      {
        id: task.id,
        row_id: grouping === 'machine' ? task.device_id : task.mo_id,
        start: setup_start_time,
        end: end_time,
        setup_seconds: start_time - setup_start_time,
        ...(grouping === 'machine'
          ? barTexts(task, order, shows)
          : { label: task.process_name, sub_label: task.machine_no }),
        group: chain?.has(task.id) ? 'chain' : task.mo_id,
        colour: colourOf(view, task, order, late),
        progress_share: shareOf(task.reported_quantity, task.quantity),
        locked: task.capacity_locked,
        ...(outside.has(task.device_id) ? { outside: true } : {}),
        late: late === 'late',
        ...(conflicts?.has(task.id) ? { conflict: true } : {}),
        tentative: isUnpublished(task),
        ...(view === 'material' && kitting ? { kitting } : {}),
        ...(working ? { working } : {}),
        movable: !isHeld(task),
        resizable: !isHeld(task),
        ...publishedPlace(task, grouping),
      },
    ]
  })
}

/** Nobody on the floor has been told of it. */
export const isUnpublished = ({ publish_status, status }: TaskRow): boolean =>
  publish_status === publishStatus.codes.unpublished && status === taskStatus.codes.not_started

/** What can be written on a bar of a machine, in this order. */
export const barFields = ['no', 'material_code', 'material_name', 'process', 'quantity', 'order_no'] as const
export type BarField = (typeof barFields)[number]
export const usualBarFields: readonly BarField[] = ['no', 'material_code', 'material_name', 'process']

/** The first is written as long as it has room, the others behind it. */
function barTexts(task: TaskRow, order: GanttOrder, shows: readonly BarField[]) {
  const words: Readonly<Record<BarField, string | null>> = {
    no: order.no,
    material_code: order.material_code,
    material_name: order.material_name,
    process: task.process_name,
    quantity: `${formatQuantity(task.quantity)} ${order.unit_name}`,
    order_no: order.order_no,
  }
  const [label = '', ...rest] = barFields.flatMap(field => (shows.includes(field) ? (words[field] ?? []) : []))
  return { label, ...(rest.length > 0 ? { sub_label: rest.join(' · ') } : {}) }
}

const publishedPlace = (task: TaskRow, grouping: Grouping): Pick<GanttTask, 'published'> => {
  const { published_start_time: start, published_end_time: end, published_device_id: device } = task
  if (task.status === taskStatus.codes.done) return {}
  if (
    start === null ||
    end === null ||
    (start === task.start_time && end === task.end_time && device === task.device_id)
  )
    return {}
  return { published: { start, end, ...(grouping === 'machine' && device ? { row_id: device } : {}) } }
}

/** An order that ends less than this before its due time has little slack. */
const littleSlack = 2 * daySeconds
type Lateness = 'late' | 'close' | 'in_time'
export function isLate(
  task: Pick<TaskRow, 'end_time'>,
  order: Pick<GanttOrder, 'due' | 'planned_finish_time'>,
): Lateness {
  const finish = Math.max(order.planned_finish_time ?? 0, task.end_time)
  return finish > order.due ? 'late' : finish > order.due - littleSlack ? 'close' : 'in_time'
}

export function kittingOf({ material_status }: Pick<GanttOrder, 'material_status'>): GanttKitting | undefined {
  const { kitting_complete, locked, to_be_purchased } = materialStatus.codes
  if (material_status === null) return undefined
  if (material_status === kitting_complete || material_status === locked) return 'ready'
  return material_status === to_be_purchased ? 'short' : 'coming'
}

function colourOf(view: GanttView, task: TaskRow, order: GanttOrder, lateness: Lateness): string {
  switch (view) {
    case 'task':
      return categoryColour(order.no)
    case 'progress':
      return task.status === taskStatus.codes.not_started && isPositive(task.reported_quantity)
        ? taskStatus.states.started.colour
        : taskStatus.stateOf(task.status).colour
    case 'lead_time':
      return lateness === 'late' ? 'danger' : lateness === 'close' ? 'warning' : 'success'
    case 'material': {
      const kitting = kittingOf(order)
      return kitting === undefined
        ? 'neutral'
        : kitting === 'ready'
          ? 'success'
          : kitting === 'coming'
            ? 'processing'
            : 'danger'
    }
  }
}

export const linksOf = (data: GanttData, tasks: readonly TaskRow[]): GanttLink[] => {
  const taskOf = new Map(tasks.map(task => [task.operation_id, task.id]))
  return data.problem.operations.flatMap(operation =>
    operation.predecessors.flatMap(({ operation: before, transferQuantity }) => {
      const from = taskOf.get(before)
      const to = taskOf.get(operation.id)
      return from && to ? [{ from, to, ...(transferQuantity === undefined ? {} : { in_parts: true }) }] : []
    }),
  )
}

const entry = (colour: string, zh: string, en: string, say: Say): GanttLegendEntry => ({
  colour,
  label: say(text(zh, en)),
})
export function legendOf(view: GanttView, say: Say): GanttLegendEntry[] {
  switch (view) {
    case 'task':
      return [entry('cat-1', '同色为同一工单', 'One colour, one order', say)]
    case 'progress':
      return taskStatus.list.map(state => entry(state.colour, state.zh, state.en, say))
    case 'lead_time':
      return [
        entry('danger', '超过交期', 'Late', say),
        entry('warning', '距交期不足2天', 'Less than 2 days of slack', say),
        entry('success', '按期', 'In time', say),
      ]
    case 'material':
      return [
        entry('success', '齐套', 'Kitted', say),
        entry('processing', '在途，有到料时间', 'Coming, with a date', say),
        entry('danger', '缺料', 'Short', say),
        entry('neutral', '未做齐套检查', 'Not checked', say),
      ]
  }
}
