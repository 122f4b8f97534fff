import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { bomVersionStatus } from '@qitao/engineering/model/bom/bom-version.status.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { outsourceStatus } from '@qitao/outsourcing/model/outsource-order.status.ts'
import { inquiryStatus } from '@qitao/promising/model/inquiry.status.ts'
import { arrivalStatus } from '@qitao/purchasing/model/arrival/arrival.status.ts'
import { purchaseRequestStatus, purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { taskStatus as qcTaskStatus } from '@qitao/quality/model/task/task.status.ts'
import { quotationStatus } from '@qitao/sales/model/quotation/quotation.status.ts'
import { salesReturnStatus } from '@qitao/sales/model/return/sales-return.status.ts'
import { salesOrderStatus, salesReturnType } from '@qitao/sales/model/sales-order.status.ts'
import { changeRequestStatus } from '@qitao/scheduling/model/change-request/change-request.status.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import { adjustmentStatus } from '@qitao/stock/model/adjust/stock-adjustment.status.ts'
import { countStatus } from '@qitao/warehouse/model/count/count.status.ts'
import { inboundStatus, outboundStatus, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { transferStatus } from '@qitao/warehouse/model/transfer/transfer.status.ts'
import { caseStatus } from './trace/trace-case.status.ts'

/** What the address of a record may say. */
interface Known {
  readonly id: string
  readonly no: string
  readonly parent_id: string | null
}
/** A page that shows such a record, and what its address says of it. */
interface Opening {
  readonly page: Page
  readonly query: (found: Known) => Readonly<Record<string, string | number>>
}
interface RecordKind {
  readonly title: Text
  readonly states?: readonly State[]
  /** The best first. Who has none of these pages does not find such records. */
  readonly opens: readonly Opening[]
}

const byId = (page: Page): Opening => ({ page, query: ({ id }) => ({ id }) })
/** Its detail beside the list. */
const beside = (page: Page): Opening => ({ page, query: ({ id }) => ({ open: id }) })
const listed = (page: Page, more: { tab?: string } = {}): Opening => ({
  page,
  query: ({ no }) => ({ ...more, keyword: no }),
})
const receipt = (receipts_type: number): Opening => ({
  page: pages.editReceipt,
  query: ({ id }) => ({ id, receiptsType: receipts_type }),
})

/** The records that people know by a number, a code or a name, in the order of the flow; the only list of them. */
export const recordKinds = {
  sales_order: {
    title: text('销售订单', 'Sales orders'),
    states: salesOrderStatus.list,
    opens: [{ page: pages.editSalesOrder, query: ({ no }) => ({ type: 'edit', no }) }, listed(pages.salesOrders)],
  },
  quotation: {
    title: text('报价单', 'Quotations'),
    states: quotationStatus.list,
    opens: [{ page: pages.editQuotation, query: ({ no }) => ({ type: 'edit', no }) }, listed(pages.quotations)],
  },
  sales_return: {
    title: text('销售退货单', 'Sales returns'),
    states: salesReturnStatus.list,
    opens: [
      {
        page: pages.editSalesOrder,
        query: ({ id }) => ({ type: 'edit', order_type: salesReturnType, id }),
      },
      listed(pages.salesOrders, { tab: 'returns' }),
    ],
  },
  inquiry: { title: text('询单', 'Inquiries'), states: inquiryStatus.list, opens: [beside(pages.orderPromise)] },
  mo: { title: text('工单', 'Work orders'), states: moStatus.list, opens: [beside(pages.manufacturingOrders)] },
  task: {
    title: text('工序任务', 'Tasks'),
    states: taskStatus.list,
    opens: [
      { page: pages.manufacturingOrders, query: ({ parent_id }) => ({ open: parent_id ?? '' }) },
      listed(pages.dispatch),
    ],
  },
  change_request: {
    title: text('计划变更申请', 'Plan change requests'),
    states: changeRequestStatus.list,
    opens: [
      { page: pages.productionPlan, query: ({ no }) => ({ show: 'requests', no }) },
      { page: pages.workshopPlan, query: ({ no }) => ({ requests: 'yes', no }) },
    ],
  },
  purchase_request: {
    title: text('采购申请', 'Purchase requests'),
    states: purchaseRequestStatus.list,
    opens: [listed(pages.purchase, { tab: 'requests' })],
  },
  purchase_order: {
    title: text('采购订单', 'Purchase orders'),
    states: purchaseStatus.list,
    opens: [byId(pages.editPurchase), listed(pages.purchase, { tab: 'orders' })],
  },
  outsource_order: {
    title: text('委外单', 'Outsourcing orders'),
    states: outsourceStatus.list,
    opens: [byId(pages.editOutsourcing), listed(pages.outsourcing, { tab: 'orders' })],
  },
  arrival: {
    title: text('到货单', 'Arrivals'),
    states: arrivalStatus.list,
    opens: [byId(pages.editArrival), listed(pages.arrivalPlan, { tab: 'arrivals' })],
  },
  inbound: {
    title: text('入库单', 'Goods receipts'),
    states: inboundStatus.list,
    opens: [receipt(receiptsType.inbound), listed(pages.inbound)],
  },
  outbound: {
    title: text('出库单', 'Goods issues'),
    states: outboundStatus.list,
    opens: [receipt(receiptsType.outbound), listed(pages.outbound)],
  },
  pick_wave: { title: text('拣货波次', 'Pick waves'), opens: [listed(pages.outbound, { tab: 'waves' })] },
  transfer: {
    title: text('调拨单', 'Transfers'),
    states: transferStatus.list,
    opens: [byId(pages.editTransfer), listed(pages.transfers)],
  },
  stock_count: {
    title: text('盘点单', 'Stock counts'),
    states: countStatus.list,
    opens: [byId(pages.editStockCount), listed(pages.stockCounts)],
  },
  stock_adjustment: {
    title: text('库存调整', 'Stock adjustments'),
    states: adjustmentStatus.list,
    opens: [listed(pages.stockAdjustments)],
  },
  qc_task: {
    title: text('质检任务', 'QC tasks'),
    states: qcTaskStatus.list,
    opens: [byId(pages.editQcTask), listed(pages.qcTasks)],
  },
  trace_case: {
    title: text('召回案例', 'Recall cases'),
    states: caseStatus.list,
    opens: [{ page: pages.trace, query: ({ id }) => ({ view: 'cases', case: id }) }],
  },
  material: {
    title: text('物料', 'Materials'),
    states: enabledStatus.list,
    opens: [byId(pages.editMaterial), listed(pages.materials)],
  },
  material_bom: {
    title: text('物料BOM', 'Material BoMs'),
    states: bomVersionStatus.list,
    opens: [byId(pages.editMaterialBom), listed(pages.materialBoms)],
  },
  routing: { title: text('工艺路线', 'Routings'), states: bomVersionStatus.list, opens: [beside(pages.routings)] },
  device: {
    title: text('设备', 'Equipment'),
    states: enabledStatus.list,
    opens: [byId(pages.deviceDetail), beside(pages.devices)],
  },
  customer: { title: text('客户', 'Customers'), states: enabledStatus.list, opens: [beside(pages.customers)] },
  supplier: { title: text('供应商', 'Suppliers'), states: enabledStatus.list, opens: [beside(pages.suppliers)] },
  lot: { title: text('批次', 'Lots'), opens: [listed(pages.stock)] },
} as const satisfies Record<string, RecordKind>

export type RecordKindName = keyof typeof recordKinds
export const recordKindNames = Object.keys(recordKinds) as RecordKindName[]
/** The kinds that a member with these pages may open. */
export const kindsFor = (allowed: ReadonlySet<string>): RecordKindName[] =>
  recordKindNames.filter(name => recordKinds[name].opens.some(({ page }) => allowed.has(page.path)))
/** Documents, whose neighbours can be asked for. */
export const documentKinds = [
  'sales_order',
  'quotation',
  'sales_return',
  'inquiry',
  'mo',
  'purchase_request',
  'purchase_order',
  'outsource_order',
  'arrival',
  'inbound',
  'outbound',
  'transfer',
] as const satisfies readonly RecordKindName[]
export type DocumentKind = (typeof documentKinds)[number]
