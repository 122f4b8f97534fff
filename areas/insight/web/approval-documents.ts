import type { RecordType } from '@qitao/core/record.ts'
import { priceProposal, priceProposalLine } from '@qitao/masterdata/model/price/price-proposal.record.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { purchaseOrder, purchaseOrderLine } from '@qitao/purchasing/model/purchase-order.record.ts'
import { qcItem } from '@qitao/quality/model/scheme/method.record.ts'
import { qcScheme } from '@qitao/quality/model/scheme/scheme.record.ts'
import { quotation, quotationLine } from '@qitao/sales/model/quotation/quotation.record.ts'
import { salesOrder, salesOrderLine } from '@qitao/sales/model/sales-order.record.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import { stockAdjustment } from '@qitao/stock/model/adjust/stock-adjustment.record.ts'
import { supplementSheet } from '@qitao/wages/model/supplement.record.ts'
import { countLine, inventoryCount } from '@qitao/warehouse/model/count/count.record.ts'

/** How a document that is approved is shown, by the code of its numbers. */
interface ApprovedDocument {
  readonly record: RecordType
  readonly facts: readonly string[]
  readonly line: RecordType
  readonly columns: readonly string[]
  /** Kind of record of its attachments. */
  readonly attached_to: string
  readonly page: Page
  readonly open: (of: { object_id: string; object_no: string }) => void
}
const prices: ApprovedDocument = {
  record: priceProposal,
  facts: ['price_list', 'line_count', 'value', 'currency'],
  line: priceProposalLine,
  columns: [
    ...[
      'material_id',
      'supplier_id',
      'from_quantity',
      'step',
      'old_price',
      'price',
      'change',
      'currency',
      'valid_from',
    ],
    ...['valid_to', 'open_lines', 'open_quantity', 'open_difference', 'year_quantity', 'year_difference'],
  ],
  attached_to: 'price_proposal',
  page: pages.unitPrices,
  open: ({ object_no }) => openPage(pages.unitPrices, { tab: 'proposals', keyword: object_no }),
}
export const approvalDocuments: Readonly<Record<string, ApprovedDocument>> = {
  SO: {
    record: salesOrder,
    facts: ['customer_id', 'customer_order_no', 'order_date', 'delivery_date', 'priority', 'tax_rate', 'remark'],
    line: salesOrderLine,
    columns: ['material_id', 'quantity', 'price', 'amount', 'delivery_date', 'remark'],
    attached_to: 'sales_order',
    page: pages.editSalesOrder,
    open: ({ object_no }) => openEdit(pages.editSalesOrder, { type: 'edit', no: object_no }),
  },
  CG: {
    record: purchaseOrder,
    facts: ['supplier_id', 'order_date', 'eta', 'tax_rate', 'operator_id', 'remark'],
    line: purchaseOrderLine,
    columns: ['material_id', 'demand_quantity', 'quantity', 'price', 'amount', 'eta', 'remark'],
    attached_to: 'purchase_order',
    page: pages.editPurchase,
    open: ({ object_id }) => openEdit(pages.editPurchase, { id: object_id }),
  },
  PD: {
    record: inventoryCount,
    facts: ['warehouse_id', 'count_date', 'difference_value', 'blind', 'frozen', 'recount_percent', 'remark'],
    line: countLine,
    columns: ['material_id', 'location_id', 'lot_number', 'book_quantity', 'counted_quantity', 'difference', 'remark'],
    attached_to: 'inventory_count',
    page: pages.editStockCount,
    open: ({ object_id }) => openEdit(pages.editStockCount, { id: object_id }),
  },
  TZ: {
    record: stockAdjustment,
    facts: ['material_id', 'location_id', 'lot_number', 'quality_status', 'reason', 'value', 'remark'],
    line: stockAdjustment,
    columns: ['material_id', 'location_id', 'lot_number', 'book_quantity', 'quantity', 'difference', 'reason'],
    attached_to: 'stock_adjustment',
    page: pages.stockAdjustments,
    open: ({ object_no }) => openPage(pages.stockAdjustments, { keyword: object_no }),
  },
  QC: {
    record: qcScheme,
    facts: [
      ...['code', 'name', 'version', 'qc_type', 'material_id', 'type_id', 'supplier_id', 'process_id', 'method_id'],
      ...['sampling', 'sample_size', 'inspection_level', 'aql', 'skip_after', 'skip_one_in', 'release_hours', 'remark'],
    ],
    line: qcItem,
    columns: ['name', 'kind', 'defect_class', 'lower_limit', 'upper_limit', 'unit', 'choices', 'standard', 'required'],
    attached_to: 'qc_scheme',
    page: pages.editQcScheme,
    open: ({ object_id }) => openEdit(pages.editQcScheme, { id: object_id }),
  },
  BD: {
    record: supplementSheet,
    facts: ['kind', 'user_id', 'sheet_date', 'process_id', 'material_id', 'quantity', 'wage', 'reason', 'remark'],
    line: supplementSheet,
    columns: [],
    attached_to: 'supplement_sheet',
    page: pages.supplements,
    open: ({ object_no }) => openPage(pages.supplements, { keyword: object_no }),
  },
  BJ: {
    record: quotation,
    facts: [
      ...['customer_id', 'quote_date', 'valid_until', 'discount_percent', 'tax_rate', 'gross_amount'],
      ...['delivery_terms', 'payment_terms', 'remark'],
    ],
    line: quotationLine,
    columns: ['material_id', 'quantity', 'price', 'discount_percent', 'net_price', 'amount', 'delivery_days', 'remark'],
    attached_to: 'quotation',
    page: pages.editQuotation,
    open: ({ object_no }) => openEdit(pages.editQuotation, { type: 'edit', no: object_no }),
  },
  CJ: prices,
  XJ: { ...prices, columns: prices.columns.map(name => (name === 'supplier_id' ? 'customer_id' : name)) },
}
