import { isPositive, isQuantity, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form } from 'antd'
import { listSupplierAnswers } from '../../model/answer/supplier-answer.calls.ts'
import { listComing, listComingParts } from '../../model/coming/coming.calls.ts'
import { lineSplit, splitPurchaseLine } from '../../model/line/split-line.calls.ts'
import {
  countArrivals,
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
  showPurchaseUses,
} from '../../model/purchase-order.calls.ts'
import { LinesShown } from './lines-shown.tsx'
import type { OpenLine } from './open-line.ts'

const refreshes = [
  ...[listArrivals, countArrivals, listPurchaseOrders, showPurchaseOrder],
  ...[showPurchaseUses, listSupplierAnswers, listComing, listComingParts],
]
interface Wanted {
  quantity: string | null
  eta: number | null
}

/** Some of an open line comes on another day. */
export function SplitLineDialog({ of, onClose }: { of: OpenLine; onClose: () => void }) {
  const split = useCommand(splitPurchaseLine, { refreshes })
  return (
    <DialogForm<Wanted>
      open
      title={text(`拆分 ${of.order_no} 第${of.line_no}行`, `Split line ${of.line_no} of ${of.order_no}`)}
      values={{ quantity: null, eta: null }}
      save={saveWith(
        split,
        ({ quantity, eta }: Wanted) => ({
          ...{ id: of.order_id, row_version: of.row_version, line_id: of.line_id },
          ...{ quantity: quantity!, eta: eta! },
        }),
        text('拆分', 'Split'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <LinesShown lines={[of]} />
      <Field of={lineSplit} name="quantity" autoFocus />
      <Field of={lineSplit} name="eta" />
      <Parts of={of} />
    </DialogForm>
  )
}

/** What stays of the line, and what stays with it. */
function Parts({ of: { unit_name, open_quantity, eta } }: { of: OpenLine }) {
  const say = useSay()
  const given = Form.useWatch('quantity') as string | null | undefined
  const left = given && isQuantity(given) ? subtract(open_quantity, given) : open_quantity
  return (
    <>
      <p className={isPositive(left) ? undefined : 'qt-late'}>
        {say(text('原行待入库剩', 'Left open on this line:'))} <Quantity value={left} unit={unit_name} />
        {say(text('，到货', ', comes'))} <DayText of={eta} />
      </p>
      <p className="qt-secondary">
        {say(
          text(
            '单价、采购申请和金额合计不变；已通知的到货留在原行；已分配的工单先得先到的部分。未答复的供应商确认链接失效。',
            'Price, requests and the total stay. Announced arrivals stay with this line; work orders that have some of it get what comes first. A link that the supplier has not answered ends.',
          ),
        )}
      </p>
    </>
  )
}
