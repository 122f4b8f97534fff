import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { fitsPrecision, isEqual, isLess, isPositive, type Quantity, sum } from '@qitao/core/quantity.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { isFullyOffset, type MakingStage, quantityToMake } from '@qitao/sales/model/sales-order.rules.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { manufacturingErrors } from '../manufacturing.errors.ts'
import { mo } from './mo.record.ts'
import { inboundProgress, type MoAction, type MoStatusCode, moStatus } from './mo.status.ts'

const { codes } = moStatus

/** What the rules of a work order ask for. */
export interface MoFacts {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: MoStatusCode
  readonly material_id: string
  readonly planned_quantity: Quantity
  readonly completed_quantity: Quantity
  readonly inbound_quantity: Quantity
  readonly delivery_date: number
  readonly priority: number
  readonly merged: boolean
  readonly capacity_locked: boolean
  readonly material_locked: boolean
  readonly outsourced: boolean
  readonly order_line_id: string | null
  readonly order_id: string | null
  readonly parent_mo_id: string | null
  readonly manufacturing_bom_id: string | null
  readonly material_bom_id: string | null
  readonly furnace_code: string | null
  readonly remark: string | null
  readonly custom: CustomValues
  readonly operation_count: number
  readonly picked_quantity: Quantity
  /** Of its output, held by other work orders' locks. */
  readonly occupied_output: Quantity
}

export function expectAction(action: MoAction, status: MoStatusCode, error: ErrorDefinition): void {
  const why = moStatus.whyNot(action, status)
  if (why) refuse(error, { detail: why })
}
export const expectEditable = (order: MoFacts): void =>
  expectAction('edit', order.status, manufacturingErrors.moNotEditable)
export const expectDroppable = (order: MoFacts): void =>
  expectAction('drop', order.status, manufacturingErrors.moNotDeletable)
export const expectLockable = (order: MoFacts): void =>
  expectAction('lock', order.status, manufacturingErrors.noneLockable)
/** Made outside or made here: before it is planned. Every stored work order is a formal one already. */
export function expectConvertible(order: MoFacts, target: 'outsource' | 'inhouse' | 'formal'): void {
  expectAction('convert', order.status, manufacturingErrors.moNotEditable)
  if (target === 'formal')
    refuse(manufacturingErrors.moNotEditable, {
      detail: text('该工单已是正式工单', 'It is a formal work order already'),
    })
  if (order.outsourced === (target === 'outsource'))
    refuse(manufacturingErrors.moNotEditable, {
      detail: order.outsourced
        ? text('该工单已是委外工单', 'It is outsourced already')
        : text('该工单已是自制工单', 'It is made in house already'),
    })
}
export const expectPublishable = (order: MoFacts): void =>
  expectAction('publish', order.status, generalErrors.statusNotAllowed)

export function expectSendable(order: MoFacts): void {
  expectAction('to_plan', order.status, manufacturingErrors.noneSendable)
  if (order.operation_count === 0) {
    refuse(manufacturingErrors.noneSendable, {
      detail: text(
        '没有工序：请先发布工艺路线或制造BOM',
        'It has no operations: release a routing or a manufacturing BoM first',
      ),
    })
  }
}
/** Not with outbound records, not while others hold its output (specification section 4). */
export function expectReturnable(order: MoFacts): void {
  expectAction('revert', order.status, manufacturingErrors.noneReturnable)
  if (isPositive(order.picked_quantity)) refuse(manufacturingErrors.returnHasOutbound)
  if (isPositive(order.occupied_output)) refuse(manufacturingErrors.returnOccupied)
  if (order.capacity_locked)
    refuse(manufacturingErrors.moNotEditable, { detail: text('请先解锁产能', 'Unlock its capacity first') })
}

export function expectMergeable(orders: readonly MoFacts[]): void {
  const [first, ...others] = orders
  if (!first || others.length === 0)
    refuse(manufacturingErrors.mergeMismatch, { detail: text('请选择至少两个工单', 'Choose at least two work orders') })
  for (const order of orders) {
    if (order.merged)
      refuse(manufacturingErrors.mergedAgain, { detail: text('工单{no}', 'Work order {no}'), no: order.no })
    expectAction('merge', order.status, manufacturingErrors.mergeMismatch)
  }
  const same = (a: MoFacts, b: MoFacts) =>
    a.material_id === b.material_id && a.status === b.status && a.material_bom_id === b.material_bom_id
  if (others.some(order => !same(first, order))) refuse(manufacturingErrors.mergeMismatch)
}
/**
 * What people have written on work orders that become one: every remark, and furnace code and own fields where the orders that
 * have one agree. Refused otherwise, with what differs: none of it is lost unsaid.
 */
export function mergedNotes(orders: readonly MoFacts[]): Pick<OrderToMake, 'furnace_code' | 'remark' | 'custom'> {
  const differs = (what: Text): never =>
    refuse(manufacturingErrors.mergeMismatch, {
      detail: text(`${what.zh}不同，请先改为一致`, `They differ in ${what.en}; make it the same first`),
    })
  const furnaces = new Set(orders.flatMap(({ furnace_code }) => furnace_code || []))
  if (furnaces.size > 1) differs(mo.fields.furnace_code.title)
  const custom: Record<string, CustomValues[string]> = {}
  for (const order of orders)
    for (const [key, value] of Object.entries(order.custom)) {
      if (value === null || value === '') continue
      if (Object.hasOwn(custom, key) && JSON.stringify(custom[key]) !== JSON.stringify(value))
        differs(text(`自定义字段（${key}）`, `the custom field (${key})`))
      custom[key] = value
    }
  const remark = [...new Set(orders.flatMap(order => order.remark?.trim() || []))].join('；')
  if (!mo.fields.remark.schema.safeParse(remark).success) refuse(manufacturingErrors.moRemarkTooLong)
  return { furnace_code: [...furnaces][0] ?? null, remark: remark || null, custom }
}
export function expectSplittable(order: MoFacts, quantities: readonly Quantity[], precision: number): void {
  if (order.merged) refuse(manufacturingErrors.mergedSplit)
  expectAction('split', order.status, manufacturingErrors.moNotEditable)
  const wrong =
    quantities.length < 2 ||
    !isEqual(sum(quantities), order.planned_quantity) ||
    quantities.some(one => !fitsPrecision(one, precision))
  if (wrong) {
    refuse(manufacturingErrors.splitQuantity, {
      planned: order.planned_quantity,
      detail: text('各数量之和应等于计划数量{planned}', 'The quantities must add up to the planned {planned}'),
    })
  }
}

export function expectPrecision(quantity: Quantity, precision: number, row?: number): void {
  if (fitsPrecision(quantity, precision)) return
  refuse(generalErrors.unitQuantityPrecision, {
    field: 'planned_quantity',
    field_title: mo.fields.planned_quantity.title,
    ...(row === undefined ? {} : { row }),
    limit: precision,
    detail: text('该物料的单位最多{limit}位小数', 'The unit of this material has at most {limit} decimals'),
  })
}

const { codes: orderCodes } = salesOrderStatus

/** A sales order line as `so_to_mo` sees it. */
export interface LineToMake {
  readonly id: string
  readonly order_id: string
  readonly order_no: string
  readonly order_status: number
  readonly order_deleted: boolean
  readonly order_delivery_date: number
  readonly order_priority: number
  readonly offset_flag: number
  readonly main_product_num: Quantity | null
  readonly material_id: string
  readonly quantity: Quantity
  readonly offset_quantity: Quantity
  readonly planned_quantity: Quantity
  readonly shipped_quantity: Quantity
  readonly delivery_date: number | null
}
export interface OrderToMake {
  readonly material_id: string
  readonly planned_quantity: Quantity
  readonly delivery_date: number
  readonly priority: number
  readonly order_id?: string | null
  readonly order_line_id?: string | null
  readonly parent_mo_id?: string | null
  /** So much of it the parent asked for; absent: as much as it needs. */
  readonly made_for_quantity?: Quantity | null
  readonly no?: string | null
  readonly furnace_code?: string | null
  readonly remark?: string | null
  readonly custom?: CustomValues | undefined
}
/** A sales order that is not submitted, cancelled or in the recycle bin takes no work orders, nor does one that has all its own. */
export function expectTakesMos({
  order_no,
  order_status,
  order_deleted,
}: Pick<LineToMake, 'order_no' | 'order_status' | 'order_deleted'>): void {
  if (order_deleted) refuse(salesErrors.orderMissing, { detail: text('{no}', '{no}'), no: order_no })
  const detail = salesOrderStatus.whyNot('to_mo', order_status as CodeOf<typeof salesOrderStatus>)
  if (!detail) return
  const hasMos = order_status > orderCodes.planning && order_status !== orderCodes.cancelled
  refuse(hasMos ? salesErrors.orderHasMo : generalErrors.statusNotAllowed, { detail })
}
/** One work order a line, of what is still open; a line is never made beyond that. */
export function ordersForLines(lines: readonly LineToMake[]): OrderToMake[] {
  if (lines.length === 0) refuse(salesErrors.orderMissing)
  for (const line of lines) {
    expectTakesMos(line)
    if (isFullyOffset(line)) refuse(salesErrors.fullyOffset)
  }
  const open = lines.filter(line => isPositive(quantityToMake(line)))
  if (open.length === 0) refuse(salesErrors.orderHasMo)
  return open.map(line => ({
    material_id: line.material_id,
    planned_quantity: quantityToMake(line),
    delivery_date: line.delivery_date ?? line.order_delivery_date,
    priority: line.order_priority,
    order_id: line.order_id,
    order_line_id: line.id,
  }))
}

/** How far the work orders of a sales line are, from the least advanced of them; begun work shows. */
export function makingStage(statuses: readonly number[]): MakingStage {
  if (statuses.length === 0) return 'none'
  if (statuses.every(status => status >= codes.completed)) return 'finished'
  if (statuses.some(status => status >= codes.in_production)) return 'producing'
  if (statuses.every(status => status >= codes.to_be_produced)) return 'to_produce'
  return 'planning'
}

/** After goods of a work order have come into stock. */
export function afterInbound(order: Pick<MoFacts, 'status' | 'completed_quantity' | 'inbound_quantity'>): {
  action: MoAction
  inbound_progress: number
} {
  const all = !isLess(order.inbound_quantity, order.completed_quantity) && moStatus.can('store_all', order.status)
  if (all) return { action: 'store_all', inbound_progress: inboundProgress.codes.done }
  const begun = isPositive(order.inbound_quantity)
  return {
    action: 'serve',
    inbound_progress: begun ? inboundProgress.codes.partial : inboundProgress.codes.pending,
  }
}
