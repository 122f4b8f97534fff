import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import {
  alterUnitPrice,
  dropUnitPrices,
  exportUnitPrices,
  listUnitPrices,
  matchUnitPrices,
  saveUnitPrices,
  unitPriceExchange,
} from '../../model/price/unit-price.calls.ts'
import { type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'
import { NewPricesDialog } from './new-prices.dialog.tsx'
import { UnitPriceDrawer } from './unit-price.drawer.tsx'

const refreshes = [listUnitPrices, matchUnitPrices]
const named = (row: UnitPriceRow) =>
  `${row.supplier_code} ${row.material_code} ${formatQuantity(row.from_quantity)} ${row.unit_name}`

/** What each supplier asks: by material, quantity and period. */
export default function UnitPricePage() {
  const [edited, setEdited] = useState<UnitPriceRow>()
  const [isNew, setNew] = useState(false)
  const drop = useCommand(dropUnitPrices, { refreshes })
  const deletion = (rows: readonly UnitPriceRow[]) =>
    remove(rows.map(named), drop.with({ ids: rows.map(({ id }) => id) }))
  const unit = (row: UnitPriceRow) => row.unit_name
  return (
    <>
      <ListPage
        call={listUnitPrices}
        record={unitPrice}
        columns={[
          { ...materialColumn, opens: setEdited },
          {
            name: 'supplier_id',
            width: 170,
            sort: true,
            render: row => (
              <>
                <span className="qt-number">{row.supplier_code}</span> {row.supplier_name}
              </>
            ),
          },
          { name: 'from_quantity', width: 110, unit, sort: false },
          { name: 'price', width: 110, unit: row => row.currency, sort: false },
          { name: 'unit_id', width: 90, sort: false, render: row => row.unit_name },
          { name: 'valid_from', width: 120 },
          { name: 'valid_to', width: 120, sort: false },
          { name: 'validity', width: 100, sort: false },
          { name: 'minimum_quantity', width: 110, unit, sort: false },
          { name: 'pack_quantity', width: 100, unit, sort: false },
          { name: 'lead_days', width: 100, sort: false },
          { name: 'currency', sort: false, hidden: true },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={['keyword', 'supplier_id', 'material_id', { name: 'validity', many: true }]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(alterUnitPrice, () => setEdited(row)) },
          deletion([row]),
        ]}
        bulkActions={rows => [deletion(rows)]}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={exportUnitPrices} imports={unitPriceExchange} refreshes={refreshes} />
            <NewButton run={needing(saveUnitPrices, () => setNew(true))} />
          </>
        )}
      />
      {edited ? <UnitPriceDrawer of={edited} refreshes={refreshes} onClose={() => setEdited(undefined)} /> : null}
      {isNew ? <NewPricesDialog refreshes={refreshes} onClose={() => setNew(false)} /> : null}
    </>
  )
}
