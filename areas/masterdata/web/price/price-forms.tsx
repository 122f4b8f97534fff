import type { AnyCall } from '@qitao/core/call.ts'
import { flagField } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm, FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { waitsText } from './waits-text.ts'
import './price.css'

interface Step {
  from_quantity: string | null
  price: string | null
}
type Values = Record<string, unknown>
interface NewPrices extends Values {
  replaces: boolean
  lines: Step[]
}
interface PriceForm {
  record: RecordType
  title: Text
  /** Fields of the form, in their order. */
  fields: readonly string[]
  refreshes: readonly AnyCall[]
  onClose: () => void
}

/** All steps of one price: from each quantity on another, for the same period. */
export function NewPricesDialog({ record, title, fields, save, refreshes, onClose }: PriceForm & { save: AnyCall }) {
  const dates = useOrgDate()
  const command = useCommand(save, { refreshes, success: waitsText })
  const withReplaces = {
    ...record,
    fields: { ...record.fields, replaces: flagField('结束较早的单价', 'End earlier prices') },
  }
  return (
    <DialogForm<NewPrices>
      open
      wide
      title={title}
      values={{
        ...Object.fromEntries(fields.map(name => [name, null])),
        valid_from: dates.startOfDay(dates.today()),
        replaces: true,
        lines: [{ from_quantity: '0', price: null }],
      }}
      save={saveWith(command, ({ replaces, lines, ...form }: NewPrices) => {
        const head = Object.fromEntries(fields.map(name => [name, form[name]]))
        return {
          replaces,
          prices: lines.map(({ from_quantity, price }) => ({ ...head, from_quantity, price: price ?? '' })),
        }
      })}
      onClose={onClose}
    >
      <div className="qt-price-head">
        {fields.map((name, index) => (
          <Field key={name} of={record} name={name} autoFocus={index === 0} />
        ))}
        <Field of={withReplaces} name="replaces" />
      </div>
      <LineTable<Step>
        name="lines"
        of={record}
        title={text('数量阶梯', 'Quantity steps')}
        blank={() => ({ from_quantity: null, price: null })}
        columns={[
          { name: 'from_quantity', width: 160 },
          { name: 'price', width: 160 },
        ]}
      />
    </DialogForm>
  )
}

/** One price, to be put right; another price from another day on is a new one. */
export function PriceDrawer({
  record,
  title,
  fields,
  alter,
  of: row,
  refreshes,
  onClose,
}: PriceForm & { alter: AnyCall; of: { readonly id: string; readonly row_version: number } }) {
  const command = useCommand(alter, { refreshes, success: waitsText })
  return (
    <FormDrawer<Values>
      open
      title={title}
      values={row as unknown as Values}
      save={saveWith(command, (form: Values) => ({
        ...Object.fromEntries(fields.map(name => [name, form[name]])),
        ...{ id: row.id, row_version: row.row_version },
      }))}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
      history={{ of: record, id: row.id }}
    >
      {fields.map((name, index) => (
        <Field key={name} of={record} name={name} autoFocus={index === 0} />
      ))}
    </FormDrawer>
  )
}
