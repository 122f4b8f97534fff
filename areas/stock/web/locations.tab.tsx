import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { LabelDialog } from '@qitao/masterdata/web/label.dialog.tsx'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Progress } from 'antd'
import { useState } from 'react'
import { locationExchange } from '../model/stock.exchange.ts'
import { addBinRange, locationCalls, warehouseCalls } from '../model/warehouse.calls.ts'
import { binType, type LocationRow, location } from '../model/warehouse.record.ts'
import { BinRangeDialog } from './bin-range.dialog.tsx'

type LocationForm = DraftOf<typeof location>
const names = [
  ...['warehouse_id', 'code', 'name', 'area', 'type', 'capacity', 'mixed_lots', 'route_order', 'status', 'remark'],
] as (keyof LocationForm)[]
const blank: LocationForm = {
  code: '',
  name: null,
  warehouse_id: null,
  area: null,
  type: binType.codes.storage,
  capacity: null,
  mixed_lots: true,
  route_order: null,
  status: enabledStatus.codes.enabled,
  remark: null,
}
const formOf = (row: LocationRow): LocationForm => {
  const { code, name, warehouse_id, area, type, capacity, mixed_lots, route_order, status, remark } = row
  return { code, name, warehouse_id, area, type, capacity, mixed_lots, route_order, status, remark }
}

/** Of its capacity; more than that may lie there where somebody put it by hand. */
function Filled({ percent }: { percent: number | null }) {
  if (percent === null) return <span className="qt-none">—</span>
  return (
    <Progress
      percent={Math.min(100, percent)}
      size="small"
      status={percent > 100 ? 'exception' : 'normal'}
      format={() => `${percent}%`}
    />
  )
}

export function LocationsTab() {
  const { may } = useSession()
  const [range, setRange] = useState(false)
  const [printed, setPrinted] = useState<readonly string[]>()
  const changes = may(pages.locations)
  const refreshes = [locationCalls.list, locationCalls.detail, warehouseCalls.list]
  const add = useCommand(locationCalls.add, { refreshes })
  const alter = useCommand(locationCalls.alter, { refreshes })
  const drop = useCommand(locationCalls.drop, { refreshes })
  const [form, setForm] = useState<{ old?: LocationRow; values: LocationForm }>()
  const edit = (old: LocationRow) => setForm({ old, values: formOf(old) })
  const deletion = (rows: readonly LocationRow[]) =>
    remove(
      rows.map(row => `${row.warehouse_name} ${row.code}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const old = form?.old
  return (
    <>
      <ListPage
        call={locationCalls.list}
        record={location}
        columns={[
          { name: 'code', width: 150, ...(changes ? { opens: edit } : {}) },
          { name: 'name', sort: false },
          { name: 'warehouse_id', sort: false },
          'area',
          { name: 'type', sort: false },
          { name: 'capacity', sort: false },
          { name: 'fill_percent', sort: false, width: 140, render: row => <Filled percent={row.fill_percent} /> },
          { name: 'mixed_lots', sort: false, hidden: true },
          'route_order',
          {
            name: 'material_count',
            sort: false,
            ...(may(pages.stock)
              ? { opens: (row: LocationRow) => openPage(pages.stock, { location_id: row.id }) }
              : {}),
          },
          { name: 'quantity', sort: false },
          { name: 'status', sort: false },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={['keyword', 'warehouse_id', { name: 'statuses', of: 'status', many: true }, 'empty']}
        {...(changes
          ? {
              rowActions: (row: LocationRow) => [
                { title: text('编辑', 'Edit'), run: needing(locationCalls.alter, () => edit(row)) },
                deletion([row]),
              ],
              bulkActions: (rows: readonly LocationRow[]) => [
                { title: text('打印标签', 'Print labels'), run: () => setPrinted(rows.map(row => row.id)) },
                deletion(rows),
              ],
            }
          : {})}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={locationCalls.export}
              imports={locationExchange}
              refreshes={refreshes}
            />
            {changes ? (
              <>
                <NewButton title={text('批量新建', 'New range')} run={needing(addBinRange, () => setRange(true))} />
                <NewButton run={needing(locationCalls.add, () => setForm({ values: blank }))} />
              </>
            ) : null}
          </>
        )}
      />
      {range ? <BinRangeDialog refreshes={refreshes} onClose={() => setRange(false)} /> : null}
      {printed ? <LabelDialog object="location" ids={printed} onClose={() => setPrinted(undefined)} /> : null}
      {form ? (
        <FormDrawer<LocationForm>
          open
          title={old ? text(`库位 ${old.code}`, `Bin ${old.code}`) : text('新建库位', 'New bin')}
          values={form.values}
          save={
            old
              ? saveWith(alter, (values: LocationForm) => ({ ...values, id: old.id, row_version: old.row_version }))
              : saveWith(add, (values: LocationForm) => values)
          }
          reload={refreshAnd(refreshes, () => setForm(undefined))}
          onClose={() => setForm(undefined)}
          history={old && { of: location, id: old.id }}
        >
          {names.map((name, index) => (
            <Field key={name} of={location} name={name} autoFocus={index === 0} />
          ))}
        </FormDrawer>
      ) : null}
    </>
  )
}
