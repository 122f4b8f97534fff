import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { MoStatusCode } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'

/** What a change of an order is decided on: the order as it stands, and all that was made of it. */
export interface ChangeFacts {
  readonly order: {
    readonly id: string
    readonly row_version: number
    readonly status: CodeOf<typeof salesOrderStatus>
    readonly delivery_date: Instant
    readonly priority: number
  }
  readonly lines: readonly LineOfOrder[]
  /** Of its lines, and all that are made for those. */
  readonly mos: readonly MoOfOrder[]
  readonly components: readonly ComponentOfMo[]
  readonly edges: readonly EdgeOfComponent[]
  /** Open ones that these work orders have asked for. */
  readonly requests: readonly OpenRequest[]
  readonly shipments: readonly OpenShipment[]
  /** Of materials of the lines before and after, and of what they are made of. */
  readonly materials: ReadonlyMap<string, MaterialOfChange>
  /** What one piece takes, of the materials of the lines that can be made. */
  readonly recipes: ReadonlyMap<string, readonly { readonly material_id: string; readonly quantity_per: Quantity }[]>
  /** Lines for which a confirmed promise holds material or hours, or has given them to work orders. */
  readonly promised_line_ids: ReadonlySet<string>
  readonly time_zone: string
}
export interface MaterialOfChange {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly unit_name: string
  readonly unit_precision: number
  readonly minimum_lot: Quantity | null
  readonly packaging_size: Quantity | null
  /** In stock and nobody's. */
  readonly free_quantity: Quantity
}
export interface LineOfOrder {
  readonly id: string
  readonly line_no: number
  readonly material_id: string
  readonly quantity: Quantity
  readonly offset_quantity: Quantity
  readonly shipped_quantity: Quantity
  readonly delivery_date: Instant | null
  readonly customer_drawing: string | null
  readonly planned_finish_time: Instant | null
}
export interface MoOfOrder {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: MoStatusCode
  readonly material_id: string
  readonly order_line_id: string | null
  readonly parent_mo_id: string | null
  readonly planned_quantity: Quantity
  readonly completed_quantity: Quantity
  readonly inbound_quantity: Quantity
  readonly delivery_date: Instant
  readonly priority: number
  readonly merged: boolean
  readonly outsourced: boolean
  readonly capacity_locked: boolean
  readonly material_locked: boolean
  /** The most that a step of it has reported, good or not. */
  readonly reported_quantity: Quantity
  readonly picked_quantity: Quantity
  /** The most that a step of it is ordered from suppliers. */
  readonly outside_quantity: Quantity
  /** So much of its output others have than the order that it is made for. */
  readonly used_quantity: Quantity
  /** A task of it was given to somebody or is begun. */
  readonly is_dispatched: boolean
  /** A part of one of its split operations is begun. */
  readonly has_begun_parts: boolean
  /** Receipts or outsourcing orders name it. */
  readonly has_documents: boolean
}
export interface ComponentOfMo {
  readonly id: string
  readonly mo_id: string
  readonly material_id: string
  readonly quantity_per: Quantity
  readonly required_quantity: Quantity
  readonly picked_quantity: Quantity
}
/** What covers a need of a component, in units of it. */
export interface EdgeOfComponent {
  readonly id: string
  readonly mo_id: string
  readonly component_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: Quantity
  /** In units of the component: of what stands in for it more or less is taken. */
  readonly covers: Quantity
  readonly locked: boolean
  /** Of a purchase. */
  readonly document_id: string | null
  readonly document_no: string | null
}
export interface OpenRequest {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly material_id: string
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly asked: readonly { readonly mo_id: string; readonly quantity: Quantity | null }[]
}
export interface OpenShipment {
  readonly line_id: string
  readonly receipt_id: string
  readonly receipt_no: string
  readonly quantity: Quantity
}
