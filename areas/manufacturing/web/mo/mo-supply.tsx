import type { Out } from '@qitao/core/call.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { SupplyUses } from '@qitao/purchasing/web'
import { HeldBecause } from '@qitao/stock/web'
import type { MoComponentRow } from '../../model/mo/mo.record.ts'
import { supplySource } from '../../model/mo/mo.status.ts'
import { type MoAssignmentRow, showMoSupply } from '../../model/plan/material-plan.calls.ts'
import { Components } from '../plan/components.tsx'
import { PendingSupply, SourceLink } from '../plan/source-link.tsx'
import { SubstituteReason } from '../plan/substitute-reason.tsx'
import { notOrdered } from './mo.columns.tsx'
import '../manufacturing.css'

type Supply = Out<typeof showMoSupply>
const { codes } = supplySource

/** What a work order needs, and of each: where what it holds is, why it holds that, and what is missing. */
export function Material({ mo_id }: { mo_id: string }) {
  const supply = useCall(showMoSupply, { mo_id })
  if (supply.error && !supply.data) return <ErrorState failure={supply.error} retry={supply.refetch} />
  const held = supply.data
  if (!held) return <FormSkeleton />
  return <Components mo_id={mo_id} more={component => <HeldFor of={component} supply={held} />} />
}

/** For whom a work order is made. */
export function MadeFor({ mo_id, unit }: { mo_id: string; unit: string }) {
  const supply = useCall(showMoSupply, { mo_id })
  if (supply.error && !supply.data) return <ErrorState failure={supply.error} retry={supply.refetch} />
  return supply.data ? <SupplyUses of={supply.data} unit={unit} /> : <FormSkeleton />
}

function HeldFor({ of, supply }: { of: MoComponentRow; supply: Supply }) {
  const say = useSay()
  const unit = of.unit_name
  const need = supply.needs.find(({ component_id }) => component_id === of.id)
  return (
    <div className="qt-sources">
      {isPositive(of.picked_quantity) ? (
        <div className="qt-source">
          <span className="qt-source-what">{say(text('车间已领走', 'Taken by the floor'))}</span>
          <Quantity value={of.picked_quantity} unit={unit} />
        </div>
      ) : null}
      {supply.assignments
        .filter(one => one.component_id === of.id)
        .map(one => (
          <div key={one.id} className="qt-source">
            <StatusTag of={supplySource.stateOf(one.source_type as 1)} />
            <span className="qt-source-what">
              <Where of={one} outside={supply.outside} />
              <SubstituteReason of={one} unit={unit} />
            </span>
            <Quantity value={one.quantity} {...(one.material_id === of.material_id ? { unit } : {})} />
            <HeldBecause of={one} unit={unit} />
          </div>
        ))}
      <PendingSupply of={supply.pending.filter(one => one.component_id === of.id)} component={of} />
      {isPositive(of.short_quantity) ? (
        <div className="qt-source">
          <span className="qt-source-what">
            <span className="qt-late">{say(text('缺少', 'Missing'))}</span>{' '}
            <span className="qt-secondary">
              {say(text('需要于', 'needed'))} <DayText of={need?.needed_time ?? null} />{' '}
              {say(text('预计到齐', 'expected'))} <DayText of={of.expected_time} />
              {of.expected_time === null ? null : <> {say(notOrdered)}</>}
            </span>
          </span>
          <span className="qt-late">
            <Quantity value={of.short_quantity} unit={unit} />
          </span>
        </div>
      ) : null}
    </div>
  )
}

/** Bin, lot and warehouse; purchase order with its arrival; work order with its planned finish. */
function Where({ of, outside }: { of: MoAssignmentRow; outside: Supply['outside'] }) {
  const say = useSay()
  if (of.source_type === codes.in_stock || of.source_type === codes.in_inspection)
    return (
      <>
        {of.warehouse_name} <SourceLink of={of} />
        {of.source_type === codes.in_inspection ? (
          <span className="qt-secondary">
            {' '}
            {say(text('预计放行', 'released'))} <DayText of={of.available_time} />
          </span>
        ) : null}
      </>
    )
  const bought = of.source_type === codes.in_transit
  return (
    <>
      <SourceLink of={of} outside={outside} />{' '}
      <span className="qt-secondary">
        {say(bought ? text('预计到货', 'arrives') : text('计划完成', 'planned finish'))}{' '}
        <DayText of={of.available_time} />
      </span>
    </>
  )
}
