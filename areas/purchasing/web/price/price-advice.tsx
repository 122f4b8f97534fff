import { farFrom, percentOf } from '@qitao/core/far-from.ts'
import { formatQuantity, isLess, isQuantity, isZero } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { addDays } from '@qitao/core/time.ts'
import { withAmount } from '@qitao/document-kit/web'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Form } from 'antd'
import { useEffect } from 'react'
import { type AgreedLine, withAgreed } from '../../model/price/agreed-terms.rules.ts'
import { type PriceMatch, usePriceMatch } from './match-prices.ts'
import './price-advice.css'

/** What a line of a form has for its price. */
interface PricedLine extends AgreedLine {
  readonly material_id?: string | null
  readonly quantity?: string | null
}
/** Whoever is quicker than the advice leaves the price to the server, which finds the same. */
export const typedPrice = ({ price, matched_price }: { price: string | null; matched_price: string | null }) =>
  price === null && matched_price === null ? {} : { price }
/** When it comes unless another day is agreed with the supplier, or typed. */
export const proposedEta = (usual_eta: number) => ({ eta: usual_eta, matched_eta: usual_eta, usual_eta })

interface Said {
  readonly words: Text
  readonly data: Readonly<Record<string, string>>
  readonly warns?: boolean
}

/** In an order, whose head names the supplier: the price that is agreed, the next step, and what is unusual. */
export function OrderPriceAdvice({ of }: { of: PricedLine }) {
  const supplier_id = (Form.useWatch('supplier_id') ?? null) as string | null
  const currency = (Form.useWatch('currency') || null) as string | null
  const day = (Form.useWatch('order_date') ?? null) as number | null
  return <PriceAdvice of={of} supplier_id={supplier_id} currency={currency} day={day} />
}

/** What is agreed with the supplier is put in where nobody has typed another; the next step and what is unusual are said. */
export function PriceAdvice({
  of: line,
  supplier_id,
  currency = null,
  day = null,
}: {
  of: PricedLine
  supplier_id: string | null
  currency?: string | null
  day?: number | null
}) {
  const say = useSay()
  const form = Form.useFormInstance()
  const { org } = useSession()
  const dates = useOrgDate()
  const { material_id = null, price = null } = line
  const quantity = isNumber(line.quantity) ? line.quantity : null
  const match = usePriceMatch(material_id === null ? null : { day, currency, supplier_id, material_id, quantity })
  const found = match === 'failed' ? undefined : match
  useEffect(() => {
    if (!found) return
    const next = withAgreed(line, found, {
      company_currency: org.currency,
      arrivalAfter: days => dates.startOfDay(addDays(dates.today(), days)),
    })
    if (next === line) return
    const lines = (form.getFieldValue('lines') ?? []) as readonly PricedLine[]
    const index = lines.indexOf(line)
    if (index < 0) return
    form.setFieldValue('lines', lines.with(index, withAmount(next)))
  }, [found])
  if (match === 'failed')
    return <span className="qt-secondary">{say(text('未能取得约定单价', 'The agreed price could not be read'))}</span>
  if (!found) return null
  return (
    <>
      {currency === null && found.currency !== org.currency ? (
        <span className="qt-secondary">{say(text('以{currency}计价', 'In {currency}'), found)}</span>
      ) : null}
      <PriceWords found={found} quantity={quantity} price={price} />
    </>
  )
}

/** Without a usual price: nothing of the kind is known of it. */
type SaidPrice = Omit<PriceMatch, 'currency' | 'usual_price'> & Partial<Pick<PriceMatch, 'usual_price'>>
/** What is agreed, what was paid last, and how far the price lies from either. */
export function PriceWords({
  found,
  quantity,
  price,
}: {
  found: SaidPrice
  quantity: string | null
  price: string | null
}) {
  const say = useSay()
  return (
    <span className="qt-price-advice">
      {adviceOf(found, { quantity, price }).map(({ words, data, warns }) => (
        <span key={words.zh} className={warns ? 'qt-warns' : 'qt-secondary'}>
          {say(words, data)}
        </span>
      ))}
    </span>
  )
}

const isNumber = (value: string | null | undefined): value is string => typeof value === 'string' && isQuantity(value)

function adviceOf(
  { matched, usual_price, last_price, last_order_no }: SaidPrice,
  { quantity, price }: { quantity: string | null; price: string | null },
): Said[] {
  const said: Said[] = []
  const typed = isNumber(price) ? price : null
  const fromAgreed = typed === null ? undefined : farFrom(typed, matched?.price)
  const fromLast = typed === null ? undefined : farFrom(typed, last_price)
  const last = { last: formatQuantity(last_price ?? '0'), no: last_order_no ?? '' }
  if (matched) {
    const agreed = { price: formatQuantity(matched.price), from: formatQuantity(matched.from_quantity) }
    const words = isZero(matched.from_quantity)
      ? text('约定价 {price}', 'Agreed {price}')
      : text('约定价 {price}（满 {from}）', 'Agreed {price} (from {from})')
    said.push({ words, data: agreed })
    if (fromAgreed !== undefined)
      said.push({
        words: text('偏离约定价 {share}', '{share} against the agreed price'),
        data: { share: percentOf(fromAgreed) },
        warns: true,
      })
    if (matched.next_quantity !== null && matched.next_price !== null)
      said.push({
        words: text('满 {quantity} 为 {price}', '{price} from {quantity}'),
        data: { quantity: formatQuantity(matched.next_quantity), price: formatQuantity(matched.next_price) },
      })
    if (matched.minimum_quantity !== null && quantity !== null && isLess(quantity, matched.minimum_quantity))
      said.push({
        words: text('低于起订量 {quantity}', 'Below the minimum order of {quantity}'),
        data: { quantity: formatQuantity(matched.minimum_quantity) },
        warns: true,
      })
    if (matched.pack_quantity !== null && !isZero(matched.pack_quantity))
      said.push({
        words: text('包装量 {quantity}', 'Packages of {quantity}'),
        data: { quantity: formatQuantity(matched.pack_quantity) },
      })
    if (matched.lead_days !== null)
      said.push({
        words: text('供货周期 {days} 天', 'Lead time {days} days'),
        data: { days: String(matched.lead_days) },
      })
  } else if (usual_price)
    said.push({
      words: text('物料采购单价 {price}', 'Purchase price of the material {price}'),
      data: { price: formatQuantity(usual_price) },
    })
  else if (usual_price === null && typed === null)
    said.push({
      words: text('无约定价，物料也无采购单价，请填写', 'Nothing is agreed and the material has no price: fill one in'),
      data: {},
      warns: true,
    })
  if (last_price !== null && fromLast !== undefined)
    said.push({
      words: text('偏离最近采购价 {last} {share}（{no}）', '{share} against {last}, paid last ({no})'),
      data: { ...last, share: percentOf(fromLast) },
      warns: true,
    })
  else if (last_price !== null && !matched)
    said.push({ words: text('最近采购价 {last}（{no}）', 'Paid last {last} ({no})'), data: last })
  return said
}
