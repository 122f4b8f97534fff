import { isPositive, isZero } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { ReactNode } from 'react'
import { showMoBom } from '../../model/mo/mo.calls.ts'
import type { MoComponentRow } from '../../model/mo/mo.record.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import { notOrdered } from '../mo/mo.columns.tsx'
import '../manufacturing.css'

/** What a work order needs, and where the last check stands with each; `more` adds to a component. */
export function Components({ mo_id, more }: { mo_id: string; more?: (component: MoComponentRow) => ReactNode }) {
  const components = useCall(showMoBom, { mo_id })
  if (components.error && !components.data) return <ErrorState failure={components.error} retry={components.refetch} />
  if (!components.data) return <FormSkeleton />
  if (components.data.result.length === 0)
    return (
      <EmptyState text={text('该工单不用料：物料BOM没有子件', 'It needs no material: its BoM has no components')} />
    )
  return (
    <ul className="qt-items">
      {components.data.result.map(component => (
        <li key={component.id} className="qt-item">
          <ComponentItem of={component} />
          {more?.(component)}
        </li>
      ))}
    </ul>
  )
}

function ComponentItem({ of }: { of: MoComponentRow }) {
  const say = useSay()
  const unit = of.unit_name
  const figure = (title: Text, value: string, late = false) => (
    <Figure title={title}>
      <span className={isZero(value) ? 'qt-zero-figure' : late ? 'qt-late' : undefined}>
        <Quantity value={value} />
      </span>
    </Figure>
  )
  return (
    <>
      <div className="qt-item-head">
        <span>
          <strong>{of.material_code}</strong> {of.material_name}
        </span>
        {of.material_status === null ? (
          <span className="qt-secondary">{say(text('未检查', 'Not checked'))}</span>
        ) : (
          <StatusTag of={kitOf(of)} />
        )}
      </div>
      <dl className="qt-figures">
        <Figure title={text('需求', 'Need')}>
          <Quantity value={of.required_quantity} unit={unit} />
        </Figure>
        {figure(text('已领', 'Picked'), of.picked_quantity)}
        {figure(text('短缺', 'Short'), of.short_quantity, isPositive(of.short_quantity))}
        <Figure title={text('预计到齐', 'Expected')}>
          <DayText of={of.expected_time} />
          {isPositive(of.short_quantity) && of.expected_time !== null ? (
            <span className="qt-secondary"> {say(notOrdered)}</span>
          ) : null}
        </Figure>
        {figure(text('在库', 'In stock'), of.in_stock_quantity)}
        {figure(text('在途', 'In transit'), of.in_transit_quantity)}
        {figure(text('在制', 'In production'), of.in_production_quantity)}
      </dl>
    </>
  )
}
/** What is short of what is made in the house is to be made, not bought. */
const kitOf = ({ material_status, material_kind }: MoComponentRow) => {
  const state = materialStatus.stateOf(material_status!)
  const isMade = state.key === 'to_be_purchased' && material_kind !== materialKind.codes.raw
  return isMade ? { ...state, ...text('待生产', 'To be made') } : state
}
export function Figure({ title, children }: { title: Text; children: ReactNode }) {
  const say = useSay()
  return (
    <div>
      <dt>{say(title)}</dt>
      <dd>{children}</dd>
    </div>
  )
}
