import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { jobStatus } from '@qitao/core/job.status.ts'
import { text } from '@qitao/core/text.ts'
import { JobProgress } from '@qitao/platform/web/call/job-progress.tsx'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { materialColumn } from '@qitao/stock/web'
import { useEffect, useState } from 'react'
import { listForecastConfigs, selectBestForecastConfigs } from '../model/config/forecast-config.calls.ts'
import {
  exportForecasts,
  type ForecastListRow,
  listForecasts,
  showForecast,
  showForecastStatus,
  showModelAccuracy,
  triggerForecast,
} from '../model/forecast.calls.ts'
import { forecastRow } from '../model/forecast.record.ts'
import { showForecastRelease } from '../model/release/release.calls.ts'
import { ForecastDrawer, type Shown } from './forecast.drawer.tsx'
import { usePeriods } from './periods.tsx'
import { ReleaseButton, ReleaseState } from './release/release-state.tsx'

const refreshes = [listForecasts, showForecast, showModelAccuracy, showForecastStatus, showForecastRelease]
const running: readonly (number | null)[] = [jobStatus.codes.queued, jobStatus.codes.running]

export function ForecastTab() {
  const { dimension, choice } = usePeriods()
  const [shown, setShown] = useState<Shown>()
  const unit = (row: ForecastListRow) => row.unit_name
  const open = (row: ForecastListRow) => setShown(row)
  const best = useCommand(selectBestForecastConfigs, {
    refreshes: [listForecastConfigs],
    success: text('已选定模型，下次计算时生效', 'The models are chosen and count from the next calculation'),
  })
  return (
    <>
      <ListPage
        call={listForecasts}
        record={forecastRow}
        columns={[
          { ...materialColumn, opens: open },
          { name: 'demand_kind', width: 96, sort: false },
          { name: 'model', width: 150, sort: false },
          { name: 'accuracy', width: 110 },
          { name: 'bias', width: 96, sort: false },
          { name: 'next_quantity', width: 120, sort: false, unit },
          { name: 'total_quantity', width: 130, sort: false, unit },
          { name: 'custom_count', width: 100, sort: false },
          { name: 'computed_time', width: 150 },
        ]}
        filters={['keyword', 'material_id', { name: 'time_dimension', fixed: dimension }]}
        toolbar={list => (
          <>
            {choice}
            <Calculate dimension={dimension} />
            <ReleaseButton dimension={dimension} />
            <ReleaseState dimension={dimension} />
            <ExchangeButtons list={list} exports={exportForecasts} />
          </>
        )}
        bulkActions={rows => [
          {
            title: text('选最佳模型', 'Choose the best models'),
            run: best.with({ material_ids: rows.flatMap(row => row.material_id ?? []), time_dimension: dimension }),
          },
        ]}
        rowActions={row => [{ title: text('查看', 'View'), run: () => open(row) }]}
      />
      <ForecastDrawer shown={shown} dimension={dimension} onClose={() => setShown(undefined)} />
    </>
  )
}

/** Starts the calculation; while it goes on, how far it is and a way to stop it. */
function Calculate({ dimension }: { dimension: 2 | 3 }) {
  const state = useCall(showForecastStatus, {})
  // Followed to its end, whatever is asked again meanwhile: a short one is over before it is seen to run.
  const [followed, follow] = useState<string>()
  const start = useCommand(triggerForecast, { success: null, done: ({ job_id }) => follow(job_id) })
  const { job_id = null, status = null } = state.data ?? {}
  useEffect(() => {
    if (job_id !== null && running.includes(status)) follow(job_id)
  }, [job_id, status])
  if (followed) {
    return (
      <JobProgress
        key={followed}
        jobId={followed}
        title={text('正在计算预测', 'Calculating the forecast')}
        status={queryJobStatus}
        cancel={cancelJob}
        onDone={() => void refresh(...refreshes).then(() => follow(undefined))}
      />
    )
  }
  return (
    <ActButton primary act={{ title: text('计算预测', 'Calculate'), run: start.with({ time_dimension: dimension }) }} />
  )
}
