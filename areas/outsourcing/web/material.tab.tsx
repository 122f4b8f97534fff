import { text } from '@qitao/core/text.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { materialColumn } from '@qitao/stock/web'
import { listOutsourceMaterial, type OutsourceMaterialRow } from '../model/outsource-order.calls.ts'
import { outsourceMaterial } from '../model/outsource-order.record.ts'

/** Our material at suppliers, by the order for which they have it. */
export function MaterialTab() {
  const unit = (row: OutsourceMaterialRow) => row.unit_name
  return (
    <ListPage
      call={listOutsourceMaterial}
      record={outsourceMaterial}
      columns={[
        {
          ...{ name: 'order_no', title: text('委外单号', 'Outsourcing no.'), width: 160 },
          opens: row => openEdit(pages.editOutsourcing, { id: row.order_id }),
        },
        { name: 'supplier_id', width: 140, sort: false },
        { ...materialColumn, sort: false },
        { name: 'mo_no', title: text('工单', 'MO'), width: 150, sort: false },
        { name: 'process_name', title: text('工序', 'Process'), width: 120, sort: false },
        ...['sent_quantity', 'used_quantity', 'returned_quantity', 'lost_quantity', 'left_quantity'].map(name => ({
          ...{ name, width: 110, sort: false, unit },
        })),
      ]}
      filters={['keyword', 'supplier_id', 'material_id']}
    />
  )
}
