import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { bomVersionStatus } from '../../model/bom-version.status.ts'
import { manufacturingBomExchange } from '../../model/engineering.exchange.ts'
import {
  addManufacturingBom,
  alterManufacturingBom,
  cancelManufacturingBoms,
  dropManufacturingBoms,
  exportManufacturingBoms,
  listManufacturingBomCandidates,
  listManufacturingBoms,
  makeManufacturingBomDefault,
  releaseManufacturingBoms,
  showManufacturingBom,
} from '../../model/manufacturing-bom.calls.ts'
import {
  type ManufacturingBomRow,
  manufacturingBom,
  manufacturingBomNode,
} from '../../model/manufacturing-bom.record.ts'
import { Status } from './material-bom-status.tsx'

const nameOf = (row: ManufacturingBomRow) => `${row.material_code} ${row.version}`
const refreshes = [listManufacturingBoms, showManufacturingBom, listManufacturingBomCandidates]
/** The list can be asked for the BoMs with a process. */
const listed = {
  ...manufacturingBom,
  fields: { ...manufacturingBom.fields, process_id: manufacturingBomNode.fields.process_id },
}
const editor = pages.selectManufacturingBom

export default function ManufacturingBomListPage() {
  const { may } = useSession()
  const changes = may(pages.manufacturingBoms)
  const release = useCommand(releaseManufacturingBoms, { refreshes })
  const cancel = useCommand(cancelManufacturingBoms, { refreshes })
  const drop = useCommand(dropManufacturingBoms, { refreshes })
  const makeDefault = useCommand(makeManufacturingBomDefault, { refreshes })
  const none = () => {}
  const releases = (rows: readonly ManufacturingBomRow[]): Partial<Act> => ({
    run: release.with({ ids: rows.map(row => row.id) }),
    ask: {
      title: text('发布制造BOM？', 'Release?'),
      objects: rows.map(nameOf),
      detail: text(
        '发布后不可修改，并成为产品的默认流程。',
        'It can then no longer be changed, and becomes the default.',
      ),
    },
  })
  const cancels = (rows: readonly ManufacturingBomRow[]): Partial<Act> => ({
    run: cancel.with({ ids: rows.map(row => row.id) }),
    danger: true,
    ask: {
      title: text('取消制造BOM？', 'Cancel?'),
      objects: rows.map(nameOf),
      danger: true,
      ok: text('取消制造BOM', 'Cancel the BoM'),
      cancel: text('返回', 'Back'),
    },
  })
  const deletion = (rows: readonly ManufacturingBomRow[]) =>
    remove(rows.map(nameOf), drop.with({ ids: rows.map(row => row.id) }))
  return (
    <ListPage
      call={listManufacturingBoms}
      record={listed}
      columns={[
        { name: 'material_code', opens: row => openEdit(editor, { id: row.id }), width: 130 },
        { name: 'material_name', sort: false, width: 150 },
        { name: 'version', width: 80 },
        { name: 'mode', width: 100 },
        {
          name: 'status',
          width: 190,
          render: row => (
            <span className="qt-tags">
              <Status of={row} />
              {row.outdated ? (
                <StatusTag of={{ ...manufacturingBom.fields.outdated.title, colour: 'warning' }} />
              ) : null}
            </span>
          ),
        },
        { name: 'node_count', sort: false, width: 80 },
        { name: 'material_bom_version', sort: false, width: 110 },
        { name: 'routing_code', sort: false, width: 140 },
        'updated_time',
        { name: 'code', hidden: true },
        { name: 'remark', hidden: true },
      ]}
      filters={['keyword', 'material_id', 'process_id', { name: 'statuses', of: 'status', many: true }, 'mode']}
      rowActions={row => {
        if (!changes) return []
        return [
          act(
            bomVersionStatus,
            'alter',
            row.status,
            needing(alterManufacturingBom, () => openEdit(editor, { id: row.id })),
          ),
          act(bomVersionStatus, 'release', row.status, none, releases([row])),
          {
            title: text('复制为新版本', 'Copy to a new version'),
            run: needing(addManufacturingBom, () =>
              openEdit(editor, { copy_of: row.id, material_id: row.material_id }),
            ),
          },
          ...(row.is_default
            ? []
            : [act(bomVersionStatus, 'make_default', row.status, makeDefault.with({ id: row.id }))]),
          act(bomVersionStatus, 'cancel', row.status, none, cancels([row])),
          { ...deletion([row]), whyNot: bomVersionStatus.whyNot('drop', row.status) },
        ]
      }}
      {...(changes
        ? {
            bulkActions: (rows: readonly ManufacturingBomRow[]) => [
              { title: text('批量发布', 'Release'), ...releases(rows) } as Act,
              { title: text('批量取消', 'Cancel versions'), ...cancels(rows) } as Act,
              deletion(rows),
            ],
          }
        : {})}
      toolbar={list => (
        <>
          <ExchangeButtons
            list={list}
            exports={exportManufacturingBoms}
            imports={manufacturingBomExchange}
            refreshes={refreshes}
          />
          {changes ? <NewButton run={needing(addManufacturingBom, () => openEdit(editor))} /> : null}
        </>
      )}
    />
  )
}
