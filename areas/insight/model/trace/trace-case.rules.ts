import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { whereNow } from './trace.rules.ts'
import { caseStatus } from './trace-case.status.ts'

type Action = keyof typeof caseStatus.actions
export function expectCase(action: Action, status: (typeof caseStatus.list)[number]['code']): void {
  const detail = caseStatus.whyNot(action, status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}

/** A case is closed once it is known of every line what became of it. */
export function expectAllJudged({ open, example }: { open: number; example: string | null }): void {
  if (open === 0) return
  refuse(generalErrors.statusNotAllowed, {
    ...{ open, example: example ?? '' },
    detail: text(
      '还有{open}行待处理，如{example}：请先登记处置（追不回的选“无法追回”）',
      '{open} lines are to do, as {example}: record what became of them first (what is lost as "cannot be got back")',
    ),
  })
}

interface Goods {
  readonly id: string
  readonly where: number
  readonly material_id: string
  readonly lot_number: string | null
  readonly serial_no: string | null
  /** Of what lies in a bin. */
  readonly location_id: string | null
  readonly quantity: Quantity
}
/** A lot in a bin is one line, whatever is held of it and in whichever containers: held, it is still the same goods. */
export function asLines<Row extends Goods>(found: readonly Row[]): Row[] {
  const keyOf = ({ id, where, material_id, lot_number, serial_no, location_id }: Row) =>
    where === whereNow.codes.in_stock && serial_no === null
      ? `stock/${material_id}/${lot_number ?? ''}/${location_id ?? ''}`
      : id
  return [...Map.groupBy(found, keyOf)].map(([id, of]) => ({
    ...of[0]!,
    id,
    quantity: sum(of.map(({ quantity }) => quantity)),
  }))
}

export interface KeptLine {
  readonly id: string
  readonly row_key: string
  readonly moved: boolean
  readonly quantity: Quantity
}
/**
 * What a second look makes of the lines: new ones, those that are where they were found, and those that are not. What was gone and is
 * back, or is more than it was, was not judged yet.
 */
export function looked<Row extends { readonly id: string; readonly quantity: Quantity }>(
  kept: readonly KeptLine[],
  found: readonly Row[],
): { added: Row[]; here: { id: string; row: Row; anew: boolean }[]; moved_ids: string[] } {
  const byKey = new Map(kept.map(line => [line.row_key, line]))
  const now = new Set(found.map(({ id }) => id))
  return {
    added: found.filter(({ id }) => !byKey.has(id)),
    here: found.flatMap(row => {
      const line = byKey.get(row.id)
      return line ? [{ id: line.id, row, anew: line.moved || isMore(row.quantity, line.quantity) }] : []
    }),
    moved_ids: kept.filter(line => !now.has(line.row_key)).map(({ id }) => id),
  }
}
