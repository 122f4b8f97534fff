import type { Out } from '@qitao/core/call.ts'
import { mostRows } from '@qitao/core/page.ts'
import { compare, sum } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { listShortages } from '../../model/plan/material-plan.calls.ts'
import { Figure } from './components.tsx'
import '../manufacturing.css'

type Row = Out<typeof listShortages>['result'][number]
interface Shortage {
  readonly material: Row
  readonly rows: readonly Row[]
  readonly total: string
  readonly first: number
}
/** By material: what more orders wait for comes first. */
function shortagesOf(rows: readonly Row[]): Shortage[] {
  return [...Map.groupBy(rows, row => row.material_id).values()]
    .map(of => ({
      material: of[0]!,
      rows: of,
      total: sum(of.map(row => row.short_quantity)),
      first: Math.min(...of.map(row => row.delivery_date)),
    }))
    .sort((a, b) => b.rows.length - a.rows.length || compare(b.total, a.total))
}

/** What is short over all work orders, by material, with the orders that wait for it. */
export function ShortageDrawer({ onClose, onOpen }: { onClose: () => void; onOpen: (mo_id: string) => void }) {
  const say = useSay()
  const found = useCall(listShortages, { page_size: -1 })
  const total = found.data?.total ?? 0
  return (
    <DetailDrawer open title={text('缺料清单', 'Shortages')} onClose={onClose}>
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <FormSkeleton />
      ) : total === 0 ? (
        <EmptyState text={text('检查过的工单都不缺料', 'No work order that was checked is short of anything')} />
      ) : (
        <>
          <ul className="qt-items">
            {shortagesOf(found.data.result).map(shortage => (
              <ShortageItem key={shortage.material.material_id} of={shortage} onOpen={onOpen} />
            ))}
          </ul>
          {total > mostRows ? (
            <p className="qt-secondary">
              {say(text('仅显示前{most}行，共{total}行', 'The first {most} of {total} lines'), {
                most: mostRows,
                total,
              })}
            </p>
          ) : null}
        </>
      )}
    </DetailDrawer>
  )
}

function ShortageItem({ of, onOpen }: { of: Shortage; onOpen: (mo_id: string) => void }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const { material } = of
  return (
    <li className="qt-item">
      <div className="qt-item-head">
        <span>
          <strong>{material.material_code}</strong> {material.material_name}
        </span>
        <span className="qt-late">
          {say(text('缺', 'Short'))} <Quantity value={of.total} unit={material.unit_name} />
        </span>
      </div>
      <dl className="qt-figures">
        <Figure title={text('等待的工单', 'Orders waiting')}>
          <Quantity value={of.rows.length} />
        </Figure>
        <Figure title={text('最早交期', 'First due')}>
          <DueDate day={of.first} />
        </Figure>
      </dl>
      <button type="button" className="qt-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {say(open ? text('收起工单', 'Hide the orders') : text('查看工单', 'Show the orders'))}
      </button>
      {open
        ? of.rows.map(row => (
            <div key={row.id} className="qt-source">
              <span className="qt-source-what">
                <button type="button" className="qt-link" onClick={() => onOpen(row.mo_id)}>
                  {row.mo_no}
                </button>
              </span>
              <span className="qt-secondary">
                {say(text('交期', 'Due'))} <DayText of={row.delivery_date} />
              </span>
              <Quantity value={row.short_quantity} unit={row.unit_name} />
            </div>
          ))
        : null}
    </li>
  )
}
