import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { TaskRow } from '../model/report.calls.ts'

interface ReworkChoiceProps {
  task: Pick<TaskRow, 'sequence' | 'process_name' | 'steps_before'>
  /** Undefined: this step. */
  value: number | undefined
  onChange: (next: number | undefined) => void
  className: string
  rowClassName: string
}
/** What comes back to a task. */
export const openRework = text('其中待返工', 'Of them to be worked on again')
const reworkAt = text('返工件退回到', 'Pieces are worked on again at')
/** Where pieces are worked on again: here, or at a step before. */
export function ReworkChoice({ task, value, onChange, className, rowClassName }: ReworkChoiceProps) {
  const say = useSay()
  const button = (sequence: number | undefined, name: string) => (
    <button
      key={sequence ?? 'here'}
      type="button"
      className={className}
      aria-pressed={value === sequence}
      onClick={() => onChange(sequence)}
    >
      {name}
    </button>
  )
  return (
    <fieldset className={rowClassName} aria-label={say(reworkAt)}>
      <legend>{say(reworkAt)}</legend>
      {button(undefined, say(text('本工序 {name}', 'This step: {name}'), { name: task.process_name }))}
      {task.steps_before.map(({ sequence, process_name }) => button(sequence, `${sequence} ${process_name}`))}
    </fieldset>
  )
}
