import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import {
  exportManufacturingBoms,
  listManufacturingBomCandidates,
  listManufacturingBoms,
  manufacturingBomCalls,
  showManufacturingBom,
} from '../../model/bom/manufacturing-bom.calls.ts'
import {
  type ManufacturingBomRow,
  manufacturingBom,
  manufacturingBomNode,
} from '../../model/bom/manufacturing-bom.record.ts'
import { manufacturingBomExchange } from '../../model/engineering.exchange.ts'
import { FlowCompareDialog } from './flow-compare.dialog.tsx'
import { Status } from './material-bom-status.tsx'
import { useBomVersionActs } from './use-bom-version-acts.ts'

const refreshes = [listManufacturingBoms, showManufacturingBom, listManufacturingBomCandidates]
/** The list can be asked for the BoMs with a process. */
const listed = {
  ...manufacturingBom,
  fields: { ...manufacturingBom.fields, process_id: manufacturingBomNode.fields.process_id },
}

export default function ManufacturingBomListPage() {
  const { changes, open, make, rowActions, bulk } = useBomVersionActs({
    calls: manufacturingBomCalls,
    record: manufacturingBom,
    refreshes,
    list: pages.manufacturingBoms,
    editor: pages.selectManufacturingBom,
    released: text(
      '发布后不可修改，并成为产品在其有效期内的默认流程。',
      'It can then no longer be changed, and becomes the default on its days.',
    ),
  })
  const [compared, setCompared] = useState<ManufacturingBomRow>()
  return (
    <>
      <ListPage
        call={listManufacturingBoms}
        record={listed}
        columns={[
          { name: 'material_code', opens: open, width: 130 },
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
                {row.routing_outdated ? (
                  <StatusTag of={{ ...manufacturingBom.fields.routing_outdated.title, colour: 'warning' }} />
                ) : null}
              </span>
            ),
          },
          { name: 'node_count', sort: false, width: 80 },
          { name: 'material_bom_version', sort: false, width: 110 },
          { name: 'routing_code', sort: false, width: 140 },
          { name: 'valid_from', width: 100 },
          { name: 'expiry_time', width: 100 },
          'updated_time',
          { name: 'code', hidden: true },
          { name: 'remark', hidden: true },
        ]}
        filters={['keyword', 'material_id', 'process_id', { name: 'statuses', of: 'status', many: true }, 'mode']}
        rowActions={row =>
          rowActions(row, [{ title: text('对比版本', 'Compare versions'), run: () => setCompared(row) }])
        }
        {...bulk}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportManufacturingBoms}
              imports={manufacturingBomExchange}
              refreshes={refreshes}
            />
            {changes ? <NewButton run={make} /> : null}
          </>
        )}
      />
      {compared ? <FlowCompareDialog bom={compared} onClose={() => setCompared(undefined)} /> : null}
    </>
  )
}
