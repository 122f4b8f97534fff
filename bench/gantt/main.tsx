import { endGanttDrag, startGanttDrag } from '@qitao/platform/web/gantt/external-drop.ts'
import { Gantt } from '@qitao/platform/web/gantt/gantt.tsx'
import type {
  GanttChange,
  GanttHandle,
  GanttSaved,
  GanttTask,
  GanttVerdict,
} from '@qitao/platform/web/gantt/gantt-types.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '@qitao/platform/web/tokens.css'
import { sample } from './sample.ts'

/** Address: ?language=zh|en &theme=light|dark &level= &machines= &tasks= &links= &orders=1 &pool=1 &refuse=1 */
const asked = new URLSearchParams(window.location.search)
const firstLanguage: 'zh' | 'en' = asked.get('language') === 'en' ? 'en' : 'zh'
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
document.documentElement.dataset.theme = theme
document.documentElement.lang = firstLanguage
const number = (name: string, fallback: number): number => Number(asked.get(name) ?? fallback)
const workshop = sample(firstLanguage, number('machines', 200), number('tasks', 10_000), number('links', 2000))
/** The same tasks by order: one row an order, overlapping tasks in lanes. */
const byOrder = (): typeof workshop => {
  const tasks = workshop.tasks.map(task => ({
    ...task,
    row_id: task.group ?? '',
    label: task.row_id,
    published: undefined,
  }))
  const orders = [...new Set(tasks.map(task => task.row_id))].sort()
  return { ...workshop, tasks, rows: orders.map(id => ({ id, label: id })) }
}
const made = asked.get('orders') ? byOrder() : workshop
const hour = 3600

declare global {
  interface Window {
    bench: {
      handle: GanttHandle | null
      changes: unknown[]
      events: string[]
      ready: number
      tasks: readonly GanttTask[]
      now: number
      setLanguage(language: 'zh' | 'en'): void
    }
  }
}
window.bench = {
  handle: null,
  changes: [],
  events: [],
  ready: 0,
  tasks: made.tasks,
  now: made.now,
  setLanguage: () => {},
}
const log = (what: string): void => {
  window.bench.events.push(what)
}

/** Milliseconds from the start of navigation to the second frame after the chart was mounted. */
const markReady = (): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      window.bench.ready ||= performance.now()
    }),
  )
}

function Demo() {
  useEffect(markReady, [])
  const handle = useRef<GanttHandle>(null)
  const [tasks, setTasks] = useState<readonly GanttTask[]>(asked.get('late') ? [] : made.tasks)
  const [language, setLanguage] = useState(firstLanguage)
  window.bench.setLanguage = setLanguage
  useEffect(() => {
    if (!asked.get('late')) return
    const timer = setTimeout(() => setTasks(made.tasks), 300)
    return () => clearTimeout(timer)
  }, [])
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    let hidden = false
    return made.rows.flatMap(row => {
      if (row.kind !== 'group') return hidden ? [] : [row]
      hidden = closed.has(row.id)
      return [{ ...row, collapsed: hidden }]
    })
  }, [closed])
  window.bench.tasks = tasks
  const byRow = useMemo(() => Map.groupBy(tasks, task => task.row_id), [tasks])
  const judge = (changes: readonly GanttChange[]): GanttVerdict => {
    const moved = new Set(changes.map(change => change.task_id))
    for (const { task_id, to } of changes) {
      if (to.start < made.now)
        return { ok: false, reason: language === 'zh' ? '开始时间早于现在' : 'Starts in the past', task_ids: [task_id] }
      const hit = (byRow.get(to.row_id) ?? []).find(
        other => !moved.has(other.id) && other.start < to.end && other.end > to.start,
      )
      if (hit)
        return {
          ok: false,
          reason: language === 'zh' ? `与 ${hit.label} 重叠` : `Overlaps ${hit.label}`,
          task_ids: [task_id],
        }
    }
    return { ok: true }
  }
  const save = async (changes: readonly GanttChange[], cause: string): Promise<GanttSaved> => {
    log(`change ${cause} ${changes.length}`)
    window.bench.changes.push(changes)
    await new Promise(resolve => setTimeout(resolve, number('delay', 400)))
    if (asked.get('refuse'))
      return { ok: false, reason: language === 'zh' ? '计划已被他人修改' : 'Somebody changed the plan' }
    const to = new Map(changes.map(change => [change.task_id, change.to]))
    setTasks(before => before.map(task => (to.has(task.id) ? { ...task, ...to.get(task.id) } : task)))
    return { ok: true }
  }
  const orders = Array.from({ length: 8 }, (_, n) => `MO-27${String(n + 1).padStart(4, '0')}`)
  return (
    <div style={{ display: 'flex', height: '100%' }}>
      {asked.get('pool') && (
        <ul style={{ width: 160, margin: 0, padding: 8, listStyle: 'none', font: '13px sans-serif' }}>
          {orders.map(order => (
            <li
              key={order}
              draggable
              onDragStart={event =>
                startGanttDrag(event.nativeEvent, { payload: order, label: order, seconds: 3 * hour })
              }
              onDragEnd={endGanttDrag}
              style={{
                padding: '6px 8px',
                border: '1px solid #8886',
                borderRadius: 6,
                marginBottom: 6,
                color: theme === 'dark' ? '#eee' : '#222',
              }}
            >
              {order}
            </li>
          ))}
        </ul>
      )}
      <div style={{ flex: 1, minWidth: 0 }}>
        <Gantt
          ref={given => {
            handle.current = given
            window.bench.handle = given
          }}
          rows={rows}
          tasks={tasks}
          links={made.links}
          now={made.now}
          time_zone="Asia/Shanghai"
          language={language}
          name={language === 'zh' ? '生产计划' : 'Production plan'}
          row_title={language === 'zh' ? '设备' : 'Machine'}
          level={(asked.get('level') as 'day' | null) ?? 'day'}
          range={
            asked.get('years')
              ? { start: made.now - 86_400 * 365, end: made.now + 86_400 * 365 * number('years', 5) }
              : undefined
          }
          judge={judge}
          onChange={save}
          onSelect={ids => log(`select ${ids.length}`)}
          onOpen={task => log(`open ${task.id}`)}
          onClick={place => log(`click ${place.task?.id ?? '-'}`)}
          onMenu={place => log(`menu ${place.task?.id ?? '-'} ${place.row?.id}`)}
          onLock={(ids, lock) => {
            log(`lock ${ids.length} ${lock}`)
            setTasks(before => before.map(task => (ids.includes(task.id) ? { ...task, locked: lock } : task)))
          }}
          onRow={row =>
            row.kind === 'group' &&
            setClosed(before => {
              const after = new Set(before)
              if (!after.delete(row.id)) after.add(row.id)
              return after
            })
          }
          onDropExternal={(row, time, payload) => {
            log(`drop ${row.id} ${time} ${String(payload)}`)
            return undefined
          }}
          judgeExternal={(_row, time) =>
            time < made.now
              ? { ok: false, reason: language === 'zh' ? '开始时间早于现在' : 'Starts in the past' }
              : { ok: true }
          }
          tooltip={task => [
            { value: `${task.label} ${task.sub_label ?? ''}`, tone: 'strong' },
            { title: language === 'zh' ? '设备' : 'Machine', value: task.row_id },
            ...(task.late ? [{ value: language === 'zh' ? '逾期 2 天' : '2 days late', tone: 'danger' as const }] : []),
          ]}
          legend={
            language === 'zh'
              ? [
                  { colour: 'info', label: '计划中' },
                  { colour: 'warning', label: '待生产' },
                  { colour: 'processing', label: '生产中' },
                  { colour: 'success', label: '已完成' },
                ]
              : [
                  { colour: 'info', label: 'Planned' },
                  { colour: 'warning', label: 'To be produced' },
                  { colour: 'processing', label: 'In production' },
                  { colour: 'success', label: 'Completed' },
                ]
          }
        />
      </div>
    </div>
  )
}

createRoot(document.getElementById('root')!).render(<Demo />)
