import { text } from '@qitao/core/text.ts'
import { amountColumn, DocumentEdit, type FormLine, Mailed, unitColumn, withAmount } from '@qitao/document-kit/web'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { withPicked } from '@qitao/stock/web'
import type { ReactNode } from 'react'
import { withOtherGoods } from '../model/price/agreed-terms.rules.ts'
import { type PurchaseOrderLineRow, purchaseOrders, showPurchaseUses } from '../model/purchase-order.calls.ts'
import { SupplierAnswers } from './answer/answers.section.tsx'
import { useConfirmLinks } from './answer/confirm-links.drawer.tsx'
import { OrderedExpected } from './delay/expected-arrival.tsx'
import { LineActs, useLineActs } from './line/line-acts.tsx'
import { openLineOfOrder } from './line/open-line.ts'
import { Wished } from './line/wished.tsx'
import { OrderPriceAdvice } from './price/price-advice.tsx'
import { purchaseActs } from './purchase-acts.ts'
import { SupplyUses } from './supply-uses.tsx'

type Line = FormLine<typeof purchaseOrders>

const priceAdvice: LineColumn<Line> = {
  ...{ name: 'advice', title: text('价格提示', 'Price advice'), width: 190 },
  show: line => <OrderPriceAdvice of={line} />,
}
const expected: LineColumn<Line> = {
  ...{ name: 'expected', title: text('按历史预计（P50 ~ P90）', 'By history (P50 ~ P90)'), width: 190 },
  show: line => <OrderedExpected eta={line.eta} />,
}
const eta = (width: number): LineColumn<Line> => ({ name: 'eta', width })
const wished: LineColumn<Line> = { name: 'wished_date', width: 140, show: line => <Wished of={line.wished_date} /> }
const lineColumns = (closed: boolean, acts?: (line: Line) => ReactNode): LineColumn<Line>[] => [
  { name: 'material_id', width: closed ? 220 : 240, readOnly: line => (line.request_ids ?? []).length > 0 },
  { name: 'demand_quantity', readOnly: true, width: 100 },
  { name: 'quantity', total: true, width: 110 },
  unitColumn,
  ...(closed ? [{ name: 'received_quantity', width: 100 }, eta(112), wished] : []),
  ...(closed && acts ? [{ name: 'acts', title: text('操作', 'Actions'), width: 200, show: acts }] : []),
  { name: 'price', width: 100 },
  ...(closed ? [] : [priceAdvice]),
  amountColumn,
  { name: 'tax_rate', width: 90 },
  ...(closed ? [expected] : [eta(140)]),
  {
    name: 'request_nos',
    readOnly: true,
    width: 160,
    show: ({ request_nos = [] }) => <span title={request_nos.join(', ')}>{request_nos.join(', ')}</span>,
  },
  { name: 'remark' },
]
const changedLine = (line: Line, changed: string, picked?: PickedRow): Line => {
  const next = withPicked(line, changed, picked)
  return withAmount(changed === 'material_id' ? withOtherGoods(next) : next)
}

/** A purchase order and its lines: written until it is submitted, then read. */
export default function PurchaseOrderEditPage() {
  const links = useConfirmLinks()
  const line = useLineActs()
  return (
    <>
      <DocumentEdit
        of={purchaseOrders}
        blank={order_date => ({ order_date })}
        blankLine={{ demand_quantity: '0', request_ids: [] }}
        linesTitle={text('采购明细', 'Lines')}
        lineColumns={(closed, order) =>
          lineColumns(
            closed,
            order &&
              (one => {
                const open = openLineOfOrder(order, one)
                return open ? <LineActs acts={line.acts(open)} /> : null
              }),
          )
        }
        change={changedLine}
        shown={line => ({ material_name: `${line.material_code} ${line.material_name}` })}
        heading={record => <Mailed of={record} />}
        acts={purchaseActs}
        moreActs={record => [links.act(record)]}
        more={(record, lines) => (
          <>
            <SupplierAnswers id={record.id} />
            <PurchaseUses id={record.id} lines={lines} />
          </>
        )}
      />
      {links.drawer}
      {line.dialogs}
    </>
  )
}

/** For which orders each line was bought, and who has it now. */
function PurchaseUses({ id, lines }: { id: string; lines: readonly PurchaseOrderLineRow[] }) {
  const found = useCall(showPurchaseUses, { id })
  const data = found.data
  const say = useSay()
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('为谁采购', 'Bought for'))}</h2>
      </header>
      {found.error && !data ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {data
        ? lines.map(line => {
            const own = ({ source_id }: { source_id: string }) => source_id === line.id
            return (
              <div key={line.id}>
                <h3 className="qt-uses-head">
                  {line.material_code} {line.material_name}
                </h3>
                <SupplyUses
                  of={{ uses: data.uses.filter(own), promises: data.promises.filter(own) }}
                  unit={line.unit_name}
                />
              </div>
            )
          })
        : null}
    </section>
  )
}
