import { add, isMore, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { qualityErrors } from '../quality.errors.ts'
import { blocks } from '../scheme/scheme.status.ts'

/** An operation of a work order, as far as its inspection asks. */
export interface OperationMade {
  readonly id: string
  readonly sequence: number
  readonly next_sequences: readonly number[]
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly actual_start_time: Instant | null
}
/** A check of pieces of an operation that has not passed: the good pieces `covers_from` to `covers_to`. */
export interface OpenCheck {
  /** Null: its task is made by the report of the first pieces. */
  readonly no: string | null
  readonly operation_id: string
  readonly covers_from: Quantity
  readonly covers_to: Quantity
  readonly blocks: number
}
/** How the steps of one kind are inspected. */
export interface FloorPlan {
  /** 0: of however little. */
  readonly every_pieces: number | null
  readonly every_hours: number | null
}

/** Of the pieces since the last check one is due when they are so many, or when it was so long ago. */
export function nextCheck(
  plan: FloorPlan,
  operation: Pick<OperationMade, 'reported_quantity' | 'actual_start_time'>,
  before: { readonly covers_to: Quantity; readonly time: Instant } | undefined,
  now: Instant,
): Pick<OpenCheck, 'covers_from' | 'covers_to'> | undefined {
  const covers_from = before?.covers_to ?? '0'
  const covers_to = operation.reported_quantity
  if (!isMore(covers_to, covers_from)) return undefined
  const since = before?.time ?? operation.actual_start_time ?? now
  const isMany = plan.every_pieces !== null && !isMore(String(plan.every_pieces), subtract(covers_to, covers_from))
  const isLong = plan.every_hours !== null && now - since >= plan.every_hours * hourSeconds
  return isMany || isLong ? { covers_from, covers_to } : undefined
}

/**
 * What is left of an inspection that nobody has judged when reports of its step are taken back: of the first pieces all, until none is
 * made; of later ones those that are still there. Null: nothing, undefined: it stays as it is.
 */
export function leftAfterRevoked(
  { covers_from, covers_to }: Pick<OpenCheck, 'covers_from' | 'covers_to'>,
  isFirst: boolean,
  reported: Quantity,
): Quantity | null | undefined {
  if (!isMore(reported, covers_from)) return null
  return isFirst || !isMore(covers_to, reported) ? undefined : reported
}

/** Sequences of all steps before one. */
function before(operation: OperationMade, operations: readonly OperationMade[]): Set<number> {
  const found = new Set<number>()
  const walk = (sequence: number) => {
    for (const one of operations)
      if (one.next_sequences.includes(sequence) && !found.has(one.sequence)) {
        found.add(one.sequence)
        walk(one.sequence)
      }
  }
  walk(operation.sequence)
  return found
}

/** Most good pieces that the step itself may have, and most of all that the steps behind may have used, for a check. */
interface Limit {
  readonly check: OpenCheck
  readonly most: Quantity
  readonly used: Quantity
}
/**
 * A step is reported only as far as checks have passed that hold it up (6013): its own, where the plan says so, up to the last piece
 * that is inspected; those of steps before it up to the first. `operation`: as it would be after the report; `starts`: work on it begins.
 */
export function expectChecked(
  checks: readonly OpenCheck[],
  operation: OperationMade,
  operations: readonly OperationMade[],
  starts = false,
): void {
  const earlier = before(operation, operations)
  const sequenceOf = new Map(operations.map(one => [one.id, one.sequence]))
  const limits = checks.flatMap((check): Limit[] => {
    if (check.operation_id === operation.id)
      return check.blocks === blocks.codes.all
        ? [{ check, most: check.covers_to, used: operation.reported_quantity }]
        : []
    const isBefore = earlier.has(sequenceOf.get(check.operation_id) ?? -1) && check.blocks !== blocks.codes.none
    const used = add(operation.reported_quantity, operation.defective_quantity)
    return isBefore ? [{ check, most: check.covers_from, used }] : []
  })
  const broken = limits.find(({ most, used }) => isMore(used, most) || (starts && !isMore(most, used)))
  if (!broken) return
  const { no } = broken.check
  const most = limits.map(one => one.most).reduce(least)
  refuse(qualityErrors.operationBlocked, {
    ...{ no: no ?? '', most, field: 'finished_quantity' },
    detail: no
      ? text(
          '请先完成质检任务 {no}，合格前最多报到{most}件',
          'Do QC task {no} first: until it passes at most {most} can be reported',
        )
      : isPositive(most)
        ? text('先报首件{most}件并检验合格', 'Report the first {most} and have them inspected')
        : text('前道工序的首件还未检验', 'The first pieces of a step before are not inspected yet'),
  })
}
