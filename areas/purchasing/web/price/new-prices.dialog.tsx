import type { AnyCall } from '@qitao/core/call.ts'
import { flagField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { saveUnitPrices } from '../../model/price/unit-price.calls.ts'
import { type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'
import './price-advice.css'

const heads = [
  ...(['supplier_id', 'material_id', 'unit_id', 'currency', 'valid_from', 'valid_to'] as const),
  ...(['minimum_quantity', 'pack_quantity', 'lead_days'] as const),
]
type Head = Partial<Pick<UnitPriceRow, (typeof heads)[number]>>
interface Step {
  from_quantity: string | null
  price: string | null
}
interface Form extends Head {
  replaces: boolean
  lines: Step[]
}
const withReplaces = {
  ...unitPrice,
  fields: {
    ...unitPrice.fields,
    replaces: flagField('结束较早的单价', 'End earlier prices'),
  },
}

/** All steps of one price: from each quantity on another, for the same period. */
export function NewPricesDialog({ refreshes, onClose }: { refreshes: readonly AnyCall[]; onClose: () => void }) {
  const dates = useOrgDate()
  const save = useCommand(saveUnitPrices, { refreshes })
  const empty = Object.fromEntries(heads.map(name => [name, null])) as Head
  return (
    <DialogForm<Form>
      open
      wide
      title={text('新建采购单价', 'New purchase prices')}
      values={{
        ...empty,
        valid_from: dates.startOfDay(dates.today()),
        replaces: true,
        lines: [{ from_quantity: '0', price: null }],
      }}
      save={saveWith(save, ({ replaces, lines, ...form }: Form) => {
        const head = Object.fromEntries(heads.map(name => [name, form[name]]))
        return {
          replaces,
          prices: lines.map(({ from_quantity, price }) => ({ ...head, from_quantity, price: price ?? '' })),
        }
      })}
      onClose={onClose}
    >
      <div className="qt-price-head">
        {heads.map((name, index) => (
          <Field key={name} of={unitPrice} name={name} autoFocus={index === 0} />
        ))}
        <Field of={withReplaces} name="replaces" />
      </div>
      <LineTable<Step>
        name="lines"
        of={unitPrice}
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
