import { text } from '@qitao/core/text.ts'
import { stillReferred } from '@qitao/document-kit/model/document.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import {
  countSalesOrders,
  dropSalesOrders,
  listSalesOrders,
  restoreSalesOrders,
  type SalesOrderRow,
} from '../model/sales-order.calls.ts'
import { salesOrder } from '../model/sales-order.record.ts'
import { daysLeft } from '../model/sales-order.rules.ts'
import { DropForeverDialog } from './drop-forever.dialog.tsx'
import { orderColumns } from './sales-order.columns.tsx'

const restored = text(
  '恢复订单及其明细、附件和修改记录；此前已删除的工单、占用和承诺不会恢复。',
  'The order comes back with its lines, files and history. Work orders, reservations and promises that were given up do not.',
)

const deletedOrder = { ...salesOrder, title: text('已删除的订单', 'Deleted order') }

/** Deleted sales orders, kept for 90 days: to be had back, or to be removed for good. */
export default function RecycleBinPage() {
  const { may } = useSession()
  const refreshes = [listSalesOrders, countSalesOrders]
  const restore = useCommand(restoreSalesOrders, { refreshes })
  const drop = useCommand(dropSalesOrders, { refreshes })
  const [dropping, setDropping] = useState<readonly SalesOrderRow[]>()
  const acts = (orders: readonly SalesOrderRow[]) => [
    {
      title: text('恢复', 'Restore'),
      ask: { title: text('恢复订单？', 'Restore?'), objects: orders.map(({ no }) => no), detail: restored },
      run: restore.with({ ids: orders.map(({ id }) => id) }),
    },
    {
      ...{ title: text('彻底删除', 'Delete for good'), danger: true },
      ...(orders.every(isKept) ? { whyNot: whyKept } : {}),
      run: needing(drop.call, () => setDropping(orders)),
    },
  ]
  return (
    <>
      <ListPage
        call={listSalesOrders}
        record={deletedOrder}
        columns={[
          {
            name: 'no',
            width: 150,
            ...(may(pages.editSalesOrder)
              ? { opens: (order: SalesOrderRow) => openEdit(pages.editSalesOrder, { type: 'edit', no: order.no }) }
              : {}),
          },
          {
            name: 'days_left',
            title: text('剩余天数', 'Days left'),
            width: 150,
            render: order => <DaysLeft of={order} />,
          },
          { name: 'order_type', sort: false },
          { name: 'customer_id', width: 150, sort: false },
          orderColumns.products,
          orderColumns.quantity,
          { name: 'delivery_date', width: 110 },
          { name: 'total_amount', unit: row => row.currency, sort: false },
          { name: 'deleted_by_name', title: text('删除人', 'Deleted by'), width: 100 },
          {
            name: 'deleted_time',
            title: text('删除时间', 'Deleted'),
            width: 150,
            sort: true,
            render: order => <Instant at={order.deleted_time} />,
          },
        ]}
        filters={[
          'keyword',
          { name: 'customer_id', of: 'customer_id' },
          { name: 'timestamp_range', range: true, title: text('删除时间', 'Deleted') },
          { name: 'order_types', of: 'order_type', many: true },
          {
            name: 'deleted_by',
            title: text('删除人', 'Deleted by'),
            input: own => <DeletedBy {...own} />,
          },
          { name: 'deleted', fixed: true },
          { name: 'date_field', fixed: 'deleted_time' },
        ]}
        rowActions={order => acts([order])}
        bulkActions={acts}
      />
      {dropping ? (
        <DropForeverDialog
          nos={dropping.map(({ no }) => no)}
          drop={() => drop.run({ ids: dropping.map(({ id }) => id) })}
          onClose={() => setDropping(undefined)}
        />
      ) : null}
    </>
  )
}

const soon = 7
const isKept = ({ kept_by }: SalesOrderRow) => (kept_by?.length ?? 0) > 0
const whyKept = text('仍被其他单据引用，不能彻底删除', 'Other documents refer to it: it stays')
function DaysLeft({ of }: { of: SalesOrderRow }) {
  const say = useSay()
  if (isKept(of)) return say(stillReferred, { nos: (of.kept_by ?? []).join(', ') })
  const left = daysLeft(of.deleted_time ?? 0, Math.floor(Date.now() / 1000))
  return <span className={left <= soon ? 'qt-late' : undefined}>{left}</span>
}
function DeletedBy({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const say = useSay()
  const Member = pickerOf('user')
  const title = say(text('删除人', 'Deleted by'))
  return (
    <Member
      aria-label={title}
      placeholder={title}
      value={value as string | undefined}
      onChange={next => onChange(next ?? undefined)}
    />
  )
}
