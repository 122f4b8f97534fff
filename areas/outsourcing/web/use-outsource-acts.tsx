import { add, isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { refreshAnd, useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { offerRepair } from '@qitao/site/web'
import { serialsIn } from '@qitao/stock/model/piece.record.ts'
import { type ReactNode, useState } from 'react'
import {
  changeOutsourceEta,
  listOutsourceMaterial,
  type OutsourceLineRow,
  type OutsourceOrderRow,
  outsourceOrderCalls,
  receiveOutsourceOrder,
  returnOutsourceMaterial,
  sendOutsourceOrder,
  settleOutsourceOrder,
} from '../model/outsource-order.calls.ts'
import { outsourceLine, outsourceMove } from '../model/outsource-order.record.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourceAnswers } from './refreshes.ts'

type Action = 'send' | 'receive' | 'give_back' | 'change_eta' | 'settle'
const callOf = {
  send: sendOutsourceOrder,
  receive: receiveOutsourceOrder,
  give_back: returnOutsourceMaterial,
  change_eta: changeOutsourceEta,
  settle: settleOutsourceOrder,
} as const

/** What can be done to an outsourcing order that is under way, and the dialogs in which it is done. */
export function useOutsourceActs(): Record<
  'send' | 'receive' | 'giveBack' | 'changeEta' | 'settle',
  (row: OutsourceOrderRow) => Act
> & { dialogs: ReactNode } {
  const [opened, setOpened] = useState<{ action: Action; id: string }>()
  const settled = text('已结算', 'It is settled')
  const doing = (action: Action) => (row: OutsourceOrderRow) =>
    act(
      outsourceStatus,
      action,
      row.status,
      needing(callOf[action], () => setOpened({ action, id: row.id })),
      row.settled_time === null ? {} : { whyNot: settled },
    )
  const close = () => setOpened(undefined)
  const dialogs = {
    send: SendDialog,
    receive: ReceiveDialog,
    give_back: ReturnDialog,
    change_eta: EtaDialog,
    settle: SettleDialog,
  }
  const Dialog = opened && dialogs[opened.action]
  return {
    ...{ send: doing('send'), receive: doing('receive'), giveBack: doing('give_back') },
    ...{ changeEta: doing('change_eta'), settle: doing('settle') },
    dialogs: opened && Dialog ? <Dialog id={opened.id} onClose={close} /> : null,
  }
}

interface DialogProps {
  id: string
  onClose: () => void
}
const moved = { ...outsourceLine, fields: { ...outsourceLine.fields, ...outsourceMove.fields } }
const operationColumn = { name: 'name', title: text('工单工序', 'Operation'), readOnly: true, width: 280 } as const
const unitOf = { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 } as const
const nameOf = (line: OutsourceLineRow) => `${line.mo_no} · ${line.process_name} · ${line.material_code}`

interface PiecesLine {
  line_id: string
  name: string
  unit_name: string
  left: string
  quantity: string | null
  loss_quantity: string | null
  loss_reason: string | null
  serial_numbers: string | null
}
interface PiecesForm {
  lines: PiecesLine[]
}
const pieces = (line: OutsourceLineRow, left: string): PiecesLine => ({
  ...{ line_id: line.id, name: nameOf(line), unit_name: line.unit_name, left, quantity: left },
  ...{ loss_quantity: null, loss_reason: null, serial_numbers: null },
})
const leftColumn = (title: ReturnType<typeof text>) => ({
  ...{ name: 'left', title, readOnly: true, width: 110 },
  show: (line: PiecesLine) => <Quantity value={line.left} />,
})
const isGiven = (quantity: string | null): quantity is string =>
  quantity !== null && quantity !== '' && isPositive(quantity)

function SendDialog({ id, onClose }: DialogProps) {
  const say = useSay()
  const detail = useDocument(outsourceOrderCalls.detail, { id })
  const send = useCommand(sendOutsourceOrder, { refreshes: outsourceAnswers })
  if (!detail.data) return null
  const { record } = detail.data
  const lines = detail.data.lines.flatMap(line => {
    const left = subtract(line.quantity, line.sent_quantity)
    return isPositive(left) ? pieces(line, left) : []
  })
  return (
    <DialogForm<PiecesForm>
      open
      wide
      title={text(`发料 ${record.no}`, `Send ${record.no}`)}
      values={{ lines }}
      save={saveWith(
        send,
        (form: PiecesForm) => ({
          ...{ id, row_version: record.row_version },
          lines: form.lines.flatMap(({ line_id, quantity }) => (isGiven(quantity) ? { line_id, quantity } : [])),
        }),
        text('确认发料', 'Send'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      <p className="qt-secondary">
        {say(
          text(
            '在制品随单发出；该工序所需物料按BOM从库存出库，在供应商处仍计为我方库存。',
            'The pieces go with it; what their operation uses by its BoM leaves our bins and stays our stock at the supplier.',
          ),
        )}
      </p>
      <LineTable<PiecesLine>
        name="lines"
        of={moved}
        blank={() => lines[0]!}
        columns={[operationColumn, leftColumn(text('未发出', 'To send')), { name: 'quantity', width: 110 }, unitOf]}
      />
    </DialogForm>
  )
}

function ReceiveDialog({ id, onClose }: DialogProps) {
  const detail = useDocument(outsourceOrderCalls.detail, { id })
  const receive = useCommand(receiveOutsourceOrder, { refreshes: outsourceAnswers })
  if (!detail.data) return null
  const { record } = detail.data
  const lines = detail.data.lines.flatMap(line => {
    const left = subtract(line.sent_quantity, add(line.received_quantity, line.loss_quantity))
    return isPositive(left) ? pieces(line, left) : []
  })
  const numbered = detail.data.lines.some(({ serial_policy }) => serial_policy !== serialPolicy.codes.none)
  return (
    <DialogForm<PiecesForm>
      open
      wide
      title={text(`收货 ${record.no}`, `Receive ${record.no}`)}
      values={{ lines }}
      save={saveWith(
        receive,
        (form: PiecesForm) => ({
          ...{ id, row_version: record.row_version },
          lines: form.lines.flatMap(({ line_id, quantity, loss_quantity, loss_reason, serial_numbers }) =>
            isGiven(quantity) || isGiven(loss_quantity)
              ? {
                  ...{ line_id, quantity: quantity || '0', loss_quantity: loss_quantity || '0', loss_reason },
                  serial_numbers: serialsIn(serial_numbers),
                }
              : [],
          ),
        }),
        text('确认收货', 'Receive'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      <LineTable<PiecesLine>
        name="lines"
        of={moved}
        blank={() => lines[0]!}
        columns={[
          operationColumn,
          leftColumn(text('供应商处', 'At supplier')),
          { name: 'quantity', title: text('收回', 'Came back'), width: 110 },
          { name: 'loss_quantity', width: 110 },
          { name: 'loss_reason', width: 180 },
          unitOf,
          ...(numbered ? [{ name: 'serial_numbers' as const, width: 220 }] : []),
        ]}
      />
    </DialogForm>
  )
}

interface MaterialLine {
  line_id: string
  material_id: string
  name: string
  unit_name: string
  left: string
  quantity: string | null
  location_id: string | null
}
function ReturnDialog({ id, onClose }: DialogProps) {
  const say = useSay()
  const detail = useDocument(outsourceOrderCalls.detail, { id })
  const found = useCall(listOutsourceMaterial, { order_id: id, page_size: 200 })
  const giveBack = useCommand(returnOutsourceMaterial, { refreshes: outsourceAnswers })
  if (!detail.data || !found.data) return null
  const { record } = detail.data
  const lines = found.data.result.map(
    (row): MaterialLine => ({
      ...{ line_id: row.line_id, material_id: row.material_id, unit_name: row.unit_name, left: row.left_quantity },
      ...{
        name: `${row.material_code} ${row.material_name} · ${row.mo_no}`,
        quantity: row.left_quantity,
        location_id: null,
      },
    }),
  )
  return (
    <DialogForm<{ lines: MaterialLine[] }>
      open
      wide
      title={text(`退料 ${record.no}`, `Return material ${record.no}`)}
      values={{ lines }}
      save={saveWith(
        giveBack,
        (form: { lines: MaterialLine[] }) => ({
          ...{ id, row_version: record.row_version },
          lines: form.lines.flatMap(({ line_id, material_id, quantity, location_id }) =>
            isGiven(quantity) ? { line_id, material_id, quantity, location_id } : [],
          ),
        }),
        text('确认退料', 'Return'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      {lines.length === 0 ? (
        <p className="qt-secondary">{say(text('供应商处没有未用的物料', 'No unused material is at the supplier'))}</p>
      ) : (
        <LineTable<MaterialLine>
          name="lines"
          of={moved}
          blank={() => lines[0]!}
          columns={[
            { name: 'name', title: text('物料', 'Material'), readOnly: true, width: 280 },
            { ...leftColumn(text('供应商处', 'At supplier')), show: line => <Quantity value={line.left} /> },
            { name: 'quantity', width: 110 },
            { name: 'location_id', width: 180 },
            unitOf,
          ]}
        />
      )}
    </DialogForm>
  )
}

interface EtaLine {
  line_id: string
  name: string
  eta: number | null
  next_process: string | null
  next_start_time: number | null
}
/** It is there when its day ends; the next step is to begin before that. */
const holdsUp = ({ eta, next_start_time }: Pick<EtaLine, 'eta' | 'next_start_time'>): boolean =>
  eta !== null && next_start_time !== null && eta + daySeconds > next_start_time

/** Another day, with who waits: the next step of each line and when it is to begin. */
function EtaDialog({ id, onClose }: DialogProps) {
  const say = useSay()
  const detail = useDocument(outsourceOrderCalls.detail, { id })
  const change = useCommand(changeOutsourceEta, {
    refreshes: outsourceAnswers,
    done: (_, { lines: given }) => {
      const known = detail.data?.lines ?? []
      const hit = known.find(line => holdsUp({ ...line, eta: given.find(one => one.line_id === line.id)?.eta ?? null }))
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
  if (!detail.data) return null
  const { record } = detail.data
  const lines = detail.data.lines
    .filter(line => isPositive(line.open_quantity))
    .map(line => {
      const { id: line_id, eta, next_process, next_start_time } = line
      return { line_id, name: nameOf(line), eta, next_process, next_start_time }
    })
  return (
    <DialogForm<{ lines: EtaLine[] }>
      open
      wide
      title={text(`改交期 ${record.no}`, `Change ETA ${record.no}`)}
      values={{ lines }}
      save={saveWith(
        change,
        (form: { lines: EtaLine[] }) => ({
          ...{ id, row_version: record.row_version },
          lines: form.lines.flatMap(({ line_id, eta }) => (eta === null ? [] : { line_id, eta })),
        }),
        text('保存', 'Save'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      <LineTable<EtaLine>
        name="lines"
        of={moved}
        blank={() => lines[0]!}
        columns={[
          operationColumn,
          { name: 'eta', width: 140 },
          {
            ...{
              name: 'next_process',
              title: text('等待的下道工序', 'Next operation waiting'),
              readOnly: true,
              width: 200,
            },
            show: line =>
              line.next_process === null ? (
                <span className="qt-none">—</span>
              ) : (
                <span>
                  {line.next_process} <Instant at={line.next_start_time} />{' '}
                  {holdsUp(line) ? <StatusTag of={{ zh: '返回太晚', en: 'Comes too late', colour: 'danger' }} /> : null}
                </span>
              ),
          },
        ]}
      />
      <p className="qt-secondary">
        {say(
          text(
            '计划中的委外任务随之移动并锁定；后面的工序不自动推后，可修复计划。',
            'Its task on the plan ends on that day and is locked. What follows is not pushed by itself: repair the plan.',
          ),
        )}
      </p>
    </DialogForm>
  )
}

function SettleDialog({ id, onClose }: DialogProps) {
  const say = useSay()
  const detail = useDocument(outsourceOrderCalls.detail, { id })
  const settle = useCommand(settleOutsourceOrder, { refreshes: outsourceAnswers })
  if (!detail.data) return null
  const { record } = detail.data
  const facts = [
    [text('收回', 'Received'), record.received_quantity],
    [text('损耗', 'Loss'), record.loss_quantity],
    [text('良率%', 'Yield %'), record.yield_rate],
    [text('应付加工费', 'Payable'), record.payable_amount],
    [text('未退物料', 'Material left'), record.left_quantity],
  ] as const
  return (
    <DialogForm<{ reason: string | null }>
      open
      title={text(`结算 ${record.no}`, `Settle ${record.no}`)}
      values={{ reason: null }}
      save={saveWith(
        settle,
        ({ reason }: { reason: string | null }) => ({ id, row_version: record.row_version, reason }),
        text('结算', 'Settle'),
      )}
      reload={refreshAnd(outsourceAnswers, onClose)}
      onClose={onClose}
    >
      <dl className="qt-facts">
        {facts.map(([title, value]) => (
          <div key={title.en}>
            <dt>{say(title)}</dt>
            <dd>{value === null ? '—' : <Quantity value={value} />}</dd>
          </div>
        ))}
      </dl>
      {isPositive(record.left_quantity) ? <Field of={outsourceMove} name="reason" autoFocus /> : null}
    </DialogForm>
  )
}
