import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { stockBound } from '../../model/bounds/stock-bound.record.ts'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { BoundsTab } from '../bounds/bounds.tab.tsx'
import { transferActs } from './transfer-acts.ts'

/** Transfers, and what warehouses are to have: what falls below is what the next transfer brings. */
export default function TransfersPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'transfers', title: text('调拨单', 'Transfers'), page: <Transfers /> },
        { key: 'bounds', title: stockBound.title, page: <BoundsTab /> },
      ]}
    />
  )
}

/** Goods that go from one bin to another: what is to be done, what is in transit, and what was. */
function Transfers() {
  return (
    <DocumentList
      of={transfer}
      edit={pages.editTransfer}
      columns={[
        { name: 'no', width: 160 },
        { name: 'status', width: 120 },
        materialsColumn,
        { name: 'from_warehouse_id', width: 150 },
        { name: 'to_warehouse_id', width: 150 },
        { name: 'steps', width: 100 },
        { name: 'transfer_date', width: 120 },
        { name: 'sent_time', width: 150 },
        { name: 'arrival_date', width: 120 },
        { name: 'operator_id', width: 110 },
      ]}
      hidden={['created_time', 'remark']}
      filters={['from_warehouse_id', 'to_warehouse_id', 'material_id', 'steps', 'timestamp_range']}
      acts={transferActs}
    />
  )
}
