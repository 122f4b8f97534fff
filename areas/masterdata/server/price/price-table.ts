import type { RecordType } from '@qitao/core/record.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { RawBuilder } from 'kysely'
import type { PriceListCalls } from '../../model/price/price-list.calls.ts'
import type { Ends, StoredPeriod } from '../../model/price/price-list.rules.ts'
import type { pricedList } from '../../model/price/price-proposal.status.ts'

/**
 * What is ordered by the prices `w` (line_no, material_id, partner_id, currency, and from which quantity up to below which in the unit of the
 * material): by `line_no` the count of lines that are not done, what is open of them, and what was ordered since then.
 */
export type PriceUse = (asked: {
  readonly org_id: string
  readonly w: RawBuilder<unknown>
  readonly since: Instant
  readonly company_currency: string
}) => RawBuilder<unknown>

/** A price as it is given: of a material, in its unit and the currency of the company where none is named. */
export interface Given {
  readonly material_id: string
  readonly unit_id: string | null
  readonly currency: string | null
  readonly from_quantity: string
  readonly price: string
  readonly valid_from: Instant
  readonly valid_to: Instant | null
}
/** As it is written. */
export interface Settled extends Given {
  readonly unit_id: string
  readonly currency: string
  readonly subject: string
}
/** As it stands in its list. */
export interface Stored extends StoredPeriod {
  readonly material_id: string
  readonly unit_id: string
  readonly currency: string
  readonly price: string
  readonly tax_rate: string | null
}
/** Prices that are written together: new ones, which end earlier ones, or one that is there. */
export interface Written {
  readonly prices: readonly Settled[]
  readonly ends: Ends
  readonly target?: { readonly id: string; readonly row_version: number } | undefined
}
export interface PriceTable {
  readonly table: (typeof pricedList.list)[number]['code']
  /** What is ordered by these prices. */
  readonly use: PriceUse
  readonly record: RecordType
  /** Who asks or is asked; null in it: anybody. */
  readonly partner: 'supplier_id' | 'customer_id'
  /** The writable columns with their types. */
  readonly types: Readonly<Record<string, string>>
  readonly calls: PriceListCalls
  /** What a price is called, of its table `t`, with the joins that this takes. */
  readonly name: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
}
