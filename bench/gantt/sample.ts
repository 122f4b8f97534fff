import type { GanttInterval, GanttLink, GanttRow, GanttTask } from '@qitao/platform/web/gantt/gantt-types.ts'

/** A made-up workshop of a given size, the same for the same seed: what the bench measures and the demo shows. */
export interface Sample {
  readonly rows: GanttRow[]
  readonly tasks: GanttTask[]
  readonly links: GanttLink[]
  readonly now: number
}

function random(seed: number): () => number {
  // mulberry32
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const day = 86_400
/** Monday 2026-11-02 00:00 in Shanghai. */
const monday = Date.UTC(2026, 10, 2) / 1000 - 8 * 3600

/** Two shifts of five or six days with breaks at noon and evening. */
function shifts(days: number, saturday: boolean): GanttInterval[] {
  const hours: [number, number][] = [
    [8, 12],
    [13, 17.5],
    [18, 22],
  ]
  return Array.from({ length: days }, (_, n) => n)
    .filter(n => n % 7 < 5 || (saturday && n % 7 === 5))
    .flatMap(n =>
      hours.map(([from, to]) => ({ start: monday + n * day + from * 3600, end: monday + n * day + to * 3600 })),
    )
}

const kinds = [
  ['数控车床', 'CNC lathe', 'CNC'],
  ['加工中心', 'Machining centre', 'MC'],
  ['注塑机', 'Injection press', 'IM'],
  ['冲床', 'Stamping press', 'SP'],
  ['装配线', 'Assembly line', 'AL'],
] as const
const steps = [
  ['车削', 'Turning'],
  ['铣削', 'Milling'],
  ['注塑', 'Moulding'],
  ['冲压', 'Stamping'],
  ['装配', 'Assembly'],
] as const
const colours = ['neutral', 'info', 'warning', 'processing', 'success', 'done']

export function sample(language: 'zh' | 'en', machines = 200, count = 10_000, linkCount = 2000, days = 90): Sample {
  const next = random(20_261_121)
  const calendars = [shifts(days, false), shifts(days, true), [{ start: monday, end: monday + days * day }]]
  const now = monday + 19 * day + 14.5 * 3600
  const at = language === 'zh' ? 0 : 1
  const rows: GanttRow[] = []
  const machineIds: string[] = []
  const perKind = Math.ceil(machines / kinds.length)
  kinds.forEach((kind, k) => {
    rows.push({ id: `group-${k}`, kind: 'group', label: kind[at], sub_label: `${perKind}` })
    for (let n = 0; n < perKind && machineIds.length < machines; n += 1) {
      const id = `${kind[2]}-${String(n + 1).padStart(2, '0')}`
      machineIds.push(id)
      rows.push({
        id,
        label: id,
        sub_label: kind[at],
        load_share: 0.35 + next() * 0.8,
        working: calendars[Math.floor(next() * 10) % 3],
        frozen: next() < 0.06 ? [{ start: now - 6 * 3600, end: now + 20 * 3600 }] : undefined,
      })
    }
  })
  const tasks: GanttTask[] = []
  const perMachine = Math.ceil(count / machineIds.length)
  machineIds.forEach((row_id, m) => {
    let clock = monday + next() * day
    const pace = (days * day) / perMachine
    for (let n = 0; n < perMachine && tasks.length < count; n += 1) {
      const seconds = Math.round((pace * (0.35 + 0.55 * next())) / 900) * 900
      const start = Math.round(clock / 900) * 900
      const end = start + seconds
      clock = end + (next() < 0.4 ? 0 : next() * pace * 0.35)
      const order = `MO-26${String(1 + ((m * 37 + n * 11) % 1400)).padStart(4, '0')}`
      const started = start < now
      const done = end < now
      tasks.push({
        id: `t-${tasks.length}`,
        row_id,
        start,
        end,
        label: order,
        sub_label: steps[Math.floor(m / perKind)]![at],
        group: order,
        setup_seconds: next() < 0.45 ? Math.min(seconds / 3, 1800 + Math.floor(next() * 5) * 1800) : 0,
        colour: done ? 'success' : started ? 'processing' : colours[Math.floor(next() * 3) + 1]!,
        progress_share: done ? 1 : started ? Math.min(1, ((now - start) / seconds) * (0.7 + next() * 0.4)) : 0,
        movable: !started,
        locked: !started && next() < 0.08,
        late: next() < 0.07,
        kitting: started ? undefined : (['ready', 'ready', 'coming', 'short'] as const)[Math.floor(next() * 4)],
        published: next() < 0.05 ? { start: start - 14_400, end: end - 14_400 } : undefined,
      })
    }
  })
  const byOrder = Map.groupBy(tasks, task => task.group!)
  const links: GanttLink[] = []
  for (const chain of byOrder.values()) {
    chain.sort((a, b) => a.start - b.start)
    for (let n = 1; n < chain.length && links.length < linkCount; n += 1)
      if (chain[n]!.start >= chain[n - 1]!.end || next() < 0.1) links.push({ from: chain[n - 1]!.id, to: chain[n]!.id })
  }
  return { rows, tasks, links, now }
}
