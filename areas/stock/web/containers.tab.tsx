import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { LabelDialog } from '@qitao/masterdata/web/label.dialog.tsx'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { containerCalls, containerTypeCalls, showContainerStock } from '../model/container.calls.ts'
import { type ContainerRow, container } from '../model/container.record.ts'
import { listStock } from '../model/stock.calls.ts'
import { containerExchange } from '../model/stock.exchange.ts'
import { ContainerDrawer } from './container.drawer.tsx'

type ContainerForm = DraftOf<typeof container>
const names = ['code', 'container_type_id', 'location_id', 'status', 'remark'] as const
const blank: ContainerForm = {
  code: '',
  container_type_id: null,
  location_id: null,
  status: enabledStatus.codes.enabled,
  remark: null,
}
const formOf = ({ code, container_type_id, location_id, status, remark }: ContainerRow): ContainerForm => ({
  ...{ code, container_type_id, location_id, status, remark },
})

export function ContainersTab() {
  const { may } = useSession()
  const [printed, setPrinted] = useState<readonly string[]>()
  const [shown, setShown] = useState<string>()
  const [form, setForm] = useState<{ old?: ContainerRow; values: ContainerForm }>()
  const changes = may(pages.containers)
  const refreshes = [containerCalls.list, containerCalls.detail, containerTypeCalls.list, showContainerStock, listStock]
  const add = useCommand(containerCalls.add, { refreshes })
  const alter = useCommand(containerCalls.alter, { refreshes })
  const drop = useCommand(containerCalls.drop, { refreshes })
  const edit = (old: ContainerRow) => {
    setShown(undefined)
    setForm({ old, values: formOf(old) })
  }
  const deletion = (rows: readonly ContainerRow[]) =>
    remove(
      rows.map(row => `${row.code} ${row.container_type_name}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const labels = (rows: readonly ContainerRow[]): Act => ({
    title: text('打印标签', 'Print labels'),
    run: () => setPrinted(rows.map(row => row.id)),
  })
  const old = form?.old
  return (
    <>
      <ListPage
        call={containerCalls.list}
        record={container}
        columns={[
          { name: 'code', width: 150, opens: (row: ContainerRow) => setShown(row.id) },
          { name: 'container_type_id', width: 160 },
          { name: 'location_id', width: 110, sort: false },
          {
            name: 'warehouse_name',
            title: text('仓库', 'Warehouse'),
            width: 160,
            sort: false,
            render: (row: ContainerRow) => row.warehouse_name ?? <span className="qt-none">—</span>,
          },
          { name: 'material_count', sort: false, width: 90 },
          { name: 'quantity', sort: false, width: 110 },
          { name: 'status', sort: false, width: 90 },
          { name: 'remark', hidden: true, sort: false },
          { name: 'created_time', hidden: true },
        ]}
        filters={[
          'keyword',
          'container_type_id',
          'location_id',
          { name: 'statuses', of: 'status', many: true },
          'empty',
        ]}
        {...(changes
          ? {
              rowActions: (row: ContainerRow) => [
                { title: text('装取', 'Contents'), run: () => setShown(row.id) },
                { title: text('编辑', 'Edit'), run: needing(containerCalls.alter, () => edit(row)) },
                labels([row]),
                deletion([row]),
              ],
              bulkActions: (rows: readonly ContainerRow[]) => [labels(rows), deletion(rows)],
            }
          : {})}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={containerCalls.export}
              imports={containerExchange}
              refreshes={refreshes}
            />
            {changes ? <NewButton run={needing(containerCalls.add, () => setForm({ values: blank }))} /> : null}
          </>
        )}
      />
      {shown ? (
        <ContainerDrawer
          key={shown}
          id={shown}
          refreshes={refreshes}
          actions={row => [
            { title: text('编辑', 'Edit'), run: needing(containerCalls.alter, () => edit(row)) },
            labels([row]),
          ]}
          onClose={() => setShown(undefined)}
        />
      ) : null}
      {printed ? <LabelDialog object="container" ids={printed} onClose={() => setPrinted(undefined)} /> : null}
      {form ? (
        <FormDrawer<ContainerForm>
          open
          title={old ? text(`容器 ${old.code}`, `Container ${old.code}`) : text('新建容器', 'New container')}
          values={form.values}
          save={
            old
              ? saveWith(alter, (values: ContainerForm) => ({ ...values, id: old.id, row_version: old.row_version }))
              : saveWith(add, (values: ContainerForm) => values)
          }
          reload={refreshAnd(refreshes, () => setForm(undefined))}
          onClose={() => setForm(undefined)}
          history={old && { of: container, id: old.id }}
        >
          {names.map((name, index) => (
            <Field key={name} of={container} name={name} autoFocus={index === 0} />
          ))}
        </FormDrawer>
      ) : null}
    </>
  )
}
