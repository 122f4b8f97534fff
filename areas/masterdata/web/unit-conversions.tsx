import { ImportButton } from '@qitao/access/web/record/exchange-buttons.tsx'
import { formatQuantity, isPositive, isQuantity, roundHalfUp } from '@qitao/core/quantity.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { unitConversionExchange } from '../model/masterdata.exchange.ts'
import {
  addUnitConversions,
  deleteUnitConversions,
  listUnitConversions,
  queryUnitDetail,
} from '../model/unit/unit.calls.ts'
import { converted } from '../model/unit/unit.rules.ts'
import { type UnitConversionRow, unitConversion } from '../model/unit/unit-conversion.record.ts'

const refreshes = [listUnitConversions]
const shownDecimals = 6
type Values = DraftOf<typeof unitConversion>

const ratio = (row: UnitConversionRow): string => {
  const from = `${formatQuantity(row.denominator)} ${row.from_unit_name}`
  return `${from} = ${formatQuantity(row.numerator)} ${row.to_unit_name}`
}

export function UnitConversions() {
  const { may } = useSession()
  const changes = may(pages.units)
  const add = useCommand(addUnitConversions, { refreshes })
  const drop = useCommand(deleteUnitConversions, { refreshes })
  const [open, setOpen] = useState(false)
  const deletion = (rows: readonly UnitConversionRow[]) =>
    remove(rows.map(ratio), drop.with({ ids: rows.map(row => row.id) }))
  return (
    <>
      <ListPage
        call={listUnitConversions}
        record={unitConversion}
        columns={[
          { name: 'from_unit_id', sort: true },
          { name: 'to_unit_id', sort: true },
          { name: 'ratio', title: text('换算关系', 'Conversion'), width: 240, render: ratio },
          {
            name: 'material_id',
            width: 260,
            render: row => <ForMaterial row={row} />,
          },
          { name: 'created_time', hidden: true },
        ]}
        filters={['keyword', 'material_id']}
        {...(changes
          ? {
              rowActions: (row: UnitConversionRow) => [deletion([row])],
              bulkActions: (rows: readonly UnitConversionRow[]) => [deletion(rows)],
              toolbar: () => (
                <>
                  <ImportButton of={unitConversionExchange} refreshes={refreshes} />
                  <NewButton run={needing(addUnitConversions, () => setOpen(true))} />
                </>
              ),
            }
          : {})}
      />
      <FormDrawer<Values>
        open={open}
        title={text('新建单位换算', 'New unit conversion')}
        values={{ denominator: '1' }}
        save={saveWith(add, (values: Values) => ({ conversions: [values] }))}
        onClose={() => setOpen(false)}
      >
        <Field of={unitConversion} name="denominator" />
        <Field of={unitConversion} name="from_unit_id" autoFocus />
        <Field of={unitConversion} name="numerator" />
        <Field of={unitConversion} name="to_unit_id" />
        <Field of={unitConversion} name="material_id" />
        <Example />
      </FormDrawer>
    </>
  )
}

function ForMaterial({ row }: { row: UnitConversionRow }) {
  const say = useSay()
  if (row.material_code) return `${row.material_code} ${row.material_name}`
  return <span className="qt-secondary">{say(text('全部物料', 'All materials'))}</span>
}

const exampleQuantity = '3'
/** What is being typed, said with a quantity: 3 rolls = 750 m. */
function Example() {
  const say = useSay()
  const form = Form.useFormInstance()
  const from_id = Form.useWatch('from_unit_id', form) as string | undefined
  const to_id = Form.useWatch('to_unit_id', form) as string | undefined
  const numerator = Form.useWatch('numerator', form) as string | null | undefined
  const denominator = (Form.useWatch('denominator', form) as string | null | undefined) ?? '1'
  const from = useCall(queryUnitDetail, from_id ? { id: from_id } : null).data?.record
  const to = useCall(queryUnitDetail, to_id ? { id: to_id } : null).data?.record
  const isFactor = (value: string | null | undefined): value is string =>
    typeof value === 'string' && isQuantity(value) && isPositive(value)
  if (!from || !to || !isFactor(numerator) || !isFactor(denominator)) return null
  const result = roundHalfUp(converted(exampleQuantity, { numerator, denominator }), shownDecimals)
  return (
    <p className="qt-secondary" aria-live="polite">
      {say(text('例如：{count} {from} = {result} {to}', 'For example: {count} {from} = {result} {to}'), {
        count: exampleQuantity,
        from: from.name,
        to: to.name,
        result: formatQuantity(result),
      })}
    </p>
  )
}
