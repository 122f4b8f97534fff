import { optional, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import {
  alterInventoryPlan,
  type InventoryPlanRow,
  keepInventoryPlan,
} from '../../model/inventory/inventory-plan.calls.ts'
import { inventoryPlan } from '../../model/inventory/inventory-plan.record.ts'
import { planCalls } from './plan-calls.ts'

const names = [
  ...(['fill_rate', 'reorder_cycle', 'supply_lead_time', 'additional_time'] as const),
  ...(['defect_rate', 'packaging_size', 'inventory_lower', 'inventory_upper'] as const),
]
type Name = (typeof names)[number]
type Form = { [K in Name]: string | number | null }
const { fields } = inventoryPlan
const form = {
  ...inventoryPlan,
  fields: {
    ...inventoryPlan.fields,
    ...{ fill_rate: optional(fields.fill_rate), reorder_cycle: optional(fields.reorder_cycle) },
    ...{ supply_lead_time: optional(fields.supply_lead_time), additional_time: optional(fields.additional_time) },
    ...{ defect_rate: optional(fields.defect_rate), packaging_size: optional(fields.packaging_size) },
    reason: textField('原因', 'Reason'),
  },
}
const titleOf = (words: { zh: string; en: string }, rows: readonly InventoryPlanRow[]) =>
  rows.length === 1
    ? text(`${words.zh}：${rows[0]!.material_code}`, `${words.en}: ${rows[0]!.material_code}`)
    : text(`${words.zh}：${rows.length}种物料`, `${words.en}: ${rows.length} materials`)

/** Parameters of one material, or of many: what stays empty stays as it is. */
export function ParametersDialog({
  rows,
  onSaved,
  onClose,
}: {
  rows: readonly InventoryPlanRow[]
  onSaved: (material_ids: string[]) => void
  onClose: () => void
}) {
  const say = useSay()
  const material_ids = rows.flatMap(row => row.material_id ?? [])
  const alter = useCommand(alterInventoryPlan, { refreshes: planCalls, done: () => onSaved(material_ids) })
  const [one] = rows
  const values = Object.fromEntries(
    names.map(name => [name, rows.length === 1 ? (one![name] ?? null) : null]),
  ) as unknown as Form
  return (
    <DialogForm<Form>
      open
      title={titleOf(text('库存参数', 'Inventory parameters'), rows)}
      values={values}
      save={saveWith(alter, (given: Form) => ({
        material_ids,
        ...(Object.fromEntries(
          names.flatMap(name => {
            const value = given[name]
            return value === null || value === undefined || value === '' ? [] : [[name, value]]
          }),
        ) as object),
      }))}
      onClose={onClose}
    >
      {names.map((name, index) => (
        <Field key={name} of={form} name={name} autoFocus={index === 0} />
      ))}
      <p className="qt-secondary">
        {say(
          text('留空的参数保持不变；保存后重新计算。', 'What stays empty stays as it is; then it is calculated anew.'),
        )}
      </p>
    </DialogForm>
  )
}

export function KeepDialog({ rows, onClose }: { rows: readonly InventoryPlanRow[]; onClose: () => void }) {
  const keep = useCommand(keepInventoryPlan, { refreshes: planCalls })
  const material_ids = rows.flatMap(row => row.material_id ?? [])
  return (
    <DialogForm<{ reason: string }>
      open
      title={titleOf(text('保留在用的再订货点', 'Keep the point in use'), rows)}
      values={{ reason: '' }}
      save={saveWith(keep, ({ reason }: { reason: string }) => ({ material_ids, reason }))}
      onClose={onClose}
    >
      <Field of={form} name="reason" autoFocus />
    </DialogForm>
  )
}
