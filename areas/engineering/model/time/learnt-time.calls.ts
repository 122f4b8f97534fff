import { affected, command, query } from '@qitao/core/call.ts'
import { id, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { cycleTime } from './cycle-time.record.ts'

/** Days back from now of which finished tasks are learnt from. */
export const learntDays = 365

/**
 * What finished tasks say of a product, process and machine, in seconds a piece: the work time that their reports tell, else
 * the machine's working time from start to finish. Beside it the time that plans count with.
 */
export const learntTimeRow = z.object({
  id: z.string(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  process_id: id,
  process_name: z.string(),
  device_id: id,
  machine_no: z.string(),
  /** Null: there is no cycle time. */
  standard_seconds: z.string().nullable(),
  median_seconds: z.string(),
  p90_seconds: z.string(),
  count: z.int(),
  outliers: z.int(),
  /** Percent by which the median differs from the standard. */
  deviation: z.string().nullable(),
  /** Work orders that are open with this step, and by how many seconds the median would change them. */
  open_orders: z.int(),
  open_seconds_change: z.int().nullable(),
})
export type LearntTimeRow = z.output<typeof learntTimeRow>

// Both are handled in `areas/insight/server/equipment/learnt-times.handlers.ts`, which reads reports.
export const listLearntTimes = query('/mep_server/factory/query_learnt_cycle_time_list', {
  title: text('查询实测工时', 'List measured times'),
  grantedBy: [pages.cycleTimes, pages.deviceDetail],
  input: z.strictObject({ device_id: id.optional() }),
  output: z.object({ result: z.array(learntTimeRow), total: z.int() }),
  records: [cycleTime],
})
/**
 * Medians become the cycle time of their product, process and machine. What was measured anew since is refused, and so is what somebody has
 * given another time since.
 */
export const acceptLearntTimes = command('/mep_server/factory/accept_learnt_cycle_time', {
  title: text('采用实测工时', 'Accept measured times'),
  grantedBy: [pages.cycleTimes],
  input: z.strictObject({
    times: z
      .array(
        z.strictObject({
          ...{ material_id: id, process_id: id, device_id: id, median_seconds: positiveQuantity, count: z.int() },
          /** What plans counted with when it was decided; null: there was none. */
          standard_seconds: positiveQuantity.nullable(),
        }),
      )
      .min(1)
      .max(200),
  }),
  output: affected,
  records: [cycleTime],
})
