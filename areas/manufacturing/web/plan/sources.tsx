import { LockFilled } from '@ant-design/icons'
import type { Out } from '@qitao/core/call.ts'
import {
  type Quantity as Amount,
  add,
  convert,
  isPositive,
  least,
  multiply,
  roundUp,
  subtract,
} from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { HeldBecause } from '@qitao/stock/web'
import { useState } from 'react'
import type { MoComponentRow, MoRow } from '../../model/mo/mo.record.ts'
import { moStatus, supplySource } from '../../model/mo/mo.status.ts'
import {
  assignByHand,
  type MoAssignmentRow,
  releaseAssignment,
  type SupplyBeside,
  showAssignments,
} from '../../model/plan/material-plan.calls.ts'
import { planCalls } from './plan-calls.ts'
import { PendingSupply, SourceLink } from './source-link.tsx'
import { SubstituteReason } from './substitute-reason.tsx'

type Alternative = Out<typeof showAssignments>['alternatives'][number]

/** What covers a component of a work order, to be released; and free supplies, to be assigned by hand. */
export function Sources({ of, order }: { of: MoComponentRow; order: MoRow }) {
  const say = useSay()
  const sources = useCall(showAssignments, { mo_id: of.mo_id, material_id: of.material_id })
  if (sources.error && !sources.data) return <ErrorState failure={sources.error} retry={sources.refetch} />
  if (!sources.data) return <FormSkeleton />
  const { assignments, alternatives, pending, outside } = sources.data
  const assigned = assignments.filter(one => one.component_id === of.id)
  const held = assigned.filter(one => one.material_id === of.material_id).map(one => one.quantity)
  const open = subtract(subtract(of.required_quantity, of.picked_quantity), held.reduce(add, '0'))
  return (
    <div className="qt-sources">
      <h4>{say(text('已分配', 'Assigned'))}</h4>
      {assigned.length === 0 ? <p className="qt-secondary">{say(text('没有分配', 'Nothing is assigned'))}</p> : null}
      {assigned.map(one => (
        <Assigned key={one.id} of={one} order={order} component={of} outside={outside} />
      ))}
      <PendingSupply of={pending.filter(one => one.component_id === of.id)} component={of} />
      <h4>{say(text('可选供应', 'Available supply'))}</h4>
      {alternatives.length === 0 ? (
        <p className="qt-secondary">
          {say(text('没有其他可用的库存、采购或工单', 'No other stock, purchase or work order is free'))}
        </p>
      ) : null}
      {alternatives.map(one => (
        <Available
          key={`${one.source_type} ${one.source_id}`}
          of={one}
          open={open}
          order={order}
          component={of}
          outside={outside}
        />
      ))}
    </div>
  )
}

const whyNot = (order: MoRow) => moStatus.whyNot('kit', order.status)

function Assigned({
  of,
  order,
  component,
  outside,
}: {
  of: MoAssignmentRow
  order: MoRow
  component: MoComponentRow
  outside: SupplyBeside['outside']
}) {
  const say = useSay()
  const release = useCommand(releaseAssignment, { refreshes: planCalls })
  return (
    <div className="qt-source">
      <StatusTag of={supplySource.stateOf(of.source_type as 1)} />
      <span className="qt-source-what">
        <SourceLink of={of} outside={outside} />
        <SubstituteReason of={of} unit={component.unit_name} />
        {of.available_time === null || of.source_type === supplySource.codes.in_stock ? null : (
          <>
            {' '}
            <DayText of={of.available_time} />
          </>
        )}
      </span>
      {of.locked ? <LockFilled aria-label={say(text('已锁定', 'Locked'))} /> : null}
      <Quantity value={of.quantity} unit={component.unit_name} />
      <ActButton
        size="small"
        loading={release.pending}
        act={{
          title: text('释放', 'Release'),
          whyNot: whyNot(order),
          run: release.with({ assign_id: of.id }),
        }}
      />
      <HeldBecause of={of} unit={component.unit_name} />
    </div>
  )
}

/** So much of a supply is proposed: what is still open, in the units of the supply, at most what is free. */
const proposed = (of: Alternative, open: Amount): Amount | null =>
  isPositive(open) ? least(of.available_quantity, roundUp(multiply(open, of.ratio), 6)) : null

function Available({
  of,
  open,
  order,
  component,
  outside,
}: {
  of: Alternative
  open: Amount
  order: MoRow
  component: MoComponentRow
  outside: SupplyBeside['outside']
}) {
  const say = useSay()
  const [typed, setTyped] = useState<string | null>()
  const assign = useCommand(assignByHand, { refreshes: planCalls, done: () => setTyped(undefined) })
  const quantity = typed === undefined ? proposed(of, open) : typed
  const isSubstitute = of.material_id !== component.material_id
  return (
    <div className="qt-source">
      <StatusTag of={supplySource.stateOf(of.source_type as 1)} />
      <span className="qt-source-what">
        <SourceLink of={of} outside={outside} />
        {isSubstitute ? (
          <span className="qt-secondary">
            {' '}
            {say(text('替代 {material}（1 用 {ratio}）', 'substitute {material} ({ratio} for 1)'), {
              material: `${of.material_code} ${of.material_name}`,
              ratio: convert(of.ratio, '1', '1'),
            })}
          </span>
        ) : null}
        {of.available_time === null ? null : (
          <>
            {' '}
            <DayText of={of.available_time} />
          </>
        )}
        <br />
        <span className="qt-secondary">
          {say(text('可用', 'Free'))} <Quantity value={of.available_quantity} />
        </span>
      </span>
      <NumberInput
        value={quantity}
        decimals={6}
        aria-label={say(text('分配数量', 'Quantity to assign'))}
        onChange={setTyped}
      />
      <ActButton
        size="small"
        loading={assign.pending}
        act={{
          title: text('分配', 'Assign'),
          whyNot:
            whyNot(order) ??
            (isPositive(open) ? undefined : text('需求已全部分配', 'All of the need is assigned')) ??
            (quantity === null || !isPositive(quantity) ? text('请填写数量', 'Enter a quantity') : undefined),
          run: assign.with({
            mo_id: component.mo_id,
            material_id: component.material_id,
            assigns: [{ source_type: of.source_type as 1, source_id: of.source_id, quantity: quantity ?? '0' }],
          }),
        }}
      />
    </div>
  )
}
