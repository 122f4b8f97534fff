import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** In what currency, and at what rate of tax, one deals with a partner: what a document says that says nothing of its own. */
export interface PartnerTerms {
  readonly currency: string | null
  readonly tax_rate: string | null
}
export async function partnerTerms(
  tx: Tx,
  org_id: string,
  side: 'customer' | 'supplier',
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, PartnerTerms>> {
  const found = await rows(
    tx,
    sql<PartnerTerms & { id: string }>`select id, currency, tax_rate from ${sql.table(side)}
      where org_id = ${org_id} and ${among(sql`id`, [...new Set(ids.filter(id => typeof id === 'string'))])}`,
  )
  return new Map(found.map(({ id, ...terms }) => [id, terms]))
}

/** In what one deals: what the document says, else the partner's, else the company's. Prices are looked for in no other. */
export const currencyWith = (
  own: string | null | undefined,
  theirs: PartnerTerms | undefined,
  company_currency: string,
): string => own ?? theirs?.currency ?? company_currency
