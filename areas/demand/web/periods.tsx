import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { Segmented } from 'antd'
import { useState } from 'react'

const { week, month } = timeDimension.codes
export type Dimension = typeof week | typeof month

/** Weeks or months, and the switch between them. */
export function usePeriods() {
  const say = useSay()
  const [dimension, setDimension] = useState<Dimension>(month)
  const choice = (
    <Segmented<Dimension>
      aria-label={say(text('周期', 'Periods'))}
      value={dimension}
      onChange={setDimension}
      options={timeDimension.list.map(({ code, zh, en }) => ({ value: code, label: say(text(zh, en)) }))}
    />
  )
  return { dimension, choice }
}

/** A period as people name it: 2026-11, or the Monday of its week. */
export function usePeriodName(dimension: Dimension): (period: number) => string {
  const dates = useOrgDate()
  return period => (dimension === month ? dates.dayOf(period).slice(0, 7) : dates.dayOf(period))
}
