import { add, isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { documentMail } from '@qitao/document-kit/model/document-paper.ts'
import { asks, type DocumentActs, isGiven, openRows, unitColumn } from '@qitao/document-kit/web'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { offerRepair } from '@qitao/site/web'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import {
  changeOutsourceEta,
  listOutsourceMaterial,
  mailOutsourceOrder,
  type OutsourceLineRow,
  type OutsourceOrderRow,
  outsourceOrders,
  printOutsourceOrders,
  receiveOutsourceOrder,
  returnOutsourceMaterial,
  sendOutsourceOrder,
  settleOutsourceOrder,
} from '../model/outsource-order.calls.ts'
import { outsourceLine, outsourceMove } from '../model/outsource-order.record.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourceAnswers } from './refreshes.ts'

const moved = { ...outsourceLine, fields: { ...outsourceLine.fields, ...outsourceMove.fields } }
const operationColumn = { name: 'name', title: text('工单工序', 'Operation'), readOnly: true, width: 280 } as const
const openColumn = (title: ReturnType<typeof text>) => ({ name: 'open_quantity', title, width: 110 })
const nameOf = (line: Pick<OutsourceLineRow, 'mo_no' | 'process_name' | 'material_code'>) =>
  `${line.mo_no} · ${line.process_name} · ${line.material_code}`
const empty: string | null = null

const send = asks(outsourceOrders, sendOutsourceOrder, {
  ok: text('确认发料', 'Send'),
  note: text(
    '在制品随单发出；该工序所需物料按BOM从库存出库，在供应商处仍计为我方库存。',
    'The pieces go with it; what their operation uses by its BoM leaves our bins and stays our stock at the supplier.',
  ),
  lines: {
    rows: ({ lines }) =>
      openRows(lines, line => subtract(line.quantity, line.sent_quantity)).map(line => ({
        ...line,
        name: nameOf(line),
      })),
    given: ({ line_id, quantity }) => (isGiven(quantity) ? { line_id, quantity } : undefined),
    of: moved,
    fixed: true,
    columns: [operationColumn, openColumn(text('未发出', 'To send')), { name: 'quantity', width: 110 }, unitColumn],
  },
})

const receive = asks(outsourceOrders, receiveOutsourceOrder, {
  ok: text('确认收货', 'Receive'),
  lines: {
    rows: ({ lines }) =>
      openRows(lines, line => subtract(line.sent_quantity, add(line.received_quantity, line.loss_quantity))).map(
        line => ({
          ...{ ...line, name: nameOf(line) },
          ...{ loss_quantity: empty, loss_reason: empty, serial_numbers: empty },
        }),
      ),
    given: ({ line_id, quantity, loss_quantity, loss_reason, serial_numbers }) =>
      isGiven(quantity) || isGiven(loss_quantity)
        ? {
            ...{ line_id, quantity: quantity || '0', loss_quantity: loss_quantity || '0', loss_reason },
            serial_numbers: serialsIn(serial_numbers),
          }
        : undefined,
    of: moved,
    fixed: true,
    columns: [
      operationColumn,
      openColumn(text('供应商处', 'At supplier')),
      { name: 'quantity', title: text('收回', 'Came back'), width: 110 },
      { name: 'loss_quantity', width: 110 },
      { name: 'loss_reason', width: 180 },
      unitColumn,
      {
        ...{ name: 'serial_numbers', width: 220 },
        readOnly: ({ serial_policy }) => serial_policy === serialPolicy.codes.none,
      },
    ],
  },
})

const give_back = asks(outsourceOrders, returnOutsourceMaterial, {
  ok: text('确认退料', 'Return'),
  also: { call: listOutsourceMaterial, input: order_id => ({ order_id, page_size: 200 }) },
  lines: {
    rows: (_, { result }) =>
      result.map(row => ({
        ...{
          line_id: row.line_id,
          material_id: row.material_id,
          unit_name: row.unit_name,
          open_quantity: row.left_quantity,
        },
        name: `${row.material_code} ${row.material_name} · ${row.mo_no}`,
        ...{ quantity: row.left_quantity as string | null, location_id: empty },
      })),
    given: ({ line_id, material_id, quantity, location_id }) =>
      isGiven(quantity) ? { line_id, material_id, quantity, location_id } : undefined,
    of: moved,
    columns: [
      { name: 'name', title: text('物料', 'Material'), readOnly: true, width: 280 },
      openColumn(text('供应商处', 'At supplier')),
      { name: 'quantity', width: 110 },
      { name: 'location_id', width: 180 },
      unitColumn,
    ],
    none: text('供应商处没有未用的物料', 'No unused material is at the supplier'),
  },
})

/** It is there when its day ends; the next step is to begin before that. */
const holdsUp = ({ eta, next_start_time }: Pick<OutsourceLineRow, 'eta' | 'next_start_time'>): boolean =>
  eta !== null && next_start_time !== null && eta + daySeconds > next_start_time
function NextStep({ of }: { of: Pick<OutsourceLineRow, 'eta' | 'next_process' | 'next_start_time'> }) {
  if (of.next_process === null) return <span className="qt-none">—</span>
  return (
    <span>
      {of.next_process} <Instant at={of.next_start_time} />{' '}
      {holdsUp(of) ? <StatusTag of={{ zh: '返回太晚', en: 'Comes too late', colour: 'danger' }} /> : null}
    </span>
  )
}
/** Another day, with who waits: the next step of each line and when it is to begin. */
const change_eta = asks(outsourceOrders, changeOutsourceEta, {
  ok: text('保存', 'Save'),
  note: text(
    '计划中的委外任务随之移动并锁定；后面的工序不自动推后，可修复计划。',
    'Its task on the plan ends on that day and is locked. What follows is not pushed by itself: repair the plan.',
  ),
  lines: {
    rows: ({ lines }) => openRows(lines, line => line.open_quantity).map(line => ({ ...line, name: nameOf(line) })),
    given: ({ line_id, eta }) => (eta === null ? undefined : { line_id, eta }),
    of: moved,
    fixed: true,
    columns: [
      operationColumn,
      { name: 'eta', width: 140 },
      {
        ...{
          name: 'next_process',
          title: text('等待的下道工序', 'Next operation waiting'),
          readOnly: true,
          width: 200,
        },
        show: line => <NextStep of={line} />,
      },
    ],
  },
  done: ({ lines: given }, { lines }) => {
    const hit = lines.find(line =>
      holdsUp({ ...line, eta: given.find(({ line_id }) => line_id === line.id)?.eta ?? null }),
    )
    if (hit)
      void offerRepair(
        { kind: 'outside', no: hit.mo_no },
        text(
          '委外返回晚于下道工序的开工，是否修复计划？',
          'It comes back after the next step is to begin: repair the plan?',
        ),
      )
  },
})

function Settled({ of }: { of: OutsourceOrderRow }) {
  const say = useSay()
  const facts = [
    [text('收回', 'Received'), of.received_quantity],
    [text('损耗', 'Loss'), of.loss_quantity],
    [text('良率%', 'Yield %'), of.yield_rate],
    [text('应付加工费', 'Payable'), of.payable_amount],
    [text('未退物料', 'Material left'), of.left_quantity],
  ] as const
  return (
    <dl className="qt-facts">
      {facts.map(([title, value]) => (
        <div key={title.en}>
          <dt>{say(title)}</dt>
          <dd>{value === null ? '—' : <Quantity value={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}
const settle = asks(outsourceOrders, settleOutsourceOrder, {
  facts: record => <Settled of={record} />,
  fields: { of: outsourceMove, values: { reason: null }, when: ({ left_quantity }) => isPositive(left_quantity) },
})

/** What can be done to an outsourcing order that is under way. */
export const outsourceActs: DocumentActs<typeof outsourceOrders> = {
  asked: { send, receive, change_eta, give_back, settle },
  behind: ['change_eta', 'give_back', 'settle'],
  rests: ({ settled_time }) => (settled_time === null ? undefined : text('已结算', 'It is settled')),
  print: printOutsourceOrders,
  refreshes: outsourceAnswers,
  mail: {
    call: mailOutsourceOrder,
    record: documentMail,
    whyNot: ({ status }) => outsourceStatus.whyNot('receive', status),
    begins: ({ supplier_email }) => ({ to: supplier_email }),
  },
}
