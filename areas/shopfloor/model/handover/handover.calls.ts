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
  referenceField,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { searchRange } from '@qitao/scheduling/model/chart/time-range.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { andonCause } from '../andon/andon.status.ts'
import { handoverStatus } from './handover.status.ts'

/** The end of a shift of a group: what is open, and who goes on with it. */
export const shiftHandover = record('shift_handover', text('交接班', 'Shift hand-over'), {
  workgroup_id: referenceField('班组', 'Workgroup', 'workgroup'),
  shift_name: textField('班次', 'Shift', 50),
  taker_id: referenceField('接班人', 'Taken over by', 'user'),
  note: remarkField('交班说明', 'Note'),
  answer: remarkField('接班说明', 'Answer'),
  status: readOnly(choiceField('状态', 'Status', handoverStatus)),
  start_time: readOnly(instantField('班次开始', 'Shift begins')),
  given_time: readOnly(instantField('交班时间', 'Handed over')),
  taken_time: readOnly(optional(instantField('接班时间', 'Taken over'))),
})
const base = '/mep_server/biz/handover/'
const grantedBy = [pages.workshopPlan, pages.dispatch]

/** What is open at a moment, in words that stay when it goes on. */
export const openWork = z.object({
  tasks: z.array(
    z.object({
      task_id: id,
      task_no: z.string(),
      mo_no: z.string(),
      process_name: z.string(),
      machine_no: z.string(),
      material_name: z.string(),
      unit_name: z.string(),
      quantity: z.string(),
      reported_quantity: z.string(),
      status: codeOf(taskStatus),
      end_time: instant,
      people: z.array(z.string()),
    }),
  ),
  /** Open tasks beyond those that are listed. */
  more_tasks: z.int(),
  calls: z.array(
    z.object({
      cause: codeOf(andonCause),
      machine_no: z.string(),
      mo_no: z.string(),
      called_time: instant,
      answered: z.boolean(),
      remark: z.string().nullable(),
    }),
  ),
  /** Machines that stood in the shift, or stand now. */
  stops: z.array(
    z.object({
      kind: codeOf(freezeKind),
      machine_no: z.string(),
      start_time: instant,
      end_time: instant,
      reason: z.string().nullable(),
    }),
  ),
})
export type OpenWork = z.output<typeof openWork>

export const handoverRow = z.object({
  id,
  row_version: z.int(),
  workgroup_id: id,
  workgroup_name: z.string(),
  shift_name: z.string(),
  start_time: instant,
  end_time: instant,
  status: codeOf(handoverStatus),
  giver_id: id,
  giver_name: z.string(),
  taker_id: id,
  taker_name: z.string(),
  given_time: instant,
  taken_time: instant.nullable(),
  note: z.string().nullable(),
  answer: z.string().nullable(),
  open_work: openWork,
})
export type HandoverRow = z.output<typeof handoverRow>

const ofShift = { workgroup_id: id, timestamp_range: searchRange }
/** Ours: hand-overs, the latest first. */
export const listHandovers = query(`${base}query_handover_list`, {
  title: text('交接班列表', 'Shift hand-overs'),
  grantedBy,
  input: listInput({
    statuses: z.array(codeOf(handoverStatus)).max(2).optional(),
    workgroup_id: id.optional(),
    /** Only those that wait for the one who asks. */
    mine: z.boolean().default(false),
  }),
  output: listOutput(handoverRow),
  records: [shiftHandover],
})
/** Ours: what would be handed over now. Nothing is changed. */
export const previewHandover = query(`${base}query_handover_preview`, {
  title: text('交班内容', 'What would be handed over'),
  grantedBy,
  input: z.strictObject(ofShift),
  output: openWork,
})
/** Ours: once for each shift of a group. */
export const addHandover = command(`${base}add_handover`, {
  title: text('交班', 'Hand a shift over'),
  grantedBy,
  input: z.strictObject({
    ...ofShift,
    shift_name: plainString(50),
    taker_id: id,
    note: plainString(255, generalErrors.remarkTooLong).nullish(),
  }),
  output: z.object({ id }),
  records: [shiftHandover],
})
/** Ours: by whom it was handed over to, on the page to which the notice of it leads. */
export const takeHandover = command(`${base}take_handover`, {
  title: text('接班', 'Take a shift over'),
  grantedBy: [pages.workshopPlan],
  input: z.strictObject({ ...idAndVersion, answer: plainString(255, generalErrors.remarkTooLong).nullish() }),
  output: affected,
  records: [shiftHandover],
})
/** Ours: by who has handed it over, while nobody has taken it: to do it anew. */
export const withdrawHandover = command(`${base}withdraw_handover`, {
  title: text('撤回交班', 'Take a hand-over back'),
  grantedBy,
  input: z.strictObject(idAndVersion),
  output: affected,
})
