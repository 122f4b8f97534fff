import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import { sendMosToPlan, showMo } from '../../model/mo/mo.calls.ts'
import { type MoComponentRow, type MoRow, mo } from '../../model/mo/mo.record.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { lockMaterial } from '../../model/plan/material-plan.calls.ts'
import { isFinished, Kitting, KittingTime, PlannedFinish, productOf } from '../mo/mo.columns.tsx'
import { Components, Figure } from './components.tsx'
import { LockDialog } from './lock.dialog.tsx'
import { planCalls } from './plan-calls.ts'
import { Sources } from './sources.tsx'
import '../manufacturing.css'

/** One work order for the material planner: each component, what covers it, and what else could. */
export function MaterialPlanDrawer({ mo_id, onClose }: { mo_id: string; onClose: () => void }) {
  const lock = useCommand(lockMaterial, { refreshes: planCalls })
  const unlock = lock.with({ mo_ids: [mo_id], locked: false })
  const [locking, setLocking] = useState(false)
  const toPlan = useCommand(sendMosToPlan, { refreshes: planCalls })
  const detail = useCall(showMo, { mo_id }, { keepPrevious: true })
  const order = detail.data?.mo
  return (
    <DetailDrawer
      open
      title={order?.no ?? mo.title}
      onClose={onClose}
      {...(order
        ? {
            actions: [
              act(moStatus, 'to_plan', order.status, toPlan.with({ mo_ids: [mo_id] })),
              act(
                moStatus,
                'lock',
                order.status,
                order.material_locked ? unlock : needing(lock.call, () => setLocking(true)),
                {
                  title: order.material_locked
                    ? text('解锁物料', 'Unlock material')
                    : text('锁定物料', 'Lock material'),
                },
              ),
            ],
          }
        : {})}
    >
      {detail.error && !detail.data ? (
        <ErrorState failure={detail.error} retry={detail.refetch} />
      ) : !order ? (
        <FormSkeleton />
      ) : (
        <>
          <Head of={order} />
          <Components mo_id={mo_id} more={component => <Expanding of={component} order={order} />} />
          {locking ? <LockDialog mo_ids={[mo_id]} onClose={() => setLocking(false)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

function Head({ of }: { of: MoRow }) {
  return (
    <div className="qt-drawer-head">
      <span className="qt-inline">
        <StatusTag of={moStatus.stateOf(of.status)} />
        <Kitting mo={of} />
      </span>
      <strong>{productOf(of)}</strong>
      <dl className="qt-figures">
        <Figure title={mo.fields.planned_quantity.title}>
          <Quantity value={of.planned_quantity} unit={of.unit_name} />
        </Figure>
        <Figure title={mo.fields.priority.title}>
          <Quantity value={of.priority} />
        </Figure>
        <Figure title={mo.fields.kitting_time.title}>
          <KittingTime mo={of} />
        </Figure>
        <Figure title={mo.fields.planned_finish_time.title}>
          <PlannedFinish mo={of} />
        </Figure>
      </dl>
      <DueDate day={of.delivery_date} done={isFinished(of)} />
    </div>
  )
}

/** Where a component comes from; asked only when it is opened. */
function Expanding({ of, order }: { of: MoComponentRow; order: MoRow }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="qt-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open
          ? say(text('收起来源', 'Hide sources'))
          : isPositive(of.assigned_quantity)
            ? say(text('已分配与可选供应', 'Assigned and available'))
            : say(text('可选供应', 'Available supply'))}
      </button>
      {open ? <Sources of={of} order={order} /> : null}
    </>
  )
}
