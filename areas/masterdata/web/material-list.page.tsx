import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { materialExchange } from '../model/masterdata.exchange.ts'
import {
  addMaterial,
  alterMaterial,
  dropMaterials,
  exportMaterials,
  listMaterials,
  queryProduct,
  showMaterial,
} from '../model/material/material.calls.ts'
import { type MaterialRow, material } from '../model/material/material.record.ts'
import { makeVariants } from '../model/material/variant.calls.ts'
import { seesUnitPrices } from '../model/price/sees-unit-prices.ts'
import { LabelDialog } from './label.dialog.tsx'
import { VariantsDialog } from './variants.dialog.tsx'

export default function MaterialListPage() {
  const { may } = useSession()
  const [varied, setVaried] = useState<MaterialRow>()
  const [printed, setPrinted] = useState<readonly string[]>()
  const drop = useCommand(dropMaterials, { refreshes: [listMaterials, showMaterial, queryProduct] })
  const open = (row: { id: string }) => openEdit(pages.editMaterial, { id: row.id })
  const deletion = (rows: readonly MaterialRow[]) =>
    remove(
      rows.map(row => `${row.code} ${row.name}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const unitOf = (row: MaterialRow) => row.unit_name
  return (
    <>
      <ListPage
        call={listMaterials}
        record={material}
        columns={[
          { name: 'code', width: 130, opens: open },
          { name: 'name', width: 160 },
          { name: 'specs', sort: false, width: 130 },
          { name: 'kind', width: 120 },
          { name: 'unit_id', width: 70 },
          { name: 'type_id', width: 100 },
          { name: 'series', width: 90 },
          { name: 'supply_lead_time', width: 110 },
          { name: 'safety_stock', width: 110, unit: unitOf, sort: false },
          { name: 'name_en', sort: false, hidden: true },
          { name: 'supplier_id', hidden: true },
          { name: 'minimum_lot', unit: unitOf, sort: false, hidden: true },
          { name: 'packaging_size', unit: unitOf, sort: false, hidden: true },
          { name: 'inventory_lower', unit: unitOf, sort: false, hidden: true },
          { name: 'inventory_upper', unit: unitOf, sort: false, hidden: true },
          ...(seesUnitPrices.some(may) ? [{ name: 'purchase_price', sort: false, hidden: true } as const] : []),
          { name: 'sales_price', sort: false, hidden: true },
          { name: 'drawing_no', sort: false, hidden: true },
          { name: 'lot_managed', sort: false, hidden: true },
          { name: 'serial_policy', sort: false, hidden: true },
          { name: 'qc_required', sort: false, hidden: true },
          { name: 'status', width: 80 },
          { name: 'remark', hidden: true },
          { name: 'created_time', hidden: true },
        ]}
        filters={['keyword', 'kind', { name: 'material_type_id', of: 'type_id' }, 'status', 'series']}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(alterMaterial, () => open(row)) },
          {
            title: text('复制', 'Copy'),
            run: needing(addMaterial, () => openEdit(pages.editMaterial, { copy_id: row.id })),
          },
          { title: text('生成变型', 'Variants'), run: needing(makeVariants, () => setVaried(row)) },
          deletion([row]),
        ]}
        bulkActions={rows => [
          { title: text('打印标签', 'Print labels'), run: () => setPrinted(rows.map(row => row.id)) },
          deletion(rows),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportMaterials}
              imports={materialExchange}
              refreshes={[listMaterials, showMaterial, queryProduct]}
            />
            {may(pages.editMaterial) ? (
              <NewButton run={needing(addMaterial, () => openEdit(pages.editMaterial))} />
            ) : null}
          </>
        )}
      />
      {varied ? <VariantsDialog of={varied} onClose={() => setVaried(undefined)} /> : null}
      {printed ? <LabelDialog object="material" ids={printed} onClose={() => setPrinted(undefined)} /> : null}
    </>
  )
}
