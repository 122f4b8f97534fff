import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { bomVersionStatus } from '../bom/bom-version.status.ts'
import { routing, routingStep } from './routing.record.ts'

const readers = [pages.routings, pages.manufacturingBoms, pages.selectManufacturingBom, pages.cycleTimes]
const writers = [pages.routings]
const records = [routing, routingStep]
const mostSteps = 200
const steps = z.array(routingStep.input).min(1).max(mostSteps)
const stepInList = z.object({
  sequence: z.int(),
  process_code: z.string(),
  process_name: z.string(),
  /** Suppliers who make it; null: it is made here. */
  made_by: z.array(z.string()).nullable(),
})

export const listRoutings = query('/mep_server/factory/query_routing_list', {
  title: text('查询工艺路线', 'List routings'),
  grantedBy: readers,
  input: listInput({
    material_id: id.optional(),
    process_id: id.optional(),
    statuses: z.array(codeOf(bomVersionStatus)).max(3).optional(),
    written,
  }),
  output: listOutput(routing.row.and(z.object({ processes: z.array(stepInList) }))),
  records,
})
export const exportRoutings = exportOf(listRoutings, '/mep_server/factory/export_routing', {
  title: text('导出工艺路线', 'Export routings'),
  grantedBy: readers,
})
export const showRouting = query('/mep_server/factory/query_routing_detail', {
  title: text('查看工艺路线', 'Show routing'),
  grantedBy: readers,
  input: z.strictObject({ id }),
  output: z.object({ record: routing.row, lines: z.array(routingStep.row) }),
  records,
})
export const addRouting = command('/mep_server/factory/add_routing', {
  title: text('新增工艺路线', 'Add routing'),
  grantedBy: writers,
  input: routing.input.extend({ lines: steps }),
  output: z.object({ id }),
  records,
})
/** Drafts only. Without `lines` the steps stay as they are. */
export const alterRouting = command('/mep_server/factory/alter_routing', {
  title: text('修改工艺路线', 'Alter routing'),
  grantedBy: writers,
  input: routing.input.extend({ ...idAndVersion, lines: steps.optional() }),
  output: affected,
  records,
})
export const dropRoutings = command('/mep_server/factory/bulk_drop_routing', {
  title: text('删除工艺路线', 'Delete routings'),
  grantedBy: writers,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})

const several = { grantedBy: writers, input: z.strictObject({ ids: ids() }), output: bulkOutput, records }
/** A product's routing is the one by which it is made on its days: those before it end where it begins. */
export const releaseRoutings = command('/mep_server/factory/release_routing', {
  title: text('发布工艺路线', 'Release routings'),
  ...several,
})
/** Work orders keep their steps; one that has not begun to be valid leaves its days to the one before. */
export const cancelRoutings = command('/mep_server/factory/cancel_routing', {
  title: text('取消工艺路线', 'Cancel routings'),
  ...several,
})
export const makeRoutingDefault = command('/mep_server/factory/default_routing', {
  title: text('设为默认工艺路线', 'Make routing the default'),
  grantedBy: writers,
  input: z.strictObject({ id }),
  output: affected,
  records,
})

/** What would keep the steps of a routing from being scheduled: no machine for the process, or no cycle time. */
export const routingProblems = ['no_equipment', 'no_cycle_time', 'process_disabled'] as const
export const checkRouting = query('/mep_server/factory/check_routing', {
  title: text('检查工艺路线', 'Check routing'),
  grantedBy: readers,
  input: z.strictObject({ id, material_id: id.optional() }),
  output: z.object({
    problems: z.array(
      z.object({
        sequence: z.int(),
        process_id: id,
        process_code: z.string(),
        process_name: z.string(),
        problem: z.enum(routingProblems),
      }),
    ),
  }),
  records,
})
