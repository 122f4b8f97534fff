import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, ids } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { messageKinds } from '@qitao/planning/netting/material-plan.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { planMessageRow, planMessageStatus } from './plan-message.ts'

const base = '/mep_server/biz/material_dispatch/'
const planner = [pages.materialPlan]

export const listPlanMessages = query(`${base}query_plan_message_list`, {
  title: text('计划消息', 'Plan messages'),
  grantedBy: planner,
  input: listInput({
    kinds: z.array(z.enum(messageKinds)).max(messageKinds.length).optional(),
    status: codeOf(planMessageStatus).default(0),
    material_id: id.optional(),
    mo_id: id.optional(),
  }),
  output: listOutput(planMessageRow).extend({
    /** Kind to count of open messages. */
    counts: z.record(z.string(), z.int()),
    /** Open messages that move child orders and requests to another day. */
    need_date_count: z.int(),
  }),
})
export const applyPlanMessages = command(`${base}apply_plan_message`, {
  title: text('执行计划消息', 'Apply plan messages'),
  grantedBy: planner,
  input: z.strictObject({ message_ids: ids(200) }),
  output: bulkOutput,
})
export const followNeedDates = command(`${base}follow_need_dates`, {
  title: text('全部跟随新的需求日期', 'Follow all new need dates'),
  grantedBy: planner,
  input: z.strictObject({}),
  output: bulkOutput,
})
export const refusePlanMessages = command(`${base}refuse_plan_message`, {
  title: text('拒绝或重开计划消息', 'Refuse or reopen plan messages'),
  grantedBy: planner,
  input: z.strictObject({ message_ids: ids(), refused: z.boolean().default(true) }),
  output: affected,
})
