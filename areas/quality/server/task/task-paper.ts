import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { dayOf, minuteOf } from '@qitao/core/time.ts'
import { labelType } from '@qitao/masterdata/model/material/label.calls.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printLabels, printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { type RawBuilder, sql } from 'kysely'
import { qcType } from '../../model/qc-type.status.ts'
import { qualityErrors } from '../../model/quality.errors.ts'
import { itemKind, mostMeasured, type QcItemRow, qcItem } from '../../model/scheme/method.record.ts'
import { type TaskRow, taskCalls } from '../../model/task/task.calls.ts'
import { qcDisposal, qcTask } from '../../model/task/task.record.ts'
import { conforms, type Measured, type Sampled } from '../../model/task/task.rules.ts'
import { disposal, severityOf, taskResult, taskStatus } from '../../model/task/task.status.ts'
import { labelsOfTask } from '../../model/task/task-labels.rules.ts'
import { tasksOf } from './task.queries.ts'

const title = text('检验报告', 'Inspection report')
/** Pieces beside each other on a sheet. */
const piecesAcross = 8
/** Numbers beside each other on a sheet. */
const numbersAcross = 5

type OfTask<T> = T & { readonly task_id: string }
interface Disposed {
  readonly disposal: (typeof disposal.list)[number]['code']
  readonly quantity: string
  readonly reason: string
  readonly disposed_by_name: string | null
  readonly disposed_time: number
  readonly mo_no: string | null
}
/** What a report says of one task. */
interface Report {
  readonly task: TaskRow
  readonly items: readonly QcItemRow[]
  readonly results: readonly Measured[]
  readonly samples: readonly Sampled[]
  readonly disposals: readonly Disposed[]
  readonly serial_numbers: readonly string[]
  readonly failed_serials: readonly string[]
}

/** In the order in which they are asked for; each once. */
async function tasksAsked({ tx, org_id }: Context, ids: readonly string[]): Promise<TaskRow[]> {
  const found = new Map((await tasksOf(tx, org_id, ids)).map(task => [task.id, task]))
  return [...new Set(ids)].map(id => found.get(id) ?? refuse(qualityErrors.taskMissing))
}

async function reportsOf(context: Context, ids: readonly string[]): Promise<Report[]> {
  const { tx, org_id } = context
  const tasks = await tasksAsked(context, ids)
  const items = await byTask(
    tx,
    sql<
      OfTask<QcItemRow>
    >`select t.id as task_id, i.*, trim_scale(i.lower_limit) as lower_limit, trim_scale(i.upper_limit) as upper_limit
      from qc_task t join qc_scheme c on c.org_id = t.org_id and c.id = t.scheme_id
        join qc_item i on i.org_id = c.org_id and i.method_id = c.method_id
      where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by i.line_no`,
  )
  const results = await byTask(
    tx,
    sql<
      OfTask<Measured>
    >`select task_id, item_id, sample_no, value from qc_result where org_id = ${org_id} and ${among(sql`task_id`, ids)}`,
  )
  const samples = await byTask(
    tx,
    sql<
      OfTask<Sampled>
    >`select task_id, sample_no, serial_no from qc_sample where org_id = ${org_id} and ${among(sql`task_id`, ids)}`,
  )
  const disposals = await byTask(
    tx,
    sql<
      OfTask<Disposed>
    >`select d.task_id, d.disposal, d.quantity, d.reason, u.name as disposed_by_name, d.created_time as disposed_time, m.no as mo_no
      from qc_disposal d left join app_user u on u.org_id = d.org_id and u.id = d.created_by
        left join mo m on m.org_id = d.org_id and m.id = d.mo_id
      where d.org_id = ${org_id} and ${among(sql`d.task_id`, ids)} order by d.created_time, d.id`,
  )
  const pieces = await byTask(
    tx,
    sql<
      OfTask<{ serial_numbers: string[]; failed_serials: string[] }>
    >`select id as task_id, serial_numbers, failed_serials from qc_task where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  return tasks.map(task => ({
    task,
    items: items.get(task.id) ?? [],
    results: results.get(task.id) ?? [],
    samples: samples.get(task.id) ?? [],
    disposals: disposals.get(task.id) ?? [],
    ...pieces.get(task.id)![0]!,
  }))
}
async function byTask<T extends { readonly task_id: string }>(tx: Tx, query: RawBuilder<T>): Promise<Map<string, T[]>> {
  return Map.groupBy(await rows(tx, query), ({ task_id }) => task_id)
}

interface Written {
  readonly company: string
  readonly zone: string
  readonly language: Language
}
function sheetOf(report: Report, { company, zone, language }: Written): Sheet {
  const { task } = report
  const of = (words: Text) => say(words, language)
  const name = (field: keyof typeof qcTask.fields) => of(qcTask.fields[field].title)
  const amount = (quantity: string) => `${formatQuantity(quantity)} ${task.unit_name}`
  const done = task.status === taskStatus.codes.done
  const verdict = task.result === null ? taskStatus.stateOf(task.status) : taskResult.stateOf(task.result)
  const facts: [string, string][] = [
    [name('result'), of(verdict)],
    [name('qc_type'), of(qcType.stateOf(task.qc_type))],
    [name('material_id'), [task.material_code, task.material_name, task.material_specs].filter(Boolean).join(' ')],
    [name('quantity'), amount(task.quantity)],
    [name('lot_number'), task.lot_number ?? ''],
    [name('supplier_id'), task.supplier_name ?? ''],
    [name('source_no'), task.source_no],
    task.process_name === null
      ? [name('location_id'), task.location_code ?? '']
      : [name('process_id'), task.process_name],
    [name('scheme_id'), task.scheme_code === null ? '' : `${task.scheme_code} V${task.scheme_version}`],
    [
      of(text('抽样 / Ac / Re', 'Sample / Ac / Re')),
      [
        `${task.sample_size} / ${task.accept_number} / ${task.reject_number}`,
        task.code_letter ?? '',
        task.severity === null ? '' : of(severityOf.stateOf(task.severity)),
      ]
        .filter(Boolean)
        .join('  '),
    ],
    [name('inspector_id'), task.inspector_name ?? ''],
    [name('judged_time'), task.judged_time === null ? '' : minuteOf(task.judged_time, zone)],
    ...(done
      ? ([
          [name('passed_quantity'), amount(task.passed_quantity)],
          [name('concession_quantity'), amount(task.concession_quantity)],
          [name('failed_quantity'), amount(task.failed_quantity)],
          [of(text('样本不合格', 'Nonconforming')), String(task.nonconforming ?? 0)],
        ] satisfies [string, string][])
      : []),
    ...(task.reason ? ([[of(text('让步原因', 'Reason')), task.reason]] satisfies [string, string][]) : []),
    ...(task.remark ? ([[name('remark'), task.remark]] satisfies [string, string][]) : []),
  ]
  return {
    ...{ title: of(title), company, no: task.no, facts },
    tables: [...resultTables(report, of), ...pieceTables(report, of), ...disposalTables(report, of, zone)],
    signatures: [of(text('检验', 'Inspected by')), of(text('审核', 'Reviewed by')), of(text('批准', 'Approved by'))],
  }
}

type Say = (words: Text) => string
/** What a value is judged by, in words. */
function requirementOf({ kind, lower_limit, upper_limit, unit, good_choices, standard }: QcItemRow): string {
  const limits =
    kind === itemKind.codes.number && (lower_limit !== null || upper_limit !== null)
      ? `${lower_limit ?? ''} … ${upper_limit ?? ''} ${unit ?? ''}`.trim()
      : kind === itemKind.codes.choice
        ? (good_choices ?? '')
        : ''
  return [limits, standard ?? ''].filter(Boolean).join('; ')
}
/** The values piece by piece, so many pieces beside each other; empty cells are there to be written in by hand. */
function resultTables({ task, items, results, samples }: Report, of: Say): Sheet['tables'] {
  if (items.length === 0) return []
  const pieces = Math.min(task.sample_size, mostMeasured)
  const measured = new Map(results.map(({ item_id, sample_no, value }) => [`${item_id} ${sample_no}`, value]))
  const serialOf = new Map(samples.map(({ sample_no, serial_no }) => [sample_no, serial_no]))
  const written = (item: QcItemRow, sample: number): string => {
    const value = measured.get(`${item.id} ${sample}`)
    if (value === undefined) return ''
    return conforms(item, value) === false ? `${value} ×` : value
  }
  return Array.from({ length: Math.ceil(pieces / piecesAcross) }, (_, chunk) => {
    const from = chunk * piecesAcross + 1
    const shown = Array.from({ length: Math.min(piecesAcross, pieces - from + 1) }, (_, index) => from + index)
    const blank = Array.from({ length: Math.min(piecesAcross, pieces) - shown.length }, () => '')
    const range = `${from}–${shown.at(-1)}`
    return {
      title: of(text(`检验记录 第${range}件（× 不合格）`, `Results, pieces ${range} (× does not conform)`)),
      columns: [
        { title: of(qcItem.fields.name.title), share: 3 },
        { title: of(text('要求', 'Requirement')), share: 3.4 },
        ...shown.map(sample => ({ title: String(sample), share: 1.3 })),
        ...blank.map(words => ({ title: words, share: 1.3 })),
      ],
      rows: [
        ...(shown.some(sample => serialOf.has(sample))
          ? [[of(text('序列号', 'Serial no.')), '', ...shown.map(sample => serialOf.get(sample) ?? ''), ...blank]]
          : []),
        ...items.map(item => [item.name, requirementOf(item), ...shown.map(sample => written(item, sample)), ...blank]),
      ],
    }
  })
}
function pieceTables({ serial_numbers, failed_serials }: Report, of: Say): Sheet['tables'] {
  if (serial_numbers.length === 0) return []
  const failed = new Set(failed_serials)
  const written = serial_numbers.map(number => (failed.has(number) ? `${number} ×` : number))
  const across = Array.from({ length: numbersAcross }, (_, index) => index)
  return [
    {
      title: of(text('送检序列号（× 不合格）', 'Serial numbers (× failed)')),
      columns: across.map(() => ({ title: of(text('序列号', 'Serial no.')), share: 1 })),
      rows: Array.from({ length: Math.ceil(written.length / numbersAcross) }, (_, row) =>
        across.map(index => written[row * numbersAcross + index] ?? ''),
      ),
    },
  ]
}
function disposalTables({ task, disposals }: Report, of: Say, zone: string): Sheet['tables'] {
  if (disposals.length === 0) return []
  return [
    {
      title: of(qcDisposal.title),
      columns: [
        { title: of(qcDisposal.fields.disposal.title), share: 2 },
        { title: of(qcDisposal.fields.quantity.title), share: 1.6, end: true },
        { title: of(qcDisposal.fields.reason.title), share: 5 },
        { title: of(text('工单', 'MO')), share: 2.2 },
        { title: of(text('处置人', 'By')), share: 1.6 },
        { title: of(text('日期', 'Day')), share: 1.8 },
      ],
      rows: disposals.map(one => [
        ...[of(disposal.stateOf(one.disposal)), `${formatQuantity(one.quantity)} ${task.unit_name}`, one.reason],
        ...[one.mo_no ?? '', one.disposed_by_name ?? '', dayOf(one.disposed_time, zone)],
      ]),
    },
  ]
}

export const taskPaperHandlers: Handler[] = [
  handle(taskCalls.print, async ({ ids }, context) => {
    const { tx, org_id, member, language } = context
    const [org] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
    const written = { company: org!.name, zone: member.time_zone, language }
    const sheets = (await reportsOf(context, ids)).map(report => sheetOf(report, written))
    const named = say(title, language)
    return pdfFile(named, await printSheets({ title: named, sheets }))
  }),
  handle(taskCalls.labels, async ({ ids, label_type, copies }, context) => {
    const { language } = context
    const labels = (await tasksAsked(context, ids)).flatMap(task => labelsOfTask(task, language))
    if (labels.length === 0)
      refuse(generalErrors.statusNotAllowed, {
        detail: text('没有留下可贴标签的货物', 'Nothing is left that a label could be stuck on'),
      })
    const named = say(taskCalls.labels.title, language)
    return pdfFile(named, await printLabels({ type: labelType.keyOf(label_type), labels, copies, title: named }))
  }),
]
