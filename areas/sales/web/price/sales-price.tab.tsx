import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { countPriceProposals, listPriceProposals } from '@qitao/masterdata/model/price/price-proposal.calls.ts'
import { NewPricesDialog, PriceChangeDialog, PriceDrawer, PriceHistoryDrawer } from '@qitao/masterdata/web'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import {
  alterSalesPrice,
  dropSalesPrices,
  exportSalesPrices,
  listSalesPrices,
  salesPriceExchange,
  salesPriceList,
  saveSalesPrices,
} from '../../model/price/sales-price.calls.ts'
import { type SalesPriceRow, salesPrice } from '../../model/price/sales-price.record.ts'
import { queryUsualPrices } from '../../model/usual-price.calls.ts'

const refreshes = [listSalesPrices, queryUsualPrices, listPriceProposals, countPriceProposals]
const heads = [
  ...(['customer_id', 'material_id', 'unit_id', 'currency', 'tax_rate', 'valid_from', 'valid_to'] as const),
]
const fields = [
  ...(['customer_id', 'material_id', 'from_quantity', 'price', 'unit_id', 'currency', 'tax_rate'] as const),
  ...(['valid_from', 'valid_to', 'remark'] as const),
]
const named = (row: SalesPriceRow) =>
  `${row.customer_code ?? ''} ${row.material_code} ${formatQuantity(row.from_quantity)} ${row.unit_name}`

/** What customers are asked: by material, quantity and period; a price without a customer is for all. */
export function SalesPricesTab() {
  const say = useSay()
  const [edited, setEdited] = useState<SalesPriceRow>()
  const [isNew, setNew] = useState(false)
  const [changed, setChanged] = useState<readonly string[]>()
  const [shown, setShown] = useState<string>()
  const drop = useCommand(dropSalesPrices, { refreshes })
  const deletion = (rows: readonly SalesPriceRow[]) =>
    remove(rows.map(named), drop.with({ ids: rows.map(({ id }) => id) }))
  const unit = (row: SalesPriceRow) => row.unit_name
  return (
    <>
      <ListPage
        call={listSalesPrices}
        record={salesPrice}
        columns={[
          { ...materialColumn, opens: setEdited },
          {
            name: 'customer_id',
            width: 170,
            sort: true,
            render: row =>
              row.customer_id === null ? (
                <span className="qt-secondary">{say(text('全部客户', 'All customers'))}</span>
              ) : (
                <>
                  <span className="qt-number">{row.customer_code}</span> {row.customer_name}
                </>
              ),
          },
          { name: 'from_quantity', width: 110, unit, sort: false },
          { name: 'price', width: 110, unit: row => row.currency, sort: false },
          { name: 'unit_id', width: 90, sort: false, render: row => row.unit_name },
          { name: 'valid_from', width: 120 },
          { name: 'valid_to', width: 120, sort: false },
          { name: 'validity', width: 100, sort: false },
          { name: 'tax_rate', sort: false, hidden: true },
          { name: 'currency', sort: false, hidden: true },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={['keyword', 'customer_id', 'material_id', { name: 'validity', many: true }]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(alterSalesPrice, () => setEdited(row)) },
          { title: text('走势', 'History'), run: needing(salesPriceList.history, () => setShown(row.id)) },
          deletion([row]),
        ]}
        bulkActions={rows => [
          {
            title: text('批量调价', 'Change prices'),
            run: needing(salesPriceList.change, () => setChanged(rows.map(({ id }) => id))),
          },
          deletion(rows),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportSalesPrices}
              imports={salesPriceExchange}
              refreshes={refreshes}
            />
            <NewButton run={needing(saveSalesPrices, () => setNew(true))} />
          </>
        )}
      />
      {edited ? (
        <PriceDrawer
          {...{ record: salesPrice, fields, refreshes, alter: alterSalesPrice, of: edited }}
          title={text(
            `销售单价 ${edited.customer_code ?? ''} ${edited.material_code}`,
            `Sales price ${edited.customer_code ?? ''} ${edited.material_code}`,
          )}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {isNew ? (
        <NewPricesDialog
          {...{ record: salesPrice, fields: heads, refreshes, save: saveSalesPrices }}
          title={text('新建销售单价', 'New sales prices')}
          onClose={() => setNew(false)}
        />
      ) : null}
      {changed ? (
        <PriceChangeDialog
          {...{ calls: salesPriceList, ids: changed, refreshes }}
          onClose={() => setChanged(undefined)}
        />
      ) : null}
      {shown ? <PriceHistoryDrawer calls={salesPriceList} id={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
