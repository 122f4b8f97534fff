import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { delayOf, type LearntDelay, showSupplierDelays } from '../model/partner/supplier-delay.calls.ts'

/** What receipts have taught of a supplier; undefined until it is known. */
export function useSupplierDelay(supplier_id: string | null | undefined) {
  const { data } = useCall(showSupplierDelays, {}, { lasting: true })
  return data && { known: delayOf(data, supplier_id), least_lines: data.least_lines, within_days: data.within_days }
}

const inDays = (days: number): Text =>
  days === 0
    ? text('准时', 'on the day')
    : days > 0
      ? text(`晚${days}天`, `${days} d late`)
      : text(`早${-days}天`, `${-days} d early`)

/** Of how many lines it was learnt, and how many of them were in time. */
export const learntFrom = ({ line_count, on_time_count }: LearntDelay): Text =>
  text(`${line_count}行到货，${on_time_count}行准时`, `${line_count} lines, ${on_time_count} in time`)

/** How late a supplier usually is: half of its lines, and nine of ten of them. */
export function SupplierDelay({ supplier_id }: { supplier_id: string }) {
  const say = useSay()
  const found = useSupplierDelay(supplier_id)
  if (!found) return null
  const { known, least_lines, within_days } = found
  if (known === null || known.of === 'company')
    return (
      <span
        className="qt-none"
        title={say(text('{days}天内到齐不足{count}行', 'Fewer than {count} lines came in full within {days} days'), {
          count: least_lines,
          days: within_days,
        })}
      >
        {say(text('历史到货不足', 'Too few receipts so far'))}
      </span>
    )
  return (
    <span title={say(learntFrom(known))}>
      {say(text('P50 {p50} · P90 {p90}', 'P50 {p50} · P90 {p90}'), {
        p50: say(inDays(known.p50_days)),
        p90: say(inDays(known.p90_days)),
      })}
    </span>
  )
}
