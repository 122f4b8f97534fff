import type { Parsed } from '@qitao/core/call.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { say, type Text, text } from '@qitao/core/text.ts'
import { type Instant, minuteOf } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { sql } from 'kysely'
import {
  type printTrace,
  type RecallRow,
  recallLine,
  type TraceAnswer,
  type TraceNodeRow,
  traceQuestion,
} from '../../model/trace/trace.calls.ts'
import { traceGap, whereNow } from '../../model/trace/trace.rules.ts'
import { traceBy, traceDirection, traceKind } from '../../model/trace/trace-node.ts'

/** A trace as it is given out of the house: where everything came from and went to, what is not recorded, and who has it now. */
export async function sheetOfTrace(
  question: Parsed<typeof printTrace>,
  { tx, org_id, language, member, now }: Context,
  found: TraceAnswer,
  recall: readonly RecallRow[],
): Promise<Sheet> {
  const [org] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
  const of = (words: Text) => say(words, language)
  const at = (time: Instant | null) => (time === null ? '' : minuteOf(time, member.time_zone))
  const title = text('产品追溯报告', 'Trace report')
  const coarse = found.edges.filter(edge => edge.coarse).length
  return {
    ...{ title: of(title), company: org!.name, no: question.value.trim() },
    facts: [
      [of(traceQuestion.fields.trace_by.title), of(traceBy.stateOf(question.trace_by))],
      [of(traceQuestion.fields.direction.title), of(traceDirection.stateOf(question.direction))],
      [of(text('投入记录', 'Recorded of what went in')), `${found.recorded_count} / ${found.used_count}`],
      [of(text('仅按工单可知', 'Known by order only')), String(coarse)],
      [of(text('缺口', 'Gaps')), String(found.gaps.length)],
      [of(text('打印', 'Printed')), `${at(now)} ${member.name}`],
      ...(found.cut
        ? ([[of(text('注意', 'Note')), of(text('关系太多，只列出一部分', 'There is more than is listed'))]] as const)
        : []),
    ],
    tables: [
      nodesTable(text('追溯对象', 'What is traced'), found, of, at, level => level === 0),
      nodesTable(text('来源', 'Where it came from'), found, of, at, level => level < 0),
      nodesTable(text('去向', 'Where it went'), found, of, at, level => level > 0),
      ...(found.gaps.length === 0
        ? []
        : [
            {
              title: of(text('未记录的缺口', 'What is not recorded')),
              columns: [
                { title: of(text('缺口', 'Gap')), share: 3 },
                { title: of(text('物料', 'Material')), share: 4 },
                { title: of(text('编号', 'Number')), share: 2.4 },
                { title: of(text('数量', 'Quantity')), share: 1.6, end: true },
              ],
              rows: found.gaps.map(gap => [
                of(traceGap.stateOf(gap.gap)),
                `${gap.material_code} ${gap.material_name}`,
                gap.no,
                `${formatQuantity(gap.quantity)} ${gap.unit_name}`,
              ]),
            },
          ]),
      ...(recall.length === 0 ? [] : [recallTable(recall, of)]),
    ],
    signatures: [of(text('编制', 'Prepared by')), of(text('审核', 'Reviewed by')), of(text('批准', 'Approved by'))],
  }
}
export const drawTrace = async (sheet: Sheet): Promise<FileAnswer> =>
  pdfFile(sheet.title, await printSheets({ title: sheet.title, sheets: [sheet] }))

function nodesTable(
  title: Text,
  { nodes }: TraceAnswer,
  of: (words: Text) => string,
  at: (time: Instant | null) => string,
  shown: (level: number) => boolean,
): Sheet['tables'][number] {
  const rowOf = (node: TraceNodeRow) => [
    String(Math.abs(node.level)),
    of(traceKind.stateOf(node.node_type)),
    node.no,
    node.title,
    node.partner ?? '',
    at(node.time),
  ]
  return {
    title: of(title),
    columns: [
      { title: of(text('层', 'Step')), share: 0.7, end: true },
      { title: of(text('类别', 'Kind')), share: 1.3 },
      { title: of(text('编号', 'Number')), share: 2.6 },
      { title: of(text('名称', 'Name')), share: 3.4 },
      { title: of(text('往来单位', 'Partner')), share: 2.4 },
      { title: of(text('时间', 'Time')), share: 1.9 },
    ],
    rows: nodes
      .filter(({ level }) => shown(level))
      .toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level) || a.no.localeCompare(b.no))
      .map(rowOf),
  }
}

function recallTable(recall: readonly RecallRow[], of: (words: Text) => string): Sheet['tables'][number] {
  const name = (field: keyof typeof recallLine.fields) => of(recallLine.fields[field].title)
  return {
    title: of(recallLine.title),
    columns: [
      { title: name('where'), share: 1.3 },
      { title: name('customer_name'), share: 2 },
      { title: name('document_no'), share: 2.2 },
      { title: name('material_id'), share: 2.6 },
      { title: `${name('lot_number')} / ${name('serial_no')}`, share: 2.2 },
      { title: name('quantity'), share: 1.4, end: true },
      { title: name('place'), share: 1.6 },
    ],
    rows: recall.map(row => [
      of(whereNow.stateOf(row.where)),
      row.customer_name ?? '',
      row.document_no ?? '',
      `${row.material_code} ${row.material_name}`,
      [row.lot_number, row.serial_no].filter(Boolean).join(' / '),
      `${formatQuantity(row.quantity)} ${row.unit_name}`,
      row.place ?? '',
    ]),
  }
}
