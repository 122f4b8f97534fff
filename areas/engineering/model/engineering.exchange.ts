import { documentInput, documentLines, exchange, type FileRow, titled } from '@qitao/core/exchange.ts'
import {
  optional,
  positiveQuantity,
  quantityField,
  referenceField,
  referencesField,
  textField,
} from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { addManufacturingBom } from './bom/manufacturing-bom.calls.ts'
import { manufacturingBom, manufacturingBomNode } from './bom/manufacturing-bom.record.ts'
import { addMaterialBom } from './bom/material-bom.calls.ts'
import { materialBom, materialBomLine, mostSubstitutes } from './bom/material-bom.record.ts'
import { approvalsIn, daysIn, substituteCells } from './bom/substitute-cells.ts'
import { addRouting } from './routing/routing.calls.ts'
import { routing, routingStep } from './routing/routing.record.ts'
import { changeLine } from './time/change-line.record.ts'
import { checkChangeover } from './time/change-line.rules.ts'
import { cycleTime } from './time/cycle-time.record.ts'
import { mouldCalls } from './time/mould.calls.ts'
import { mould } from './time/mould.record.ts'

const step = routingStep.fields
export const routingExchange = exchange({
  type: 'routing',
  record: routing,
  pages: [pages.routings],
  more: {
    sequence: step.sequence,
    process_id: step.process_id,
    overlap_quantity: step.overlap_quantity,
    wait_seconds: step.wait_seconds,
  },
  shows: [routingStep],
  rows: {
    kind: 'document',
    key: ['code', 'version'],
    call: addRouting,
    ...documentLines(['code', 'name', 'version', 'material_id', 'valid_from', 'expiry_time', 'remark'], {
      sequence: 'sequence',
      process_id: 'process_id',
      overlap_quantity: 'overlap_quantity',
      wait_seconds: 'wait_seconds',
    }),
  },
})

/** A cycle time of a product, process and machine that is there is changed. */
export const cycleTimeExchange = exchange({
  type: 'cycle_time',
  record: cycleTime,
  pages: [pages.cycleTimes],
  rows: { kind: 'table', table: 'cycle_time', key: ['process_id', 'material_id', 'device_id'] },
})
export const changeLineExchange = exchange({
  type: 'change_line',
  record: changeLine,
  pages: [pages.changeovers],
  rows: {
    kind: 'table',
    table: 'change_line',
    key: [
      ...['device_id', 'workgroup_id', 'from_material_id', 'from_series', 'to_material_id', 'to_series'],
      ...['attribute', 'from_value', 'to_value'],
    ],
    check: checkChangeover,
  },
})

/** Added by the call, so that its rules hold: one row one mould. */
export const mouldExchange = exchange({
  type: 'mould',
  record: mould,
  pages: [pages.changeovers],
  rows: { kind: 'document', key: [], mostRows: 1, call: mouldCalls.add, input: ([row]) => row },
})

const line = materialBomLine.fields
/** One version of a BoM or routing is a draft until it is released. Substitutes stand in one cell, what is said of each in others. */
export const materialBomExchange = exchange({
  type: 'material_bom',
  record: materialBom,
  pages: [pages.materialBoms, pages.editMaterialBom],
  more: {
    component_id: line.material_id,
    quantity: line.quantity,
    scrap_rate: line.scrap_rate,
    substitute_ids: { ...referencesField('替代料', 'Substitutes', 'material', mostSubstitutes), required: false },
    substitute_ratios: optional(textField('替代比例', 'Substitute ratios')),
    ...substituteCells,
    line_valid_from: titled(line.valid_from, text('子项生效日期', 'Line valid from')),
    line_expiry_time: titled(line.expiry_time, text('子项失效日期', 'Line valid before')),
    position: line.position,
    line_remark: titled(line.remark, text('子项备注', 'Line remark')),
  },
  shows: [materialBomLine],
  rows: {
    kind: 'document',
    key: ['material_id', 'version'],
    call: addMaterialBom,
    input: (rows, _found, zone) => {
      const { lines, ...head } = documentInput(
        ['code', 'material_id', 'version', 'base_quantity', 'valid_from', 'expiry_time', 'remark'],
        {
          material_id: 'component_id',
          quantity: 'quantity',
          scrap_rate: 'scrap_rate',
          valid_from: 'line_valid_from',
          expiry_time: 'line_expiry_time',
          position: 'position',
          remark: 'line_remark',
        },
      )(rows)
      return { ...head, lines: lines.map((one, index) => ({ ...one, substitutes: substitutesOf(rows[index]!, zone) })) }
    },
  },
})
/** `1；1.5` beside two substitutes; without ratios, each replaces one for one. */
function substitutesOf({ substitute_ids, substitute_ratios, ...row }: FileRow, zone: string): object[] {
  const ratios = wordsOf(substitute_ratios)
  const from = daysIn(row.substitute_valid_from, zone)
  const before = daysIn(row.substitute_expiry_time, zone)
  const approved = approvalsIn(row.substitute_approved)
  return ((substitute_ids ?? []) as string[]).map((material_id, index) => ({
    ...{ material_id, ratio: ratios[index] ?? '1' },
    ...{ valid_from: from[index] ?? null, expiry_time: before[index] ?? null },
    ...(approved[index] === false ? { approved: false } : {}),
  }))
}
const wordsOf = (cell: unknown): string[] =>
  typeof cell === 'string' ? cell.split(/[,，;；、\s]+/).filter(Boolean) : []

const node = manufacturingBomNode.fields
const port = (zh: string, en: string) => optional(quantityField(zh, en, { schema: positiveQuantity }))
/** Rows with one sequence are one process; each of them names a component that goes in, or a product that comes out. */
export const manufacturingBomExchange = exchange({
  type: 'manufacturing_bom',
  record: manufacturingBom,
  pages: [pages.manufacturingBoms, pages.selectManufacturingBom],
  more: {
    ordering_node: node.ordering_node,
    process_id: node.process_id,
    next_nodes: optional(textField('后续节点', 'Next nodes')),
    input_id: optional(referenceField('投入物料', 'Input', 'material')),
    input_quantity: port('投入数量', 'Input quantity'),
    output_id: optional(referenceField('产出物料', 'Output', 'material')),
    output_quantity: port('产出数量', 'Output quantity'),
    overlap_quantity: node.overlap_quantity,
    wait_seconds: node.wait_seconds,
  },
  shows: [manufacturingBomNode],
  rows: {
    kind: 'document',
    key: ['material_id', 'version'],
    call: addManufacturingBom,
    input: rows => {
      const head = ['code', 'material_id', 'version', 'mode', 'material_bom_id', 'routing_id']
      const days = ['valid_from', 'expiry_time']
      const nodes = Map.groupBy(rows, row => row.ordering_node)
      return { ...documentInput([...head, ...days, 'remark'], {})(rows), lines: [...nodes.values()].map(nodeOf) }
    },
  },
})
function nodeOf(rows: readonly FileRow[]): object {
  const { ordering_node, process_id, next_nodes, overlap_quantity, wait_seconds } = rows[0]!
  const ports = (side: 'input' | 'output') =>
    rows.flatMap(row => {
      const material_id = row[`${side}_id`]
      return material_id ? [{ material_id, quantity: row[`${side}_quantity`] }] : []
    })
  return {
    ordering_node,
    process_id,
    next_nodes: wordsOf(next_nodes).map(Number),
    inputs: ports('input'),
    outputs: ports('output'),
    overlap_quantity,
    wait_seconds,
  }
}

export const exchanges = [
  routingExchange,
  cycleTimeExchange,
  changeLineExchange,
  mouldExchange,
  materialBomExchange,
  manufacturingBomExchange,
]
