import { ImportButton } from '@qitao/access/web/record/exchange-buttons.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { fixedBin } from '../model/fixed-bin.record.ts'
import { fixedBinCalls } from '../model/put-away.calls.ts'
import { fixedBinExchange } from '../model/stock.exchange.ts'

/** Materials that have a bin of their own, with what is to lie there at least and at most. */
export function FixedBinsTab() {
  return (
    <PlainPage
      record={fixedBin}
      calls={fixedBinCalls}
      columns={[
        { name: 'location_id', width: 160 },
        { name: 'warehouse_name', sort: false, width: 140 },
        { name: 'material_code', sort: false, width: 150 },
        { name: 'material_id', width: 180 },
        { name: 'min_quantity', sort: false },
        { name: 'max_quantity', sort: false },
        { name: 'quantity', sort: false },
        { name: 'unit_name', sort: false, width: 80 },
      ]}
      filters={['keyword']}
      name={row => `${row.location_code} ${row.material_code}`}
      mayChange={pages.locations}
      toolbar={() => <ImportButton of={fixedBinExchange} refreshes={[fixedBinCalls.list]} />}
    />
  )
}
