import { daySeconds } from '@qitao/core/time.ts'
import { type DocumentTable, documentApproval, documentBooks } from '@qitao/document-kit/server'
import { currencyWith, partnerTerms } from '@qitao/masterdata/server'
import { type RawBuilder, sql } from 'kysely'
import { quotations } from '../../model/quotation/quotation.calls.ts'
import {
  expectApprovable,
  expectHolds,
  expectNoOrder,
  expectSendable,
  quotationTotals,
  quotedLines,
} from '../../model/quotation/quotation.rules.ts'
import { salesOrderStatus } from '../../model/sales-order.status.ts'
import { lineMaterials } from '../sales-order.books.ts'

interface QuotationFacts {
  readonly valid_until: number
  readonly open_order_no: string | null
  readonly unpriced_count: number
  /** When the day began, where the company is. */
  readonly today: number
}
const today = sql`(extract(epoch from date_trunc('day', to_timestamp(epoch_now()) at time zone g.time_zone) at time zone g.time_zone))::bigint`
const openOrder = sql`(select k.no from sales_order k where k.org_id = t.org_id and k.id = t.order_id and not k.deleted
  and k.status <> ${salesOrderStatus.codes.cancelled}) as open_order_no`

export const quotationTable: DocumentTable<typeof quotations, QuotationFacts> = {
  table: 'quotation',
  seen: 'seen_quotation',
  lines: {
    ...{ table: 'quotation_line', parent: 'quotation_id' },
    counted: sql`sum(l.quantity) as quantity, count(*) filter (where l.price is null)::int as unpriced_count`,
  },
  serial: 'BJ',
  keyword: found => found(sql`t.customer_inquiry_no`),
  shows: begun => ({
    columns: sql`customer.email as customer_email, o.no as order_no, ${openOrder}, b.name as created_by_name, coalesce(l.quantity, 0) as quantity,
      coalesce(l.unpriced_count, 0) as unpriced_count, floor((t.valid_until - ${begun}::bigint) / ${daySeconds}::numeric)::int as days_left`,
    joins: sql`left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id left join app_user b on b.org_id = t.org_id and b.id = t.created_by`,
  }),
  defaultOrder: '-quote_date',
  facts: sql`t.valid_until, ${openOrder}, (select count(*)::int from quotation_line l where l.org_id = t.org_id and l.quotation_id = t.id and l.price is null) as unpriced_count,
    (select ${today} from org g where g.id = t.org_id) as today`,
  async settle({ tx, org_id, member }, inputs, own_id) {
    const materials = await lineMaterials(
      tx,
      org_id,
      inputs.flatMap(({ lines }) => lines),
    )
    const terms = await partnerTerms(
      tx,
      org_id,
      'customer',
      inputs.map(({ customer_id }) => customer_id),
    )
    return inputs.map(input => {
      const theirs = terms.get(input.customer_id)
      const lines = quotedLines(input, materials)
      // A rate that is taken out of it stays out.
      const tax_rate = input.tax_rate ?? (own_id === undefined ? (theirs?.tax_rate ?? null) : null)
      const currency = currencyWith(input.currency, theirs, member.currency)
      return { head: { currency, tax_rate, ...quotationTotals(lines, tax_rate) }, lines }
    })
  },
  checks: {
    submit: facts => expectSendable(facts, facts.today),
    accept: facts => expectHolds(facts, facts.today),
    revise: expectNoOrder,
  },
}
const books = documentBooks(quotations, quotationTable)
/** When it was sent and when its fate was known is kept as it moves; one that is revised has neither. */
const kept: Readonly<Record<string, RawBuilder<unknown>>> = {
  submit: sql`sent_time = epoch_now()`,
  accept: sql`decided_time = epoch_now()`,
  revise: sql`sent_time = null, decided_time = null, lost_reason = null, order_id = null, approval_status = null`,
}
export const quotationBooks: typeof books = {
  ...books,
  move: (tx, org_id, action, ids, also) => {
    const all = [also, kept[action]].filter(one => one !== undefined)
    return books.move(tx, org_id, action, ids, all.length > 0 ? sql.join(all) : undefined)
  },
}
const approval = documentApproval(quotations, quotationTable, quotationBooks)
export const quotationApproval: typeof approval = {
  ...approval,
  async settle(context, ids, outcome) {
    if (outcome === 'approved') {
      const found = await quotationBooks.lock(context.tx, context.org_id, ids)
      for (const facts of found.values()) expectApprovable(facts, facts.today)
    }
    await approval.settle(context, ids, outcome)
  },
}
