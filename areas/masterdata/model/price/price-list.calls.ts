import { affected, command, type GrantingPage, query } from '@qitao/core/call.ts'
import {
  choiceField,
  dayField,
  id,
  ids,
  instant,
  integerField,
  signedQuantityField,
  withDefault,
} from '@qitao/core/field.ts'
import { mostRows } from '@qitao/core/page.ts'
import { type RecordType, record } from '@qitao/core/record.ts'
import { text, withinSentence } from '@qitao/core/text.ts'
import { z } from 'zod'
import { priceChangeBy } from './price-list.fields.ts'
import { priceDecimals } from './price-list.rules.ts'

/** By how much chosen prices change, and from which day on. */
export const priceChange = record('price_change', text('批量调价', 'Price change'), {
  by: withDefault(choiceField('调价方式', 'By', priceChangeBy), priceChangeBy.codes.percent),
  value: signedQuantityField('调整幅度', 'Change'),
  decimals: withDefault(integerField('保留小数', 'Decimals', { max: priceDecimals }), 2),
  valid_from: dayField('生效日期', 'Valid from'),
})
const changedRow = z.object({
  id,
  name: z.string(),
  from_quantity: z.string(),
  currency: z.string(),
  unit_name: z.string(),
  before: z.string(),
  after: z.string(),
  valid_to: instant.nullable(),
  /** Lines that were ordered by it and are not done yet, and what they would be more by the price that follows; null: nobody can say, as of rates. */
  open_lines: z.int().nullable(),
  open_difference: z.string().nullable(),
  year_difference: z.string().nullable(),
})
export type ChangedPrice = z.output<typeof changedRow>
/** Written at once, or when those have approved it for whom it waits: then nothing is changed yet. */
export const savedPrices = affected.extend({ waits_for: z.array(z.string()) })
const pastRow = z.object({
  id,
  from_quantity: z.string(),
  price: z.string(),
  valid_from: instant,
  valid_to: instant.nullable(),
  updated_by_name: z.string().nullable(),
})
export type PastPrice = z.output<typeof pastRow>

/** Ours, of every list of prices: what many become together, first looked at, then done; and what a price was before. */
export function priceListCalls(
  of: RecordType,
  { base, noun, changes }: { base: string; noun: string; changes: readonly GrantingPage[] },
) {
  const records = [of, priceChange]
  const input = z.strictObject({
    ids: ids(mostRows),
    ...priceChange.input.shape,
  })
  const named = { zh: of.title.zh, en: withinSentence(of.title.en) }
  return {
    preview: query(`${base}preview_${noun}_change`, {
      title: text(`预览${named.zh}批量调价`, `Preview a change of ${named.en}`),
      grantedBy: changes,
      input,
      output: z.object({ result: z.array(changedRow) }),
      records,
    }),
    change: command(`${base}change_${noun}`, {
      title: text(`批量调整${named.zh}`, `Change ${named.en} together`),
      grantedBy: changes,
      input,
      output: savedPrices,
      records,
    }),
    history: query(`${base}query_${noun}_history`, {
      title: text(`查看${named.zh}走势`, `Show the history of ${named.en}`),
      grantedBy: changes,
      input: z.strictObject({ id }),
      output: z.object({ name: z.string(), currency: z.string(), unit_name: z.string(), result: z.array(pastRow) }),
      records,
    }),
  }
}
export type PriceListCalls = ReturnType<typeof priceListCalls>
