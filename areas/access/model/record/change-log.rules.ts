import { type Page, pages } from '@qitao/site/model/pages.ts'

/** Tables whose records show their history, each with the pages of which one must be open to the member. */
export const historyPages: Readonly<Record<string, readonly Page[]>> = {
  app_user: [pages.roles],
  role: [pages.roles],
  app_permission: [pages.roles],
  approval_flow: [pages.settings],
  unit: [pages.units],
  material_type: [pages.materialConfiguration],
  material: [pages.materials, pages.editMaterial],
  process: [pages.processes],
  device: [pages.devices],
  calendar: [pages.calendars],
  workgroup: [pages.workgroups],
  customer: [pages.customers],
  supplier: [pages.suppliers],
  cycle_time: [pages.cycleTimes],
  change_line: [pages.changeovers],
  routing: [pages.routings],
  material_bom: [pages.materialBoms, pages.editMaterialBom],
  manufacturing_bom: [pages.manufacturingBoms],
  drawing: [pages.drawings],
  document: [pages.documents],
  document_folder: [pages.documents],
  warehouse: [pages.locations],
  location: [pages.locations],
  container_type: [pages.containers],
  container: [pages.containers],
  receipt: [pages.inbound, pages.outbound, pages.editReceipt],
  transfer: [pages.transfers, pages.editTransfer],
  inventory_count: [pages.stockCounts, pages.editStockCount],
  report_record: [pages.productionReport, pages.progress],
  inquiry: [pages.orderPromise],
  sales_order: [pages.salesOrders, pages.editSalesOrder],
  mo: [pages.manufacturingOrders, pages.materialPlan, pages.productionPlan],
  purchase_request: [pages.purchase],
  purchase_order: [pages.purchase, pages.arrivalPlan],
}

/** Where only some records are for whoever may see the own documents alone: the view that holds them. */
export const seenRecords: Readonly<Record<string, string>> = {
  sales_order: 'seen_sales_order',
  inquiry: 'seen_inquiry',
  receipt: 'seen_receipt',
}
/** What such a member is not shown of records that are for all: the order that a work order is made for. */
export const orderFields: ReadonlySet<string> = new Set(['order_id', 'order_line_id'])

/** Columns that the database keeps for itself. */
const kept = new Set([
  'org_id',
  'id',
  'row_version',
  'created_time',
  'created_by',
  'updated_time',
  'updated_by',
  'sample',
  'password_hash',
])

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}
type Row = Readonly<Record<string, unknown>>

/** What differs between a row before and after; null is a row that was not there. */
export function changesBetween(before: Row | null, after: Row | null): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .filter(name => !kept.has(name))
    .map(field => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter(one => JSON.stringify(one.before) !== JSON.stringify(one.after))
}
