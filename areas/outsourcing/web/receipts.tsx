import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Table } from 'antd'
import {
  listOutsourceReceipts,
  type OutsourceOrderRow,
  type OutsourceReceiptRow,
  reverseOutsourceReceipt,
} from '../model/outsource-order.calls.ts'
import { outsourceReceipt } from '../model/outsource-order.record.ts'
import { outsourceReceiptStatus, outsourceStatus } from '../model/outsource-order.status.ts'
import { outsourceAnswers } from './refreshes.ts'

const { fields } = outsourceReceipt
const figures = ['quantity', 'loss_quantity', 'good_quantity', 'failed_quantity'] as const

/** What has come back, what became of it, and what can be taken back. */
export function Receipts({ of: { id, row_version, status, settled_time } }: { of: OutsourceOrderRow }) {
  const say = useSay()
  const found = useCall(listOutsourceReceipts, { order_id: id })
  const reverse = useCommand(reverseOutsourceReceipt, { refreshes: outsourceAnswers })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  const rows = found.data?.result ?? []
  if (rows.length === 0) return null
  const whyNot = (row: OutsourceReceiptRow) =>
    row.status !== outsourceReceiptStatus.codes.posted
      ? outsourceReceiptStatus.stateOf(row.status)
      : settled_time !== null
        ? text('已结算', 'It is settled')
        : outsourceStatus.whyNot('reverse', status)
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(text('收货记录', 'Receipts'))}</h2>
      </header>
      <Table<OutsourceReceiptRow>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={rows}
        columns={[
          { title: say(fields.received_time.title), render: (_, row) => <Instant at={row.received_time} /> },
          { title: say(text('工单工序', 'Operation')), render: (_, row) => `${row.mo_no} · ${row.process_name}` },
          {
            title: say(fields.status.title),
            render: (_, row) => <StatusTag of={outsourceReceiptStatus.stateOf(row.status)} />,
          },
          ...figures.map(name => ({
            title: say(fields[name].title),
            align: 'right' as const,
            render: (_: unknown, row: OutsourceReceiptRow) => <Quantity value={row[name]} unit={row.unit_name} />,
          })),
          { title: say(fields.loss_reason.title), dataIndex: 'loss_reason' },
          ...(rows.some(({ serial_numbers }) => serial_numbers.length > 0)
            ? [
                {
                  title: say(text('序列号', 'Serial numbers')),
                  render: (_: unknown, row: OutsourceReceiptRow) => <Pieces of={row} />,
                },
              ]
            : []),
          { title: say(text('质检任务', 'QC task')), dataIndex: 'qc_task_no' },
          {
            title: '',
            render: (_, row) => (
              <ActButton
                act={{
                  ...{ title: text('冲销', 'Reverse'), danger: true, whyNot: whyNot(row) },
                  ask: {
                    title: text('冲销这次收货？', 'Reverse this receipt?'),
                    objects: [`${row.mo_no} ${row.process_name}`],
                    danger: true,
                  },
                  run: reverse.with({ id, row_version, receipt_id: row.id }),
                }}
              />
            ),
          },
        ]}
      />
    </section>
  )
}

/** The numbers of the pieces that came back; those that failed are told apart. */
function Pieces({ of: { serial_numbers, failed_serials } }: { of: OutsourceReceiptRow }) {
  const failed = new Set(failed_serials)
  const good = serial_numbers.filter(number => !failed.has(number))
  return (
    <div style={{ maxInlineSize: 260, whiteSpace: 'normal' }}>
      {good.join(' ')}
      {failed_serials.length > 0 ? (
        <div>
          <StatusTag of={{ zh: '不合格', en: 'Failed', colour: 'danger' }} /> {failed_serials.join(' ')}
        </div>
      ) : null}
    </div>
  )
}
