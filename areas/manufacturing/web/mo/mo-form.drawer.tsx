import type { CustomValues } from '@qitao/core/custom.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFields } from '@qitao/platform/web/form/custom-fields.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { alterMo, countMos, createMo, listMos, showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { defaultPriority, type MoRow, mo } from '../../model/mo/mo.record.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { offerEarlier } from './offer-earlier.ts'

interface MoForm {
  no: string | null
  material_id: string | null
  planned_quantity: string | null
  delivery_date: number | null
  priority: number
  furnace_code: string | null
  remark: string | null
  custom?: CustomValues
}
const emptyMo: MoForm = {
  no: null,
  material_id: null,
  planned_quantity: null,
  delivery_date: null,
  priority: defaultPriority,
  furnace_code: null,
  remark: null,
}
const formOf = ({
  no,
  material_id,
  material_name,
  planned_quantity,
  delivery_date,
  priority,
  furnace_code,
  remark,
  custom,
}: MoRow) => ({
  no,
  material_id,
  material_name,
  planned_quantity,
  delivery_date,
  priority,
  furnace_code,
  remark,
  custom,
})
const newTitle: Text = text('新建工单', 'New work order')

/** A new work order, or what may be changed of one; the quantity only while nothing is planned for it. */
export function MoFormDrawer({ order, onClose }: { order?: MoRow | undefined; onClose: () => void }) {
  const refreshes = [listMos, countMos, showMo, showMoBom]
  const create = useCommand(createMo, { refreshes })
  const alter = useCommand(alterMo, {
    refreshes,
    done: (_, { delivery_date }) => order && offerEarlier([order], delivery_date),
  })
  const save = order
    ? saveWith(alter, ({ planned_quantity, delivery_date, priority, furnace_code, remark, custom }: MoForm) => ({
        id: order.id,
        row_version: order.row_version,
        ...(order.status === moStatus.codes.todo && planned_quantity ? { planned_quantity } : {}),
        ...(delivery_date === null ? {} : { delivery_date }),
        priority,
        furnace_code,
        remark,
        ...(custom === undefined ? {} : { custom }),
      }))
    : saveWith(create, (form: MoForm) => form)
  return (
    <FormDrawer<MoForm>
      open
      title={order ? order.no : newTitle}
      values={order ? formOf(order) : emptyMo}
      save={save}
      onClose={onClose}
      history={order && { of: mo, id: order.id }}
    >
      <Field of={mo} name="no" disabled={order !== undefined} />
      <Field of={mo} name="material_id" disabled={order !== undefined} />
      <Field
        of={mo}
        name="planned_quantity"
        disabled={order !== undefined && order.status !== moStatus.codes.todo}
        {...(order ? { decimals: order.unit_precision } : {})}
      />
      <Field of={mo} name="delivery_date" />
      <Field of={mo} name="priority" />
      <Field of={mo} name="furnace_code" />
      <Field of={mo} name="remark" wide />
      <CustomFields of={mo} />
    </FormDrawer>
  )
}
