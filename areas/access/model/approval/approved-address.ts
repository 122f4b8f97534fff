import type { Text } from '@qitao/core/text.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'

interface Approved {
  readonly module_code: string
  readonly object_id: string
  readonly object_no: string
}
type Query = Readonly<Record<string, string>>
const byId = ({ object_id }: Approved): Query => ({ id: object_id })
const byNo = ({ object_no }: Approved): Query => ({ keyword: object_no })
const edited = ({ object_no }: Approved): Query => ({ type: 'edit', no: object_no })
const proposal = ({ object_no }: Approved): Query => ({ tab: 'proposals', keyword: object_no })
/** By the code of its numbers: where a document that is approved stands. */
const places: Readonly<Record<string, { readonly page: Page; readonly query: (of: Approved) => Query }>> = {
  SO: { page: pages.editSalesOrder, query: edited },
  CG: { page: pages.editPurchase, query: byId },
  PD: { page: pages.editStockCount, query: byId },
  TZ: { page: pages.stockAdjustments, query: byNo },
  QC: { page: pages.editQcScheme, query: byId },
  BD: { page: pages.supplements, query: byNo },
  BJ: { page: pages.editQuotation, query: edited },
  CJ: { page: pages.unitPrices, query: proposal },
  XJ: { page: pages.unitPrices, query: proposal },
}
/** The link of a notice to it; of an unknown kind there is none. */
export function addressOfApproved(of: Approved): { href: string; href_title: Text } | undefined {
  const place = places[of.module_code]
  if (!place) return undefined
  const query = Object.entries(place.query(of)).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return { href: `${place.page.path}?${query.join('&')}`, href_title: place.page.title }
}
