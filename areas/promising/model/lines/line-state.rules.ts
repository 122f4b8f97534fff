import { isLess, isPositive, least, type Quantity, shareOf, subtract, sum } from '@qitao/core/quantity.ts'
import type { CodeOf, State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayOf, daySeconds, endOfDay, type Instant } from '@qitao/core/time.ts'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { causeText } from '@qitao/manufacturing/model/plan/unplanned.ts'
import type { LineState, MoOfLine } from '@qitao/sales/model/line-state.calls.ts'
import { quantityToMake } from '@qitao/sales/model/sales-order.rules.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'

/** A line and its work orders as their tables hold them. */
export interface LineFacts
  extends Omit<
    LineState,
    'slack_days' | 'progress_percent' | 'is_late' | 'mos' | 'to_make_quantity' | 'short_quantity' | 'from_stock'
  > {
  readonly order_id: string
  readonly order_deleted: boolean
  readonly offset_quantity: Quantity
  readonly planned_quantity: Quantity
}
export interface MoFactsOfLine extends Omit<MoOfLine, 'state' | 'material_state'> {
  readonly line_id: string
  readonly status: CodeOf<typeof moStatus>
  readonly material_status: CodeOf<typeof materialStatus> | null
  /** Of its operations, as far as reported: 0 to 1. */
  readonly worked_share: number
  readonly unplanned: { readonly cause: string; readonly object_name: string | null } | null
}

/** Whether the line still has to come: nothing that has left in full, was cancelled or thrown away is late. */
const isOpen = (line: LineFacts): boolean =>
  !line.order_deleted &&
  line.status !== salesOrderStatus.codes.cancelled &&
  isLess(line.shipped_quantity, line.quantity)

/**
 * Where each line stands, from what has happened to it and what the plan says. Its day is the one that its order, its work orders
 * and the plan go by: a promise that is confirmed is that day, until somebody agrees to another one.
 */
export function lineStates(
  lines: readonly LineFacts[],
  mos: readonly MoFactsOfLine[],
  { now, time_zone }: { readonly now: Instant; readonly time_zone: string },
): LineState[] {
  const ofLine = Map.groupBy(mos, mo => mo.line_id)
  return lines.map(facts => {
    const { order_id: _, order_deleted: __, offset_quantity, planned_quantity, ...line } = facts
    const own = ofLine.get(line.line_id) ?? []
    const end = endOfDay(dayOf(line.due_date, time_zone), time_zone)
    const finish = own.length > 0 && own.every(isFinished) ? null : line.planned_finish_time
    const to_make_quantity = quantityToMake({ ...line, offset_quantity, planned_quantity })
    const known = !isOpen(facts) || finish === null ? null : (end - finish) / daySeconds
    // What is on no work order has no finish, and does not make up for what is late.
    const slack = known !== null && known >= 0 && isPositive(to_make_quantity) ? null : known
    const worked = own.reduce((sum, mo) => sum + mo.worked_share * shareOf(mo.planned_quantity, line.quantity), 0)
    const done = isOpen(facts) ? Math.min(1, worked + shareOf(offset_quantity, line.quantity)) : 1
    return {
      ...line,
      planned_finish_time: isOpen(facts) && isPositive(to_make_quantity) ? null : line.planned_finish_time,
      to_make_quantity,
      short_quantity: least(to_make_quantity, sum(own.map(shortOf))),
      from_stock: own.length === 0 && !isLess(offset_quantity, line.quantity),
      slack_days: slack === null ? null : Math.floor(slack * 10) / 10,
      progress_percent: Math.floor(done * 100),
      is_late: isOpen(facts) && (end < now || (slack !== null && slack < 0) || own.some(mo => mo.unplanned !== null)),
      mos: own.map(({ line_id: ___, worked_share: ____, unplanned: _____, status, material_status, ...mo }) => ({
        ...mo,
        state: shownState(moStatus.stateOf(status)),
        material_state: material_status === null ? null : shownState(materialStatus.stateOf(material_status)),
      })),
    }
  })
}
const shownState = ({ zh, en, colour }: Pick<State, 'zh' | 'en' | 'colour'>) => ({ zh, en, colour })
/** What a finished work order has made less than it was to. */
const shortOf = (mo: MoFactsOfLine): Quantity =>
  isFinished(mo) && isLess(mo.completed_quantity, mo.planned_quantity)
    ? subtract(mo.planned_quantity, mo.completed_quantity)
    : '0'
const isFinished = ({ status }: { readonly status: number }): boolean => status >= moStatus.codes.completed

/** Why a line is late where no chain of the plan says it; null: the plan is to be asked. */
export function reasonBesidePlan(
  line: LineState,
  mos: readonly MoFactsOfLine[],
): { mo?: MoFactsOfLine; reason: Text } | null {
  const short = mos.find(mo => isPositive(shortOf(mo)))
  if (short && isPositive(line.short_quantity))
    return { mo: short, reason: text('完工少 {quantity}，需要补做', 'It was finished {quantity} short: make the rest') }
  if (isPositive(line.to_make_quantity))
    return { reason: text('{quantity} 尚未转工单', '{quantity} of it are on no work order yet') }
  const unplanned = mos.find(mo => mo.unplanned !== null)
  if (unplanned) return { mo: unplanned, reason: causeText(unplanned.unplanned!.cause) }
  const open = mos.filter(mo => !isFinished(mo))
  if (open.length === 0) return { reason: text('已完工，待发货', 'It is made and waits to be shipped') }
  const waiting = open.find(mo => mo.planned_finish_time === null)
  if (waiting) return { mo: waiting, reason: text('工单尚未排产', 'Its work order is not scheduled yet') }
  return null
}
/** The work order that finishes last decides when the line is there. */
export const decidingMo = <M extends { readonly status: number; readonly planned_finish_time: Instant | null }>(
  mos: readonly M[],
): M | undefined =>
  mos.filter(mo => !isFinished(mo)).sort((a, b) => (b.planned_finish_time ?? 0) - (a.planned_finish_time ?? 0))[0]
