import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { materialColumn } from '@qitao/stock/web'
import { Checkbox } from 'antd'
import { useState } from 'react'
import {
  exportScoreLines,
  listScoreLines,
  type SupplierScoreRow,
  scoreLine,
  supplierScore,
} from '../../model/score/supplier-score.calls.ts'
import './score.css'

const linesOnPage = 20

/** The lines behind the figures of a supplier. */
export function ScoreDrawer({
  of,
  range,
  onClose,
}: {
  of: SupplierScoreRow
  range: [number, number] | undefined
  onClose: () => void
}) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const [late, setLate] = useState(false)
  const asked = {
    supplier_id: of.id,
    ...(late ? { late: true } : {}),
    ...(range ? { timestamp_range: range } : {}),
  }
  const found = useCall(listScoreLines, { ...asked, page, page_size: linesOnPage }, { keepPrevious: true })
  return (
    <DetailDrawer open wide title={`${of.supplier_code} ${of.supplier_name}`} onClose={onClose}>
      <Facts
        of={supplierScore}
        row={of}
        names={['due_count', 'on_time_count', 'on_time_rate', 'accepted_rate', 'price_change']}
      />
      <p className="qt-secondary">
        {say(
          text(
            '准时：在预计到货日当天或之前全部入库的行。合格：按良品入库的数量。价格：对比该物料上一次采购的单价。取消和强制关闭的订单不计。',
            'On time: lines received in full on the announced day or before. Accepted: what was received as good. Price: against what the material cost the time before. Orders cancelled or closed by force do not count.',
          ),
        )}
      </p>
      <div className="qt-score-acts">
        <Checkbox
          checked={late}
          onChange={event => {
            setLate(event.target.checked)
            setPage(1)
          }}
        >
          {say(text('只看未准时', 'Late only'))}
        </Checkbox>
        <ExchangeButtons list={{ input: asked, total: found.data?.total ?? 0 }} exports={exportScoreLines} />
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.data ? (
        <>
          <DataTable
            record={scoreLine}
            rows={found.data.result}
            loading={found.isPlaceholderData}
            columns={[
              {
                ...{ name: 'order_no', width: 150, sort: false },
                render: row => <RecordLink kind="purchase_order" id={row.order_id} no={row.order_no} />,
              },
              { ...materialColumn, sort: false },
              { name: 'eta', width: 100, sort: false },
              { name: 'arrival_time', width: 130, sort: false },
              {
                ...{ name: 'late_days', width: 90, sort: false },
                render: row =>
                  row.on_time ? (
                    say(text('准时', 'On time'))
                  ) : (
                    <span className="qt-danger">
                      {say(text('晚{days}天', '{days} d late'), { days: row.late_days })}
                    </span>
                  ),
              },
              { name: 'quantity', width: 90, sort: false, unit: row => row.unit_name },
              { name: 'received_quantity', width: 90, sort: false, unit: row => row.unit_name },
              { name: 'accepted_quantity', width: 90, sort: false, unit: row => row.unit_name },
              { name: 'price', width: 80, sort: false },
              {
                ...{ name: 'last_price', width: 90, sort: false },
                render: row => (
                  <span title={row.last_order_no ?? ''}>
                    <Quantity value={row.last_price} />
                  </span>
                ),
              },
            ]}
          />
          <Pager fixed page={page} size={linesOnPage} total={found.data.total} onChange={next => setPage(next)} />
        </>
      ) : (
        <RowsSkeleton />
      )}
    </DetailDrawer>
  )
}
