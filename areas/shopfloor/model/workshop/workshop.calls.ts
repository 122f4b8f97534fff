import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString, rowVersion } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { bulkOutput, listInput, listOutput, mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { searchRange } from '@qitao/scheduling/model/chart/time-range.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { taskRow } from '../report.calls.ts'
import { shopfloorErrors } from '../shopfloor.errors.ts'

/** What a workshop does in a day or a shift, and who does it. */
const readers = [pages.workshopPlan, pages.dispatch]
const scheduleBase = '/mep_server/biz/schedule/'
const dispatchBase = '/mep_server/biz/dispatch/'

export const workshopTaskRow = taskRow.extend({
  setup_start_time: instant,
  setup_seconds: z.int(),
  delivery_date: instant,
  priority: z.int(),
  /** Null: it was not looked at yet. */
  material_status: codeOf(materialStatus).nullable(),
})
export type WorkshopTaskRow = z.output<typeof workshopTaskRow>

/** Of a machine's group or given to the group. */
const ofWorkshop = { workgroup_id: id.optional(), machine_no_list: z.array(plainString(50)).max(mostRows).optional() }
export const listWorkshopTasks = query(`${scheduleBase}query_workshop_task_list`, {
  title: text('车间任务列表', 'Workshop tasks'),
  grantedBy: readers,
  input: listInput({
    ...ofWorkshop,
    statuses: z.array(z.int()).max(3).optional(),
    dispatch_statuses: z.array(z.int()).max(2).optional(),
    /** Tasks that stand in it. */
    timestamp_range: searchRange.optional(),
    /** Also those that should have ended before the range and are not done. */
    overdue: z.boolean().default(false),
    /** Only those given to the one who asks, or of the machines of the own groups. */
    mine: z.boolean().default(false),
  }),
  output: listOutput(workshopTaskRow),
})

const load = z.object({ available_seconds: z.int(), planned_seconds: z.int(), task_count: z.int() })
const span = z.tuple([instant, instant])
export const workshopMachine = z.object({
  device_id: id,
  machine_no: z.string(),
  name: z.string(),
  workgroup_name: z.string().nullable(),
  /** Of the whole day, then of each shift. */
  loads: z.array(load),
  /** When its calendar has it work on the day, and when it stands still whatever that says. */
  working: z.array(span),
  frozen: z.array(span),
})
export type WorkshopMachine = z.output<typeof workshopMachine>
export const workshopShift = z.object({ name: z.string(), start_time: instant, end_time: instant })
export type WorkshopShift = z.output<typeof workshopShift>
/** Ours: the machines of a workshop, the shifts that begin on a day, and how full they are. */
export const listWorkshopShifts = query(`${scheduleBase}query_workshop_shift_list`, {
  title: text('车间班次', 'Shifts of the workshop'),
  grantedBy: readers,
  input: z.strictObject({ date: instant, workgroup_id: id.optional() }),
  output: z.object({ day: workshopShift, shifts: z.array(workshopShift), machines: z.array(workshopMachine) }),
})

export const printShiftList = query(`${scheduleBase}print_shift_list`, {
  title: text('打印班次任务单', 'Print the shift list'),
  grantedBy: readers,
  input: z.strictObject({
    timestamp_range: searchRange,
    workgroup_id: id.optional(),
    shift: plainString(50).optional(),
    /** As the list of tasks takes them. */
    overdue: z.boolean().default(false),
    mine: z.boolean().default(false),
  }),
  output: fileOutput,
})

/** Proposed at once. */
export const mostProposed = 500
const proposedPerson = z.object({
  id,
  name: z.string(),
  /** Reports of the task's process in the last year. */
  report_count: z.int(),
  /** Has another task at this machine in the shift. */
  at_machine: z.boolean(),
  /** Share of the own hours that is taken before this task, in percent. */
  load_percent: z.int(),
})
export const dispatchProposalRow = z.object({
  ...workshopTaskRow.shape,
  /** People that the cycle time asks for. */
  crew: z.int(),
  people: z.array(proposedPerson),
  /** Who was at its machine at that time of the day before, and could be again. */
  yesterday: z.array(z.object({ id, name: z.string() })),
  /** Why nobody, or fewer than the crew, is proposed. */
  lacks: z.enum(['no_workgroup', 'nobody_at_work', 'all_busy', 'too_few']).nullable(),
})
export type DispatchProposalRow = z.output<typeof dispatchProposalRow>
export const shiftPerson = z.object({
  id,
  name: z.string(),
  workgroup_names: z.array(z.string()),
  available_seconds: z.int(),
  /** Of tasks that are given already. */
  given_seconds: z.int(),
  proposed_seconds: z.int(),
  /** Which those are. */
  given_task_ids: z.array(id),
})
export type ShiftPerson = z.output<typeof shiftPerson>
/** Ours: who could do what of a shift is given to nobody yet, with why. Nothing is changed. */
export const proposeDispatch = query(`${dispatchBase}query_dispatch_proposal`, {
  title: text('派工建议', 'Proposed dispatch'),
  grantedBy: [pages.dispatch],
  input: z.strictObject({ timestamp_range: searchRange, ...ofWorkshop }),
  output: z.object({
    /** Of a shift that runs what is to come of it; else all of it. */
    left: z.tuple([instant, instant]),
    result: z.array(dispatchProposalRow),
    people: z.array(shiftPerson),
    /** More tasks wait than are proposed at once. */
    more: z.boolean(),
  }),
})
/** Ours: what is taken of a proposal, each task as it was seen. */
export const acceptDispatch = command(`${dispatchBase}accept_dispatch_proposal`, {
  title: text('接受派工建议', 'Accept the proposed dispatch'),
  grantedBy: [pages.dispatch],
  withoutRight: shopfloorErrors.dispatchNoRight,
  input: z.strictObject({
    given: z
      .array(z.strictObject({ task_id: id, row_version: rowVersion, user_ids: z.array(id).min(1).max(100) }))
      .min(1)
      .max(mostProposed),
    /** What these people were seen to have; who has been given more since for the same time, or two in one go, is not given that task. */
    seen_people: z
      .array(z.strictObject({ user_id: id, task_ids: z.array(id).max(10_000) }))
      .max(2000)
      .optional(),
  }),
  output: bulkOutput,
})
