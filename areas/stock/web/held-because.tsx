import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { type Held, holding } from '../model/holding.ts'
import './stock.css'

/** Why a supply is held: the reason, what of it was made for its order, and of a lock who, when and what for. */
export function HeldBecause({ of, unit }: { of: Held; unit?: string }) {
  const say = useSay()
  return (
    <span className="qt-held-because">
      <StatusTag of={holding.stateOf(of.why)} />
      {of.why !== 'made' && isPositive(of.made_for_quantity) ? (
        <span className="qt-secondary">
          {say(text('专为它做或买', 'made or bought for it'))} <Quantity value={of.made_for_quantity} unit={unit} />
        </span>
      ) : null}
      {of.locked_by_name === null ? null : <span className="qt-secondary">{of.locked_by_name}</span>}
      {of.locked_time === null ? null : (
        <span className="qt-secondary">
          <Instant at={of.locked_time} />
        </span>
      )}
      {of.lock_reason === null ? null : <span className="qt-held-reason">{of.lock_reason}</span>}
    </span>
  )
}
