import { plainCalls, query, withExport } from '@qitao/core/call.ts'
import { customFilter } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { codeOf, id } from '@qitao/core/field.ts'
import { listInput, listOutput, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { device } from './device.record.ts'

const prefix = '/mep_server/factory/'
const changes = [pages.devices, pages.deviceDetail]
const lists = [...changes, pages.productionPlan, pages.cycleTimes, pages.changeovers, pages.workgroups]

const plain = plainCalls(device, { prefix, noun: 'device', lists, changes })
export const deviceCalls = withExport(
  {
    ...plain,
    list: query(plain.list.path, {
      title: plain.list.title,
      grantedBy: lists,
      input: listInput({
        process_id: id.optional(),
        workgroup_id: id.optional(),
        status: codeOf(enabledStatus).optional(),
        custom: customFilter,
      }),
      output: listOutput(device.row),
      records: [device],
    }),
  },
  device,
  `${prefix}export_device`,
)

/** What everybody who is signed in may know of a machine: what a picker shows. */
export const machineRow = z.object({
  id,
  machine_no: z.string(),
  name: z.string(),
  workgroup_id: id.nullable(),
  workgroup_name: z.string().nullable(),
  process_ids: z.array(id),
  status: codeOf(enabledStatus),
})
export const queryMachine = query(`${prefix}query_machine`, {
  title: text('选择设备', 'Pick machines'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: listInput({ process_id: id.optional(), workgroup_id: id.optional(), written }),
  output: listOutput(machineRow),
  records: [device],
})
export const queryMachineDetail = query(`${prefix}query_machine_detail`, {
  title: text('选中的设备', 'Picked machine'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id }),
  output: z.object({ record: machineRow }),
  records: [device],
})
