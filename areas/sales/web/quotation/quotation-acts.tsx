import { text } from '@qitao/core/text.ts'
import { documentMail } from '@qitao/document-kit/model/document-paper.ts'
import { asks, type DocumentActs } from '@qitao/document-kit/web'
import { isFailure } from '@qitao/platform/web/call/failures.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Alert } from 'antd'
import {
  loseQuotation,
  mailQuotation,
  orderQuotation,
  printQuotations,
  type QuotationRow,
  quotations,
  reviseQuotation,
} from '../../model/quotation/quotation.calls.ts'
import { quotationFate } from '../../model/quotation/quotation.record.ts'
import { whyOrdered } from '../../model/quotation/quotation.rules.ts'
import { quotationStatus } from '../../model/quotation/quotation.status.ts'
import { salesErrors } from '../../model/sales.errors.ts'
import { countSalesOrders, listSalesOrders } from '../../model/sales-order.calls.ts'

const empty: number | null = null
const lose = asks(quotations, loseQuotation, { fields: { of: quotationFate, values: { reason: null } } })

/** Of one that has expired: that it has, before its prices are chosen. */
function Holds({ of }: { of: QuotationRow }) {
  const say = useSay()
  const amount = <Quantity value={of.gross_amount} unit={of.currency} decimals={2} />
  return of.days_left < 0 ? (
    <Alert
      type="warning"
      showIcon
      title={say(text('报价已过期 {days} 天，请选择单价', 'It expired {days} d ago: choose the prices'), {
        days: -of.days_left,
      })}
      description={amount}
    />
  ) : (
    <p>
      {amount}{' '}
      <span className="qt-secondary">
        {say(text('还有效 {days} 天，订单按报价单价', 'Holds {days} d more: the order has its prices'), {
          days: of.days_left,
        })}
      </span>
    </p>
  )
}
const revise = asks(quotations, reviseQuotation, {
  note: text('报价单回到草稿，修改后再发出。', 'It becomes a draft again, to be changed and sent once more.'),
})
const order = asks(quotations, orderQuotation, {
  ok: text('生成订单', 'Make the order'),
  facts: record => <Holds of={record} />,
  fields: {
    of: quotationFate,
    values: { delivery_date: empty, customer_order_no: null, prices: null },
    some: {
      prices: ({ days_left }, refused) =>
        days_left < 0 || (refused !== null && isFailure(refused, salesErrors.quotationExpired)),
    },
  },
})

export const quotationActs: DocumentActs<typeof quotations> = {
  asked: { order, revise, lose },
  behind: ['revise', 'lose'],
  grave: ['lose'],
  rests: ({ open_order_no }, action) => (action === 'revise' ? whyOrdered(open_order_no) : undefined),
  print: printQuotations,
  mail: {
    call: mailQuotation,
    record: documentMail,
    whyNot: ({ status }) => quotationStatus.whyNot('mail', status),
    begins: ({ customer_email }) => ({ to: customer_email }),
  },
  refreshes: [listSalesOrders, countSalesOrders],
}
