import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { routingExchange } from '../../model/engineering.exchange.ts'
import {
  addRouting,
  alterRouting,
  dropRoutings,
  exportRoutings,
  listRoutings,
} from '../../model/routing/routing.calls.ts'
import { type RoutingRow, routing, routingStep } from '../../model/routing/routing.record.ts'
import { Steps } from '../bom/steps.tsx'
import { RoutingCheckDialog } from './routing-check.dialog.tsx'
import { RoutingDialog } from './routing-edit.dialog.tsx'

/** Process sequences: the order of the processes for a product, or for any. */
type Row = RoutingRow & {
  processes: { sequence: number; process_code: string; process_name: string; made_by: string[] | null }[]
}

/** The list can be asked for the routings of a process. */
const listed = { ...routing, fields: { ...routing.fields, process_id: routingStep.fields.process_id } }

export default function RoutingPage() {
  const { may } = useSession()
  const [edited, setEdited] = useState<{ id?: string; copy?: boolean }>()
  const [opened, setOpened] = useOpened()
  const [checked, setChecked] = useState<Row>()
  const drop = useCommand(dropRoutings, { refreshes: [listRoutings] })
  const changes = may(pages.routings)
  const deletion = (rows: readonly Row[]) =>
    remove(
      rows.map(row => row.code),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  return (
    <>
      <ListPage
        call={listRoutings}
        record={listed}
        columns={[
          { name: 'code', opens: row => setEdited({ id: (row as Row).id }) },
          'name',
          { name: 'version', width: 80 },
          { name: 'material_id', width: 200 },
          {
            name: 'processes',
            title: text('工序', 'Processes'),
            width: 420,
            sort: false,
            render: row => <Steps of={(row as Row).processes} />,
          },
          { name: 'status', width: 90 },
          'updated_time',
          { name: 'remark', hidden: true },
        ]}
        filters={['keyword', 'material_id', 'process_id', { name: 'statuses', of: 'status', many: true }]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(alterRouting, () => setEdited({ id: (row as Row).id })) },
          { title: text('检查', 'Check'), run: () => setChecked(row as Row) },
          ...(changes
            ? [
                {
                  title: text('复制', 'Copy'),
                  run: needing(addRouting, () => setEdited({ id: (row as Row).id, copy: true })),
                },
                deletion([row as Row]),
              ]
            : []),
        ]}
        {...(changes
          ? {
              bulkActions: (rows: readonly unknown[]) => [deletion(rows as Row[])],
            }
          : {})}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={exportRoutings}
              imports={routingExchange}
              refreshes={[listRoutings]}
            />
            {changes ? <NewButton run={needing(addRouting, () => setEdited({}))} /> : null}
          </>
        )}
      />
      {opened ? <RoutingDialog id={opened} onClose={() => setOpened(undefined)} /> : null}
      {edited ? <RoutingDialog {...edited} onClose={() => setEdited(undefined)} /> : null}
      {checked ? <RoutingCheckDialog routing={checked} onClose={() => setChecked(undefined)} /> : null}
    </>
  )
}
