import { TableOutlined, ToolOutlined } from '@ant-design/icons'
import { queryCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { refreshAnd, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { changeLineExchange } from '../../model/engineering.exchange.ts'
import { changeLineCalls } from '../../model/time/change-line.calls.ts'
import { type ChangeLineRow, changeLine } from '../../model/time/change-line.record.ts'
import { ChangeMatrix } from './change-matrix.tsx'
import { MouldList } from './mould-list.tsx'

type Values = Pick<
  ChangeLineRow,
  | 'device_id'
  | 'workgroup_id'
  | 'from_material_id'
  | 'from_series'
  | 'to_material_id'
  | 'to_series'
  | 'attribute'
  | 'from_value'
  | 'to_value'
  | 'remark'
> & { change_seconds: number | null }
const blank: Values = {
  device_id: null,
  workgroup_id: null,
  attribute: null,
  from_value: null,
  to_value: null,
  from_material_id: null,
  from_series: null,
  to_material_id: null,
  to_series: null,
  change_seconds: null,
  remark: null,
}
const wire = (form: Values) => ({
  device_id: form.device_id ?? null,
  workgroup_id: form.workgroup_id ?? null,
  attribute: form.attribute || null,
  from_value: form.from_value || null,
  to_value: form.to_value || null,
  from_material_id: form.from_material_id ?? null,
  from_series: form.from_series || null,
  to_material_id: form.to_material_id ?? null,
  to_series: form.to_series || null,
  change_seconds: form.change_seconds,
  remark: form.remark ?? null,
})
const any = text('不限', 'Any')

/** A field that the company added to its materials. */
function AttributeField() {
  const say = useSay()
  const found = useCall(queryCustomFieldList, { module_code: 'material' })
  return (
    <Form.Item name="attribute" label={say(changeLine.fields.attribute.title)}>
      <Select
        allowClear
        options={(found.data?.result ?? []).map(({ field_key, field_name }) => ({
          value: field_key,
          label: field_name,
        }))}
      />
    </Form.Item>
  )
}

/** What a change of product costs on a machine: as a list of entries, or as a matrix by series or attribute; and the moulds that are changed. */
export default function ChangeLinePage() {
  const say = useSay()
  const [view, setView] = usePageMemory<'list' | 'matrix' | 'moulds'>('view', 'list')
  const [edited, setEdited] = useState<ChangeLineRow | 'new'>()
  const refreshes = [changeLineCalls.list, changeLineCalls.detail]
  const add = useCommand(changeLineCalls.add, { refreshes })
  const alter = useCommand(changeLineCalls.alter, { refreshes })
  const drop = useCommand(changeLineCalls.drop, { refreshes })
  const side = (row: ChangeLineRow, of: 'from' | 'to'): string =>
    (row[`${of}_material_code`] && `${row[`${of}_material_code`]} ${row[`${of}_material_name`]}`) ??
    (row[`${of}_series`]
      ? `${say(text('系列', 'Series'))} ${row[`${of}_series`]}`
      : row[`${of}_value`]
        ? `${row.attribute_name ?? row.attribute} ${row[`${of}_value`]}`
        : say(any))
  const machine = (row: ChangeLineRow) =>
    row.device_code
      ? `${row.device_code} ${row.device_name}`
      : row.workgroup_name
        ? `${say(text('班组', 'Workgroup'))} ${row.workgroup_name}`
        : say(any)
  const deletion = (rows: readonly ChangeLineRow[]) =>
    remove(
      rows.map(row => `${machine(row)}: ${side(row, 'from')} → ${side(row, 'to')}`),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  if (view === 'matrix') return <ChangeMatrix onList={() => setView('list')} />
  if (view === 'moulds') return <MouldList onChangeovers={() => setView('list')} />
  const old = edited === 'new' ? undefined : edited
  return (
    <>
      <ListPage
        call={changeLineCalls.list}
        record={changeLine}
        columns={[
          { name: 'device_id', sort: true, width: 200, opens: row => setEdited(row), render: machine },
          {
            name: 'from_material_id',
            title: text('从', 'From'),
            sort: true,
            width: 240,
            render: row => side(row, 'from'),
          },
          { name: 'to_material_id', title: text('到', 'To'), sort: true, width: 240, render: row => side(row, 'to') },
          'change_seconds',
          'remark',
          { name: 'updated_time', hidden: true },
        ]}
        filters={[
          'keyword',
          'device_id',
          { name: 'material_id', of: 'from_material_id', title: text('产品', 'Product') },
        ]}
        rowActions={row => [
          { title: text('编辑', 'Edit'), run: needing(changeLineCalls.alter, () => setEdited(row)) },
          deletion([row]),
        ]}
        bulkActions={rows => [deletion(rows)]}
        toolbar={list => (
          <>
            <ExchangeButtons
              list={list}
              exports={changeLineCalls.export}
              imports={changeLineExchange}
              refreshes={refreshes}
            />
            <Button icon={<TableOutlined aria-hidden />} onClick={() => setView('matrix')}>
              {say(text('矩阵', 'Matrix'))}
            </Button>
            <Button icon={<ToolOutlined aria-hidden />} onClick={() => setView('moulds')}>
              {say(text('模具工装', 'Moulds and tools'))}
            </Button>
            <NewButton run={needing(changeLineCalls.add, () => setEdited('new'))} />
          </>
        )}
      />
      {edited ? (
        <FormDrawer<Values>
          open
          title={old ? text('编辑换型时间', 'Changeover') : text('新建换型时间', 'New changeover')}
          values={old ?? blank}
          save={
            old
              ? saveWith(alter, (form: Values) => ({ ...wire(form), id: old.id, row_version: old.row_version }))
              : saveWith(add, (form: Values) => wire(form))
          }
          reload={refreshAnd([changeLineCalls.list], () => setEdited(undefined))}
          onClose={() => setEdited(undefined)}
          history={old && { of: changeLine, id: old.id }}
        >
          <Field of={changeLine} name="device_id" />
          <Field of={changeLine} name="workgroup_id" />
          <Field of={changeLine} name="from_material_id" />
          <Field of={changeLine} name="from_series" />
          <Field of={changeLine} name="to_material_id" />
          <Field of={changeLine} name="to_series" />
          <AttributeField />
          <Field of={changeLine} name="from_value" />
          <Field of={changeLine} name="to_value" />
          <Field of={changeLine} name="change_seconds" />
          <Field of={changeLine} name="remark" />
          <p className="qt-secondary">
            {say(
              text(
                '前后各填产品、系列或属性值之一，留空表示不限；设备的条目优先于班组，班组优先于不限；产品优先于系列和属性。',
                'On each side give a product, a series or a value, or none for any. A machine’s own entries come before those of its workgroup and these before any; products before series and attributes.',
              ),
            )}
          </p>
        </FormDrawer>
      ) : null}
    </>
  )
}
