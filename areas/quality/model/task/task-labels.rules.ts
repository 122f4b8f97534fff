import { formatQuantity, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import type { TaskRow } from './task.calls.ts'
import { taskResult, taskStatus } from './task.status.ts'

export type LabelledTask = Pick<
  TaskRow,
  | 'no'
  | 'status'
  | 'result'
  | 'quantity'
  | 'passed_quantity'
  | 'concession_quantity'
  | 'failed_quantity'
  | 'disposed_quantity'
  | 'material_code'
  | 'material_name'
  | 'unit_name'
  | 'lot_number'
  | 'source_no'
>
type Part = { readonly words: Text; readonly tone: 'hold' | 'good' | 'bad'; readonly quantity: Quantity }

/** What lies there of a lot, by what may be done with it: all of it is held until it is judged; what failed until it is disposed of. */
function partsOf(task: LabelledTask): Part[] {
  const { quantity } = task
  if (task.status !== taskStatus.codes.done) return [{ words: text('待检', 'ON HOLD'), tone: 'hold', quantity }]
  if (task.result === taskResult.codes.skipped) return [{ words: text('免检', 'PASSED'), tone: 'good', quantity }]
  const parts: Part[] = [
    { words: text('合格', 'PASSED'), tone: 'good', quantity: task.passed_quantity },
    { words: text('让步', 'CONCESSION'), tone: 'hold', quantity: task.concession_quantity },
    {
      words: text('不合格', 'REJECTED'),
      tone: 'bad',
      quantity: subtract(task.failed_quantity, task.disposed_quantity),
    },
  ]
  return parts.filter(part => isPositive(part.quantity))
}

/** What is stuck on the goods of an inspection: what may be done with them, and its number to be scanned. */
export const labelsOfTask = (task: LabelledTask, language: Language) =>
  partsOf(task).map(({ words, tone, quantity }) => ({
    kind: '',
    code: task.no,
    name: task.material_name,
    more: [task.material_code, task.lot_number ?? ''].filter(Boolean).join('  '),
    facts: [`${formatQuantity(quantity)} ${task.unit_name}`, task.source_no],
    stamp: { words: say(words, language), tone },
  }))
