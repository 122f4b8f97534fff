import type { HandTask } from '@qitao/planning/scheduling/hand/hand-answer.ts'
import type { HandPlan } from '@qitao/planning/scheduling/hand/hand-plan.ts'
import type { Refused } from '@qitao/planning/scheduling/hand/hand-refusal.ts'
import type { GanttChange } from '@qitao/platform/web/gantt/gantt-types.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { Grouping } from '../chart/gantt-data.ts'

export interface Lies {
  /** Where the task comes to lie; absent when it cannot. */
  readonly lies?: HandTask
  readonly refused?: Refused
}

/** Only the right end was pulled. */
export const isResize = ({ from, to }: GanttChange): boolean => from.row_id === to.row_id && from.start === to.start

/**
 * What a drag would do, by the engine that the server asks on save, with the tasks that the chart knows. It is asked for the
 * place and for the verdict in each frame; the last answer is kept.
 */
export class Preview {
  private readonly hand: HandPlan
  private last: { readonly key: string; readonly answer: Lies } | undefined

  constructor(hand: HandPlan) {
    this.hand = hand
  }

  of(task: TaskRow, change: GanttChange, grouping: Grouping): Lies {
    const key = [task.id, change.to.row_id, change.to.start, change.to.end].join(' ')
    if (this.last?.key === key) return this.last.answer
    const answer = this.ask(task, change, grouping === 'machine' ? change.to.row_id : task.device_id)
    this.last = { key, answer }
    return answer
  }

  private ask(task: TaskRow, change: GanttChange, machine: string): Lies {
    const { hand } = this
    const now = hand.task(task.operation_id)
    if (!now) return {}
    if (isResize(change)) {
      const refused = hand.refusalOf(now.operation, machine, now.start, change.to.end)
      return refused ? { refused } : { lies: { ...now, end: change.to.end } }
    }
    const answer = hand.drop(now.operation, machine, change.to.start)
    if (!answer.ok) return { refused: answer }
    const lies = hand.task(now.operation)!
    hand.takeBackChange()
    return { lies }
  }
}

/** Made when it is first asked for. */
export function onceAsked<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}
