import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { outsourcingKnown } from '../model/outsourcing.known.ts'
import { outsourceHandlers } from './outsource-order.handlers.ts'
import { outsourceMail, outsourcePaper } from './outsource-paper.ts'
import { processPriceHandlers } from './price/process-price.handlers.ts'
import { supplierOfferHandlers } from './supplier-offer.ts'

export { orderedOutside } from './outsource-order.books.ts'
export { followInspected } from './outsource-order.handlers.ts'
export { outsourcingReconciliations } from './reconciliation.ts'

export const outsourcingArea: Area = {
  name: 'outsourcing',
  known: outsourcingKnown,
  handlers: [
    ...outsourceHandlers,
    ...processPriceHandlers,
    outsourcePaper.print,
    outsourceMail.handler,
    ...supplierOfferHandlers,
  ],
  jobs: [outsourceMail.job],
  constraints: {
    outsource_order_org_id_no_key: generalErrors.duplicateCode,
    process_price_once: masterdataErrors.priceExists,
  },
}
