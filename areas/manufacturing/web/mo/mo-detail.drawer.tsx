import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { Tabs } from 'antd'
import { showMo } from '../../model/mo/mo.calls.ts'
import { type MoRow, mo } from '../../model/mo/mo.record.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { taskStatus } from '../../model/mo/task.status.ts'
import { Figure } from '../plan/components.tsx'
import { isFinished, Kitting, PlannedFinish, productOf, Unplanned } from './mo.columns.tsx'
import { MoLog } from './mo-log.tsx'
import { MadeFor, Material } from './mo-supply.tsx'
import { RecipeMark } from './recipe-change.tsx'
import '../manufacturing.css'

interface MoDetailProps {
  id: string
  onClose: () => void
  /** Shows another work order in the same drawer. */
  onOpen: (id: string) => void
  actions?: (order: MoRow) => readonly Act[]
}
/** All about one work order, beside the list. */
export function MoDetailDrawer({ id, onClose, onOpen, actions }: MoDetailProps) {
  const say = useSay()
  const detail = useCall(showMo, { mo_id: id }, { keepPrevious: true })
  const order = detail.data?.mo
  return (
    <DetailDrawer
      open
      title={order?.no ?? mo.title}
      onClose={onClose}
      history={order && { of: mo, id: order.id }}
      {...(order && actions ? { actions: actions(order) } : {})}
    >
      {detail.error && !detail.data ? (
        <ErrorState failure={detail.error} retry={detail.refetch} />
      ) : !detail.data || !order ? (
        <FormSkeleton />
      ) : (
        <>
          <div className="qt-drawer-head">
            <span className="qt-inline">
              <StatusTag of={moStatus.stateOf(order.status)} />
              <Kitting mo={order} />
            </span>
            <strong>{productOf(order)}</strong>
            {order.unplanned ? (
              <p className="qt-drawer-note">
                <Unplanned mo={order} />
              </p>
            ) : null}
            <RecipeMark mo_id={order.id} />
          </div>
          <Facts
            of={mo}
            row={{ ...order } as Record<string, unknown>}
            names={[]}
            more={[
              {
                title: mo.fields.planned_quantity.title,
                value: <Quantity value={order.planned_quantity} unit={order.unit_name} />,
              },
              {
                title: mo.fields.delivery_date.title,
                value: <DueDate day={order.delivery_date} done={isFinished(order)} />,
              },
              { title: mo.fields.planned_start_time.title, value: <Instant at={order.planned_start_time} /> },
              { title: mo.fields.planned_finish_time.title, value: <PlannedFinish mo={order} /> },
              { title: mo.fields.actual_start_time.title, value: <Instant at={order.actual_start_time} /> },
              { title: mo.fields.actual_finish_time.title, value: <Instant at={order.actual_finish_time} /> },
              { title: mo.fields.priority.title, value: <Quantity value={order.priority} /> },
              { title: mo.fields.furnace_code.title, value: order.furnace_code ?? '—' },
              ...(order.parent_mo_id === null
                ? []
                : [
                    {
                      title: text('父工单', 'Parent'),
                      value: <OrderLink no={order.parent_no ?? ''} run={() => onOpen(order.parent_mo_id!)} />,
                    },
                  ]),
              ...(order.rework_task_id === null
                ? []
                : [
                    {
                      title: text('返工自质检任务', 'Rework of QC task'),
                      value: <RecordLink kind="qc_task" id={order.rework_task_id} no={order.rework_task_no ?? ''} />,
                    },
                  ]),
              ...(order.remark ? [{ title: mo.fields.remark.title, value: order.remark }] : []),
            ]}
          />
          <Related kind="mo" id={order.id} />
          <Tabs
            size="small"
            items={[
              { key: 'bom', label: say(text('用料', 'Components')), children: <Material mo_id={id} /> },
              {
                key: 'uses',
                label: say(text('为谁生产', 'Made for')),
                children: <MadeFor mo_id={id} unit={order.unit_name} />,
              },
              {
                key: 'operations',
                label: say(text('工序', 'Operations')),
                children: <Operations of={detail.data.operations} order={order} />,
              },
              {
                key: 'order',
                label: say(text('销售订单', 'Sales order')),
                children: <SalesOrder of={detail.data} />,
              },
              {
                key: 'children',
                label: say(text('子工单 {count}', 'Children {count}'), { count: detail.data.children.length }),
                children: <Children of={detail.data.children} onOpen={onOpen} />,
              },
              {
                key: 'files',
                label: say(text('附件', 'Attachments')),
                children: <Attachments module="mo" objectId={id} />,
              },
              { key: 'log', label: say(text('日志', 'Log')), children: <MoLog mo_id={id} /> },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}
const OrderLink = ({ no, run }: { no: string; run: () => void }) => (
  <button type="button" className="qt-link" onClick={run}>
    {no}
  </button>
)

type Detail = NonNullable<ReturnType<typeof useCall<typeof showMo>>['data']>

function Operations({ of, order }: { of: Detail['operations']; order: MoRow }) {
  const say = useSay()
  if (of.length === 0)
    return (
      <EmptyState
        text={text(
          '没有工序：请先发布工艺路线或制造BOM',
          'It has no operations: release a routing or a manufacturing BoM first',
        )}
      />
    )
  return (
    <ul className="qt-items">
      {of.map(operation => (
        <li key={operation.id} className="qt-item">
          <div className="qt-item-head">
            <span>
              <span className="qt-number qt-secondary">{operation.sequence}</span>{' '}
              <strong>{operation.process_name}</strong>
            </span>
            <StatusTag of={taskStatus.stateOf(operation.status)} />
          </div>
          <dl className="qt-figures">
            <Figure title={text('良品', 'Good')}>
              <Quantity value={operation.reported_quantity} /> / <Quantity value={order.planned_quantity} />
            </Figure>
            <Figure title={text('不良', 'Bad')}>
              <Quantity value={operation.defective_quantity} />
            </Figure>
            <Figure title={text('开工', 'Started')}>
              <Instant at={operation.actual_start_time} />
            </Figure>
            <Figure title={text('完工', 'Finished')}>
              <Instant at={operation.actual_finish_time} />
            </Figure>
          </dl>
        </li>
      ))}
      {order.status < moStatus.codes.in_production ? (
        <li className="qt-item qt-secondary">{say(text('还没有报工', 'Nothing is reported yet'))}</li>
      ) : null}
    </ul>
  )
}

function SalesOrder({ of: { order, lines, mo: made } }: { of: Detail }) {
  const say = useSay()
  if (!order) return <EmptyState text={text('不是为销售订单生产的', 'It is not made for a sales order')} />
  return (
    <ul className="qt-items">
      <li className="qt-item">
        <div className="qt-item-head">
          <strong>{order.no}</strong>
          <StatusTag of={salesOrderStatus.stateOf(order.status)} />
        </div>
        <div>{order.customer_name}</div>
        <DueDate day={order.delivery_date} done={isFinished(made)} />
      </li>
      {lines.map(line => (
        <li key={line.id} className="qt-item">
          <div>
            <span className="qt-number qt-secondary">{line.line_no}</span> {line.material_code} {line.material_name}
          </div>
          <dl className="qt-figures">
            <Figure title={text('订单数量', 'Ordered')}>
              <Quantity value={line.quantity} />
            </Figure>
            <Figure title={text('已发货', 'Shipped')}>
              <Quantity value={line.shipped_quantity} />
            </Figure>
            {line.customer_drawing ? (
              <Figure title={text('客户图号', 'Customer drawing')}>{line.customer_drawing}</Figure>
            ) : null}
          </dl>
          {line.id === made.order_line_id ? (
            <span className="qt-secondary">{say(text('本工单为此行生产', 'This work order is for this line'))}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Children({ of, onOpen }: { of: readonly MoRow[]; onOpen: (id: string) => void }) {
  if (of.length === 0)
    return (
      <EmptyState
        text={text('没有子工单；自动补料会为自制件建立', 'No children; replenishment makes them for what is made here')}
      />
    )
  return (
    <ul className="qt-items">
      {of.map(child => (
        <li key={child.id} className="qt-item">
          <div className="qt-item-head">
            <span>
              <OrderLink no={child.no} run={() => onOpen(child.id)} /> {productOf(child)}
            </span>
            <StatusTag of={moStatus.stateOf(child.status)} />
          </div>
          <dl className="qt-figures">
            <Figure title={text('计划数量', 'Planned')}>
              <Quantity value={child.planned_quantity} unit={child.unit_name} />
            </Figure>
            <Figure title={text('计划完成', 'Planned finish')}>
              <PlannedFinish mo={child} />
            </Figure>
          </dl>
        </li>
      ))}
    </ul>
  )
}
