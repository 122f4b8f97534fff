import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { isFailure } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Modal } from 'antd'
import { useState } from 'react'
import { queryLineStates } from '../model/line-state.calls.ts'
import { cancelWithFollowers, previewOrderCancel } from '../model/order-change.calls.ts'
import { countSalesOrders, listSalesOrders, type SalesOrderRow, showSalesOrder } from '../model/sales-order.calls.ts'
import { EffectsDialog } from './order-change.dialog.tsx'

/** An order with work orders is cancelled: what becomes of them, of purchases and of its promise is shown as one list and agreed to first. */
export function CancelOrderDialog({ order, onClose }: { order: SalesOrderRow; onClose: () => void }) {
  const say = useSay()
  const { id, row_version, no } = order
  const preview = useCall(previewOrderCancel, { id, row_version })
  const [isAgain, setAgain] = useState(false)
  const cancel = useCommand(cancelWithFollowers, {
    refreshes: [listSalesOrders, countSalesOrders, showSalesOrder, queryLineStates],
    success: ({ accepted_count, left_count }) =>
      text(
        `订单已取消：${accepted_count}项已跟随，${left_count}项保留`,
        `Order cancelled: followed ${accepted_count}, left ${left_count}`,
      ),
  })
  const title = text(`取消订单 ${no}：以下单据怎么处理`, `Cancel order ${no}: what becomes of these`)
  if (!preview.data)
    return (
      <Modal open title={say(title)} footer={null} onCancel={onClose}>
        {preview.error ? <ErrorState failure={preview.error} retry={preview.refetch} /> : <RowsSkeleton rows={3} />}
      </Modal>
    )
  const { effects, digest } = preview.data
  const agree = async (accepted: string[]) => {
    const done = await cancel.attempt({ id, row_version, digest, accepted })
    if (done.ok) return onClose()
    if (!isFailure(done.failure, generalErrors.versionConflict)) return
    setAgain(true)
    await preview.refetch()
  }
  return (
    <EffectsDialog
      key={digest}
      asked={{ effects, digest, isAgain }}
      words={{
        title,
        agree: text('取消订单（接受{count}项）', 'Cancel the order, accepting {count}'),
        back: text('返回', 'Back'),
        none: text('没有需要跟随的单据，只取消订单本身', 'Nothing else has to follow: the order alone is cancelled'),
      }}
      pending={cancel.pending || preview.isFetching}
      onAgree={agree}
      onClose={onClose}
    />
  )
}
