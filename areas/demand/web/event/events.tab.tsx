import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { demandEventCalls } from '../../model/event/event.calls.ts'
import { demandEvent } from '../../model/event/event.record.ts'

/** Promotions, holidays and whatever else is known to move demand: taken out of the past, put into the forecast. */
export function EventsTab() {
  return (
    <PlainPage
      record={demandEvent}
      calls={demandEventCalls}
      columns={[
        { name: 'name', width: 180 },
        { name: 'kind', sort: false, width: 100 },
        { name: 'start_day', width: 120 },
        { name: 'days', sort: false, width: 80 },
        { name: 'uplift', sort: false, width: 130 },
        { name: 'series', sort: false, width: 140 },
        { name: 'material_code', sort: false, width: 140 },
      ]}
      name={row => row.name}
      mayChange={pages.demandForecast}
      blank={{ days: 1, kind: 'promotion' }}
    />
  )
}
