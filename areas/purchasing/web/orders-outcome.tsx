import { amountOf, isQuantity, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'

interface LineToOrder {
  readonly supplier_id: string | null
  readonly supplier_name?: string | null
  readonly quantity: string | null
  readonly price?: string | null
}
const amountsOf = (lines: readonly LineToOrder[]) =>
  sum(
    lines.flatMap(({ quantity, price }) =>
      quantity && price && isQuantity(quantity) && isQuantity(price) ? [amountOf(quantity, price)] : [],
    ),
  )

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
        <Quantity value={amountsOf(lines)} decimals={2} />
      </p>
      {bySupplier.size > 1 ? (
        <ul>
          {[...bySupplier].map(([supplier_id, of]) => (
            <li key={supplier_id}>
              {of[0]!.supplier_name}
              {say(of.length === 1 ? text('：1行，', ': 1 line, ') : text('：{count}行，', ': {count} lines, '), {
                count: of.length,
              })}
              <Quantity value={amountsOf(of)} decimals={2} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
