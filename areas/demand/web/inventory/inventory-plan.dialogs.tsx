import type { In } from '@qitao/core/call.ts'
import { optional, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
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
type Form = { [K in Name]: In<typeof alterInventoryPlan>[K] | null }
const bounds: ReadonlySet<Name> = new Set(['inventory_lower', 'inventory_upper'])
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

/** What was seen of them when somebody decided. */
export const asSeen = (rows: readonly InventoryPlanRow[]) => ({
  material_ids: rows.map(row => row.material_id!),
  row_versions: rows.map(row => row.row_version),
})
/** Of one material, what was changed; of many, what was filled in. A bound of one material may be taken away. */
function touchedOf(given: Form, before: Form): { [K in Name]?: Form[K] } {
  const empty = (value: Form[Name]) => value === null || value === undefined || value === ''
  const touched: { [K in Name]?: Form[K] } = {}
  const note = <K extends Name>(name: K) => {
    const value = given[name]
    if (empty(value)) {
      if (bounds.has(name) && !empty(before[name])) touched[name] = null
    } else if (String(value) !== String(before[name])) touched[name] = value
  }
  for (const name of names) note(name)
  return touched
}

/** Parameters of one material, or of many: what is not touched stays as it is, whoever changes it meanwhile. */
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
  const value = <K extends Name>(name: K) => (rows.length === 1 ? (one![name] ?? null) : null)
  const values: Form = {
    ...{ fill_rate: value('fill_rate'), reorder_cycle: value('reorder_cycle') },
    ...{ supply_lead_time: value('supply_lead_time'), additional_time: value('additional_time') },
    ...{ defect_rate: value('defect_rate'), packaging_size: value('packaging_size') },
    ...{ inventory_lower: value('inventory_lower'), inventory_upper: value('inventory_upper') },
  }
  return (
    <DialogForm<Form>
      open
      title={titleOf(text('库存参数', 'Inventory parameters'), rows)}
      values={values}
      save={saveWith(alter, (given: Form) => ({ ...asSeen(rows), ...touchedOf(given, values) }))}
      reload={refreshAnd(planCalls, onClose)}
      onClose={onClose}
    >
      {names.map((name, index) => (
        <Field key={name} of={form} name={name} autoFocus={index === 0} />
      ))}
      <p className="qt-secondary">
        {say(
          text(
            '未改动的参数保持不变；保存后重新计算。',
            'What is not changed stays as it is; then it is calculated anew.',
          ),
        )}
      </p>
    </DialogForm>
  )
}

export function KeepDialog({ rows, onClose }: { rows: readonly InventoryPlanRow[]; onClose: () => void }) {
  const keep = useCommand(keepInventoryPlan, { refreshes: planCalls })
  return (
    <DialogForm<{ reason: string }>
      open
      title={titleOf(text('保留在用的再订货点', 'Keep the point in use'), rows)}
      values={{ reason: '' }}
      save={saveWith(keep, ({ reason }: { reason: string }) => ({ ...asSeen(rows), reason }))}
      reload={refreshAnd(planCalls, onClose)}
      onClose={onClose}
    >
      <Field of={form} name="reason" autoFocus />
    </DialogForm>
  )
}
