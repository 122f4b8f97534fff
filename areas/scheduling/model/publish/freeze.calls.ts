import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { planRange } from '../chart/time-range.ts'
import { taskRow } from '../task.record.ts'

const base = '/mep_server/biz/schedule/'
const grantedBy = [pages.productionPlan, pages.devices, pages.deviceDetail]
const machineNos = z.array(plainString(50)).max(2000)

export const freezeDevices = command(`${base}freeze_device`, {
  title: text('冻结设备', 'Freeze equipment'),
  grantedBy,
  input: z.strictObject({
    machine_no_list: machineNos.min(1),
    timestamp_range: planRange,
    kind: codeOf(freezeKind).default(freezeKind.codes.other),
    reason: plainString(255).optional(),
  }),
  /** `tasks`: what stands in the frozen time and has to move. */
  output: affected.extend({ freeze_ids: z.array(id), tasks: z.array(taskRow.extend({ mo_no: z.string() })) }),
})
export const unfreezeDevices = command(`${base}unfreeze_device`, {
  title: text('解冻设备', 'Unfreeze equipment'),
  grantedBy,
  input: z.strictObject({ freeze_ids: z.array(id).min(1).max(2000) }),
  output: affected,
})
export const freezeRow = z.object({
  id,
  machine_no: z.string(),
  machine_name: z.string(),
  device_id: id,
  timestamp_range: z.tuple([instant, instant]),
  kind: codeOf(freezeKind),
  reason: z.string().nullable(),
  /** It covers the present. */
  active: z.boolean(),
})
export const listFreezes = query(`${base}query_device_freeze_list`, {
  title: text('设备冻结列表', 'Freezes of equipment'),
  grantedBy,
  input: z.strictObject({ machine_no_list: machineNos.optional(), timestamp_range: planRange.optional() }),
  output: z.object({ result: z.array(freezeRow) }),
})
