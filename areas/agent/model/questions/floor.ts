import { queryApprovalList } from '@qitao/access/model/approval/approval.calls.ts'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { listDispatchTasks, listProgress, listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { type Column, listed, type Question, quantity, type RowOf, stateIn } from '../question.ts'

type ReportRow = RowOf<typeof listReports>
const reportColumns: readonly Column<ReportRow>[] = [
  [text('时间', 'Time'), (row, { time }) => time(row.report_time)],
  [text('工单', 'Work order'), row => row.mo_no],
  [text('工序', 'Operation'), row => row.process_name],
  [text('人员', 'People'), row => row.user_names],
  [text('合格', 'Good'), row => quantity(row.finished_quantity), 'number'],
  [text('不良', 'Scrap'), row => quantity(row.defective_quantity), 'number'],
]
type QcRow = RowOf<typeof taskCalls.list>
const qcColumns: readonly Column<QcRow>[] = [
  [text('质检任务', 'QC task'), row => row.no],
  [text('物料', 'Material'), row => `${row.material_code} ${row.material_name}`],
  [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
  [text('来源', 'Source'), row => row.source_no],
  [text('状态', 'State'), (row, of) => stateIn(taskStatus, row.status, of)],
  [text('期限', 'Due'), (row, { day }) => day(row.due_time)],
  [text('等待的需求', 'Needs waiting'), row => row.waiting_count, 'number'],
]

export const floorQuestions: readonly Question[] = [
  listed({
    key: 'reports_today',
    example: text('今天报了哪些工？', 'What was reported today?'),
    also: ['今天的产量', "today's reports"],
    words: [/今[天日].*(报工|报了|产量|完成)/, /(was )?reported today|today's (reports|output)/i],
    call: listReports,
    input: ({ days }) => ({ timestamp_range: days(0, 1) }),
    title: text('今天的报工', 'Reports of today'),
    some: text('今天有 {total} 次报工。', 'There are {total} reports today.'),
    none: text('今天还没有报工。', 'Nothing has been reported today.'),
    columns: reportColumns,
  }),
  listed({
    key: 'progress_late',
    example: text('现场哪些工单进度落后？', 'Which work orders fall behind on the floor?'),
    also: ['进度落后', 'behind schedule'],
    words: [/(进度|现场).*(落后|慢|晚)/, /(fall|falling|are) behind|behind schedule/i],
    call: listProgress,
    input: () => ({ late: true }),
    title: text('进度落后', 'Behind'),
    some: text('{total} 张工单预计晚于交期完工。', '{total} work orders are expected to finish later than due.'),
    none: text('没有预计晚于交期完工的工单。', 'No work order is expected to finish later than due.'),
    columns: [
      [text('工单', 'Work order'), row => row.no],
      [text('产品', 'Product'), row => `${row.material_code} ${row.material_name}`],
      [text('完成', 'Done'), row => quantity(row.completed_quantity, row.unit_name), 'number'],
      [text('预计完工', 'Expected finish'), (row, { time }) => time(row.expected_finish_time)],
      [text('交期', 'Due'), (row, { day }) => day(row.delivery_date)],
      [text('晚几天', 'Days late'), row => row.late_days, 'number'],
    ],
    link: (row, asked) => asked.linkTo('mo', row),
  }),
  listed({
    key: 'to_dispatch',
    example: text('哪些任务还没派工？', 'Which tasks are not dispatched yet?'),
    also: ['未派工任务', 'undispatched tasks'],
    words: [/(没|未)(有)?派工|待派工/, /(not|un)\s?(yet )?dispatched/i],
    call: listDispatchTasks,
    input: () => ({ dispatch_status: dispatchStatus.codes.pending_dispatch }),
    title: text('未派工任务', 'Tasks to dispatch'),
    some: text('{total} 个任务还没派工。', '{total} tasks are not dispatched yet.'),
    none: text('没有未派工的任务。', 'All tasks are dispatched.'),
    columns: [
      [text('工单', 'Work order'), row => row.mo_no],
      [text('工序', 'Operation'), row => row.process_name],
      [text('机台', 'Machine'), row => `${row.machine_no} ${row.device_name}`],
      [text('开始', 'Start'), (row, { time }) => time(row.start_time)],
      [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
    ],
    link: (row, asked) => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
  }),
  listed({
    key: 'tasks_of_machine',
    example: text('机台…接下来做什么？', 'What does machine … do next?'),
    words: [
      /^(?:机台|设备|机器)(?<what>.+?)(?:接下来|今天|现在)?(?:做|干|加工|有)(?:什么|哪些)/,
      /what does (?:machine )?(?<what>.+?) do|tasks of machine (?<what2>.+)/i,
    ],
    subjects: ['device'],
    call: listDispatchTasks,
    input: ({ subject }) => ({ device_ids: [subject.id] }),
    title: text('机台任务', 'Tasks of the machine'),
    some: text('{what} 有 {total} 个任务。', '{what} has {total} tasks.'),
    none: text('{what} 没有任务。', '{what} has no task.'),
    columns: [
      [text('开始', 'Start'), (row, { time }) => time(row.start_time)],
      [text('结束', 'End'), (row, { time }) => time(row.end_time)],
      [text('工单', 'Work order'), row => row.mo_no],
      [text('工序', 'Operation'), row => row.process_name],
      [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
    ],
    link: (row, asked) => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
  }),
  listed({
    key: 'to_inspect',
    example: text('哪些质检任务还没做？', 'Which inspections are open?'),
    also: ['待检任务', 'open inspections'],
    words: [/(质检|检验|待检)/, /inspections?|to inspect/i],
    call: taskCalls.list,
    input: () => ({ statuses: [taskStatus.codes.pending, taskStatus.codes.in_progress] }),
    title: text('待检任务', 'Open inspections'),
    some: text('{total} 个质检任务还没判定。', '{total} inspections are not judged yet.'),
    none: text('没有未判定的质检任务。', 'Every inspection is judged.'),
    columns: qcColumns,
    link: (row, asked) => asked.linkTo('qc_task', { id: row.id, no: row.no ?? '' }),
  }),
  listed({
    key: 'to_dispose',
    example: text('哪些不合格品还没处置？', 'What failed and is not disposed of yet?'),
    also: ['不合格品', 'nonconforming goods'],
    words: [/不合格|不良品.*处置/, /not disposed|nonconform|what failed/i],
    call: taskCalls.list,
    input: () => ({ to_dispose: true }),
    title: text('待处置', 'To dispose of'),
    some: text('{total} 个质检任务有不合格品待处置。', '{total} inspections have failed goods to dispose of.'),
    none: text('没有待处置的不合格品。', 'No failed goods wait to be disposed of.'),
    columns: qcColumns,
    link: (row, asked) => asked.linkTo('qc_task', { id: row.id, no: row.no ?? '' }),
  }),
  listed({
    key: 'approvals',
    example: text('有什么等我审批？', 'What waits for my approval?'),
    also: ['待审批', 'approvals'],
    words: [/审批/, /approvals?/i],
    call: queryApprovalList,
    input: () => ({ scope: 'todo' as const }),
    title: text('待审批', 'Approvals'),
    some: text('{total} 张单据等您审批。', '{total} documents wait for your approval.'),
    none: text('没有等您审批的单据。', 'No document waits for your approval.'),
    columns: [
      [text('单据', 'Document'), row => row.object_no],
      [text('提交人', 'From'), row => row.starter_name],
      [text('时间', 'Since'), (row, { time }) => time(row.started_time)],
    ],
  }),
]
