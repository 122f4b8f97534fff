import { affected, command, idAndVersion, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  id,
  instant,
  instantField,
  optional,
  plainString,
  readOnly,
  remarkField,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { shopfloorErrors } from '../shopfloor.errors.ts'
import { andonCause, andonLevel, andonStatus } from './andon.status.ts'

/** A call for help from a machine: who called for what, who came, and when. */
export const andonCall = record('andon_call', text('安灯呼叫', 'Andon call'), {
  cause: choiceField('呼叫类型', 'Calls for', andonCause),
  remark: remarkField('说明', 'Words'),
  remedy: remarkField('处理结果', 'What was done'),
  status: readOnly(choiceField('状态', 'Status', andonStatus)),
  called_time: readOnly(instantField('呼叫时间', 'Called')),
  answered_time: readOnly(optional(instantField('响应时间', 'Answered'))),
  closed_time: readOnly(optional(instantField('解决时间', 'Solved'))),
})
const base = '/mep_server/biz/andon/'
const leaders = [pages.workshopPlan, pages.dispatch]

export const andonRow = z.object({
  id,
  row_version: z.int(),
  cause: codeOf(andonCause),
  status: codeOf(andonStatus),
  level: codeOf(andonLevel),
  remark: z.string().nullable(),
  remedy: z.string().nullable(),
  task_id: id.nullable(),
  mo_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  device_id: id,
  machine_no: z.string(),
  device_name: z.string(),
  called_time: instant,
  called_by_name: z.string(),
  answered_time: instant.nullable(),
  answered_by_name: z.string().nullable(),
  closed_time: instant.nullable(),
  /** Who was told, by name. */
  rung_names: z.array(z.string()),
})
export type AndonRow = z.output<typeof andonRow>

/** Ours: calls for help, the latest first. */
export const listAndon = query(`${base}query_andon_list`, {
  title: text('安灯呼叫列表', 'Andon calls'),
  grantedBy: [...leaders, pages.productionReport, pages.progress],
  input: listInput({
    statuses: z.array(codeOf(andonStatus)).max(3).optional(),
    workgroup_id: id.optional(),
    device_ids: z.array(id).max(500).optional(),
    task_id: id.optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(andonRow),
  records: [andonCall],
})
/** Ours: from a task that is given to the caller, or that the caller gives away. */
export const callAndon = command(`${base}add_andon`, {
  title: text('安灯呼叫', 'Call for help'),
  grantedBy: [pages.productionReport, ...leaders],
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({
    task_id: id,
    cause: codeOf(andonCause),
    remark: plainString(255, generalErrors.remarkTooLong).nullish(),
  }),
  output: z.object({ id, rung_names: z.array(z.string()) }),
  records: [andonCall],
})
/** Ours: somebody is on the way. */
export const answerAndon = command(`${base}answer_andon`, {
  title: text('响应安灯', 'Answer a call'),
  grantedBy: leaders,
  input: z.strictObject(idAndVersion),
  output: affected,
})
/** Ours: it is over, with what was done. */
export const closeAndon = command(`${base}close_andon`, {
  title: text('解决安灯', 'Solve a call'),
  grantedBy: leaders,
  input: z.strictObject({ ...idAndVersion, remedy: plainString(255, generalErrors.remarkTooLong).nullish() }),
  output: affected,
  records: [andonCall],
})
