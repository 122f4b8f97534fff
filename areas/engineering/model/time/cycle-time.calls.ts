import { plainCalls, query, withExport } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { cycleTime } from './cycle-time.record.ts'

const plain = plainCalls(cycleTime, {
  prefix: '/mep_server/factory/',
  noun: 'cycle_time',
  lists: [pages.cycleTimes],
  changes: [pages.cycleTimes],
})
export const cycleTimeCalls = withExport(
  {
    ...plain,
    list: query(plain.list.path, {
      title: plain.list.title,
      grantedBy: plain.list.grantedBy,
      input: listInput({
        material_id: id.optional(),
        process_id: id.optional(),
        device_id: id.optional(),
        statuses: z.array(z.int()).max(2).optional(),
      }),
      output: listOutput(cycleTime.row),
      records: plain.list.records,
    }),
  },
  cycleTime,
  '/mep_server/factory/export_cycle_time',
)

export const missingCycleTimeRow = z.object({
  /** Product and process: no record of its own. */
  id: z.string(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  process_id: id,
  process_code: z.string(),
  process_name: z.string(),
})
/** Processes of routings and released manufacturing BoMs that have no cycle time for their product: they cannot be scheduled. */
export const listMissingCycleTimes = query('/mep_server/factory/query_missing_cycle_time_list', {
  title: text('查询缺失工时', 'List missing cycle times'),
  grantedBy: [pages.cycleTimes],
  input: z.strictObject({}),
  output: z.object({ result: z.array(missingCycleTimeRow), total: z.int() }),
  records: [cycleTime],
})
