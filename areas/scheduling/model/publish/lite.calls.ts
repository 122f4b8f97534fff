import { affected, command, query } from '@qitao/core/call.ts'
import { id, ids, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { moRow } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { taskRow } from '../task.record.ts'

/** Addresses of the lite edition (specification section 1) that need the plan. */
const base = '/mep_server/biz/lite/'

export const showMoLite = query(`${base}mo_detail`, {
  title: text('工单详情（轻量版）', 'Work order (lite)'),
  grantedBy: [pages.manufacturingOrders, pages.materialPlan],
  input: z.strictObject({ mo_id: id }),
  output: z.object({ mo: moRow, tasks: z.array(taskRow) }),
})
export const alterPublishTime = command(`${base}alter_mo_publish_time`, {
  acrossWorkgroups: 'refused',
  title: text('修改发布时间', 'Alter the publishing time'),
  grantedBy: [pages.manufacturingOrders, pages.productionPlan],
  input: z.strictObject({ mo_ids: ids(), publish_time: instant }),
  output: affected,
})
