import { plainCalls, query } from '@qitao/core/call.ts'
import { because, id, ids, instant, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { priceListCalls } from '@qitao/masterdata/model/price/price-list.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { processPrice } from './process-price.record.ts'

const prefix = '/mep_server/biz/outsource/'
const plain = plainCalls(processPrice, {
  ...{ prefix, noun: 'process_price' },
  lists: [pages.outsourcing, pages.unitPrices],
  changes: [pages.outsourcing, pages.unitPrices],
})
const inOrder = ({ valid_from, valid_to }: { valid_from: number; valid_to: number | null }) =>
  valid_to === null || valid_to >= valid_from
const endsFirst = because(generalErrors.badParameter, {
  field: 'valid_to',
  field_title: processPrice.fields.valid_to.title,
  detail: text('失效日期不能早于生效日期', 'It must not end before it begins'),
})
/** Ours: what suppliers ask for operations. */
export const processPriceCalls = {
  ...plain,
  add: { ...plain.add, input: plain.add.input.refine(inOrder, endsFirst) },
  alter: { ...plain.alter, input: plain.alter.input.refine(inOrder, endsFirst) },
}

/** Ours. */
export const processPriceList = priceListCalls(processPrice, {
  ...{ base: prefix, noun: 'process_price', changes: [pages.outsourcing, pages.unitPrices] },
})

/** Ours: what is agreed for operations of an order that is written, and what was paid for the same last. */
export const matchProcessPrices = query(`${prefix}match_process_price`, {
  title: text('匹配加工单价', 'Match processing prices'),
  grantedBy: [pages.outsourcing, pages.editOutsourcing],
  input: z.strictObject({
    supplier_id: id.nullable(),
    operation_ids: ids(500),
    /** Absent: today. */
    day: instant.nullish(),
    /** Absent: that of the company. */
    currency: plainString(3).nullish(),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        operation_id: id,
        price: z.string().nullable(),
        last_price: z.string().nullable(),
        last_order_no: z.string().nullable(),
      }),
    ),
  }),
  records: [processPrice],
})
