import { query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { planRange, searchRange } from '../chart/time-range.ts'
import { timeDimension } from '../task.status.ts'

const machineNos = z.array(plainString(50)).max(2000)
const allOrPage = z.union([z.literal(-1), z.int().min(1).max(mostRows)]).default(-1)

/** Load of one machine on one day; `date` is the local midnight. Rates are percent. */
export const planLoadRow = z.object({
  machine_no: z.string(),
  machine_name: z.string(),
  device_id: id,
  /** A supplier's lane: in no total of machines. */
  outside: z.boolean(),
  date: instant,
  available_seconds: z.int(),
  planned_seconds: z.int(),
  setup_seconds: z.int(),
  load_rate: z.string(),
  task_count: z.int(),
})
export type PlanLoadRow = z.output<typeof planLoadRow>
export const planLoad = query('/mep_server/biz/plan/load', {
  title: text('设备负荷', 'Machine load'),
  grantedBy: [pages.productionPlan],
  input: z.strictObject({
    /** -1 means all. */
    page: allOrPage,
    page_size: allOrPage,
    /** Two weeks from today when absent. */
    timestamp_range: planRange.optional(),
    machine_no_list: machineNos.optional(),
  }),
  output: z.object({ result: z.array(planLoadRow), total: z.int() }),
})

/** Load of the machines of one process in one week or month. */
export const stagePayloadRow = z.object({
  stage: z.string(),
  process_id: id,
  period: instant,
  planned_quantity: z.string(),
  finished_quantity: z.string(),
  planned_seconds: z.int(),
  available_seconds: z.int(),
  load_rate: z.string(),
})
export type StagePayloadRow = z.output<typeof stagePayloadRow>
export const stagePayload = query('/mep_server/biz/stats/stage/payload/query', {
  title: text('工序负荷', 'Load by process'),
  grantedBy: [pages.productionPlan, pages.progress],
  input: z.strictObject({
    timestamp_range: searchRange.optional(),
    time_dimension: codeOf(timeDimension).default(timeDimension.codes.month),
  }),
  output: z.object({ result: z.array(stagePayloadRow) }),
})

/** OEE of one machine in one week or month; rates are percent. */
export const utilizationRow = z.object({
  machine_no: z.string(),
  machine_name: z.string(),
  device_id: id,
  period: instant,
  oee: z.string(),
  availability: z.string(),
  performance: z.string(),
  quality: z.string(),
  planned_hours: z.string(),
  actual_hours: z.string(),
})
export type UtilizationRow = z.output<typeof utilizationRow>
export const resourceUtilization = query('/mep_server/biz/schedule/query_resource_utilization', {
  title: text('资源利用率', 'Resource utilisation'),
  grantedBy: [pages.productionPlan],
  input: z.strictObject({
    timestamp_range: searchRange,
    time_dimension: codeOf(timeDimension).default(timeDimension.codes.month),
    machine_no_list: machineNos.optional(),
  }),
  output: z.object({ result: z.array(utilizationRow) }),
})

export const exportProductionTasks = query('/mep_server/biz/schedule/export_production_task', {
  title: text('导出生产任务', 'Export production tasks'),
  grantedBy: [pages.productionPlan, pages.dispatch, pages.workshopPlan],
  input: z.strictObject({
    timestamp_range: searchRange.optional(),
    machine_no_list: machineNos.optional(),
    ids: ids().optional(),
  }),
  output: fileOutput,
})

export const assignedProductRow = z.object({
  id,
  mo_id: id,
  mo_no: z.string(),
  component_id: id,
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  source_type: z.int(),
  source_id: id,
  source_no: z.string(),
  lot_number: z.string().nullable(),
  location_id: id.nullable(),
  quantity: z.string(),
  available_time: instant.nullable(),
  locked: z.boolean(),
  manual: z.boolean(),
})
export type AssignedProductRow = z.output<typeof assignedProductRow>
export const listAssignedProducts = query('/mep_server/biz/schedule/query_assigned_product_by_mo', {
  title: text('工单物料分配', 'Material assigned to work orders'),
  grantedBy: [pages.productionPlan, pages.materialPlan],
  input: z.strictObject({ mo_ids: z.array(id).min(1).max(2000) }),
  output: z.object({ result: z.array(assignedProductRow) }),
})
