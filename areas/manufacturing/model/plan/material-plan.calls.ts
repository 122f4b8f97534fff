import { affected, command, query } from '@qitao/core/call.ts'
import { id, ids, instant, positiveQuantity, quantity } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { supplyUses } from '@qitao/purchasing/model/supply-use.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { held } from '@qitao/stock/model/holding.ts'
import { z } from 'zod'
import { mo, moComponentRow } from '../mo/mo.record.ts'

const base = '/mep_server/biz/material_dispatch/'
const planner = [pages.materialPlan]
/** Why a person locks: stands with the lock. */
const lockReason = mo.fields.remark.schema.optional()

export const moAssignmentRow = z.object({
  id,
  mo_id: id,
  component_id: id,
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  source_type: z.int(),
  source_id: id,
  /** Bin and lot, purchase order or work order. */
  source_no: z.string(),
  /** Stock row, purchase order or work order. */
  document_id: id.nullable(),
  lot_number: z.string().nullable(),
  warehouse_name: z.string().nullable(),
  quantity: z.string(),
  available_time: instant.nullable(),
  locked: z.boolean(),
  manual: z.boolean(),
  /** Why another material stands for the component; null: it is the component itself. */
  substitute: z
    .object({
      /** Its place among the substitutes; null: the BoM no longer names it. */
      priority: z.int().nullable(),
      ratio: z.string(),
      /** So much of the component it stands for. */
      covers: z.string(),
      expiry_time: instant.nullable(),
      approved_by_name: z.string().nullable(),
    })
    .nullable(),
  ...held.shape,
})
export type MoAssignmentRow = z.output<typeof moAssignmentRow>

export const checkKits = command(`${base}product_checking`, {
  title: text('齐套检查', 'Kitting check'),
  grantedBy: planner,
  input: z.strictObject({ mo_ids: ids(), mode: z.enum(['kitting', 'pre_kitting']).default('kitting') }),
  output: z.object({ job_id: id, result: z.null() }),
})
export const previewReplenishment = command(`${base}preview_replenishment`, {
  title: text('补料预览', 'Preview of a replenishment'),
  grantedBy: planner,
  input: z.strictObject({ mo_ids: ids() }),
  output: z.object({ job_id: id, result: z.null() }),
})
export const replenishMos = command(`${base}auto_replenishment_mo`, {
  title: text('自动补料', 'Replenish'),
  grantedBy: planner,
  input: z.strictObject({
    mo_ids: ids(),
    /** `digest` of the preview that was agreed to: anything else is not made, and the job's result shows what it would be now. */
    agreed: z.string().max(64).optional(),
  }),
  output: z.object({ job_id: id, mo_ids: z.null() }),
})
export const previewReallocation = command(`${base}preview_reallocation`, {
  title: text('调料预览', 'Preview of taking material from other orders'),
  grantedBy: planner,
  input: z.strictObject({
    mo_ids: ids(),
    /** Orders that nothing is taken from. */
    keeping_ids: z.array(id).max(2000).optional(),
  }),
  output: z.object({ job_id: id, result: z.null() }),
})
/** Ours: gives what other orders hold to orders that need it more, published ones too; the preview's `transfers` come back. */
export const reallocateMaterial = command(`${base}reallocate_material`, {
  title: text('从其他工单调料', 'Take material from other orders'),
  grantedBy: planner,
  input: z.strictObject({
    transfers: z
      .array(
        z.strictObject({
          component_id: id,
          from_component_id: id,
          source_id: id,
          quantity: positiveQuantity,
          /** Supply that the taker gives back for it. */
          instead_of_id: id.nullable().optional(),
        }),
      )
      .min(1)
      .max(2000),
    reason: lockReason,
  }),
  output: affected,
})
export const lockMaterial = command(`${base}mat_assign_locking`, {
  title: text('锁定物料', 'Lock material'),
  grantedBy: planner,
  input: z.strictObject({ mo_ids: ids(), locked: z.boolean(), reason: lockReason }),
  output: bulkOutput,
})
export const releaseAssignment = command(`${base}release_product_assign`, {
  method: 'DELETE',
  title: text('释放物料分配', 'Release an assignment'),
  grantedBy: planner,
  input: z.strictObject({ assign_id: id }),
  output: affected,
})
export const releaseAssignments = command(`${base}release_product_assign_batch`, {
  method: 'DELETE',
  title: text('批量释放物料分配', 'Release assignments'),
  grantedBy: planner,
  input: z.strictObject({ assign_ids: ids(), mo_ids: z.array(id).max(2000).optional() }),
  output: bulkOutput,
})
export const assignByHand = command(`${base}manual_product_assign`, {
  title: text('手工分配物料', 'Assign material by hand'),
  grantedBy: planner,
  input: z.strictObject({
    mo_id: id,
    material_id: id,
    assigns: z
      .array(
        z.strictObject({
          source_type: z.union([z.literal(1), z.literal(2), z.literal(4)]),
          source_id: id,
          quantity: positiveQuantity,
        }),
      )
      .min(1)
      .max(200),
    reason: lockReason,
  }),
  output: affected,
})
/** Supplies that could still cover the material (or a substitute of it), with what of them is free. */
export const alternativeRow = z.object({
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  /** Substitute quantity for one of the component; 1 for the component itself. */
  ratio: quantity,
  source_type: z.int(),
  source_id: id,
  source_no: z.string(),
  /** Stock row, purchase order or work order. */
  document_id: id,
  lot_number: z.string().nullable(),
  available_quantity: z.string(),
  available_time: instant.nullable(),
})
/** Beside what a work order has: what is being asked for it, and who makes its supplies outside. */
const supplyBeside = {
  /** Open requests and orders that are not sent, each once. */
  pending: z.array(
    z.object({
      /** Of the request, or of the line of the order. */
      id,
      /** Which it serves: of several that use the material the first that is short. */
      component_id: id,
      /** The component's, or one that stands for it. */
      material_id: id,
      material_code: z.string(),
      material_name: z.string(),
      /** Of this material. */
      unit_name: z.string(),
      kind: z.enum(['purchase_request', 'purchase_order']),
      document_id: id,
      no: z.string(),
      quantity: z.string(),
      required_date: instant.nullable(),
    }),
  ),
  /** Outsourcing orders of the work orders among its sources. */
  outside: z.array(z.object({ id, no: z.string(), mo_id: id })),
}
export type SupplyBeside = z.output<z.ZodObject<typeof supplyBeside>>
export const showAssignments = query(`${base}query_mo_product_assign_and_alternateive`, {
  title: text('物料分配与可选供应', 'Assignments and alternatives'),
  grantedBy: planner,
  input: z.strictObject({ mo_id: id, material_id: id.optional() }),
  output: z.object({
    assignments: z.array(moAssignmentRow),
    alternatives: z.array(alternativeRow),
    ...supplyBeside,
  }),
})
/** Ours: where what an order holds is, and why it holds that; and who has what it makes. */
export const showMoSupply = query('/mep_server/biz/mo/query_mo_supply', {
  title: text('工单的物料来源与去向', 'Where the material of a work order is, and who has its output'),
  grantedBy: [pages.manufacturingOrders, pages.materialPlan, pages.productionPlan, pages.progress],
  input: z.strictObject({ mo_id: id }),
  output: supplyUses.extend({
    assignments: z.array(moAssignmentRow),
    needs: z.array(z.object({ component_id: id, needed_time: instant })),
    ...supplyBeside,
  }),
})
export const countPools = query(`${base}query_pool_count`, {
  title: text('物料计划池数量', 'Pool counts'),
  grantedBy: planner,
  input: z.strictObject({}),
  output: z.object({ todo_count: z.int(), pre_kitting_count: z.int(), planned_count: z.int() }),
})
export const shortageRow = moComponentRow.extend({
  mo_no: z.string(),
  delivery_date: instant,
  waiting_mo_count: z.int(),
  total_short: z.string(),
})
export const exportKittingResult = query(`${base}export_kitting_result`, {
  title: text('导出齐套结果', 'Export the kitting result'),
  grantedBy: [pages.materialPlan],
  input: z.strictObject({ mo_ids: ids() }),
  output: fileOutput,
})
export const listShortages = query(`${base}query_shortage_list`, {
  title: text('缺料列表', 'Shortage list'),
  grantedBy: [...planner, pages.purchase],
  input: listInput({ mo_ids: z.array(id).max(2000).optional(), material_id: id.optional() }),
  output: listOutput(shortageRow),
})
