import { query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { salesHistory } from './sales-history.record.ts'

export const queryHistoryOrder = query('/mep_server/biz/product/history_order', {
  title: text('产品历史订单', 'Earlier orders of a product'),
  grantedBy: [pages.salesOrders, pages.editSalesOrder],
  input: listInput({
    material_id: id,
    customer_id: id.optional(),
    /** By order date. */
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(salesHistory.row),
  records: [salesHistory],
})
