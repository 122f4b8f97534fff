import type { AnyCall } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { alterUnitPrice } from '../../model/price/unit-price.calls.ts'
import { type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'

const fields = [
  ...(['supplier_id', 'material_id', 'from_quantity', 'price', 'unit_id', 'currency'] as const),
  ...(['valid_from', 'valid_to', 'minimum_quantity', 'pack_quantity', 'lead_days', 'remark'] as const),
]

/** One price, to be put right; another price from another day on is a new one. */
export function UnitPriceDrawer({
  of: row,
  refreshes,
  onClose,
}: {
  of: UnitPriceRow
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const alter = useCommand(alterUnitPrice, { refreshes })
  return (
    <FormDrawer
      open
      title={text(
        `采购单价 ${row.supplier_code} ${row.material_code}`,
        `Purchase price ${row.supplier_code} ${row.material_code}`,
      )}
      values={row}
      save={saveWith(alter, (form: UnitPriceRow) => ({
        ...(Object.fromEntries(fields.map(name => [name, form[name]])) as Pick<UnitPriceRow, (typeof fields)[number]>),
        ...{ id: row.id, row_version: row.row_version },
      }))}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
      history={{ of: unitPrice, id: row.id }}
    >
      {fields.map((name, index) => (
        <Field key={name} of={unitPrice} name={name} autoFocus={index === 0} />
      ))}
    </FormDrawer>
  )
}
