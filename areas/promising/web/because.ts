import { type Text, text } from '@qitao/core/text.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { BecauseRow } from '../model/inquiry.record.ts'

/** What decides a date, as a sentence; `{until}` and `{from}` are moments, `{days}` those of the calendar between them. */
export function becauseText({ kind, source_type }: BecauseRow): Text {
  switch (kind) {
    case 'stock':
      return text('{material} 库存充足', '{material} is in stock')
    case 'supply':
      return source_type === supplySource.codes.in_production
        ? text('等待工单 {object} 产出 {material}，{until}', 'MO {object} makes {material} by {until}')
        : text('等待采购 {object} 到货 {material}，{until}', 'Purchase {object} of {material} arrives {until}')
    case 'lead_time':
      return text(
        '缺 {material} × {quantity}，采购周期{days}天，{until}到',
        'Short of {material} × {quantity}: {days} days to buy, there {until}',
      )
    case 'machine':
      return text(
        '设备 {object} 到 {until} 才有空档（{material} {process}）',
        'Machine {object} is free from {until} ({material} {process})',
      )
    case 'work':
      return text(
        '{material} {process}，设备 {object}，{from} 至 {until}',
        '{material} {process} on {object}, {from} to {until}',
      )
  }
}
