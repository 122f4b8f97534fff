import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import {
  add,
  fitsPrecision,
  isEqual,
  isMore,
  isPositive,
  isZero,
  type Quantity,
  subtract,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { qcType } from '../qc-type.status.ts'
import { qualityErrors } from '../quality.errors.ts'
import { itemKind, qcItem } from '../scheme/method.record.ts'
import { choicesIn } from '../scheme/method.rules.ts'
import { qcDisposal, qcTask } from './task.record.ts'
import { disposal, type TaskStatusCode, taskResult, taskStatus } from './task.status.ts'

/** What a characteristic is judged by. */
export interface ItemFacts {
  readonly id: string
  readonly name: string
  readonly kind: number
  readonly required: boolean
  readonly lower_limit: Quantity | null
  readonly upper_limit: Quantity | null
  readonly choices: string | null
  readonly good_choices: string | null
}
export interface Measured {
  readonly item_id: string
  /** Piece of the sample, from 1. */
  readonly sample_no: number
  readonly value: string
}
/** What is written for a piece that passes or fails. */
export const passFail = { pass: 'OK', fail: 'NG' } as const

const isNumber = /^-?\d{1,14}(\.\d{1,6})?$/

/** Whether a value conforms; undefined: it is no value of this item. */
export function conforms(item: Omit<ItemFacts, 'id' | 'name' | 'required'>, value: string): boolean | undefined {
  if (item.kind === itemKind.codes.number) {
    if (!isNumber.test(value)) return undefined
    const isLow = item.lower_limit !== null && isMore(item.lower_limit, value)
    return !isLow && !(item.upper_limit !== null && isMore(value, item.upper_limit))
  }
  if (item.kind === itemKind.codes.choice)
    return choicesIn(item.choices).includes(value) ? choicesIn(item.good_choices).includes(value) : undefined
  return value === passFail.pass ? true : value === passFail.fail ? false : undefined
}

/** Each value is one of its item and of a piece that was drawn, and is given once. */
export function checkMeasured(items: readonly ItemFacts[], measured: readonly Measured[], sample_size: number): void {
  const byId = new Map(items.map(item => [item.id, item]))
  const seen = new Set<string>()
  measured.forEach(({ item_id, sample_no, value }, index) => {
    const item = byId.get(item_id) ?? refuse(generalErrors.recordNotFound, { row: index + 1, field: 'item_id' })
    const key = `${item_id} ${sample_no}`
    if (seen.has(key))
      refuse(generalErrors.badParameter, {
        ...{ row: index + 1, field: 'value', field_title: qcItem.title, item: item.name, sample_no },
        detail: text('{item} 第{sample_no}件给了两个值', '{item}, piece {sample_no} is given twice'),
      })
    seen.add(key)
    if (sample_no <= sample_size && conforms(item, value) !== undefined) return
    refuse(generalErrors.badParameter, {
      ...{ row: index + 1, field: 'value', field_title: qcItem.title, item: item.name, sample_no, value },
      detail: text('{item} 第{sample_no}件的值“{value}”无效', '{item}, piece {sample_no}: "{value}" is no valid value'),
    })
  })
}

export interface Sampled {
  readonly sample_no: number
  readonly serial_no: string
}
/** Each piece of a sample is another one, and one that was drawn. */
export function checkSampled(sampled: readonly Sampled[], sample_size: number): void {
  const first = new Map<string, number>()
  sampled.forEach(({ sample_no, serial_no }, index) => {
    const other = first.get(serial_no)
    first.set(serial_no, sample_no)
    if (sample_no <= sample_size && other === undefined) return
    refuse(generalErrors.badParameter, {
      ...{ row: index + 1, field: 'samples', sample_no, serial_no, other: other ?? sample_size },
      detail:
        other === undefined
          ? text('只抽{other}件，没有第{sample_no}件', 'Only {other} are drawn: there is no piece {sample_no}')
          : text('序列号{serial_no}已在第{other}件', 'Serial number {serial_no} is piece {other} already'),
    })
  })
}

/** Pieces of the sample of which some value does not conform. */
export function failedSamples(items: readonly ItemFacts[], measured: readonly Measured[]): number[] {
  const byId = new Map(items.map(item => [item.id, item]))
  return [
    ...new Set(
      measured
        .filter(({ item_id, value }) => {
          const item = byId.get(item_id)
          return item !== undefined && conforms(item, value) === false
        })
        .map(({ sample_no }) => sample_no),
    ),
  ]
}

export interface TaskFacts {
  readonly status: TaskStatusCode
  readonly quantity: Quantity
  readonly unit_precision: number
  readonly sample_size: number
  readonly accept_number: number
}
export function expectOpen({ status }: Pick<TaskFacts, 'status'>): void {
  if (!taskStatus.can('submit', status)) refuse(qualityErrors.taskDone)
}

/** Only what somebody asked for by hand can be taken back, before anybody has begun: other inspections are for whoever judges. */
export function expectDroppable(task: {
  readonly status: TaskStatusCode
  readonly qc_type: number
  readonly recheck_of: string | null
}): void {
  const detail = taskStatus.whyNot('drop', task.status)
  if (detail) refuse(qualityErrors.taskDone, { detail })
  if (task.qc_type !== qcType.codes.stock || task.recheck_of !== null)
    refuse(generalErrors.statusNotAllowed, {
      detail: text(
        '只能删除手工新增的库存复检，其余任务请判定',
        'Only an inspection of stock that was asked for by hand is deleted: judge this one',
      ),
    })
}

export interface Judgement {
  readonly nonconforming: number
  readonly passed_quantity: Quantity
  readonly concession_quantity: Quantity
  readonly failed_quantity: Quantity
  readonly failed_serials?: readonly string[] | undefined
  readonly reason: string | null
}
const place = (field: keyof typeof qcTask.fields) => placeIn(qcTask, field)

/**
 * What a judgement makes of a lot: it adds up (6003), every required item has a result (6008), and nothing is passed that the sample
 * refuses (6010): of a lot that was inspected as a whole no more than what conforms, of a sample nothing.
 */
export function judge(
  task: TaskFacts,
  items: readonly ItemFacts[],
  measured: readonly Measured[],
  of: Judgement,
): { result: number; accepted: boolean } {
  expectOpen(task)
  const { passed_quantity, concession_quantity, failed_quantity, nonconforming } = of
  for (const field of ['passed_quantity', 'concession_quantity', 'failed_quantity'] as const)
    expectPrecision(of[field], task.unit_precision, place(field))
  const sum = add(add(passed_quantity, concession_quantity), failed_quantity)
  if (!isEqual(sum, task.quantity))
    refuse(qualityErrors.quantityMismatch, {
      ...place('passed_quantity'),
      ...{ sum, quantity: add(task.quantity, '0') },
      detail: text('合计{sum}，送检{quantity}', 'They add up to {sum} of {quantity}'),
    })
  const missing = items.find(item => item.required && !measured.some(({ item_id }) => item_id === item.id))
  if (missing)
    refuse(qualityErrors.resultMissing, {
      ...{ field: 'results', field_title: qcItem.title, item: missing.name },
      detail: text('{item} 没有结果', '{item} has no result'),
    })
  const seen = failedSamples(items, measured).length
  if (nonconforming < seen || nonconforming > task.sample_size)
    refuse(generalErrors.badParameter, {
      ...place('nonconforming'),
      ...{ seen, sample_size: task.sample_size },
      detail: text(
        '录入结果中有{seen}件不合格，抽样{sample_size}件',
        'The results have {seen} nonconforming pieces of {sample_size}',
      ),
    })
  const accepted = nonconforming <= task.accept_number
  const isWhole = !isMore(task.quantity, String(task.sample_size))
  const good = isWhole ? subtract(task.quantity, String(nonconforming)) : accepted ? task.quantity : '0'
  if (isMore(passed_quantity, isPositive(good) ? good : '0'))
    refuse(qualityErrors.sampleRefuses, {
      ...place('passed_quantity'),
      ...{ nonconforming, accept_number: task.accept_number },
      detail: text(
        '样本不合格{nonconforming}件，接收数{accept_number}：可判不合格，或让步接收并写明原因',
        '{nonconforming} nonconforming, Ac is {accept_number}: fail it, or accept it by concession with a reason',
      ),
    })
  if (isPositive(concession_quantity) && !of.reason?.trim()) refuse(generalErrors.fieldRequired, place('reason'))
  return { result: resultOf(of), accepted }
}
/**
 * The numbers of the pieces that failed, of a lot whose pieces came with `known` numbers: each is one of them, no more than failed, and
 * no more are left than passed.
 */
export function failedSerials(
  known: readonly string[],
  { passed_quantity, concession_quantity, failed_quantity, failed_serials = [] }: Judgement,
): string[] {
  const at = { field: 'failed_serials', field_title: text('不合格序列号', 'Serial numbers that failed') }
  const failed = failed_serials.map(number => number.trim())
  const strange = failed.find((number, index) => !known.includes(number) || failed.indexOf(number) !== index)
  if (strange !== undefined)
    refuse(generalErrors.badParameter, {
      ...{ ...at, serial_no: strange },
      detail: text(
        '序列号{serial_no}不在本次送检中，或重复',
        'Serial number {serial_no} is not of these pieces, or stands twice',
      ),
    })
  const good = add(passed_quantity, concession_quantity)
  const left = String(known.length - failed.length)
  if (isMore(String(failed.length), failed_quantity) || isMore(left, good))
    refuse(qualityErrors.quantityMismatch, {
      ...{ ...at, count: String(failed.length), failed: add(failed_quantity, '0') },
      detail: text(
        '不合格{failed}件，选了{count}个序列号：请逐件指明不合格的序列号',
        '{failed} failed and {count} numbers are named: name each piece that failed',
      ),
    })
  return failed
}
function resultOf({ passed_quantity, concession_quantity, failed_quantity }: Judgement): number {
  const { pass, fail, concession, partial } = taskResult.codes
  const only = [passed_quantity, failed_quantity, concession_quantity].map(isZero)
  if (only[1] && only[2]) return pass
  if (only[0] && only[2]) return fail
  return only[0] && only[1] ? concession : partial
}

export interface FailedFacts {
  readonly status: TaskStatusCode
  readonly unit_precision: number
  readonly failed_quantity: Quantity
  readonly disposed_quantity: Quantity
  readonly supplier_id: string | null
  readonly inspector_id: string | null
  /** Null: pieces in work. */
  readonly location_id: string | null
  /** Null beside no bin: pieces that a supplier has brought back. */
  readonly mo_id: string | null
}
/** Pieces that a supplier has brought back are in no bin, and are reported once, as they are judged. */
export const cameBack = ({ location_id, mo_id }: Pick<FailedFacts, 'location_id' | 'mo_id'>): boolean =>
  location_id === null && mo_id === null

/** What people say is to become of what failed. */
export interface Disposal {
  readonly disposal: number
  readonly quantity: Quantity
  readonly process_ids?: readonly string[] | null | undefined
  readonly delivery_date?: number | null | undefined
}
/** What failed goes once (6011); it is used as it is only when somebody else than its inspector says so (6012). */
export function expectDisposable(
  task: FailedFacts,
  { disposal: way, quantity, ...of }: Disposal,
  user_id: string,
): void {
  const detail = taskStatus.whyNot('dispose', task.status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  if (task.location_id === null)
    refuse(generalErrors.statusNotAllowed, {
      detail: text('在制品的不合格由报工报为不良', 'What failed in work is reported as defective'),
    })
  const at = placeIn(qcDisposal, 'quantity')
  if (!fitsPrecision(quantity, task.unit_precision)) refuse(generalErrors.unitQuantityPrecision, at)
  const open = subtract(task.failed_quantity, task.disposed_quantity)
  if (isMore(quantity, open))
    refuse(qualityErrors.disposalOverFailed, {
      ...at,
      open,
      detail: text('待处置{open}', '{open} wait for disposal'),
    })
  if (way === disposal.codes.use_as_is && task.inspector_id === user_id) refuse(qualityErrors.disposalByInspector)
  if (way === disposal.codes.rework) {
    const need = (field: 'process_ids' | 'delivery_date') =>
      refuse(generalErrors.fieldRequired, placeIn(qcDisposal, field))
    if (!of.process_ids?.length) need('process_ids')
    if (!of.delivery_date) need('delivery_date')
  }
  if (way === disposal.codes.return && task.supplier_id === null)
    refuse(generalErrors.fieldRequired, placeIn(qcTask, 'supplier_id'))
}

/** How much of what failed is inspected once more: of pieces in work all that was judged, of goods in stock what is not disposed of (6015). */
export function quantityToRecheck(
  task: FailedFacts & Pick<TaskFacts, 'quantity'> & { readonly rechecked: boolean },
): Quantity {
  const detail = taskStatus.whyNot('recheck', task.status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  const failed = subtract(task.failed_quantity, task.disposed_quantity)
  if (!isPositive(failed) || task.rechecked) refuse(qualityErrors.nothingToRecheck)
  if (cameBack(task))
    refuse(generalErrors.statusNotAllowed, {
      detail: text(
        '委外收回已按判定报工，请在委外单冲销该收货后重新收货',
        'What came back is reported as it was judged: reverse the receipt on the outsourcing order and receive it again',
      ),
    })
  return task.location_id === null ? task.quantity : failed
}

/** A part of a lot is inspected and judged for itself: less than all of it (5001). */
export function expectSplittable(task: TaskFacts & { readonly location_id: string | null }, quantity: Quantity): void {
  expectOpen(task)
  if (task.location_id === null)
    refuse(generalErrors.statusNotAllowed, {
      detail: text('在制品的检验不拆分', 'An inspection of pieces in work is not split'),
    })
  expectPrecision(quantity, task.unit_precision, place('quantity'))
  if (isMore(task.quantity, quantity)) return
  refuse(generalErrors.badParameter, {
    ...place('quantity'),
    quantity: add(task.quantity, '0'),
    detail: text('须小于送检数量{quantity}', 'It is less than the quantity {quantity}'),
  })
}
