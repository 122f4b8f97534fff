import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'
import { Fragment } from 'react'
import { amountsByCurrency } from '../model/price/line-amounts.rules.ts'

interface LineToOrder {
  readonly supplier_id: string | null
  readonly supplier_name?: string | null
  readonly quantity: string | null
  readonly price?: string | null
  readonly currency?: string | null
}
/** How many orders come out of the lines of the form around it, and for how much: one for each supplier. */
export function OrdersOutcome() {
  const say = useSay()
  const lines = (Form.useWatch('lines') ?? []) as LineToOrder[]
  const bySupplier = Map.groupBy(
    lines.filter(({ supplier_id }) => supplier_id !== null),
    ({ supplier_id }) => supplier_id,
  )
  return (
    <div className="qt-secondary">
      <p>
        {say(
          bySupplier.size === 1
            ? text('将生成 1 张采购订单，金额合计', '1 purchase order, in all')
            : text('将生成 {count} 张采购订单，金额合计', '{count} purchase orders, in all'),
          {
            count: bySupplier.size,
          },
        )}{' '}
        <Amounts of={lines} />
      </p>
      {bySupplier.size > 1 ? (
        <ul>
          {[...bySupplier].map(([supplier_id, of]) => (
            <li key={supplier_id}>
              {of[0]!.supplier_name}
              {say(of.length === 1 ? text('：1行，', ': 1 line, ') : text('：{count}行，', ': {count} lines, '), {
                count: of.length,
              })}
              <Amounts of={of} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** One sum for each currency. */
function Amounts({ of }: { of: readonly LineToOrder[] }) {
  const say = useSay()
  return amountsByCurrency(of).map(({ currency, amount }, index) => (
    <Fragment key={currency}>
      {index > 0 ? say(text('、', ', ')) : null}
      <Quantity value={amount} unit={currency ?? ''} decimals={2} />
    </Fragment>
  ))
}
