import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { type Text, text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { mostPrinted, printShippingOrders } from '@qitao/sales/model/print.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { inboundReceipt, outboundReceipt, type ReceiptRow } from '../model/receipt.record.ts'
import { whyNotReversed } from '../model/receipt.rules.ts'
import { type Direction, type ReceiptStatusCode, receiptsType, statusOf } from '../model/receipt.status.ts'
import { ConfirmDialog } from './confirm.dialog.tsx'
import { callsOf, receiptAnswers } from './refreshes.ts'
import { ReverseReceiptDialog } from './reverse-receipt.dialog.tsx'
import { useMakeWave } from './wave/use-make-wave.ts'

const idsOf = (rows: readonly ReceiptRow[]) => rows.map(({ id }) => id)
const ask = (title: Text, nos: readonly string[]) => ({ title, objects: nos, danger: true })

/** Receipts of one direction with all that can be done to them. */
export function ReceiptsTab({ direction }: { direction: Direction }) {
  const { may } = useSession()
  const calls = callsOf[direction]
  const table = statusOf[direction]
  const refreshes = receiptAnswers(direction)
  const submit = useCommand(calls.submit, { refreshes })
  const cancel = useCommand(calls.cancel, { refreshes })
  const close = useCommand(calls.forceClose, { refreshes })
  const drop = useCommand(calls.drop, { refreshes })
  const wave = useMakeWave()
  const [confirmed, setConfirmed] = useState<ReceiptRow>()
  const [printed, setPrinted] = useState<string[]>()
  const [reversed, setReversed] = useState<ReceiptRow>()
  const edit = (row?: ReceiptRow) =>
    openEdit(pages.editReceipt, { receiptsType: receiptsType[direction], ...(row ? { id: row.id } : {}) })
  return (
    <>
      <ListPage
        call={calls.list}
        record={direction === 'inbound' ? inboundReceipt : outboundReceipt}
        columns={[
          { name: 'no', width: 160, ...(may(pages.editReceipt) ? { opens: edit } : {}) },
          { name: 'receipt_type', width: 150 },
          { name: 'status', width: 152 },
          { name: 'receipt_date', width: 110 },
          { name: 'source_no', width: 140, sort: false },
          {
            name: 'first_material_name',
            title: text('物料', 'Materials'),
            width: 190,
            render: ({ first_material_code, first_material_name, line_count }) => (
              <span title={`${first_material_code ?? ''} ${first_material_name ?? ''}`}>
                {first_material_code} {first_material_name}
                {line_count > 1 ? <span className="qt-secondary"> +{line_count - 1}</span> : null}
              </span>
            ),
          },
          {
            name: 'done_quantity',
            title: text('完成 / 数量', 'Done / quantity'),
            width: 110,
            sort: false,
            render: row => (
              <span>
                <Quantity value={row.done_quantity} /> / <Quantity value={row.quantity} />
              </span>
            ),
          },
          direction === 'inbound'
            ? { name: 'supplier_id', width: 120, sort: false }
            : { name: 'customer_id', width: 120, sort: false },
          { name: 'operator_id', width: 110, sort: false },
          { name: 'warehouse_id', width: 130, sort: false, hidden: true },
          { name: 'created_time', hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'receipt_types', of: 'receipt_type', many: true },
          { name: 'timestamp_range', range: true, title: text('单据日期', 'Receipt date') },
          'warehouse_id',
        ]}
        statusBar={{
          filter: 'statuses',
          table,
          call: calls.count,
          count: (counts, { key }) => counts[key as keyof typeof counts],
        }}
        rowActions={row => {
          const status = row.status as ReceiptStatusCode
          return [
            status === table.codes.pending_submit
              ? act(table, 'submit', status, submit.with({ ids: [row.id] }))
              : act(
                  table,
                  'confirm',
                  status,
                  needing(calls.confirm, () => setConfirmed(row)),
                ),
            ...(may(pages.scanWork)
              ? [
                  {
                    title: text('扫码', 'Scan'),
                    whyNot: table.whyNot('confirm', status),
                    run: needing(calls.confirm, () => openPage(pages.scanWork, { kind: direction, id: row.id })),
                  },
                ]
              : []),
            act(
              table,
              'alter',
              status,
              needing(calls.alter, () => edit(row)),
            ),
            act(table, 'cancel', status, cancel.with({ ids: [row.id] }), {
              danger: true,
              ask: ask(text('取消单据？', 'Cancel the receipt?'), [row.no]),
            }),
            act(table, 'force_close', status, close.with({ ids: [row.id] }), {
              danger: true,
              ask: ask(text('强制关闭单据？', 'Force close the receipt?'), [row.no]),
            }),
            act(
              table,
              'reverse',
              status,
              needing(calls.reverse, () => setReversed(row)),
              { danger: true, whyNot: table.whyNot('reverse', status) ?? whyNotReversed(direction, row) },
            ),
            { ...remove([row.no], drop.with({ ids: [row.id] })), whyNot: table.whyNot('drop', status) },
          ]
        }}
        bulkActions={rows => [
          ...(direction === 'outbound'
            ? [
                {
                  title: text('打印发货单', 'Print shipping orders'),
                  whyNot: rows.length > mostPrinted ? text('一次最多10个', 'At most 10 at once') : undefined,
                  run: () => setPrinted(idsOf(rows)),
                },
              ]
            : []),
          ...(direction === 'outbound' ? [wave({ receipt_ids: idsOf(rows) })] : []),
          { title: text('批量提交', 'Submit'), run: submit.with({ ids: idsOf(rows) }) },
          {
            title: text('批量取消', 'Cancel'),
            danger: true,
            run: cancel.with({ ids: idsOf(rows) }),
            ask: ask(
              text('取消单据？', 'Cancel the receipts?'),
              rows.map(({ no }) => no),
            ),
          },
          remove(
            rows.map(({ no }) => no),
            drop.with({ ids: idsOf(rows) }),
          ),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={calls.export} />
            {may(pages.editReceipt) ? (
              <NewButton
                title={direction === 'inbound' ? text('新建入库单', 'New inbound') : text('新建出库单', 'New outbound')}
                run={needing(calls.add, () => edit())}
              />
            ) : null}
          </>
        )}
      />
      {printed ? (
        <PrintDialog
          title={text('打印发货单', 'Print shipping orders')}
          call={printShippingOrders}
          input={{ receipt_ids: printed }}
          onClose={() => setPrinted(undefined)}
        />
      ) : null}
      {reversed ? (
        <ReverseReceiptDialog direction={direction} row={reversed} onClose={() => setReversed(undefined)} />
      ) : null}
      {confirmed ? (
        <ConfirmDialog direction={direction} id={confirmed.id} onClose={() => setConfirmed(undefined)} />
      ) : null}
    </>
  )
}
