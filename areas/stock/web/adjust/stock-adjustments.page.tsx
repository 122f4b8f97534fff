import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { adjustReasonCalls } from '../../model/adjust/adjust-reason.calls.ts'
import { adjustReason } from '../../model/adjust/adjust-reason.record.ts'
import {
  adjustStock,
  countStockAdjustments,
  exportStockAdjustments,
  listStockAdjustments,
  type StockAdjustmentRow,
} from '../../model/adjust/stock-adjustment.calls.ts'
import { stockAdjustment } from '../../model/adjust/stock-adjustment.record.ts'
import { adjustmentStatus } from '../../model/adjust/stock-adjustment.status.ts'
import { materialColumn } from '../material-cell.tsx'
import { AdjustDialog } from './adjust.dialog.tsx'

/** What was put right in stock without a count, why, and who agreed; and the reasons that the company keeps. */
export default function StockAdjustmentsPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'adjustments', title: text('调整记录', 'Adjustments'), page: <Adjustments /> },
        {
          key: 'reasons',
          title: text('调整原因', 'Reasons'),
          page: (
            <PlainPage
              record={adjustReason}
              calls={adjustReasonCalls}
              columns={[{ name: 'name', width: 320 }]}
              filters={['keyword']}
              name={row => row.name}
              mayChange={pages.stockAdjustments}
            />
          ),
        },
      ]}
    />
  )
}

function Adjustments() {
  const [adjusts, setAdjusts] = useState(false)
  const [shown, setShown] = useState<StockAdjustmentRow>()
  return (
    <>
      <ListPage
        call={listStockAdjustments}
        record={stockAdjustment}
        columns={[
          { name: 'no', width: 150, opens: setShown },
          { name: 'status', width: 100 },
          materialColumn,
          { name: 'location_id', width: 110, sort: false },
          { name: 'lot_number', width: 110, sort: false },
          { name: 'book_quantity', width: 100, sort: false },
          { name: 'quantity', width: 100, sort: false },
          {
            name: 'difference',
            width: 100,
            sort: false,
            render: row => <Quantity value={row.difference} unit={row.unit_name} signed />,
          },
          { name: 'reason', width: 140, sort: false },
          { name: 'value', width: 110, sort: false },
          {
            name: 'waits_for',
            title: text('等待', 'Waits for'),
            width: 110,
            sort: false,
            render: row => row.waits_for.join(', ') || '—',
          },
          { name: 'created_by', width: 100, sort: false },
          { name: 'created_time', width: 140 },
          { name: 'posted_time', width: 140, hidden: true },
          { name: 'quality_status', width: 110, sort: false, hidden: true },
          { name: 'container_id', width: 110, sort: false, hidden: true },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={[
          'keyword',
          'material_id',
          'location_id',
          { name: 'timestamp_range', range: true, title: stockAdjustment.fields.created_time.title },
        ]}
        statusBar={{
          filter: 'statuses',
          table: adjustmentStatus,
          call: countStockAdjustments,
          count: (counts, { key }) => counts[key as keyof typeof counts],
        }}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={exportStockAdjustments} />
            <NewButton title={text('调整库存', 'Adjust stock')} run={needing(adjustStock, () => setAdjusts(true))} />
          </>
        )}
      />
      {adjusts ? <AdjustDialog onClose={() => setAdjusts(false)} /> : null}
      {shown ? <AdjustmentDrawer of={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** One adjustment, with the pieces it names and what proves it. */
function AdjustmentDrawer({ of, onClose }: { of: StockAdjustmentRow; onClose: () => void }) {
  const say = useSay()
  return (
    <DetailDrawer
      open
      title={`${of.no} ${of.material_code}`}
      onClose={onClose}
      history={{ of: stockAdjustment, id: of.id }}
    >
      <StatusTag of={adjustmentStatus.stateOf(of.status)} />
      <Facts
        of={stockAdjustment}
        row={of}
        names={[
          ...(['location_id', 'lot_number', 'quality_status', 'book_quantity', 'quantity', 'difference'] as const),
          ...(['reason', 'value', 'created_by', 'created_time', 'posted_time', 'remark'] as const),
        ]}
        more={
          of.serial_numbers.length > 0
            ? [{ title: stockAdjustment.fields.serial_numbers.title, value: of.serial_numbers.join(' ') }]
            : []
        }
      />
      <h3>{say(text('附件', 'Attachments'))}</h3>
      <Attachments module="stock_adjustment" objectId={of.id} />
    </DetailDrawer>
  )
}
