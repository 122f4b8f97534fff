import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { queryHistoryOrder } from '../model/sales-history.calls.ts'
import type { SalesHistoryRow } from '../model/sales-history.record.ts'

interface SalesHistoryProps {
  material_id: string
  customer_id: string | null
  onClose: () => void
}
const size = 10

/** What was sold of a product before: to whom, when, how much and at which price. */
export function SalesHistoryDrawer({ material_id, customer_id, onClose }: SalesHistoryProps) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const [own, setOwn] = useState(false)
  const found = useCall(
    queryHistoryOrder,
    { material_id, page, page_size: size, ...(own && customer_id ? { customer_id } : {}) },
    { keepPrevious: true },
  )
  const list = (found.data?.result ?? []) as SalesHistoryRow[]
  return (
    <DetailDrawer open wide title={text('历史订单', 'Earlier orders')} onClose={onClose}>
      {customer_id ? (
        <Checkbox
          disabled={false}
          checked={own}
          onChange={event => {
            setOwn(event.target.checked)
            setPage(1)
          }}
        >
          {say(text('只看该客户', 'This customer only'))}
        </Checkbox>
      ) : null}
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={4} />
      ) : list.length === 0 ? (
        <EmptyState text={text('此产品还没有历史订单', 'Nothing of this product was sold before')} />
      ) : (
        <>
          <div className="qt-wide-table">
            <table className="qt-plain-table">
              <thead>
                <tr>
                  <th>{say(text('订单号', 'Order no.'))}</th>
                  <th>{say(text('客户', 'Customer'))}</th>
                  <th>{say(text('下单日期', 'Order date'))}</th>
                  <th className="qt-end">{say(text('数量', 'Quantity'))}</th>
                  <th className="qt-end">{say(text('单价', 'Price'))}</th>
                  <th className="qt-end">{say(text('金额', 'Amount'))}</th>
                  <th>{say(text('发货时间', 'Delivered'))}</th>
                </tr>
              </thead>
              <tbody>
                {list.map(row => (
                  <tr key={row.id}>
                    <td>{row.order_no}</td>
                    <td>{row.customer_name ?? '—'}</td>
                    <td>
                      <DayText of={row.order_date} />
                    </td>
                    <td className="qt-end">
                      <Quantity value={row.quantity} unit={row.unit_name} />
                    </td>
                    <td className="qt-end">{row.price ? <Quantity value={row.price} /> : '—'}</td>
                    <td className="qt-end">
                      {row.amount ? <Quantity value={row.amount} decimals={2} unit={row.currency} /> : '—'}
                    </td>
                    <td>{row.delivered_time === null ? '—' : <Instant at={row.delivered_time} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager fixed page={page} size={size} total={found.data.total} onChange={setPage} />
        </>
      )}
    </DetailDrawer>
  )
}
