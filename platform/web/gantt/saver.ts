import type { Text } from '@qitao/core/text.ts'
import type { Chart } from './chart.ts'
import { texts } from './gantt-texts.ts'
import type { GanttCause, GanttChange, GanttPlacement, GanttStep, GanttTask, GanttVerdict } from './gantt-types.ts'
import type { Ghosts } from './scene.ts'
import { inverse, placementOf, samePlacement, stillAt } from './task-moves.ts'
import { UndoStack } from './undo-stack.ts'

type Changes = readonly GanttChange[]
/** Presses beyond these are a key that is held down. */
const mostWaiting = 3

/** From a proposed gesture to a saved one: verdict, optimistic showing, refusal, undo and redo. */
export class Saver {
  private readonly chart: Chart
  private readonly stack = new UndoStack<Changes | GanttStep>()
  /** A step of the page is being undone or redone. */
  private busy = false
  /** Undo and redo pressed meanwhile; they follow it. */
  private readonly waiting: (() => void)[] = []
  private readonly running = new Set<Changes>()
  /** Tasks being saved now. */
  saving: ReadonlySet<string> = new Set()

  constructor(chart: Chart) {
    this.chart = chart
  }

  get canUndo(): boolean {
    return !this.busy && this.stack.canUndo
  }
  get canRedo(): boolean {
    return !this.busy && this.stack.canRedo
  }

  /** After new data of the page: what is being saved stays where the user put it. */
  keepShown(): void {
    for (const changes of this.running) this.chart.index.place(targets(changes))
  }

  /** The changes as they would really fall, and whether they may. */
  judge(proposed: Changes): Ghosts {
    const { props, index } = this.chart
    const bad: string[] = []
    let reason: Text | undefined
    const changes = proposed.map(change => {
      const task = index.tasks.get(change.task_id)
      const why = task && this.whyFixed(task)
      if (why) {
        bad.push(change.task_id)
        reason ??= why
      }
      return task && props.settle && !why ? { ...change, to: placementOf(props.settle(change, task)) } : change
    })
    if (reason) return { changes, verdict: { ok: false, reason: this.chart.say(reason), task_ids: bad } }
    const verdict: GanttVerdict = changes.length > 0 && props.judge ? props.judge(changes) : { ok: true }
    return { changes, verdict }
  }

  private whyFixed(task: GanttTask): Text | undefined {
    if (task.locked) return texts.taskLocked
    if (task.movable === false) return texts.taskFixed
    return this.saving.has(task.id) ? texts.taskSaving : undefined
  }

  /** End of a gesture: saves it, or says why not. */
  finish({ changes, verdict }: Ghosts, cause: GanttCause): void {
    const { chart } = this
    chart.ghosts = undefined
    const real = changes.filter(change => !samePlacement(change.from, change.to))
    if (!verdict.ok) chart.tell(chart.say(texts.refused, { reason: verdict.reason }), 'danger')
    else if (real.length > 0) void this.save(real, cause)
    else chart.tell(chart.say(texts.unmoved), 'plain')
    chart.refresh()
  }

  /** `step` is the gesture that an undo or redo took from the stack; refused, it goes back there. */
  private async save(changes: Changes, cause: GanttCause, step?: Changes): Promise<void> {
    const { chart } = this
    const tasksThen = chart.props.tasks
    if (!chart.props.onChange) return
    this.running.add(changes)
    this.count()
    chart.clearNotice()
    chart.arrange(targets(changes))
    this.sayMove(changes)
    const { done, failure } = await this.send(changes, cause)
    if (chart.gone) return
    this.running.delete(changes)
    this.count()
    if (failure !== undefined) {
      chart.arrange(this.given(changes, tasksThen))
      if (cause === 'undo' && step) this.stack.wasRedone(step)
      if (cause === 'redo' && step) this.stack.wasUndone(step)
      chart.tell(failure, 'danger')
      return
    }
    if (done !== changes) chart.arrange(targets(done))
    if (cause === 'undo') this.stack.wasUndone(inverse(done))
    else if (cause === 'redo') this.stack.wasRedone(done)
    else this.stack.push(done)
    chart.tips.announce(chart.say(cause === 'undo' ? texts.undone : cause === 'redo' ? texts.redone : texts.saved))
    chart.refresh()
  }

  private async send(changes: Changes, cause: GanttCause): Promise<{ done: Changes; failure?: string }> {
    const { chart } = this
    try {
      const saved = await chart.props.onChange?.(changes, cause)
      if (saved && !saved.ok) return { done: [], failure: chart.say(texts.rejected, { reason: saved.reason }) }
      return { done: (saved && 'changes' in saved && saved.changes) || changes }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { done: [], failure: chart.say(texts.failed, { reason }) }
    }
  }

  private count(): void {
    this.saving = new Set([...this.running].flatMap(changes => changes.map(change => change.task_id)))
  }

  private sayMove(changes: Changes): void {
    const { chart } = this
    const [first, ...others] = changes
    if (!first) return
    const said =
      others.length > 0
        ? chart.say(texts.movedMany, { count: changes.length })
        : chart.describe(first.to, chart.index.tasks.get(first.task_id)?.label ?? '')
    chart.tips.announce(said)
  }

  /** Where a refused save puts tasks back: where they were, or where newer data of the page has them. */
  private given(changes: Changes, tasksThen: readonly GanttTask[]): Map<string, GanttPlacement> {
    const back = new Map(changes.map(({ task_id, from }) => [task_id, from]))
    const { tasks } = this.chart.props
    if (tasks !== tasksThen) for (const task of tasks) if (back.has(task.id)) back.set(task.id, placementOf(task))
    return back
  }

  /** Something that the page has done is a step of its own. */
  record(step: GanttStep): void {
    this.stack.push(step)
    this.chart.refresh()
  }

  /** `wanted`: this step, if it is the last. */
  undo(wanted?: GanttStep): void {
    const { chart } = this
    if (this.busy) {
      this.wait(() => this.undo(wanted))
      return
    }
    if (wanted && this.stack.last !== wanted) {
      chart.tell(chart.say(texts.outOfDate), 'danger')
      return
    }
    const step = this.stack.takeUndo()
    if (!step) chart.tips.announce(chart.say(texts.nothingToUndo))
    else if ('undo' in step) void this.take(step, 'undo')
    else if (stillAt(chart.index, inverse(step))) void this.save(inverse(step), 'undo', step)
    else chart.tell(chart.say(texts.outOfDate), 'danger')
  }

  redo(): void {
    const { chart } = this
    if (this.busy) {
      this.wait(() => this.redo())
      return
    }
    const step = this.stack.takeRedo()
    if (!step) chart.tips.announce(chart.say(texts.nothingToRedo))
    else if ('redo' in step) void this.take(step, 'redo')
    else if (stillAt(chart.index, step)) void this.save(step, 'redo', step)
    else chart.tell(chart.say(texts.outOfDateRedo), 'danger')
  }

  private wait(press: () => void): void {
    if (this.waiting.length < mostWaiting) this.waiting.push(press)
  }

  /** A step of the page back or again. Refused, it may be tried once more. */
  private async take(step: GanttStep, cause: 'undo' | 'redo'): Promise<void> {
    const { chart, stack } = this
    this.busy = true
    chart.clearNotice()
    chart.refresh()
    const answer = await step[cause]()
    this.busy = false
    if (chart.gone) return
    const isUndone = (cause === 'undo') === answer.ok
    if (answer.ok || answer.reason !== undefined) isUndone ? stack.wasUndone(step) : stack.wasRedone(step)
    if (answer.ok) {
      const { renamed } = answer
      if (renamed) stack.change(each => ('undo' in each ? each : each.map(change => withId(change, renamed))))
      chart.tips.announce(chart.say(cause === 'undo' ? texts.undone : texts.redone))
    } else {
      const old = cause === 'undo' ? texts.outOfDate : texts.outOfDateRedo
      chart.tell(
        answer.reason === undefined ? chart.say(old) : chart.say(texts.rejected, { reason: answer.reason }),
        'danger',
      )
      // What was pressed in the belief that it would go through is not done.
      this.waiting.length = 0
    }
    chart.refresh()
    // A gesture that goes back keeps nobody waiting; a step does.
    while (!this.busy && this.waiting.length > 0) this.waiting.shift()!()
  }
}

const withId = (change: GanttChange, renamed: ReadonlyMap<string, string>): GanttChange => ({
  ...change,
  task_id: renamed.get(change.task_id) ?? change.task_id,
})
const targets = (changes: Changes): Map<string, GanttPlacement> =>
  new Map(changes.map(({ task_id, to }) => [task_id, to]))
