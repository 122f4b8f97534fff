import { isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { withAmount } from '@qitao/document-kit/web'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { PriceWords } from '@qitao/purchasing/web'
import { Form } from 'antd'
import { useEffect } from 'react'
import { matchProcessPrices } from '../../model/price/process-price.calls.ts'

interface PricedLine {
  readonly operation_id?: string | null
  readonly quantity?: string | null
  readonly price?: string | null
  /** What was put in as its price: as long as it stands there, nobody has typed another. */
  readonly matched_price?: string | null
}

/** In a form of an outsourcing order: the agreed price is put in where nobody has typed one, and one far from it is pointed out. */
export const priceAdvice = {
  ...{ name: 'advice', title: text('价格提示', 'Price advice'), width: 170 },
  show: (line: PricedLine) => <ProcessPriceAdvice of={line} />,
}

function ProcessPriceAdvice({ of: line }: { of: PricedLine }) {
  const form = Form.useFormInstance()
  const supplier_id = (Form.useWatch('supplier_id') ?? null) as string | null
  const day = (Form.useWatch('order_date') ?? null) as number | null
  const currency = (Form.useWatch('currency') || null) as string | null
  const lines = (Form.useWatch('lines') ?? []) as readonly PricedLine[]
  // All lines ask the same question, which is sent once.
  const operation_ids = [...new Set(lines.flatMap(({ operation_id }) => operation_id ?? []))].sort()
  const asked = operation_ids.length === 0 ? null : { supplier_id, operation_ids, day, currency }
  const matches = useCall(matchProcessPrices, asked, { keepPrevious: true }).data?.matches
  const found = matches?.find(({ operation_id }) => operation_id === line.operation_id)
  const agreed = found?.price ?? null
  const { price = null, matched_price = null } = line
  useEffect(() => {
    if (!found || (price ?? '') !== (matched_price ?? '') || agreed === price) return
    const now = (form.getFieldValue('lines') ?? []) as readonly PricedLine[]
    const index = now.indexOf(line)
    if (index < 0) return
    form.setFieldValue('lines', now.with(index, withAmount({ ...line, price: agreed, matched_price: agreed })))
  }, [found])
  if (!found) return null
  const { last_price, last_order_no } = found
  const whole = { from_quantity: '0', minimum_quantity: null, pack_quantity: null, lead_days: null, tax_rate: null }
  const matched = agreed === null ? null : { ...whole, price: agreed, next_quantity: null, next_price: null }
  const typed = price !== null && isQuantity(price) ? price : null
  return <PriceWords found={{ matched, last_price, last_order_no }} quantity={line.quantity ?? null} price={typed} />
}
