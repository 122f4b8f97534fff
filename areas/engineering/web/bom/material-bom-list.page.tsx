import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { useState } from 'react'
import {
  exportMaterialBoms,
  listMaterialBoms,
  materialBomCalls,
  queryBomWhereUsed,
  showMaterialBom,
} from '../../model/bom/material-bom.calls.ts'
import { type MaterialBomRow, materialBom, materialBomLine } from '../../model/bom/material-bom.record.ts'
import { materialBomExchange } from '../../model/engineering.exchange.ts'
import { CompareDialog } from './bom-compare.dialog.tsx'
import { BomReplacementDialog } from './bom-replacement.dialog.tsx'
import { Status } from './material-bom-status.tsx'
import { useBomVersionActs } from './use-bom-version-acts.ts'
import { WhereUsedDrawer } from './where-used.drawer.tsx'

const refreshes = [listMaterialBoms, showMaterialBom, queryBomWhereUsed]
/** The list can be asked for the BoMs with a component. */
const listed = { ...materialBom, fields: { ...materialBom.fields, component_id: materialBomLine.fields.material_id } }

export default function MaterialBomListPage() {
  const { changes, open, make, rowActions, bulk } = useBomVersionActs({
    calls: materialBomCalls,
    record: materialBom,
    refreshes,
    list: pages.materialBoms,
    editor: pages.editMaterialBom,
    released: text(
      '发布后不可修改，并成为产品在其有效期内的默认版本：在这些日期开工的新工单按它备料；已有工单不变，并提示有差异。若没有为该版本做的制造BOM，则沿用现行制造BOM的工序分配，新增的子项归入首道工序。',
      'A released version can no longer be changed. It becomes the default on its days: new work orders that begin on them use it. Those that are there keep theirs, and are marked. Without a manufacturing BoM of its own it follows the one in force: components that are new go in at the first step.',
    ),
    cancelled: text('取消后该版本不再用于计划。', 'Planning no longer uses a cancelled version.'),
  })
  const [used, setUsed] = useState<{ id: string; code: string; name: string }>()
  const [replacing, setReplacing] = useState(false)
  const say = useSay()
  const [compared, setCompared] = useState<MaterialBomRow>()

  return (
    <>
      <ListPage
        call={listMaterialBoms}
        record={listed}
        columns={[
          { name: 'material_code', opens: open, width: 130 },
          { name: 'material_name', sort: false, width: 150 },
          { name: 'material_specs', sort: false, width: 130, hidden: true },
          { name: 'version', width: 70 },
          { name: 'status', width: 170, render: row => <Status of={row} /> },
          { name: 'line_count', sort: false, width: 80 },
          { name: 'substitute_count', sort: false, width: 80 },
          { name: 'base_quantity', sort: false, width: 90, unit: row => row.unit_name },
          { name: 'valid_from', width: 100 },
          { name: 'expiry_time', width: 100 },
          'updated_time',
          { name: 'code', hidden: true },
          { name: 'remark', hidden: true },
        ]}
        filters={[
          'keyword',
          'material_id',
          'component_id',
          { name: 'statuses', of: 'status', many: true },
          'is_default',
        ]}
        rowActions={row =>
          rowActions(row, [
            {
              title: text('物料反查', 'Where used'),
              run: () => setUsed({ id: row.material_id, code: row.material_code, name: row.material_name }),
            },
            { title: text('对比版本', 'Compare versions'), run: () => setCompared(row) },
          ])
        }
        {...bulk}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportMaterialBoms}
              imports={materialBomExchange}
              refreshes={refreshes}
            />
            {changes ? (
              <Button onClick={() => setReplacing(true)}>{say(text('批量替换物料', 'Replace a material'))}</Button>
            ) : null}
            {changes ? <NewButton run={make} /> : null}
          </>
        )}
      />
      {used ? <WhereUsedDrawer material={used} onMaterial={setUsed} onClose={() => setUsed(undefined)} /> : null}
      {replacing ? <BomReplacementDialog refreshes={refreshes} onClose={() => setReplacing(false)} /> : null}
      {compared ? <CompareDialog bom={compared} onClose={() => setCompared(undefined)} /> : null}
    </>
  )
}
