import { ExchangeButtons, ImportButton } from '@qitao/access/web/record/exchange-buttons.tsx'
import { type Text, text } from '@qitao/core/text.ts'
import { printLabel } from '@qitao/masterdata/model/material/label.calls.ts'
import { LabelDialog } from '@qitao/masterdata/web/label.dialog.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { adjustStock } from '../model/adjust/stock-adjustment.calls.ts'
import { type InventoryRow, inventory } from '../model/inventory.record.ts'
import { qualityStatus } from '../model/quality.status.ts'
import {
  addOpeningStock,
  countStock,
  exportStock,
  listStock,
  listStockMovements,
  type StockLevel,
  showStock,
  stockLevels,
} from '../model/stock.calls.ts'
import { stockExchange } from '../model/stock.exchange.ts'
import { stockView } from '../model/stock-view.ts'
import { AdjustDialog } from './adjust/adjust.dialog.tsx'
import { OpeningStockDialog } from './opening-stock.dialog.tsx'
import { columnsOf, filtersOf } from './stock.columns.tsx'
import { StockDrawer } from './stock.drawer.tsx'
import './stock.css'

const levelTitles: Record<StockLevel, Text> = {
  lot: text('按批次', 'By lot'),
  location: text('按库位', 'By bin'),
  container: text('按容器', 'By container'),
  serial: text('按序列号', 'By serial no.'),
  material: text('按物料', 'By material'),
}

/** Goods at a supplier are moved by his order. */
const whyNotAdjusted = ({ quality_status }: InventoryRow): Text | undefined =>
  quality_status === qualityStatus.codes.at_supplier
    ? text('在供应商处，由委外单收发', 'It is at a supplier: his order moves it')
    : undefined

/** What there is, what comes, what lacks and what is being made: four views of stock. */
export default function StockPage() {
  const say = useSay()
  const { may } = useSession()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<InventoryRow>()
  const [printed, setPrinted] = useState<readonly string[]>()
  const [adjusted, setAdjusted] = useState<InventoryRow>()
  const [importing, setImporting] = useState(false)
  const view = stockView.list.find(({ code }) => String(code) === search.get('view')) ?? stockView.list[0]!
  const level = stockLevels.find(one => one === search.get('level')) ?? 'lot'
  const keyword = search.get('keyword') ?? ''
  const counts = useCall(countStock, { level, ...(keyword ? { keyword } : {}) }, { keepPrevious: true })
  const turn = (next: { view?: number; level?: StockLevel }) => {
    const { view: code = view.code, level: by = level } = next
    const kept: Record<string, string> = keyword ? { keyword } : {}
    setSearch({ ...kept, view: String(code), ...(by === 'lot' ? {} : { level: by }) }, { replace: true })
  }
  return (
    <div className="qt-stock">
      <div className="qt-stock-views">
        <Segmented<number>
          aria-label={say(text('库存视图', 'Stock view'))}
          value={view.code}
          onChange={code => turn({ view: code })}
          options={stockView.list.map(({ key, code, zh, en }) => ({
            value: code,
            label: (
              <span>
                {say(text(zh, en))} <span className="qt-number qt-secondary">{counts.data?.[key] ?? '…'}</span>
              </span>
            ),
          }))}
        />
        {view.key === 'in_stock' ? (
          <Segmented<StockLevel>
            aria-label={say(text('汇总', 'Add up'))}
            value={level}
            onChange={by => turn({ level: by })}
            options={stockLevels.map(one => ({ value: one, label: say(levelTitles[one]) }))}
          />
        ) : null}
      </div>
      <div className="qt-stock-list" key={`${view.key} ${level}`}>
        <ListPage
          call={listStock}
          record={inventory}
          columns={columnsOf(view.key, level, setShown, may(pages.unitPrices) || may(pages.suppliers))}
          filters={[
            ...filtersOf(view.key, level),
            { name: 'stock_view', fixed: view.code },
            { name: 'level', fixed: level },
          ]}
          {...(view.key === 'in_stock' && level === 'lot'
            ? {
                ...(may(pages.stockAdjustments)
                  ? {
                      rowActions: (row: InventoryRow) => [
                        {
                          title: text('调整', 'Adjust'),
                          run: needing(adjustStock, () => setAdjusted(row)),
                          whyNot: whyNotAdjusted(row),
                        },
                      ],
                    }
                  : {}),
                bulkActions: (rows: readonly InventoryRow[]) => [
                  {
                    title: text('打印批次标签', 'Print lot labels'),
                    run: needing(printLabel, () => setPrinted(rows.map(row => row.id))),
                    whyNot: rows.some(row => !row.lot_number)
                      ? text('请选择有批号的库存', 'Choose stock that has a lot')
                      : undefined,
                  },
                ],
              }
            : {})}
          toolbar={list => (
            <>
              <ExchangeButtons list={list} exports={exportStock} />
              {may(pages.stock) ? (
                <>
                  <ImportButton of={stockExchange} refreshes={[listStock, countStock, showStock, listStockMovements]} />
                  <NewButton
                    title={text('期初库存', 'Opening stock')}
                    run={needing(addOpeningStock, () => setImporting(true))}
                  />
                </>
              ) : null}
            </>
          )}
        />
      </div>
      {shown ? <StockDrawer of={shown} onClose={() => setShown(undefined)} /> : null}
      {printed ? <LabelDialog object="lot" ids={printed} onClose={() => setPrinted(undefined)} /> : null}
      {adjusted ? <AdjustDialog of={adjusted} onClose={() => setAdjusted(undefined)} /> : null}
      {importing ? <OpeningStockDialog onClose={() => setImporting(false)} /> : null}
    </div>
  )
}
