import { statuses } from '@qitao/core/status.ts'

/** What stands in a genealogy. Lots, pieces, work orders and reports are walked through; a document is where goods come from or go to. */
export const traceKind = statuses({
  lot: { code: 0, zh: '批次', en: 'Lot', colour: 'info' },
  piece: { code: 1, zh: '序列号', en: 'Serial number', colour: 'info' },
  mo: { code: 2, zh: '工单', en: 'MO', colour: 'processing' },
  report: { code: 3, zh: '报工', en: 'Report', colour: 'processing' },
  document: { code: 4, zh: '单据', en: 'Document', colour: 'neutral' },
  /** Goods that nobody can tell from others: the trace ends there. */
  unmarked: { code: 5, zh: '无批次', en: 'Without lot', colour: 'danger' },
})
const goods: readonly number[] = [traceKind.codes.lot, traceKind.codes.piece, traceKind.codes.unmarked]
/** What moves beside a node is counted in the unit of the goods, not of the order that they go into. */
export const isGoods = (kind: number): boolean => goods.includes(kind)
export type TraceKindCode = (typeof traceKind.list)[number]['code']

/** How a trace is asked for. `any`: whatever has this number, a piece before a lot, in the order of this list. */
export const traceBy = statuses({
  any: { code: 'any', zh: '自动识别', en: 'Any number', colour: 'neutral' },
  serial_number: { code: 'serial_number', zh: '序列号', en: 'Serial number', colour: 'neutral' },
  lot_number: {
    code: 'lot_number',
    zh: '批号（含供应商批号）',
    en: 'Lot number, also of a supplier',
    colour: 'neutral',
  },
  mo_no: { code: 'mo_no', zh: '工单号', en: 'MO no.', colour: 'neutral' },
  order_no: { code: 'order_no', zh: '销售订单号', en: 'Sales order no.', colour: 'neutral' },
  receipt_no: { code: 'receipt_no', zh: '出入库单号', en: 'Receipt no.', colour: 'neutral' },
  customer: { code: 'customer', zh: '客户编号或名称', en: 'Customer code or name', colour: 'neutral' },
})
export const traceDirection = statuses({
  both: { code: 'both', zh: '来源和去向', en: 'Both ways', colour: 'neutral' },
  backward: { code: 'backward', zh: '来源', en: 'Where from', colour: 'neutral' },
  forward: { code: 'forward', zh: '去向', en: 'Where to', colour: 'neutral' },
})

export type TraceNode =
  | { readonly kind: 'lot'; readonly material_id: string; readonly lot_number: string }
  | { readonly kind: 'unmarked'; readonly material_id: string }
  | { readonly kind: 'piece'; readonly serial_no: string }
  | { readonly kind: 'mo' | 'report'; readonly id: string }
  | { readonly kind: 'document'; readonly source_type: string; readonly id: string }

/** One text for one node. */
export function nodeKey(node: TraceNode): string {
  switch (node.kind) {
    case 'lot':
      return `lot/${node.material_id}/${node.lot_number}`
    case 'unmarked':
      return `unmarked/${node.material_id}`
    case 'piece':
      return `piece/${node.serial_no}`
    case 'document':
      return `document/${node.source_type}/${node.id}`
    default:
      return `${node.kind}/${node.id}`
  }
}
const idLength = 36
export function nodeOf(key: string): TraceNode {
  const [kind, rest] = split(key)
  if (kind === 'lot') return { kind, material_id: rest.slice(0, idLength), lot_number: rest.slice(idLength + 1) }
  if (kind === 'unmarked') return { kind, material_id: rest }
  if (kind === 'piece') return { kind, serial_no: rest }
  if (kind === 'mo' || kind === 'report') return { kind, id: rest }
  const [source_type, id] = split(rest)
  return { kind: 'document', source_type, id }
}
const split = (text: string): [string, string] => [text.slice(0, text.indexOf('/')), text.slice(text.indexOf('/') + 1)]

export interface TraceEdge {
  readonly from: string
  readonly to: string
  readonly quantity: string
  readonly time: number | null
}
/** Goods go in by order and not by piece or report: all of the order's products may have them. */
export const isCoarse = (edge: Pick<TraceEdge, 'from' | 'to'>): boolean =>
  edge.to.startsWith('mo/') || edge.from.startsWith('mo/')
export const isEnd = (key: string): boolean => key.startsWith('document/') || key.startsWith('unmarked/')
