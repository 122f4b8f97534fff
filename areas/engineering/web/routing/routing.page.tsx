import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { routingExchange } from '../../model/engineering.exchange.ts'
import {
  addRouting,
  alterRouting,
  cancelRoutings,
  dropRoutings,
  exportRoutings,
  listRoutings,
  makeRoutingDefault,
  releaseRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import { type RoutingRow, routing, routingStep } from '../../model/routing/routing.record.ts'
import { Status } from '../bom/material-bom-status.tsx'
import { Steps } from '../bom/steps.tsx'
import { useBomVersionActs } from '../bom/use-bom-version-acts.ts'
import { RoutingCheckDialog } from './routing-check.dialog.tsx'
import { RoutingCompareDialog } from './routing-compare.dialog.tsx'
import { RoutingDialog } from './routing-edit.dialog.tsx'

/** Process sequences: the order of the processes for a product, or for any. */
type Row = RoutingRow & {
  processes: { sequence: number; process_code: string; process_name: string; made_by: string[] | null }[]
}

/** The list can be asked for the routings of a process. */
const listed = { ...routing, fields: { ...routing.fields, process_id: routingStep.fields.process_id } }

const refreshes = [listRoutings, showRouting]
const calls = {
  ...{ add: addRouting, alter: alterRouting, drop: dropRoutings },
  ...{ release: releaseRoutings, cancel: cancelRoutings, makeDefault: makeRoutingDefault },
}

export default function RoutingPage() {
  const [edited, setEdited] = useState<{ id?: string; copy?: boolean }>()
  const [opened, setOpened] = useOpened()
  const [checked, setChecked] = useState<Row>()
  const [compared, setCompared] = useState<Row>()
  const { changes, open, make, rowActions, bulk } = useBomVersionActs({
    ...{ calls, record: routing, refreshes, list: pages.routings },
    editor: {
      open: ({ id }) => setEdited({ id }),
      make: () => setEdited({}),
      copy: ({ id }) => setEdited({ id, copy: true }),
    },
    released: text(
      '发布后不可修改。在其有效期内开工的新工单按它生产；产品之前的版本在它生效时结束。已有工单不变，并提示有差异。',
      'It can then no longer be changed. New work orders that begin on its days are made by it, and the version before it ends where it begins. Work orders that are there keep their steps, and are marked.',
    ),
    cancelled: text('取消后新工单不再按它生产。', 'New work orders are no longer made by it.'),
  })
  return (
    <>
      <ListPage
        call={listRoutings}
        record={listed}
        columns={[
          { name: 'code', opens: row => open(row) },
          'name',
          { name: 'version', width: 80 },
          { name: 'material_id', width: 200 },
          {
            name: 'processes',
            title: text('工序', 'Processes'),
            width: 300,
            sort: false,
            render: row => <Steps of={(row as Row).processes} />,
          },
          { name: 'status', width: 170, render: row => <Status of={row} /> },
          { name: 'valid_from', width: 100 },
          { name: 'expiry_time', width: 100 },
          'updated_time',
          { name: 'remark', hidden: true },
        ]}
        filters={['keyword', 'material_id', 'process_id', { name: 'statuses', of: 'status', many: true }]}
        rowActions={row =>
          rowActions(row, [
            { title: text('检查', 'Check'), run: () => setChecked(row as Row) },
            { title: text('对比版本', 'Compare versions'), run: () => setCompared(row as Row) },
          ])
        }
        {...bulk}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={exportRoutings} imports={routingExchange} refreshes={refreshes} />
            {changes ? <NewButton run={make} /> : null}
          </>
        )}
      />
      {opened ? <RoutingDialog id={opened} onClose={() => setOpened(undefined)} /> : null}
      {edited ? <RoutingDialog {...edited} onClose={() => setEdited(undefined)} /> : null}
      {compared ? <RoutingCompareDialog routing={compared} onClose={() => setCompared(undefined)} /> : null}
      {checked ? <RoutingCheckDialog routing={checked} onClose={() => setChecked(undefined)} /> : null}
    </>
  )
}
