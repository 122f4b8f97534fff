import { sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { alterFurnaceCode, alterMos, countMos, listMos, mergeOrSplitMos, showMo } from '../../model/mo/mo.calls.ts'
import { type MoRow, mo } from '../../model/mo/mo.record.ts'
import { offerEarlier } from './offer-earlier.ts'
import '../manufacturing.css'

interface DialogProps {
  orders: readonly MoRow[]
  /** After it was saved too. */
  onClose: () => void
}
const refreshes = [listMos, countMos, showMo]
const idsOf = (orders: readonly MoRow[]) => orders.map(({ id }) => id)

function Orders({ of }: { of: readonly MoRow[] }) {
  return <p className="qt-named">{of.map(({ no }) => no).join(', ')}</p>
}

export function FurnaceDialog({ orders, onClose }: DialogProps) {
  const alter = useCommand(alterFurnaceCode, { refreshes })
  return (
    <DialogForm<{ furnace_code: string | null }>
      open
      title={text('修改炉号', 'Furnace batch no.')}
      values={{ furnace_code: orders.length === 1 ? orders[0]!.furnace_code : null }}
      save={saveWith(alter, ({ furnace_code }: { furnace_code: string | null }) => ({
        mo_ids: idsOf(orders),
        furnace_code: furnace_code ?? '',
      }))}
      onClose={onClose}
    >
      <Orders of={orders} />
      <Field of={mo} name="furnace_code" autoFocus />
    </DialogForm>
  )
}

interface Changes {
  priority: number | null
  delivery_date: number | null
}
/** The same priority or delivery date for several; what is left empty stays as it is. */
export function ChangeDialog({ orders, onClose }: DialogProps) {
  const say = useSay()
  const alter = useCommand(alterMos, {
    refreshes,
    done: (_, { changes }) => offerEarlier(orders, changes.delivery_date),
  })
  return (
    <DialogForm<Changes>
      open
      title={text('批量修改', 'Change several')}
      values={{ priority: null, delivery_date: null }}
      save={saveWith(alter, ({ priority, delivery_date }: Changes) => ({
        mo_ids: idsOf(orders),
        changes: {
          ...(priority === null ? {} : { priority: Number(priority) }),
          ...(delivery_date === null ? {} : { delivery_date }),
        },
      }))}
      onClose={onClose}
    >
      <Orders of={orders} />
      <Field of={optionalMo} name="priority" autoFocus />
      <Field of={optionalMo} name="delivery_date" />
      <p className="qt-secondary">{say(text('留空的项保持不变。', 'What is left empty stays as it is.'))}</p>
    </DialogForm>
  )
}
const maybe = <F extends { required: boolean }>(field: F): F => ({ ...field, required: false })
const optionalMo = {
  ...mo,
  fields: { ...mo.fields, priority: maybe(mo.fields.priority), delivery_date: maybe(mo.fields.delivery_date) },
}

/** One order in place of several of the same product: the sum of their quantities, the earliest of their dates. */
export function MergeDialog({ orders, onClose }: DialogProps) {
  const say = useSay()
  const merge = useCommand(mergeOrSplitMos, { refreshes })
  const first = orders[0]!
  return (
    <DialogForm<{ no: string | null }>
      open
      title={text('合并工单', 'Merge work orders')}
      values={{ no: null }}
      save={saveWith(
        merge,
        ({ no }: { no: string | null }) => ({
          operation: 'merge' as const,
          mo_ids: idsOf(orders),
          ...(no ? { merged_no: no } : {}),
        }),
        text('合并', 'Merge'),
      )}
      onClose={onClose}
    >
      <Orders of={orders} />
      <dl className="qt-figures">
        <div>
          <dt>{say(mo.fields.planned_quantity.title)}</dt>
          <dd>
            <Quantity value={sum(orders.map(order => order.planned_quantity))} unit={first.unit_name} />
          </dd>
        </div>
        <div>
          <dt>{say(mo.fields.delivery_date.title)}</dt>
          <dd>
            <DayText of={Math.min(...orders.map(order => order.delivery_date))} />
          </dd>
        </div>
      </dl>
      <Field of={mo} name="no" label={text('新工单号（留空自动编号）', 'New number (empty: numbered for you)')} />
    </DialogForm>
  )
}
