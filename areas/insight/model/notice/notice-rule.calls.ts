import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { affected, command, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  flagField,
  id,
  ids,
  instantField,
  integerField,
  listField,
  moneyField,
  optional,
  readOnly,
  referencesField,
  rowVersion,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { noticeEventStates } from './notice-events.ts'
import { noticeRuleStatus } from './notice-rule.status.ts'

const minutes = text('分钟', 'min')
const hours = text('小时', 'h')
const lastMinute = 24 * 60 - 1

/** Which matters are told to whom, how, and to whom next when nobody answers. */
export const noticeRule = record('notice_rule', text('提醒规则', 'Notice rule'), {
  name: textField('名称', 'Name', 100),
  event: choiceField('事件', 'Event', noticeEventStates),
  threshold: integerField('条件', 'Condition', { max: 100_000 }),
  least_value: optional(moneyField('最低金额', 'Least value')),
  to_owner: flagField('通知负责人', 'Tell the owner'),
  role_ids: withDefault(referencesField('通知角色', 'Tell roles', 'role', 50), []),
  user_ids: withDefault(referencesField('通知成员', 'Tell members', 'user', 50), []),
  by_mail: flagField('发邮件', 'By mail'),
  by_hook: flagField('推送给其他系统', 'By web hook'),
  raise_hours: optional(
    integerField('无人响应时，几小时后升级', 'Raised when nobody answers for', { min: 1, max: 720, unit: hours }),
  ),
  raise_role_ids: withDefault(referencesField('升级给角色', 'Raised to roles', 'role', 50), []),
  raise_user_ids: withDefault(referencesField('升级给成员', 'Raised to members', 'user', 50), []),
  quiet_from: optional(integerField('静默开始', 'Quiet from', { max: lastMinute, unit: minutes })),
  quiet_until: optional(integerField('静默结束', 'Quiet until', { max: lastMinute, unit: minutes })),
  status: readOnly(choiceField('状态', 'Status', noticeRuleStatus)),
  open_count: readOnly(integerField('待响应', 'Unanswered')),
  lasting_count: readOnly(integerField('未解除', 'Not over')),
  case_count: readOnly(integerField('近90天次数', 'In 90 days')),
  answer_rate: readOnly(optional(integerField('响应率', 'Answered', { unit: text('%', '%') }))),
  median_minutes: readOnly(optional(integerField('响应用时（中位）', 'Time to answer (median)', { unit: minutes }))),
  p90_minutes: readOnly(optional(integerField('响应用时（九成内）', 'Time to answer (90 %)', { unit: minutes }))),
})
export type NoticeRuleRow = RowOf<typeof noticeRule>

/** A matter that was told. */
export const noticeCase = record('notice_case', text('提醒', 'Notice'), {
  opened_time: instantField('发生时间', 'Since'),
  rule_name: textField('规则', 'Rule'),
  event: choiceField('事件', 'Event', noticeEventStates),
  object_no: textField('单据/对象', 'Document or object'),
  subject: optional(textField('内容', 'What')),
  measure: integerField('程度', 'How much'),
  value: optional(moneyField('金额', 'Value')),
  status: choiceField('状态', 'Status', noticeCaseStatus),
  told_names: listField('已通知', 'Told', z.array(z.string())),
  answered_name: optional(textField('响应人', 'Answered by')),
  answer_minutes: optional(integerField('响应用时', 'Time to answer', { unit: minutes })),
  raised_time: optional(instantField('升级时间', 'Raised')),
  over_time: optional(instantField('解除时间', 'Over')),
})
const caseRow = noticeCase.row.omit({ row_version: true, updated_time: true, created_time: true }).extend({
  object_id: id,
})
export type NoticeCaseRow = z.output<typeof caseRow>

const base = '/mep_server/biz/notice_rule/'
const grantedBy = [pages.noticeRules]
const records = [noticeRule]

/** Ours, as all of this page. */
export const listNoticeRules = query(`${base}query_notice_rule_list`, {
  title: text('提醒规则列表', 'Notice rules'),
  grantedBy,
  input: listInput({ statuses: z.array(codeOf(noticeRuleStatus)).max(2).optional() }),
  output: listOutput(noticeRule.row),
  records,
})
export const addNoticeRule = command(`${base}add_notice_rule`, {
  title: text('新建提醒规则', 'Add a notice rule'),
  grantedBy,
  input: noticeRule.input,
  output: z.object({ id }),
  records,
})
export const alterNoticeRule = command(`${base}alter_notice_rule`, {
  title: text('修改提醒规则', 'Alter a notice rule'),
  grantedBy,
  input: noticeRule.input.extend({ id, row_version: rowVersion }),
  output: affected,
  records,
})
export const setNoticeRuleStatus = command(`${base}alter_notice_rule_status`, {
  title: text('启用或停用提醒规则', 'Turn a notice rule on or off'),
  grantedBy,
  input: z.strictObject({ id, is_on: z.boolean() }),
  output: affected,
  records,
})
export const dropNoticeRules = command(`${base}bulk_drop_notice_rule`, {
  title: text('删除提醒规则', 'Delete notice rules'),
  grantedBy,
  input: z.strictObject({ ids: ids(100) }),
  output: bulkOutput,
  records,
})
/** What a rule would tell of now, before it is saved. */
export const tryNoticeRule = query(`${base}query_notice_rule_now`, {
  title: text('试算提醒规则', 'What a notice rule means now'),
  grantedBy,
  input: z.strictObject({
    event: noticeRule.fields.event.schema,
    threshold: noticeRule.fields.threshold.schema,
    least_value: noticeRule.fields.least_value.schema,
  }),
  output: z.object({
    count: z.int(),
    /** The worst of them. */
    matters: z.array(z.object({ no: z.string(), subject: z.string().nullable(), measure: z.int() })),
  }),
  records,
})
/** Matters that the caller was told of; all of the company for those with the page of the rules. */
export const listNoticeCases = query(`${base}query_notice_case_list`, {
  title: text('提醒列表', 'Matters told of'),
  grantedBy: 'signed_in',
  input: listInput({
    mine: z.boolean().default(true),
    rule_id: id.optional(),
    statuses: z.array(codeOf(noticeCaseStatus)).max(4).optional(),
  }),
  output: listOutput(caseRow),
  records: [noticeCase],
})
