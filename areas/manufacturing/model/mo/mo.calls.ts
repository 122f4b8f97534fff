import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { type CustomValues, customFilter, customSchema } from '@qitao/core/custom.ts'
import { codeOf, id, ids, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { mo, moComponentRow, moNo, moRow } from './mo.record.ts'
import { taskStatus } from './task.status.ts'

const base = '/mep_server/biz/mo/'
const records = [mo]
const planners = [pages.manufacturingOrders, pages.materialPlan]
const readers = [...planners, pages.productionPlan, pages.progress, pages.dispatch]
const moIds = z.strictObject({ mo_ids: ids() })
const moFilters = {
  timestamp_range: timestampRange.optional(),
  date_field: z
    .enum(['delivery_date', 'planned_start_time', 'planned_finish_time', 'created_time'])
    .default('delivery_date'),
  material_id: id.optional(),
  custom: customFilter,
}

const planFilters = {
  material_statuses: z.array(z.int()).max(20).optional(),
  unplanned: z.boolean().optional(),
  late: z.boolean().optional(),
  /** Made otherwise than the recipe in force says. */
  recipe_changed: z.boolean().optional(),
}

export const listMos = query(`${base}query_mo_list`, {
  title: text('工单列表', 'Work order list'),
  grantedBy: readers,
  input: listInput({
    ...moFilters,
    statuses: z.array(z.int()).max(20).optional(),
    exec_statuses: z.array(z.int()).max(20).optional(),
    /** Pools of material planning: to-do; checked and not yet sent; in the plan. */
    pool: z.enum(['todo', 'pre_kitting', 'planned']).optional(),
    order_id: id.optional(),
    parent_mo_id: id.optional(),
    ...planFilters,
  }),
  output: listOutput(moRow),
  records,
})
export const exportMos = exportOf(listMos, `${base}export_mo`, {
  title: text('导出工单', 'Export work orders'),
  grantedBy: [...planners, pages.progress],
})
export const countMos = query(`${base}query_mo_count`, {
  title: text('工单数量', 'Work order counts'),
  grantedBy: readers,
  input: z.strictObject({ keyword: plainString(100).optional(), ...moFilters, ...planFilters }),
  /** Status code to count. */
  output: z.object({ result: z.record(z.string(), z.int()) }),
  records,
})
export const createMo = command(`${base}create_mo`, {
  title: text('新建工单', 'Create work order'),
  grantedBy: planners,
  input: mo.input.extend({ order_id: id.optional() }),
  output: z.object({ id, no: z.string() }),
  records,
})
export const addMos = command(`${base}bulk_add_mo`, {
  title: text('批量新建工单', 'Create work orders'),
  grantedBy: planners,
  input: z.strictObject({
    mos: z.array(mo.input).min(1).max(2000),
  }),
  output: z.object({ mo_ids: z.array(id) }),
  records,
})
export const alterMo = command(`${base}alter_mo`, {
  title: text('修改工单', 'Alter work order'),
  grantedBy: planners,
  input: z.strictObject({
    ...idAndVersion,
    planned_quantity: positiveQuantity.optional(),
    delivery_date: instant.optional(),
    priority: mo.fields.priority.schema.optional(),
    furnace_code: mo.fields.furnace_code.schema.optional(),
    remark: mo.fields.remark.schema.optional(),
    custom: customSchema.optional(),
  }),
  output: affected,
  records,
})
export const alterMos = command(`${base}alter_mo_list`, {
  title: text('批量修改工单', 'Alter work orders'),
  grantedBy: planners,
  input: z.strictObject({
    mo_ids: ids(),
    changes: z.strictObject({
      priority: z.int().min(1).max(10_000).optional(),
      delivery_date: instant.optional(),
      remark: mo.fields.remark.schema.optional(),
    }),
  }),
  output: bulkOutput,
  records,
})
export const mergeOrSplitMos = command(`${base}mo_merge_or_split`, {
  title: text('合并或拆分工单', 'Merge or split work orders'),
  grantedBy: planners,
  input: z.strictObject({
    operation: z.enum(['merge', 'split']),
    mo_ids: ids(100),
    split_quantities: z.array(positiveQuantity).min(2).max(100).optional(),
    merged_no: moNo.optional(),
  }),
  output: z.object({ mo_ids: z.array(id) }),
  records,
})
export const convertMos = command(`${base}convert_mo`, {
  title: text('转换工单', 'Convert work orders'),
  grantedBy: planners,
  input: z.strictObject({ mo_ids: ids(), target: z.enum(['outsource', 'inhouse', 'formal']) }),
  output: bulkOutput,
  records,
})
export const sendMosToPlan = command(`${base}mo_to_plan`, {
  title: text('下发计划', 'Send to plan'),
  grantedBy: planners,
  input: moIds,
  output: bulkOutput,
})
// Handled in `areas/scheduling/server/plan/schedule.handlers.ts`.
export const revertMos = command('/api/ATP/mo/mo_revert', {
  acrossWorkgroups: 'refused',
  title: text('退回待办', 'Return to to-do'),
  grantedBy: planners,
  input: moIds,
  output: bulkOutput,
})
export const dropMos = command(`${base}bulk_drop_mo`, {
  title: text('删除工单', 'Delete work orders'),
  grantedBy: [pages.manufacturingOrders],
  input: moIds,
  output: bulkOutput,
})
export const alterFurnaceCode = command(`${base}alter_furnace_code`, {
  title: text('修改炉号', 'Alter furnace code'),
  grantedBy: [pages.manufacturingOrders, pages.progress, pages.productionReport],
  input: z.strictObject({ mo_ids: ids(), furnace_code: plainString(50) }),
  output: affected,
  records,
})
export const showMoBom = query(`${base}query_mo_detail_bom`, {
  title: text('工单用料', 'Components of a work order'),
  grantedBy: [...planners, pages.productionPlan],
  input: z.strictObject({ mo_id: id, level: z.int().min(1).max(20).default(1) }),
  output: z.object({ result: z.array(moComponentRow) }),
})
export const moOperationRow = z.object({
  id,
  sequence: z.int(),
  process_id: id,
  process_code: z.string(),
  process_name: z.string(),
  reported_quantity: z.string(),
  defective_quantity: z.string(),
  status: codeOf(taskStatus),
  actual_start_time: instant.nullable(),
  actual_finish_time: instant.nullable(),
})
export const showMo = query(`${base}query_mo_so_detail`, {
  title: text('工单与订单详情', 'Work order with its sales order'),
  grantedBy: [...planners, pages.productionPlan, pages.progress],
  input: z.strictObject({ mo_id: id }),
  output: z.object({
    mo: moRow,
    operations: z.array(moOperationRow),
    order: z
      .object({
        id,
        no: z.string(),
        customer_name: z.string().nullable(),
        delivery_date: instant,
        status: codeOf(salesOrderStatus),
      })
      .nullable(),
    lines: z.array(
      z.object({
        id,
        line_no: z.int(),
        material_code: z.string(),
        material_name: z.string(),
        quantity: z.string(),
        shipped_quantity: z.string(),
        customer_drawing: z.string().nullable(),
      }),
    ),
    children: z.array(moRow),
  }),
})
export const listMosOfOrders = query(`${base}query_mo_list_by_so`, {
  title: text('订单的工单', 'Work orders of sales orders'),
  grantedBy: [pages.salesOrders, pages.manufacturingOrders],
  input: z.strictObject({ order_ids: ids() }),
  output: z.object({ result: z.array(moRow) }),
})
export const showMoLog = query(`${base}query_mo_log`, {
  title: text('工单变更记录', 'Changes of a work order'),
  grantedBy: [...planners, pages.productionPlan, pages.progress],
  input: z.strictObject({ mo_id: id }),
  output: z.object({
    result: z.array(
      z.object({
        time: instant,
        user: z.string().nullable(),
        action: z.string(),
        before: z.unknown(),
        after: z.unknown(),
      }),
    ),
  }),
})
export const checkMoActions = query('/mep/mo/query_mo_status_checked_list', {
  title: text('工单操作检查', 'Which work orders allow an action'),
  grantedBy: planners,
  input: z.strictObject({
    mo_ids: ids(),
    action: z.enum(['to_plan', 'revert', 'lock', 'merge', 'split', 'drop', 'publish']),
  }),
  output: z.object({ allowed_ids: z.array(id), refused: bulkOutput.shape.failed }),
})
export const checkMoNo = query('/mep/mo/check_mo_no', {
  title: text('检查工单号', 'Check a work order number'),
  grantedBy: planners,
  input: z.strictObject({ no: moNo.min(1) }),
  output: z.object({ available: z.boolean() }),
  records,
})

export interface NewMo {
  no: string | null
  material_id: string
  planned_quantity: string
  delivery_date: number
  priority: number
  furnace_code: string | null
  remark: string | null
  custom: CustomValues | undefined
}
