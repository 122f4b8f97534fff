import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { manufacturingErrors } from '../manufacturing.errors.ts'
import { expectDroppable, expectEditable, expectNoRework, type MoFacts } from '../mo/mo.rules.ts'
import { moStatus } from '../mo/mo.status.ts'

/** Another quantity is for a work order that nobody has begun with; see `alter_mo`. */
export function expectResizable(order: MoFacts): void {
  if (order.merged) refuse(manufacturingErrors.mergedSplit)
  if (order.status !== moStatus.codes.todo)
    refuse(manufacturingErrors.moNotEditable, { detail: moStatus.whyNot('split', order.status) })
  expectNoRework(order, manufacturingErrors.moNotEditable)
}

/** What a message asks of a work order, by the order's own rules. */
export function expectAppliable(kind: string, order: MoFacts): void {
  if (kind === 'cancel') expectDroppable(order)
  else if (kind === 'increase' || kind === 'decrease') expectResizable(order)
  else {
    expectEditable(order)
    if (order.capacity_locked || order.material_locked)
      refuse(manufacturingErrors.moNotEditable, {
        detail: text('工单已锁定，先解锁再改期', 'It is locked: unlock it before it is moved'),
      })
  }
}

/** An order on its way keeps its quantity: what was sent to a supplier is changed with the supplier. */
export const keepsQuantity = text(
  '已下达的采购数量请与供应商协商后修改',
  'The quantity of a sent order is changed with the supplier',
)
export const refuseResize = (): never => refuse(generalErrors.statusNotAllowed, { detail: keepsQuantity })
