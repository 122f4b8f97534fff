import { useRateActs } from '@qitao/masterdata/web'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { processPriceCalls, processPriceList } from '../../model/price/process-price.calls.ts'
import { processPrice } from '../../model/price/process-price.record.ts'

/** What suppliers ask for operations, and until when. */
export function ProcessPricesTab() {
  const acts = useRateActs(processPriceList, [processPriceCalls.list])
  return (
    <>
      <PlainPage
        record={processPrice}
        calls={processPriceCalls}
        columns={[
          { name: 'process_id', width: 160 },
          { name: 'supplier_id', width: 180 },
          { name: 'material_id', sort: false, width: 200 },
          { name: 'price', sort: false, width: 110 },
          { name: 'currency', sort: false, width: 80 },
          { name: 'valid_from', width: 120 },
          { name: 'valid_to', sort: false, width: 120 },
          { name: 'validity', sort: false, width: 90 },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={['keyword']}
        name={row => `${row.process_name} ${row.supplier_name}`}
        rowActions={acts.rowActions}
        bulkActions={acts.bulkActions}
      />
      {acts.frames}
    </>
  )
}
