import {
  choiceField,
  codeField,
  instantField,
  integerField,
  optional,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** A background job as lists show it. */
export const job = record('job', text('后台任务', 'Background job'), {
  job_type: codeField('任务', 'Job'),
  status: choiceField('状态', 'Status', jobStatus),
  progress: integerField('进度', 'Progress', { unit: text('%', '%') }),
  message: remarkField('说明', 'Message'),
  error_code: optional(integerField('错误码', 'Error code')),
  created_by_name: optional(textField('发起人', 'Started by')),
  created_time: instantField('发起时间', 'Asked'),
  started_time: optional(instantField('开始时间', 'Started')),
  finished_time: optional(instantField('结束时间', 'Ended')),
})
