import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { listForecastReleases } from '../../model/release/release.calls.ts'
import { forecastRelease } from '../../model/release/release.record.ts'
import { usePeriods } from '../periods.tsx'
import { ReleaseButton } from './release-state.tsx'

/** Forecasts as they were released, the last one first. */
export function ReleasesTab() {
  const { dimension, choice } = usePeriods()
  return (
    <ListPage
      call={listForecastReleases}
      record={forecastRelease}
      columns={[
        { name: 'number', width: 90 },
        { name: 'released_time', width: 170, sort: false },
        { name: 'material_count', width: 110, sort: false },
        { name: 'custom_count', width: 120, sort: false },
        { name: 'total_quantity', width: 140, sort: false },
        { name: 'note', width: 260, sort: false },
      ]}
      filters={[{ name: 'time_dimension', fixed: dimension }]}
      toolbar={() => (
        <>
          {choice}
          <ReleaseButton dimension={dimension} />
        </>
      )}
    />
  )
}
