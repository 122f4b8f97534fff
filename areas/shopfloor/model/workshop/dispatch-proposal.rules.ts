import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { type Interval, intersect, merge } from '@qitao/planning/calendar/interval.ts'

/** Who could do what in a shift: by workgroup, hours, other tasks, what they have done before, and where they are anyway. */
export interface TaskToGive {
  readonly id: string
  readonly device_id: string
  readonly process_id: string
  /** Whose work it is: the group of its machine. */
  readonly workgroup_id: string | null
  readonly setup_start_time: Instant
  readonly end_time: Instant
  readonly crew: number
}
export interface PersonAtWork {
  readonly id: string
  readonly name: string
  readonly workgroup_ids: readonly string[]
  /** When the person works in the shift. */
  readonly hours: readonly Interval[]
  /** Tasks that the person has already. */
  readonly given: readonly { readonly device_id: string; readonly span: Interval }[]
  /** Reports of the last year by process. */
  readonly reports: ReadonlyMap<string, number>
}
interface Proposed {
  readonly id: string
  readonly name: string
  readonly report_count: number
  readonly at_machine: boolean
  readonly load_percent: number
}
export type Lack = 'no_workgroup' | 'nobody_at_work' | 'all_busy' | 'too_few'
export interface Proposal {
  readonly task_id: string
  readonly people: readonly Proposed[]
  readonly lacks: Lack | null
}

/** Who had a task at a machine, and when. */
export interface Worked {
  readonly user_id: string
  readonly device_id: string
  readonly start: Instant
  readonly end: Instant
}

const hundred = 100
const secondsIn = (intervals: readonly Interval[]): number =>
  intervals.reduce((all, [start, end]) => all + end - start, 0)

/** When a task is worked on in the shift; one that is overdue is done first, as long as it takes. */
export function spanIn([from, to]: Interval, start: Instant, end: Instant): Interval {
  if (end > from) return [Math.max(from, start), Math.min(to, end)]
  return [from, Math.min(to, from + end - start)]
}

const overlap = (a: Interval, b: Interval): boolean => a[0] < b[1] && a[1] > b[0]

interface Desk {
  readonly person: PersonAtWork
  readonly available: number
  readonly taken: Interval[]
  readonly machines: Set<string>
  given: number
  proposed: number
}

/**
 * Earliest tasks first. Of the people of the task's group who work then and have nothing else: who has done the process
 * before, then who is at the machine anyway, then who has the most room left, then who has done it most often.
 */
export function proposeDispatches(
  shift: Interval,
  tasks: readonly TaskToGive[],
  people: readonly PersonAtWork[],
): { proposals: Proposal[]; seconds: Map<string, { available: number; given: number; proposed: number }> } {
  const desks = people.map((person): Desk => {
    const taken = person.given.map(({ span: [start, end] }) => spanIn(shift, start, end))
    return {
      person,
      available: secondsIn(person.hours),
      taken,
      machines: new Set(person.given.map(({ device_id }) => device_id)),
      // Two tasks at a time take their time once.
      given: secondsIn(intersect(merge(taken), person.hours)),
      proposed: 0,
    }
  })
  const inOrder = tasks.toSorted((a, b) => a.setup_start_time - b.setup_start_time || (a.id < b.id ? -1 : 1))
  const proposals = inOrder.map(task => give(task, spanIn(shift, task.setup_start_time, task.end_time), desks))
  const seconds = new Map(
    desks.map(({ person, available, given, proposed }) => [person.id, { available, given, proposed }]),
  )
  return { proposals, seconds }
}

/**
 * By task, who was at its machine at that time of the day before: of those who work then and have nothing else, earliest tasks first.
 * Whoever is not there today is left out, and nobody takes the place.
 */
export function asYesterday(
  shift: Interval,
  tasks: readonly TaskToGive[],
  people: readonly PersonAtWork[],
  worked: readonly Worked[],
): Map<string, { readonly id: string; readonly name: string }[]> {
  const byMachine = Map.groupBy(worked, ({ device_id }) => device_id)
  const desks = new Map(
    people.map(person => [
      person.id,
      { person, taken: person.given.map(({ span: [from, to] }) => spanIn(shift, from, to)) },
    ]),
  )
  const inOrder = tasks.toSorted((a, b) => a.setup_start_time - b.setup_start_time || (a.id < b.id ? -1 : 1))
  return new Map(
    inOrder.map(task => {
      const span = spanIn(shift, task.setup_start_time, task.end_time)
      const [from, to] = [span[0] - daySeconds, span[1] - daySeconds]
      const there = (byMachine.get(task.device_id) ?? []).filter(({ start, end }) => start < to && end > from)
      const again = [...new Set(there.map(({ user_id }) => user_id))]
        .flatMap(id => desks.get(id) ?? [])
        .filter(
          ({ person, taken }) =>
            intersect([span], person.hours).length > 0 &&
            taken.every(([start, end]) => end <= span[0] || start >= span[1]),
        )
      for (const { taken } of again) taken.push(span)
      return [task.id, again.map(({ person: { id, name } }) => ({ id, name }))] as const
    }),
  )
}

interface Choice {
  readonly id: string
  readonly setup_start_time: Instant
  readonly end_time: Instant
  /** Who is chosen for it. */
  readonly user_ids: readonly string[]
  readonly yesterday_ids: readonly string[]
}
/**
 * Tasks as yesterday where somebody was there, by task: whom each is given to then. Whoever is taken so is not taken for another one at that
 * time.
 */
export function repeated(shift: Interval, choices: readonly Choice[]): Map<string, readonly string[]> {
  const spanOf = ({ setup_start_time, end_time }: Choice) => spanIn(shift, setup_start_time, end_time)
  const again = choices.filter(({ yesterday_ids }) => yesterday_ids.length > 0)
  return new Map(
    choices.map(choice => {
      if (choice.yesterday_ids.length > 0) return [choice.id, choice.yesterday_ids]
      const meanwhile = again.filter(one => overlap(spanOf(one), spanOf(choice)))
      const taken = new Set(meanwhile.flatMap(({ yesterday_ids }) => yesterday_ids))
      return [choice.id, choice.user_ids.filter(id => !taken.has(id))]
    }),
  )
}

function give(task: TaskToGive, span: Interval, desks: readonly Desk[]): Proposal {
  const nobody = (lacks: Lack): Proposal => ({ task_id: task.id, people: [], lacks })
  if (task.workgroup_id === null) return nobody('no_workgroup')
  const group = task.workgroup_id
  const atWork = desks.filter(
    ({ person }) => person.workgroup_ids.includes(group) && intersect([span], person.hours).length > 0,
  )
  if (atWork.length === 0) return nobody('nobody_at_work')
  const free = atWork.filter(({ taken }) => taken.every(([start, end]) => end <= span[0] || start >= span[1]))
  if (free.length === 0) return nobody('all_busy')
  const ranked = free.map(desk => rankOf(desk, task)).toSorted(byRank)
  const chosen = ranked.slice(0, task.crew)
  for (const { desk } of chosen) {
    desk.taken.push(span)
    desk.machines.add(task.device_id)
    desk.proposed += secondsIn(intersect([span], desk.person.hours))
  }
  return {
    task_id: task.id,
    people: chosen.map(({ proposed }) => proposed),
    lacks: chosen.length < task.crew ? 'too_few' : null,
  }
}

interface Ranked {
  readonly desk: Desk
  readonly load: number
  readonly proposed: Proposed
}
function rankOf(desk: Desk, task: TaskToGive): Ranked {
  const { person, available, given, proposed, machines } = desk
  const load = available === 0 ? 1 : (given + proposed) / available
  return {
    desk,
    load,
    proposed: {
      id: person.id,
      name: person.name,
      report_count: person.reports.get(task.process_id) ?? 0,
      at_machine: machines.has(task.device_id),
      load_percent: Math.round(load * hundred),
    },
  }
}
const byRank = (a: Ranked, b: Ranked): number =>
  Number(b.proposed.report_count > 0) - Number(a.proposed.report_count > 0) ||
  Number(b.proposed.at_machine) - Number(a.proposed.at_machine) ||
  a.load - b.load ||
  b.proposed.report_count - a.proposed.report_count ||
  a.proposed.name.localeCompare(b.proposed.name)
