import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import type { Panorama } from '../../model/dashboard.calls.ts'

/** Planned and made, hour by hour. */
export function Hours({ hours }: { hours: NonNullable<Panorama['workshop']>['hours'] }) {
  const say = useSay()
  const dates = useOrgDate()
  return (
    <TrendChart
      name={say(text('每小时件数', 'Pieces an hour'))}
      labels={hours.map(({ at }) => dates.minuteOf(at).slice(11))}
      series={[
        { key: 'planned', name: say(text('计划', 'Planned')), values: hours.map(({ planned }) => Number(planned)) },
        { key: 'made', name: say(text('实际', 'Made')), values: hours.map(({ made }) => Number(made)) },
      ]}
    />
  )
}
