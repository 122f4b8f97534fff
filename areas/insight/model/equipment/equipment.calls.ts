import { query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { searchRange } from '@qitao/scheduling/model/chart/time-range.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const grantedBy = [pages.deviceDetail]

/** Where the time of the machine's calendar went, in seconds (utilization.rules.ts says how each is counted). */
const measured = z.object({
  oee: z.string(),
  availability: z.string(),
  performance: z.string(),
  quality: z.string(),
  calendar_seconds: z.int(),
  planned_stop_seconds: z.int(),
  breakdown_seconds: z.int(),
  idle_seconds: z.int(),
  run_seconds: z.int(),
  speed_seconds: z.int(),
  quality_seconds: z.int(),
  effective_seconds: z.int(),
  good_quantity: z.string(),
  defective_quantity: z.string(),
})
export const queryDeviceOee = query('/mep_server/factory/query_device_oee', {
  title: text('设备OEE', 'OEE of a machine'),
  grantedBy,
  input: z.strictObject({ id, timestamp_range: searchRange }),
  output: z.object({
    total: measured,
    /** Each is a local day. */
    days: z.array(measured.extend({ date: instant })),
    breakdowns: z.int(),
    /** Run time of the machine to a breakdown, however many tasks it has at a time, and length of a breakdown, in working time; null: there was none. */
    mtbf_seconds: z.int().nullable(),
    mttr_seconds: z.int().nullable(),
    /** Null: the machine has no rate. */
    hourly_rate: z.string().nullable(),
  }),
})
export type DeviceOee = z.output<typeof queryDeviceOee.output>

export const deviceTaskRow = z.object({
  id,
  task_no: z.string(),
  mo_id: id,
  mo_no: z.string(),
  material_code: z.string(),
  material_name: z.string(),
  process_name: z.string(),
  start_time: instant,
  end_time: instant,
  setup_seconds: z.int(),
  quantity: z.string(),
  reported_quantity: z.string(),
  defective_quantity: z.string(),
  unit_name: z.string(),
  status: codeOf(taskStatus),
  publish_status: codeOf(publishStatus),
  delivery_date: instant,
})
export type DeviceTaskRow = z.output<typeof deviceTaskRow>
export const listDeviceTasks = query('/mep_server/factory/query_device_task_list', {
  title: text('设备任务', 'Tasks of a machine'),
  grantedBy,
  input: z.strictObject({ id, timestamp_range: searchRange }),
  output: z.object({ result: z.array(deviceTaskRow), total: z.int() }),
})

export const deviceStopRow = z.object({
  id,
  start_time: instant,
  end_time: instant,
  kind: codeOf(freezeKind),
  reason: z.string().nullable(),
  /** Of the machine's calendar. */
  lost_seconds: z.int(),
  created_by_name: z.string().nullable(),
})
export type DeviceStopRow = z.output<typeof deviceStopRow>
export const listDeviceStops = query('/mep_server/factory/query_device_stop_list', {
  title: text('设备停机记录', 'Stops of a machine'),
  grantedBy,
  input: listInput({ id }),
  output: listOutput(deviceStopRow),
})
