import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { countPriceProposals, listPriceProposals } from '@qitao/masterdata/model/price/price-proposal.calls.ts'
import { NewPricesDialog, PriceChangeDialog, PriceDrawer, PriceHistoryDrawer } from '@qitao/masterdata/web'
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
  unitPriceList,
} from '../../model/price/unit-price.calls.ts'
import { type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'

const refreshes = [listUnitPrices, matchUnitPrices, listPriceProposals, countPriceProposals]
const heads = [
  ...(['supplier_id', 'material_id', 'unit_id', 'currency', 'tax_rate', 'valid_from', 'valid_to'] as const),
  ...(['minimum_quantity', 'pack_quantity', 'lead_days'] as const),
]
const fields = [
  ...(['supplier_id', 'material_id', 'from_quantity', 'price', 'unit_id', 'currency', 'tax_rate'] as const),
  ...(['valid_from', 'valid_to', 'minimum_quantity', 'pack_quantity', 'lead_days', 'remark'] as const),
]
const named = (row: UnitPriceRow) =>
  `${row.supplier_code} ${row.material_code} ${formatQuantity(row.from_quantity)} ${row.unit_name}`

/** What each supplier asks: by material, quantity and period. */
export function UnitPricesTab() {
  const [edited, setEdited] = useState<UnitPriceRow>()
  const [isNew, setNew] = useState(false)
  const [changed, setChanged] = useState<readonly string[]>()
  const [shown, setShown] = useState<string>()
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
          { name: 'tax_rate', sort: false, hidden: true },
          { name: 'currency', sort: false, hidden: true },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={['keyword', 'supplier_id', 'material_id', { name: 'validity', many: true }]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(alterUnitPrice, () => setEdited(row)) },
          { title: text('走势', 'History'), run: needing(unitPriceList.history, () => setShown(row.id)) },
          deletion([row]),
        ]}
        bulkActions={rows => [
          {
            title: text('批量调价', 'Change prices'),
            run: needing(unitPriceList.change, () => setChanged(rows.map(({ id }) => id))),
          },
          deletion(rows),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={exportUnitPrices} imports={unitPriceExchange} refreshes={refreshes} />
            <NewButton run={needing(saveUnitPrices, () => setNew(true))} />
          </>
        )}
      />
      {edited ? (
        <PriceDrawer
          {...{ record: unitPrice, fields, refreshes, alter: alterUnitPrice, of: edited }}
          title={text(
            `采购单价 ${edited.supplier_code} ${edited.material_code}`,
            `Purchase price ${edited.supplier_code} ${edited.material_code}`,
          )}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {isNew ? (
        <NewPricesDialog
          {...{ record: unitPrice, fields: heads, refreshes, save: saveUnitPrices }}
          title={text('新建采购单价', 'New purchase prices')}
          onClose={() => setNew(false)}
        />
      ) : null}
      {changed ? (
        <PriceChangeDialog
          {...{ calls: unitPriceList, ids: changed, refreshes }}
          onClose={() => setChanged(undefined)}
        />
      ) : null}
      {shown ? <PriceHistoryDrawer calls={unitPriceList} id={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
