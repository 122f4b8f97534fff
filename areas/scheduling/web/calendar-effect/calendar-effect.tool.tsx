import { text } from '@qitao/core/text.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { previewCalendarDays } from '../../model/calendar-effect/calendar-effect.calls.ts'
import { CalendarEffectDrawer } from './calendar-effect.drawer.tsx'

/** On the calendar: what other days would do to the plan, before they are saved. `chosen`: the calendar, then its days. */
export default function CalendarEffectTool({ chosen: [calendar_id, ...days] }: { chosen: readonly string[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActButton
        size="small"
        act={{
          title: text('影响预览', 'Effect on the plan'),
          run: needing(previewCalendarDays, () => setOpen(true)),
        }}
      />
      {open && calendar_id && days.length > 0 ? (
        <CalendarEffectDrawer calendar_id={calendar_id} days={days} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
