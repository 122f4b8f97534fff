import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { amountOf, isEqual, isLess, isMore, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { purchasingErrors } from '../purchasing.errors.ts'
import { supplierAnswer } from './supplier-answer.record.ts'
import { type AnswerStatusCode, answerStatus } from './supplier-answer.status.ts'

/** A line as it stands on the order. */
export interface LineAsOrdered {
  readonly id: string
  readonly line_no: number
  readonly quantity: Quantity
  readonly received_quantity: Quantity
  readonly eta: Instant | null
  readonly unit_precision: number
}
export interface GivenAnswer {
  readonly line_id: string
  readonly quantity: Quantity
  readonly eta: Instant
  readonly remark?: string | null | undefined
}
const place = (row: number, field: 'line_id' | 'quantity' | 'eta') => placeIn(supplierAnswer, field, row)

/** Answers as they are kept: one of each open line, of more than has come, for today or later. */
export function answersOf(given: readonly GivenAnswer[], known: readonly LineAsOrdered[], today: Instant) {
  const byId = new Map(known.map(line => [line.id, line]))
  const { open, as_ordered } = answerStatus.codes
  const answers = given.map(({ line_id, quantity, eta, remark = null }, index) => {
    const row = index + 1
    const line = byId.get(line_id) ?? refuse(generalErrors.recordNotFound, place(row, 'line_id'))
    // A line is answered once.
    byId.delete(line_id)
    if (!isLess(line.received_quantity, line.quantity))
      refuse(purchasingErrors.notEditable, {
        ...place(row, 'line_id'),
        detail: text('该行已全部收到，不需要答复', 'All of this line has come: no answer is needed'),
      })
    expectPrecision(quantity, line.unit_precision, place(row, 'quantity'))
    if (!isMore(quantity, line.received_quantity))
      refuse(generalErrors.badParameter, {
        ...place(row, 'quantity'),
        received: line.received_quantity,
        detail: text('已收到{received}，请填更大的总数', '{received} have come: enter a total that is more'),
      })
    if (eta < today)
      refuse(generalErrors.badParameter, {
        ...place(row, 'eta'),
        detail: text('请选择今天或以后的日期', 'Choose today or a later day'),
      })
    const isSame = isEqual(quantity, line.quantity) && eta === line.eta
    const asked = { asked_quantity: line.quantity, asked_eta: line.eta }
    return { line_id, ...asked, quantity, eta, remark, status: isSame ? as_ordered : open }
  })
  // He answers once: a line that he leaves out would count as one that he has not been asked about.
  const left = known.find(line => byId.has(line.id) && isLess(line.received_quantity, line.quantity))
  if (left)
    refuse(generalErrors.badParameter, {
      field: 'line_id',
      field_title: supplierAnswer.fields.line_id.title,
      line: left.line_no,
      detail: text('请答复每一行：缺少第{line}行', 'Answer each line: line {line} is missing'),
    })
  return answers
}

export interface AnswerToDecide {
  readonly id: string
  readonly line_id: string
  readonly line_no: number
  readonly status: AnswerStatusCode
  readonly outdated: boolean
  readonly quantity: Quantity
  readonly eta: Instant
  /** Of its line, now. */
  readonly ordered_quantity: Quantity
  readonly ordered_eta: Instant | null
  readonly received_quantity: Quantity
  readonly price: Quantity | null
  /** What arrivals bring of it that is still to come. */
  readonly announced_quantity: Quantity
}
/** What of an order is another when these answers are accepted: days, and quantities with their amounts. */
export function acceptedOf(answers: readonly AnswerToDecide[], order: { readonly approval_status?: number | null }) {
  answers.forEach(answer => {
    const row = answer.line_no
    const { quantity, received_quantity, ordered_quantity, announced_quantity } = answer
    if (!isMore(quantity, received_quantity))
      refuse(purchasingErrors.inboundOverPending, {
        ...place(row, 'quantity'),
        received: received_quantity,
        detail: text(
          '答复之后已收到{received}，请关闭订单或重新询问',
          '{received} have come since: close the order or ask anew',
        ),
      })
    if (isMore(announced_quantity, subtract(quantity, received_quantity)))
      refuse(purchasingErrors.inboundOverPending, {
        ...place(row, 'quantity'),
        announced: announced_quantity,
        detail: text(
          '到货单已通知{announced}，请先改小到货单',
          'Arrivals announce {announced}: make them smaller first',
        ),
      })
    if (isMore(quantity, ordered_quantity) && order.approval_status === approvalStatus.codes.approved)
      refuseGrown(answer)
  })
  const moves = answers.filter(({ eta, ordered_eta }) => eta !== ordered_eta)
  const resized = answers.filter(({ quantity, ordered_quantity }) => !isEqual(quantity, ordered_quantity))
  return {
    moves: moves.map(({ line_id, eta }) => ({ id: line_id, eta })),
    quantities: resized.map(({ line_id, quantity, price }) => ({
      id: line_id,
      quantity,
      amount: price === null ? null : amountOf(quantity, price),
    })),
  }
}

/** More than was ordered needs approvers who have not been asked. */
export function refuseGrown({
  line_no,
  ordered_quantity,
}: Pick<AnswerToDecide, 'line_no' | 'ordered_quantity'>): never {
  refuse(purchasingErrors.notEditable, {
    ...place(line_no, 'quantity'),
    ordered: ordered_quantity,
    detail: text(
      '订购{ordered}，更多须经审批：多出的部分请另下采购订单',
      'Ordered are {ordered}, more needs approval: order what is more on another order',
    ),
  })
}

/** An answer is decided once, and while its line is the one that was answered. */
export function expectOpenAnswer(
  answer: Pick<AnswerToDecide, 'status' | 'outdated' | 'line_no'>,
  action: 'accept' | 'decline',
): void {
  const why = answerStatus.whyNot(action, answer.status)
  if (why) refuse(generalErrors.statusNotAllowed, { row: answer.line_no, detail: why })
  if (answer.outdated && action === 'accept')
    refuse(generalErrors.versionConflict, {
      row: answer.line_no,
      detail: text(
        '采购明细在答复之后已变，请重新询问供应商',
        'The line was changed after the answer: ask the supplier anew',
      ),
    })
}
