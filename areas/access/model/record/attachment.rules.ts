import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'

/** Largest file, in bytes. */
export const mostFileBytes = 20 * 1024 * 1024
/** Files that wait for a record which is never saved are forgotten after this. Seconds. */
export const waitingSeconds = 86_400

/** A kind of record that files may hang on; its name is its table. One of the pages must be open to the member. */
export interface AttachmentOwner {
  readonly reads: readonly Page[]
  readonly changes: readonly Page[]
  readonly most: number
  /** Document type of its approvals: while one is pending, files stay as they were submitted. */
  readonly approved_as?: string
  /** The view of the records that a member may see, where that is not the page's matter alone. */
  readonly seen?: string
}
const most = 20
/** Specification section 5. */
export const mostReportAttachments = 5
const orderEditors = [pages.salesOrders, pages.editSalesOrder]
const purchasePages = [pages.purchase, pages.editPurchase, pages.arrivalPlan]
const reportPages = [pages.productionReport, pages.progress]

export const attachmentOwners: Readonly<Record<string, AttachmentOwner>> = {
  sales_order: {
    reads: [...orderEditors, pages.shipping, pages.recycleBin],
    changes: orderEditors,
    most,
    approved_as: 'SO',
    seen: 'seen_sales_order',
  },
  mo: {
    reads: [pages.manufacturingOrders, pages.productionPlan, pages.dispatch, ...reportPages],
    changes: [pages.manufacturingOrders],
    most,
  },
  purchase_order: { reads: [...purchasePages, pages.inbound], changes: purchasePages, most, approved_as: 'CG' },
  transfer: { reads: [pages.transfers, pages.editTransfer], changes: [pages.transfers, pages.editTransfer], most },
  material: {
    reads: [pages.materials, pages.editMaterial, pages.productionReport, pages.materialBoms],
    changes: [pages.materials, pages.editMaterial],
    most,
  },
  /** The company itself: its logo. */
  org: { reads: [pages.settings], changes: [pages.settings], most: 1 },
  device: { reads: [pages.devices, pages.productionPlan], changes: [pages.devices], most },
  drawing: {
    reads: [pages.drawings, pages.productionReport, pages.manufacturingBoms],
    changes: [pages.drawings],
    most: 1,
  },
  document: { reads: [pages.documents], changes: [pages.documents], most: 1 },
  report_record: { reads: reportPages, changes: [pages.productionReport], most: mostReportAttachments },
}

/** 5001 for a kind of record that has no files. */
export function attachmentOwner(module: string): AttachmentOwner {
  const owner = Object.hasOwn(attachmentOwners, module) ? attachmentOwners[module] : undefined
  return owner ?? refuse(generalErrors.badParameter, { field: 'module' })
}
export const mayOpen = (pages: readonly Page[], member: { readonly pages: ReadonlySet<string> }): boolean =>
  pages.some(({ path }) => member.pages.has(path))

/** `tooMany` is the refusal of the record's own area, where it has one. */
export function checkCount(count: number, most: number, tooMany?: ErrorDefinition): void {
  if (count <= most) return
  if (tooMany) refuse(tooMany)
  refuse(generalErrors.badParameter, {
    limit: most,
    detail: text('最多{limit}个附件', 'At most {limit} attachments'),
  })
}
