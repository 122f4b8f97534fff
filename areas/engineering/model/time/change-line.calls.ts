import { plainCalls, query, withExport } from '@qitao/core/call.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { changeLine } from './change-line.record.ts'

const plain = plainCalls(changeLine, {
  prefix: '/mep_server/factory/',
  noun: 'change_line',
  lists: [pages.changeovers],
  changes: [pages.changeovers],
})
export const changeLineCalls = withExport(
  {
    ...plain,
    list: query(plain.list.path, {
      title: plain.list.title,
      grantedBy: plain.list.grantedBy,
      /** `any_device`: only entries that hold for every machine. */
      input: listInput({
        device_id: id.optional(),
        any_device: z.boolean().optional(),
        workgroup_id: id.optional(),
        attribute: plainString(100).optional(),
        material_id: id.optional(),
      }),
      output: listOutput(changeLine.row),
      records: plain.list.records,
    }),
  },
  changeLine,
  '/mep_server/factory/export_change_line',
)
