import { text } from '@qitao/core/text.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { boundCalls, proposeBoundFilling } from '../../model/bounds/stock-bound.calls.ts'
import { stockBound } from '../../model/bounds/stock-bound.record.ts'
import { FillWarehouseDialog } from './fill-warehouse.dialog.tsx'

/** What warehouses are to have of materials at least and at most, first where there is less. */
export function BoundsTab() {
  const [fills, setFills] = useState(false)
  return (
    <>
      <PlainPage
        record={stockBound}
        calls={boundCalls}
        columns={[
          { name: 'state', width: 100 },
          { name: 'material_code', width: 120, sort: false },
          { name: 'material_id', width: 160 },
          { name: 'warehouse_id', width: 110 },
          { name: 'quantity', width: 100, sort: false },
          { name: 'coming_quantity', width: 100, sort: false },
          { name: 'leaving_quantity', width: 100, sort: false },
          { name: 'lower_quantity', width: 90, sort: false },
          { name: 'upper_quantity', width: 90, sort: false },
          { name: 'unit_name', width: 60, sort: false },
        ]}
        filters={['keyword', { name: 'statuses', of: 'state', many: true }]}
        name={row => `${row.material_code} ${row.warehouse_name}`}
        mayChange={pages.transfers}
        toolbar={() => (
          <ActButton
            act={{
              title: text('补足仓库', 'Fill a warehouse up'),
              run: needing(proposeBoundFilling, () => setFills(true)),
            }}
          />
        )}
      />
      {fills ? <FillWarehouseDialog onClose={() => setFills(false)} /> : null}
    </>
  )
}
