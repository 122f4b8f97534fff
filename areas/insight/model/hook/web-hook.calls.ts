import { affected, command, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  id,
  ids,
  instant,
  instantField,
  integerField,
  listField,
  optional,
  readOnly,
  rowVersion,
  textField,
} from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { deliveryFault, deliveryStatus, webHookStatus } from './web-hook.status.ts'
import { hookKinds } from './web-hook-events.ts'

/** Another system that is told what happens. */
export const webHook = record('web_hook', text('事件推送', 'Web hook'), {
  name: textField('名称', 'Name', 100),
  address: textField('地址', 'Address', 500),
  kinds: listField('事件', 'Events', z.array(z.enum(hookKinds)).min(1).max(hookKinds.length)),
  status: readOnly(choiceField('状态', 'Status', webHookStatus)),
  owner_name: readOnly(optional(textField('负责人', 'Owner'))),
  failing_since: readOnly(optional(instantField('持续失败自', 'Failing since'))),
  last_tried_time: readOnly(optional(instantField('最近推送', 'Last sent'))),
  waiting_count: readOnly(integerField('待推送', 'Waiting')),
  aside_count: readOnly(integerField('已搁置', 'Set aside')),
})
export type WebHookRow = RowOf<typeof webHook>

/** One event on its way to one hook. */
export const webHookDelivery = record('web_hook_delivery', text('推送记录', 'Delivery'), {
  created_time: instantField('发生时间', 'Happened'),
  kind: textField('事件', 'Event'),
  subject: optional(textField('单据/对象', 'Document or object')),
  status: choiceField('状态', 'Status', deliveryStatus),
  answer_code: optional(integerField('应答码', 'Answer code')),
  fault: optional(choiceField('原因', 'Reason', deliveryFault)),
  said: optional(textField('应答', 'Answer', 2_000)),
  took_ms: optional(integerField('耗时', 'Took', { unit: text('毫秒', 'ms') })),
  attempts: integerField('次数', 'Tries'),
  tried_time: optional(instantField('最近推送', 'Last sent')),
  due_time: optional(instantField('下次推送', 'Next try')),
  body: textField('内容', 'Body', 20_000),
})
const deliveryRow = webHookDelivery.row.omit({ row_version: true, updated_time: true })
export type DeliveryRow = z.output<typeof deliveryRow>

const base = '/mep_server/biz/web_hook/'
const grantedBy = [pages.webHooks]
const { name, address, kinds } = webHook.fields
const records = [webHook]
/** Shown now, and never again. */
const secret = z.string()

/** Ours, as all of this page. */
export const listWebHooks = query(`${base}query_web_hook_list`, {
  title: text('事件推送', 'Web hooks'),
  grantedBy,
  input: listInput({ statuses: z.array(codeOf(webHookStatus)).max(3).optional() }),
  output: listOutput(webHook.row),
  records,
})
export const addWebHook = command(`${base}add_web_hook`, {
  title: text('新建事件推送', 'Add a web hook'),
  grantedBy,
  answersSecret: true,
  input: z.strictObject({ name: name.schema, address: address.schema, kinds: kinds.schema }),
  output: z.object({ id, secret }),
  records,
})
export const alterWebHook = command(`${base}alter_web_hook`, {
  title: text('修改事件推送', 'Alter a web hook'),
  grantedBy,
  input: z.strictObject({
    id,
    row_version: rowVersion,
    name: name.schema,
    address: address.schema,
    kinds: kinds.schema,
  }),
  output: affected,
  records,
})
export const setWebHookStatus = command(`${base}alter_web_hook_status`, {
  title: text('启用或停用事件推送', 'Turn a web hook on or off'),
  grantedBy,
  input: z.strictObject({ id, is_on: z.boolean() }),
  output: affected,
  records,
})
export const renewWebHookSecret = command(`${base}renew_web_hook_secret`, {
  title: text('更换签名密钥', 'Renew the secret of a web hook'),
  grantedBy,
  answersSecret: true,
  input: z.strictObject({ id }),
  output: z.object({ secret }),
  records,
})
export const dropWebHooks = command(`${base}bulk_drop_web_hook`, {
  title: text('删除事件推送', 'Delete web hooks'),
  grantedBy,
  input: z.strictObject({ ids: ids(100) }),
  output: bulkOutput,
  records,
})
/** Sends now, once, and tells what came of it. */
export const testWebHook = command(`${base}test_web_hook`, {
  title: text('测试事件推送', 'Test a web hook'),
  grantedBy,
  input: z.strictObject({ id }),
  output: z.object({
    delivered: z.boolean(),
    answer_code: z.int().nullable(),
    fault: codeOf(deliveryFault).nullable(),
    took_ms: z.int(),
  }),
  records,
})
export const listWebHookDeliveries = query(`${base}query_web_hook_delivery_list`, {
  title: text('推送记录', 'Deliveries of web hooks'),
  grantedBy,
  input: listInput({
    hook_id: id.optional(),
    statuses: z.array(codeOf(deliveryStatus)).max(3).optional(),
    created_from: instant.optional(),
  }),
  output: listOutput(deliveryRow),
  records: [webHookDelivery],
})
export const sendDeliveriesAgain = command(`${base}resend_web_hook_delivery`, {
  title: text('重新推送', 'Send deliveries again'),
  grantedBy,
  input: z.strictObject({ ids: ids(500) }),
  output: bulkOutput,
  records: [webHookDelivery],
})
