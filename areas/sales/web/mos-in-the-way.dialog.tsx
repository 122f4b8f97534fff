import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Modal } from 'antd'
import { type MoOfLine, queryLineStates } from '../model/line-state.calls.ts'
import type { SalesOrderRow } from '../model/sales-order.calls.ts'

interface MoInTheWay extends MoOfLine {
  readonly line_no: number
  readonly material_name: string
  readonly unit_name: string
}

/** An order that is to be cancelled has work orders: which ones, and what can be done about them. */
export function MosInTheWayDialog({ order, onClose }: { order: SalesOrderRow; onClose: () => void }) {
  const say = useSay()
  const states = useCall(queryLineStates, { order_id: order.id })
  const mos: MoInTheWay[] = (states.data?.result ?? []).flatMap(
    ({ line_no, material_code, material_name, unit_name, mos }) =>
      mos.map(mo => ({ ...mo, line_no, unit_name, material_name: `${material_code} ${material_name}` })),
  )
  const change = () => {
    onClose()
    openEdit(pages.editSalesOrder, { type: 'edit', order_type: order.order_type, no: order.no })
  }
  return (
    <Modal
      open
      width={760}
      title={say(text('订单 {no} 还有工单，不能取消', 'Order {no} has work orders and cannot be cancelled'), {
        no: order.no,
      })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={change}>{say(text('变更订单', 'Change the order'))}</Button>
          <Button type="primary" onClick={onClose}>
            {say(text('知道了', 'Got it'))}
          </Button>
        </>
      }
    >
      <p>
        {say(
          text(
            '先删除下列工单，再取消订单；已开工的可在“变更订单”中减少数量，看清影响后由工单跟随。',
            'Delete these work orders first. Where work has begun, change the order to less: what follows is shown, and the work orders follow.',
          ),
        )}
      </p>
      {states.error ? (
        <ErrorState failure={states.error} retry={states.refetch} />
      ) : states.data ? (
        <DataTable<MoInTheWay>
          rows={mos}
          columns={[
            {
              name: 'no',
              title: text('工单', 'Work order'),
              width: 160,
              render: mo => <RecordLink kind="mo" id={mo.id} no={mo.no} />,
            },
            { name: 'state', title: text('状态', 'Status'), width: 100, render: mo => <StatusTag of={mo.state} /> },
            { name: 'line_no', title: text('行', 'Line'), width: 60, render: mo => mo.line_no },
            { name: 'material_name', title: text('产品', 'Product'), width: 200, render: mo => mo.material_name },
            {
              name: 'planned_quantity',
              title: text('已完成/计划', 'Done / planned'),
              width: 150,
              render: mo => (
                <>
                  <Quantity value={mo.completed_quantity} /> /{' '}
                  <Quantity value={mo.planned_quantity} unit={mo.unit_name} />
                </>
              ),
            },
          ]}
        />
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </Modal>
  )
}
