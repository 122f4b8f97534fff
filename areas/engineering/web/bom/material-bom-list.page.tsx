import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { bomVersionStatus } from '../../model/bom-version.status.ts'
import { materialBomExchange } from '../../model/engineering.exchange.ts'
import {
  addMaterialBom,
  alterMaterialBom,
  cancelMaterialBoms,
  dropMaterialBoms,
  exportMaterialBoms,
  listMaterialBoms,
  makeMaterialBomDefault,
  queryBomWhereUsed,
  releaseMaterialBoms,
  showMaterialBom,
} from '../../model/material-bom.calls.ts'
import { type MaterialBomRow, materialBom, materialBomLine } from '../../model/material-bom.record.ts'
import { CompareDialog } from './bom-compare.dialog.tsx'
import { Status } from './material-bom-status.tsx'
import { WhereUsedDrawer } from './where-used.drawer.tsx'

const nameOf = (row: MaterialBomRow) => `${row.material_code} ${row.version}`
const refreshes = [listMaterialBoms, showMaterialBom, queryBomWhereUsed]
/** The list can be asked for the BoMs with a component. */
const listed = { ...materialBom, fields: { ...materialBom.fields, component_id: materialBomLine.fields.material_id } }

export default function MaterialBomListPage() {
  const { may } = useSession()
  const changes = may(pages.materialBoms)
  const release = useCommand(releaseMaterialBoms, { refreshes })
  const cancel = useCommand(cancelMaterialBoms, { refreshes })
  const drop = useCommand(dropMaterialBoms, { refreshes })
  const makeDefault = useCommand(makeMaterialBomDefault, { refreshes })
  const [used, setUsed] = useState<{ id: string; code: string; name: string }>()
  const [compared, setCompared] = useState<MaterialBomRow>()

  const releases = (rows: readonly MaterialBomRow[]): Partial<Act> => ({
    run: release.with({ ids: rows.map(row => row.id) }),
    ask: {
      title: text('发布物料BOM？', 'Release?'),
      objects: rows.map(nameOf),
      detail: text(
        '发布后不可修改，并成为产品的默认版本；之后新建的工单按它备料。',
        'A released version can no longer be changed. It becomes the default: work orders made from now on use it.',
      ),
    },
  })
  const cancels = (rows: readonly MaterialBomRow[]): Partial<Act> => ({
    run: cancel.with({ ids: rows.map(row => row.id) }),
    danger: true,
    ask: {
      title: text('取消物料BOM？', 'Cancel?'),
      objects: rows.map(nameOf),
      danger: true,
      detail: text('取消后该版本不再用于计划。', 'Planning no longer uses a cancelled version.'),
      ok: text('取消物料BOM', 'Cancel the BoM'),
      cancel: text('返回', 'Back'),
    },
  })
  const deletion = (rows: readonly MaterialBomRow[]) =>
    remove(rows.map(nameOf), drop.with({ ids: rows.map(row => row.id) }))
  const none = () => {}

  return (
    <>
      <ListPage
        call={listMaterialBoms}
        record={listed}
        columns={[
          {
            name: 'material_code',
            opens: (row: MaterialBomRow) => openEdit(pages.editMaterialBom, { id: row.id }),
            width: 130,
          },
          { name: 'material_name', sort: false, width: 150 },
          { name: 'material_specs', sort: false, width: 130, hidden: true },
          { name: 'version', width: 70 },
          { name: 'status', width: 170, render: (row: MaterialBomRow) => <Status of={row} /> },
          { name: 'line_count', sort: false, width: 80 },
          { name: 'substitute_count', sort: false, width: 80 },
          { name: 'base_quantity', sort: false, width: 90, unit: (row: MaterialBomRow) => row.unit_name },
          { name: 'expiry_time', sort: false, width: 100 },
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
        rowActions={given => {
          const row = given as MaterialBomRow
          const acts: Act[] = [
            {
              title: text('物料反查', 'Where used'),
              run: () => setUsed({ id: row.material_id, code: row.material_code, name: row.material_name }),
            },
            { title: text('对比版本', 'Compare versions'), run: () => setCompared(row) },
          ]
          if (!changes) return acts
          return [
            act(
              bomVersionStatus,
              'alter',
              row.status,
              needing(alterMaterialBom, () => openEdit(pages.editMaterialBom, { id: row.id })),
            ),
            act(bomVersionStatus, 'release', row.status, none, releases([row])),
            {
              title: text('复制为新版本', 'Copy to a new version'),
              run: needing(addMaterialBom, () => openEdit(pages.editMaterialBom, { copy_of: row.id })),
            },
            ...acts,
            ...(row.is_default
              ? []
              : [act(bomVersionStatus, 'make_default', row.status, makeDefault.with({ id: row.id }))]),
            act(bomVersionStatus, 'cancel', row.status, none, cancels([row])),
            { ...deletion([row]), whyNot: bomVersionStatus.whyNot('drop', row.status) },
          ]
        }}
        {...(changes
          ? {
              bulkActions: (given: readonly unknown[]) => {
                const rows = given as MaterialBomRow[]
                return [
                  { title: text('批量发布', 'Release'), ...releases(rows) } as Act,
                  { title: text('批量取消', 'Cancel versions'), ...cancels(rows) } as Act,
                  deletion(rows),
                ]
              },
            }
          : {})}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportMaterialBoms}
              imports={materialBomExchange}
              refreshes={refreshes}
            />
            {changes ? <NewButton run={needing(addMaterialBom, () => openEdit(pages.editMaterialBom))} /> : null}
          </>
        )}
      />
      {used ? <WhereUsedDrawer material={used} onMaterial={setUsed} onClose={() => setUsed(undefined)} /> : null}
      {compared ? <CompareDialog bom={compared} onClose={() => setCompared(undefined)} /> : null}
    </>
  )
}
