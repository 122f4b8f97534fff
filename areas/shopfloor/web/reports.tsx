import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { flagField, referenceField } from '@qitao/core/field.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import {
  addDispatch,
  approveReports,
  dropReport,
  exportReports,
  listReports,
  type ReportRow,
  report,
} from '../model/report.calls.ts'
import { alreadyApproved, othersReport } from '../model/report.rules.ts'
import { floorTask } from '../model/task.record.ts'
import { floorCalls } from './floor-calls.ts'
import { useJobCards } from './job-cards.tsx'
import { productOf } from './task.columns.tsx'

const listed = {
  ...report,
  fields: {
    ...report.fields,
    user_id: { ...floorTask.fields.user_ids, kind: 'reference' as const },
    process_id: referenceField('工序', 'Process', 'process'),
    approved: flagField('已审核', 'Approved'),
  },
}
const undone = { ...text('已撤销', 'Undone'), colour: 'neutral' } as const
const valid = { ...text('待审核', 'To approve'), colour: 'processing' } as const
const approved = { ...text('已审核', 'Approved'), colour: 'success' } as const
const wasUndone = text('报工记录已撤销', 'The report was undone')

/** Material that a report took from stock: code, quantity, bin and lot. */
export const inputsOf = (row: ReportRow): string =>
  row.inputs
    .map(
      input =>
        `${input.material_code} × ${formatQuantity(input.quantity)} (${[input.location_code, input.lot_number].filter(Boolean).join(' ')})`,
    )
    .join('; ')

const minutesOf = (seconds: number): number => Math.round(seconds / 6) / 10
export function WorkTime({ seconds }: { seconds: number }) {
  const say = useSay()
  if (seconds === 0) return <span className="qt-none">—</span>
  return <Quantity value={minutesOf(seconds)} unit={say(text('分', 'min'))} />
}

/** Who did it, and how long each took where that was said: wages are shared by it, so whoever approves sees it. */
function People({ of: { people } }: { of: ReportRow }) {
  const say = useSay()
  const words = people.map(({ name, work_seconds }) =>
    work_seconds === null
      ? name
      : say(text('{name} {minutes}分', '{name} {minutes} min'), { name, minutes: minutesOf(work_seconds) }),
  )
  const all = words.join(say(text('、', ', ')))
  return <span title={all}>{all || '—'}</span>
}

/** What was reported, by whom and when; to be taken back while nothing depends on it. */
export function Reports() {
  const approve = useCommand(approveReports, { refreshes: floorCalls, success: text('报工已审核', 'Approved') })
  const drop = useCommand(dropReport, { refreshes: floorCalls })
  const [shown, setShown] = useState<ReportRow>()
  const jobCards = useJobCards()
  const withheld = useWithheld()
  return (
    <>
      <ListPage
        call={listReports}
        record={listed}
        columns={[
          { name: 'report_no', title: text('报工单号', 'Report no.'), width: 160, sort: true },
          { name: 'report_time', width: 140 },
          {
            name: 'revoked',
            title: text('状态', 'Status'),
            width: 90,
            sort: false,
            render: row => <StatusTag of={row.revoked ? undone : row.approved_time === null ? valid : approved} />,
          },
          { name: 'process_name', title: text('工序', 'Process'), width: 100 },
          { name: 'finished_quantity', width: 80, sort: false },
          { name: 'defective_quantity', width: 80, sort: false },
          {
            name: 'rework_quantity',
            width: 110,
            sort: false,
            render: row =>
              row.rework_process_name === null ? null : (
                <>
                  <Quantity value={row.rework_quantity} /> {row.rework_process_name}
                </>
              ),
          },
          { name: 'user_names', title: text('人员', 'People'), width: 170, render: row => <People of={row} /> },
          { name: 'mo_no', title: text('工单号', 'MO no.'), width: 150 },
          {
            name: 'material_code',
            title: text('产品', 'Product'),
            width: 180,
            render: row => <span title={productOf(row)}>{productOf(row)}</span>,
          },
          { name: 'machine_no', title: text('设备', 'Machine'), width: 100 },
          { name: 'defect_reason', width: 130, sort: false },
          { name: 'work_seconds', width: 90, sort: false, render: row => <WorkTime seconds={row.work_seconds} /> },
          {
            name: 'inputs',
            title: text('用料', 'Material used'),
            width: 220,
            sort: false,
            render: row => <span title={inputsOf(row)}>{inputsOf(row) || '—'}</span>,
          },
          {
            name: 'attachment_count',
            title: text('附件', 'Files'),
            width: 70,
            opens: row => setShown(row),
            render: row => (row.attachment_count > 0 ? row.attachment_count : null),
          },
          { name: 'approved_time', hidden: true, sort: false, width: 150 },
          { name: 'approved_by_name', title: text('审核人', 'Approved by'), hidden: true, sort: false },
          { name: 'finishes_task', hidden: true, sort: false },
          { name: 'task_no', title: text('任务号', 'Task no.'), hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'timestamp_range', range: true, title: text('报工时间', 'Reported') },
          { name: 'user_id', title: text('人员', 'Person') },
          'process_id',
          'approved',
        ]}
        toolbar={list => <ExchangeButtons list={list} exports={exportReports} />}
        bulkActions={rows => [
          { title: text('审核', 'Approve'), run: approve.with({ ids: rows.map(({ id }) => id) }) },
          jobCards.act(rows),
        ]}
        rowActions={row => [
          {
            title: text('审核', 'Approve'),
            whyNot: row.revoked ? wasUndone : row.approved_time === null ? undefined : alreadyApproved,
            run: approve.with({ ids: [row.id] }),
          },
          jobCards.act([row]),
          {
            title: text('撤销', 'Undo'),
            danger: true,
            whyNot: row.revoked ? wasUndone : !row.is_own && withheld(addDispatch) ? othersReport : undefined,
            ask: {
              title: text('撤销报工？物料退回原库位', 'Undo the report? Its material goes back to its bins'),
              objects: [`${row.report_no} ${row.process_name} ${formatQuantity(row.finished_quantity)}`],
              danger: true,
            },
            run: drop.with({ id: row.id }),
          },
        ]}
      />
      {jobCards.dialog}
      <DetailDrawer
        open={shown !== undefined}
        title={shown?.report_no ?? ''}
        onClose={() => setShown(undefined)}
        history={shown && { of: listed, id: shown.id, table: 'report_record' }}
      >
        {shown ? <Attachments module="report_record" objectId={shown.id} readOnly={shown.revoked} /> : null}
      </DetailDrawer>
    </>
  )
}
