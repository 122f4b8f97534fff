import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { planVersionStatus } from '../task.status.ts'

const base = '/mep_server/biz/schedule/'

/** Figures of a plan, all in the units their names say. */
export const planSummary = z.object({
  late_orders: z.int(),
  tardiness_hours: z.number(),
  setup_hours: z.number(),
  makespan_hours: z.number(),
  unplanned_orders: z.int(),
  seed: z.int().optional(),
  iterations: z.int().optional(),
  objective: z.string().optional(),
  /** How far from the best possible it was at most when it was calculated, 0 to 1. */
  gap: z.number().optional(),
})
export type PlanSummary = z.output<typeof planSummary>

export const planVersionRow = z.object({
  id,
  version_no: z.int(),
  status: codeOf(planVersionStatus),
  /** `schedule_delivery|changeover|load`, `publish`, `restore:<version_no>`. */
  reason: z.string(),
  summary: planSummary,
  mo_count: z.int(),
  task_count: z.int(),
  late_count: z.int(),
  created_time: instant,
  created_by_name: z.string().nullable(),
})
export type PlanVersionRow = z.output<typeof planVersionRow>

export const listPlanVersions = query(`${base}query_plan_version_list`, {
  acrossWorkgroups: 'refused',
  title: text('计划版本', 'Plan versions'),
  grantedBy: [pages.productionPlan],
  input: listInput({}),
  output: listOutput(planVersionRow),
})
/** Puts the unpublished orders back where a version had them; what is fixed now stays. */
export const restorePlanVersion = command(`${base}restore_plan_version`, {
  acrossWorkgroups: 'refused',
  title: text('恢复计划版本', 'Restore a plan version'),
  grantedBy: [pages.productionPlan],
  input: z.strictObject({ id }),
  output: bulkOutput,
})
