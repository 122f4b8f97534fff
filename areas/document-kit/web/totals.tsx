import type { AnyCall, In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { type DocumentTotals, mostTotalled } from '../model/document.ts'

/** What all documents that the filters find come to, unit by unit; of too many it says so. */
export function Totals({ call, list }: { call: AnyCall; list: { readonly input: unknown; readonly total: number } }) {
  const say = useSay()
  const found = useCall(call, list.total === 0 ? null : (list.input as In<AnyCall>), { keepPrevious: true })
  const totals = found.data as DocumentTotals | undefined
  if (list.total === 0 || !totals) return null
  return (
    <span className="qt-secondary" role="status">
      {totals.is_complete ? (
        <>
          {say(text('合计', 'Total'))}{' '}
          {totals.result.map(({ unit_name, quantity }, index) => (
            <span key={unit_name}>
              {index > 0 ? ' · ' : ''}
              <Quantity value={quantity} unit={unit_name} />
            </span>
          ))}
        </>
      ) : (
        say(text('超过{most}单不合计，请缩小筛选范围', 'No total of more than {most}: narrow the filters'), {
          most: mostTotalled.toLocaleString('en'),
        })
      )}
    </span>
  )
}
