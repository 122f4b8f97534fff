import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { percentOf } from '@qitao/core/far-from.ts'
import { amountOf, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { amountColumn, DocumentEdit, type FormLine, Mailed, unitColumn } from '@qitao/document-kit/web'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Form } from 'antd'
import { useEffect } from 'react'
import { marginOfLines, marginRate } from '../../model/cost/unit-margin.rules.ts'
import { type QuotationRow, quotations } from '../../model/quotation/quotation.calls.ts'
import { netPrice, quotationTotals } from '../../model/quotation/quotation.rules.ts'
import { quotationStatus } from '../../model/quotation/quotation.status.ts'
import { useUnitCosts } from '../cost/use-unit-costs.ts'
import { UsualPrice } from '../usual-price.tsx'
import { quotationActs } from './quotation-acts.tsx'
import '../sales.css'

type Line = FormLine<typeof quotations>
/** So long a quotation holds where nobody says otherwise. */
const usualDays = 30

const numberOf = (value: unknown): string | null => (typeof value === 'string' && isQuantity(value) ? value : null)
const percentIn = (value: unknown): string | null => {
  const number = numberOf(value)
  return number !== null && Number(number) >= 0 && Number(number) <= 100 ? number : null
}
/** A line with what one costs after its discounts, and what it comes to. */
const counted = <L extends object>(line: L, discount: unknown): L => {
  const { quantity, price, discount_percent } = line as Line
  const net_price = netPrice(
    { price: numberOf(price), discount_percent: percentIn(discount_percent) },
    percentIn(discount),
  )
  const many = numberOf(quantity)
  return { ...line, net_price, amount: net_price === null || many === null ? null : amountOf(many, net_price) }
}

/** The form around knows the discount on all, which a line does not. */
function PriceAdvice({ of: line, closed }: { of: Line; closed: boolean }) {
  const discount = Form.useWatch('discount_percent')
  return (
    <UsualPrice
      {...{ of: line, closed, order_id: null, day_name: 'quote_date' }}
      counted={one => counted(one, discount)}
    />
  )
}
const lineColumns = (closed: boolean, seesMargins: boolean): readonly LineColumn<Line>[] => [
  { name: 'material_id', width: 260 },
  unitColumn,
  { name: 'quantity', total: true, width: 110 },
  { name: 'price', width: 110 },
  {
    ...{ name: 'usual_price', title: text('价格提示', 'Price advice'), readOnly: true, width: 160 },
    show: line => (line.material_id ? <PriceAdvice of={line} closed={closed} /> : ''),
  },
  { name: 'discount_percent', width: 110 },
  {
    ...{ name: 'net_price', readOnly: true, width: 110 },
    show: ({ net_price }) => (net_price ? <Quantity value={net_price} /> : ''),
  },
  amountColumn,
  ...(seesMargins
    ? [
        {
          ...{ name: 'margin', title: text('毛利率', 'Margin'), readOnly: true, width: 90 },
          show: (line: Line) => (line.material_id ? <LineMargin of={line} /> : ''),
        },
      ]
    : []),
  { name: 'tax_rate', width: 90 },
  { name: 'delivery_days', width: 90 },
  { name: 'remark' },
]

/** What a quotation offers its customer: prices of the lists with discounts, until when, and on which terms. */
export default function EditQuotationPage() {
  const { may } = useSession()
  const seesMargins = may(pages.grossMargin)
  const withPicked = (line: Line, changed: string, picked?: PickedRow): Line => {
    if (changed !== 'material_id') return line
    const { unit_name } = (picked ?? {}) as { unit_name?: string }
    const { matched_price = null } = line as { matched_price?: string | null }
    const next = { ...line, ...(unit_name === undefined ? {} : { unit_name }), matched_price }
    return next
  }
  return (
    <DocumentEdit
      of={quotations}
      blank={quote_date => ({ quote_date, valid_until: quote_date + usualDays * daySeconds })}
      blankLine={{ quantity: '1' }}
      notCopied={['quote_date', 'valid_until']}
      linesTitle={text('报价明细', 'Lines')}
      lineColumns={closed => lineColumns(closed, seesMargins)}
      change={withPicked}
      heading={quotation => (
        <>
          <WhatBecameOfIt of={quotation} />
          <Mailed of={quotation} />
        </>
      )}
      acts={quotationActs}
      fills={
        <>
          <Counted />
          {seesMargins ? <Margins /> : null}
        </>
      }
      more={({ status }) =>
        status === quotationStatus.codes.init ? null : (
          <>
            <Totals />
            {seesMargins ? <Margins /> : null}
          </>
        )
      }
    />
  )
}

function WhatBecameOfIt({ of }: { of: QuotationRow }) {
  const say = useSay()
  const isOut = of.status === quotationStatus.codes.sent || of.approval_status === approvalStatus.codes.pending
  return (
    <>
      {of.order_id && of.order_no ? <RecordLink kind="sales_order" id={of.order_id} no={of.order_no} /> : null}{' '}
      {of.lost_reason ? <span className="qt-secondary">{of.lost_reason}</span> : null}{' '}
      {isOut && of.days_left < 0 ? <span className="qt-late">{say(text('已过有效期', 'no longer valid'))}</span> : null}
      {isOut && of.days_left >= 0 ? (
        <span className="qt-secondary">
          {say(text('还有效 {days} 天', 'valid {days} d more'), { days: of.days_left })}
        </span>
      ) : null}{' '}
    </>
  )
}

type Costed = Line & { readonly net_price?: string | null }
/** Keeps net prices and amounts of the lines with their discounts. */
function Counted() {
  const form = Form.useFormInstance()
  const lines = (Form.useWatch('lines') ?? []) as readonly Costed[]
  const discount = Form.useWatch('discount_percent')
  useEffect(() => {
    const next = lines.map(line => counted(line, discount))
    const isSame = next.every(
      (line, index) => line.net_price === lines[index]!.net_price && line.amount === lines[index]!.amount,
    )
    if (!isSame) form.setFieldValue('lines', next)
  }, [form, lines, discount])
  return <Totals />
}
/** What it comes to, with tax. */
function Totals() {
  const say = useSay()
  const lines = (Form.useWatch('lines') ?? []) as readonly Costed[]
  const tax_rate = percentIn(Form.useWatch('tax_rate'))
  const currency = Form.useWatch('currency') as string | null | undefined
  const totals = quotationTotals(
    lines.map(line => ({ amount: line.amount ?? null, tax_rate: percentIn(line.tax_rate) })),
    tax_rate,
  )
  return (
    <p className="qt-secondary">
      {say(text('未税 ', 'Net '))}
      <Quantity value={totals.total_amount} unit={currency} decimals={2} />
      {say(text('，税额 ', ', tax '))}
      <Quantity value={totals.tax_amount} unit={currency} decimals={2} />
      {say(text('，含税 ', ', with tax '))}
      <strong>
        <Quantity value={totals.gross_amount} unit={currency} decimals={2} />
      </strong>
    </p>
  )
}

/** Costs are in the currency of the company: of another nothing is said. */
function useCosts() {
  const lines = (Form.useWatch('lines') ?? []) as readonly Costed[]
  const currency = Form.useWatch('currency') as string | null | undefined
  const costs = useUnitCosts(lines)
  return { lines, costs, comparable: costs.currency !== undefined && (!currency || currency === costs.currency) }
}
const shown = (rate: number) => percentOf(rate).replace('+', '')

function LineMargin({ of: line }: { of: Costed }) {
  const say = useSay()
  const { costs, comparable } = useCosts()
  const cost = costs.of(line)
  const rate = comparable ? marginRate(line.net_price, cost?.unit_cost) : undefined
  if (rate === undefined)
    return (
      <span className="qt-none" title={cost?.missing ? say(cost.missing) : undefined}>
        —
      </span>
    )
  return <span className={rate < 0 ? 'qt-number qt-negative' : 'qt-number'}>{shown(rate)}</span>
}
/** What it earns by planned costs, of the lines of which that is known. */
function Margins() {
  const say = useSay()
  const { lines, costs, comparable } = useCosts()
  if (!comparable) return null
  const known = lines.flatMap(line => {
    const quantity = numberOf(line.quantity)
    return quantity === null
      ? []
      : [{ quantity, price: line.net_price ?? null, unit_cost: costs.of(line)?.unit_cost ?? null }]
  })
  const { margin, rate, unknown } = marginOfLines(known)
  return (
    <p>
      {say(text('计划毛利 ', 'Planned margin '))}
      {unknown < known.length ? <Quantity value={margin} unit={costs.currency} decimals={2} /> : '—'}{' '}
      {rate === undefined ? null : shown(rate)}{' '}
      {unknown > 0 ? (
        <span className="qt-secondary">
          {say(text('（{count} 行没有成本，未计入）', '({count} lines without a cost are left out)'), {
            count: unknown,
          })}
        </span>
      ) : null}
    </p>
  )
}
