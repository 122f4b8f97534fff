import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { HeldBecause } from '@qitao/stock/web'
import type { SupplyUses as Uses } from '../model/supply-use.ts'
import './supply-uses.css'

/**
 * For whom a supply is made or bought, and who has it: work orders, and promises to customers. `comes`: on a day that is asked
 * about, and which orders need it earlier is said.
 */
export function SupplyUses({
  of,
  unit,
  comes,
}: {
  of: Uses
  unit?: string | undefined
  comes?: number | null | undefined
}) {
  const say = useSay()
  if (of.uses.length + of.promises.length === 0)
    return <EmptyState text={text('没有工单或承诺占用它', 'No work order and no promise has any of it')} />
  return (
    <ul className="qt-uses">
      {of.uses.map(use => (
        <li key={`${use.source_id} ${use.id}`}>
          <span className="qt-uses-what">
            <RecordLink kind="mo" id={use.mo_id} no={use.mo_no} /> {use.product_code} {use.product_name}{' '}
            <span className="qt-secondary">
              {say(text('需要于', 'needed'))} <DayText of={use.needed_time} />
            </span>
          </span>
          {comes && comes > use.needed_time ? (
            <StatusTag of={{ zh: '到货晚于需要', en: 'Comes too late', colour: 'danger' }} />
          ) : null}
          {isPositive(use.quantity) ? (
            <>
              <Quantity value={use.quantity} unit={unit} />
              <HeldBecause of={use} {...(unit ? { unit } : {})} />
            </>
          ) : (
            <>
              {use.made_for ? <strong>{say(text('为它做或买', 'Made or bought for it'))}</strong> : null}
              <span className="qt-secondary">{say(text('尚未分配', 'nothing assigned yet'))}</span>
            </>
          )}
        </li>
      ))}
      {of.promises.map(promise => (
        <li key={promise.id}>
          <span className="qt-uses-what">
            {say(text('订单承诺', 'Order promise'))}{' '}
            <RecordLink kind="sales_order" id={promise.order_id} no={promise.order_no ?? '—'} />
          </span>
          <Quantity value={promise.quantity} unit={unit} />
          <span className="qt-secondary">
            {promise.promised_by_name} <Instant at={promise.promised_time} />{' '}
            {promise.kept_until === null ? (
              say(text('保留到转为工单', 'kept until it is on work orders'))
            ) : (
              <>
                {say(text('保留到', 'kept until'))} <Instant at={promise.kept_until} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
