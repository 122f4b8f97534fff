import { farFrom, percentOf } from '@qitao/core/far-from.ts'
import { formatQuantity, isQuantity, isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { withAmount } from '@qitao/document-kit/web'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { useEffect } from 'react'
import { type AgreedStep, agreedPrice } from '../model/price/agreed-price.rules.ts'
import { queryUsualPrices, usualPriceDays } from '../model/usual-price.calls.ts'
import './sales.css'

interface PricedLine {
  /** Of a line that is stored: its price is left as somebody left it, until it becomes a line of other goods. */
  readonly id?: string | undefined
  readonly material_id?: string | null | undefined
  readonly quantity?: string | null | undefined
  readonly price?: string | null | undefined
  /** What was put in as its price: as long as it stands there, nobody has typed another. */
  readonly matched_price?: string | null | undefined
  readonly tax_rate?: string | null | undefined
  /** What was put in as its tax rate, like the price. */
  readonly matched_tax?: string | null | undefined
}
interface UsualPriceProps {
  of: PricedLine
  order_id: string | null
  /** The order is only read. */
  closed: boolean
  /** The day of the form on which prices hold. */
  day_name?: string
  /** A line with the amounts that follow from its price. */
  counted?: <L extends object>(line: L) => L
}
/**
 * The agreed price for the customer and the quantity, else that of the product, is put in where nobody has typed one; what it was sold at in the last twelve months, and how far the
 * price of the line lies from it. All lines of the form ask one question.
 */
export function UsualPrice({
  of: line,
  order_id,
  closed,
  day_name = 'order_date',
  counted = withAmount,
}: UsualPriceProps) {
  const form = Form.useFormInstance()
  const currency = (Form.useWatch('currency') || null) as string | null
  const customer_id = (Form.useWatch('customer_id') ?? null) as string | null
  const day = (Form.useWatch(day_name) ?? null) as number | null
  const lines = (Form.useWatch('lines') ?? []) as readonly PricedLine[]
  const all = new Set([line, ...lines].flatMap(({ material_id }) => material_id ?? []))
  const asked = all.size === 0 ? null : { material_ids: [...all].sort(), currency, order_id, customer_id, day }
  const found = useCall(queryUsualPrices, asked, { keepPrevious: true })
  const usual = found.data?.result.find(({ material_id }) => material_id === line.material_id)
  const { price, matched_price } = line
  const fills = !closed && !found.isPlaceholderData && (line.id === undefined || matched_price !== undefined)
  const quantity = isNumber(line.quantity) ? line.quantity : '0'
  const agreed = usual && agreedPrice(usual.agreed, quantity)
  const own = usual && (agreed?.price ?? usual.sales_price)
  const tax = agreed?.tax_rate ?? null
  useEffect(() => {
    const { tax_rate, matched_tax } = line
    if (!fills || !usual || (tax_rate ?? '') !== (matched_tax ?? '') || tax === (tax_rate ?? null)) return
    const now = (form.getFieldValue('lines') ?? []) as readonly PricedLine[]
    const index = now.indexOf(line)
    if (index < 0) return
    form.setFieldValue('lines', now.with(index, { ...line, tax_rate: tax, matched_tax: tax }))
  }, [fills, usual, tax, line])
  useEffect(() => {
    if (!fills || own === undefined || (price ?? '') !== (matched_price ?? '') || own === (price ?? null)) return
    const now = (form.getFieldValue('lines') ?? []) as readonly PricedLine[]
    const index = now.indexOf(line)
    if (index < 0) return
    form.setFieldValue('lines', now.with(index, counted({ ...line, price: own, matched_price: own })))
  }, [fills, own, line])
  if (!usual || (usual.median_price === null && !agreed)) return <span className="qt-none">—</span>
  const typed = isNumber(price) ? price : undefined
  return (
    <span className="qt-usual-price">
      {agreed ? <AgreedWords of={agreed} typed={typed} /> : null}
      {usual.median_price === null ? null : (
        <MedianWords median={usual.median_price} count={usual.line_count} typed={typed} />
      )}
    </span>
  )
}
const isNumber = (value: string | null | undefined): value is string => typeof value === 'string' && isQuantity(value)

function AgreedWords({ of: { own, price, from_quantity }, typed }: { of: AgreedStep; typed: string | undefined }) {
  const say = useSay()
  const whose = own ? text('客户价 {price}', 'Customer price {price}') : text('目录价 {price}', 'List price {price}')
  const from = isZero(from_quantity)
    ? ''
    : say(text('（满 {from}）', ' (from {from})'), { from: formatQuantity(from_quantity) })
  const share = typed === undefined ? undefined : farFrom(typed, price)
  return (
    <>
      <span className="qt-secondary">{`${say(whose, { price: formatQuantity(price) })}${from}`}</span>
      {share === undefined ? null : (
        <span className="qt-usual-price-far">
          {say(text('偏离约定价 {share}', '{share} against the agreed price'), { share: percentOf(share) })}
        </span>
      )}
    </>
  )
}

function MedianWords({ median, count, typed }: { median: string; count: number; typed: string | undefined }) {
  const say = useSay()
  const share = typed === undefined ? undefined : farFrom(typed, median)
  return (
    <>
      <span className="qt-secondary">
        {say(text('中位价 {median}（{days}天，{count}行）', 'Median {median} ({days} d, {count} lines)'), {
          ...{ median: formatQuantity(median), days: usualPriceDays, count },
        })}
      </span>
      {share === undefined ? null : (
        <span className="qt-usual-price-far">
          {say(text('偏离中位价 {share}', '{share} against the median'), { share: percentOf(share) })}
        </span>
      )}
    </>
  )
}
