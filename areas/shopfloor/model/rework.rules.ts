import { add, isMore, isPositive, least, most, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import type { ReportWanted, TaskFacts } from './report.rules.ts'
import { shopfloorErrors } from './shopfloor.errors.ts'
import { type Made, madeOf, type ToMake, unmade } from './unmade.rules.ts'

/** Sequences before one, or behind it, however far. */
function reached(from: OperationFacts, operations: readonly OperationFacts[], way: 'before' | 'behind'): Set<number> {
  const found = new Set<number>()
  const walk = (of: OperationFacts) => {
    const next = operations.filter(one =>
      way === 'before' ? one.next_sequences.includes(of.sequence) : of.next_sequences.includes(one.sequence),
    )
    for (const one of next)
      if (!found.has(one.sequence)) {
        found.add(one.sequence)
        walk(one)
      }
  }
  walk(from)
  return found
}
export const notBefore = text(
  '返工只能退回本工序或它前面的工序',
  'Pieces go back to this step or to one that stands before it',
)
export const reworkAtSupplier = text(
  '{process}由供应商加工，不能退回：请退回本工序，或按不良处理',
  '{process} is done by a supplier: work on the pieces again at this step, or report them as scrap',
)
export const piecesUsedThere = text(
  '退回的工序用掉了按序列号管理的物料，不能重复投入：请退回本工序',
  'A step on the way used pieces with serial numbers, which cannot go in twice: send the pieces to this step',
)

/** The steps that are made again when pieces go back to one: it, and all between it and the one that found them. */
export function stepsAgain(
  operation: OperationFacts,
  operations: readonly OperationFacts[],
  rework_sequence: number | undefined,
): OperationFacts[] {
  if (rework_sequence === undefined || rework_sequence === operation.sequence) return []
  const earlier = reached(operation, operations, 'before')
  const target = operations.find(({ sequence }) => sequence === rework_sequence)
  if (!target || !earlier.has(target.sequence))
    refuse(shopfloorErrors.badParameter, { field: 'rework_sequence', detail: notBefore })
  const onTheWay = reached(target, operations, 'behind')
  return operations.filter(one => one === target || (onTheWay.has(one.sequence) && earlier.has(one.sequence)))
}

/** What a task had made and has to make again. */
export interface SentBack {
  readonly task_id: string
  readonly operation_id: string
  readonly quantity: Quantity
}
/** So many pieces of each of these steps go back to its tasks: those that were begun last first. */
export function sentBack(
  quantity: Quantity,
  steps: readonly Pick<OperationFacts, 'id'>[],
  tasks: readonly Pick<TaskFacts, 'id' | 'operation_id' | 'reported_quantity' | 'actual_start_time'>[],
): SentBack[] {
  return steps.flatMap(({ id }) => {
    let left = quantity
    const own = tasks
      .filter(({ operation_id }) => operation_id === id)
      .toSorted((a, b) => (b.actual_start_time ?? 0) - (a.actual_start_time ?? 0))
    return own.flatMap(({ id: task_id, reported_quantity }): SentBack[] => {
      const part = least(left, reported_quantity)
      if (!isPositive(part)) return []
      left = subtract(left, part)
      return [{ task_id, operation_id: id, quantity: part }]
    })
  })
}

/** Of the pieces of a report those that were sent to be worked on again before; `open`: so many still wait for that. New ones come first. */
export function reworkedIn(wanted: Omit<ReportWanted, 'task_id'>, task: ToMake, open: Quantity): Quantity {
  const total = add(add(wanted.finished_quantity, wanted.defective_quantity), wanted.rework_quantity ?? '0')
  return least(most('0', open), most('0', subtract(total, most('0', subtract(unmade(task), open)))))
}

export const madeAgain = text(
  '退回{task_no}返工的件已再次报工，请先撤销那次报工',
  'The pieces that went back to {task_no} are reported again: undo that report first',
)
export const isFull = (task: Made): boolean => !isMore(task.quantity, madeOf(task))
/** A task to which pieces went back. */
export interface Waiting {
  /** A report that stands has finished it. */
  readonly finished: boolean
  /** So many wait to be made again. */
  readonly open: Quantity
}
/** Pieces need not be made again after all: its end holds again, once no others wait. */
export const endsAgain = (task: Made, { finished, open }: Waiting, quantity: Quantity): boolean =>
  isFull(task) || (finished && !isMore(open, quantity))
/** What a task need not make again after all it has made once only. */
export function expectNotMadeAgain(
  task: Made & Pick<TaskFacts, 'task_no'>,
  waiting: Waiting | undefined,
  quantity: Quantity,
): void {
  if (isMore(madeOf(task), task.quantity) || (waiting?.finished && isMore(quantity, waiting.open)))
    refuse(shopfloorErrors.notRevocable, { task_no: task.task_no, detail: madeAgain })
}
