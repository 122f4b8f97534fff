import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'

/** By when a line is wished for, as long as its supplier has not answered. */
export function Wished({ of }: { of: number | null | undefined }) {
  const say = useSay()
  if (of === null || of === undefined) return <span className="qt-none">—</span>
  return (
    <span title={say(text('已催货，供应商未答复', 'Expedited, the supplier has not answered'))}>
      <StatusTag of={{ ...text('催', 'by'), colour: 'warning' }} /> <DayText of={of} />
    </span>
  )
}
