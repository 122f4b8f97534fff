import { text } from '@qitao/core/text.ts'
import {
  amountColumn,
  DocumentEdit,
  type FormLine,
  figureColumns,
  Mailed,
  unitColumn,
  withAmount,
} from '@qitao/document-kit/web'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { outsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourceActs } from './outsource-acts.tsx'
import { priceAdvice } from './price/process-price-advice.tsx'
import { Receipts } from './receipts.tsx'

type Line = FormLine<typeof outsourceOrders>

const lineColumns = (closed: boolean): LineColumn<Line>[] => [
  { name: 'operation_id', width: 300 },
  { name: 'quantity', total: true, width: 110 },
  ...(closed
    ? [
        unitColumn as LineColumn<Line>,
        ...figureColumns('sent_quantity', 'received_quantity', 'loss_quantity'),
        ...figureColumns('failed_quantity', 'open_quantity', 'yield_rate'),
      ]
    : []),
  { name: 'price', width: 100 },
  ...(closed ? [] : [priceAdvice as LineColumn<Line>]),
  amountColumn,
  { name: 'eta', width: 140 },
  { name: 'remark' },
]

/** An outsourcing order and its lines: written until it is submitted, then what was sent, came back and was lost. */
export default function OutsourceEditPage() {
  return (
    <DocumentEdit
      of={outsourceOrders}
      blank={order_date => ({ order_date })}
      linesTitle={text('委外明细', 'Lines')}
      lineColumns={lineColumns}
      change={withAmount}
      more={record => <Receipts of={record} />}
      heading={record => <Mailed of={record} />}
      acts={outsourceActs}
    />
  )
}
