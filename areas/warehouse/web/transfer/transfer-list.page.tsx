import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { pages } from '@qitao/site/model/pages.ts'
import { transfer } from '../../model/transfer/transfer.calls.ts'
import { stockAnswers } from '../refreshes.ts'

/** Goods that go from one bin to another: what is to be done, and what was. */
export default function TransferListPage() {
  return (
    <DocumentList
      of={transfer}
      edit={pages.editTransfer}
      columns={[
        { name: 'no', width: 160 },
        { name: 'status', width: 110 },
        materialsColumn,
        { name: 'from_warehouse_id', width: 150, sort: false },
        { name: 'to_warehouse_id', width: 150, sort: false },
        { name: 'transfer_date', width: 120 },
        { name: 'operator_id', width: 110, sort: false },
        { name: 'created_time', hidden: true },
        { name: 'remark', hidden: true, sort: false },
      ]}
      filters={[
        'from_warehouse_id',
        'to_warehouse_id',
        'material_id',
        { name: 'timestamp_range', range: true, title: text('调拨日期', 'Transfer date') },
      ]}
      refreshes={stockAnswers}
    />
  )
}
