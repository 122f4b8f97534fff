import { exchange } from '@qitao/core/exchange.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { addPurchaseRequest } from './purchase-request.calls.ts'
import { purchaseRequest } from './purchase-request.record.ts'

/** Each row is a request of its own. */
export const purchaseRequestExchange = exchange({
  type: 'purchase_request',
  record: purchaseRequest,
  without: ['mo_ids'],
  pages: [pages.purchase],
  rows: {
    kind: 'document',
    key: [],
    mostRows: 1,
    call: addPurchaseRequest,
    input: ([one]) => ({ ...one, mo_ids: [] }),
  },
})
