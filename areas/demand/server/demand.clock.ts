import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { daySeconds, minuteSeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { sql } from 'kysely'
import { forecastType } from './forecast.job.ts'
import { stockPlanType } from './stock-plan.job.ts'

/** Demand and the risk of supply. */
const planEvery = 30 * minuteSeconds
const forecastEvery = daySeconds
/** Jobs go on after the call that has started them. */
const afterCalls = 2 * minuteSeconds

/**
 * Each half hour: the demand-supply plan of companies in which somebody has done something since it was calculated, and of the
 * others once a day, as days pass; a forecast that is a day old. What nobody ever calculated is nobody's plan.
 */
export const demandClock = job<unknown>(
  'demand_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const plans = await rows(
        tx,
        sql<{
          id: string
        }>`select o.id from org o cross join lateral (select min(p.computed_time) as computed_time from supply_demand_plan p where p.org_id = o.id) p
          where o.status = ${enabledStatus.codes.enabled} and p.computed_time <= epoch_now() - ${planEvery}
            and (p.computed_time <= epoch_now() - ${daySeconds}
              or (select a.at from audit_log a where a.org_id = o.id order by a.id desc limit 1) >= p.computed_time - ${afterCalls})`,
      )
      await startJobOfCompanies(
        tx,
        stockPlanType,
        plans.map(({ id }) => id),
      )
      // One of a company at a time: the other dimension has its turn with the next stroke.
      const forecasts = await rows(
        tx,
        sql<{
          id: string
          time_dimension: number
        }>`select distinct on (o.id) o.id, f.time_dimension from org o
            join (select org_id, time_dimension, max(computed_time) as computed_time from demand_forecast group by 1, 2) f on f.org_id = o.id
          where o.status = ${enabledStatus.codes.enabled} and f.computed_time <= epoch_now() - ${forecastEvery}
          order by o.id, f.computed_time, f.time_dimension`,
      )
      const dimensionOf = new Map(forecasts.map(({ id, time_dimension }) => [id, time_dimension]))
      await startJobOfCompanies(tx, forecastType, [...dimensionOf.keys()], id => ({
        time_dimension: dimensionOf.get(id),
      }))
      return { plan_count: plans.length, forecast_count: forecasts.length }
    }),
  { repeatable: true, every_seconds: planEvery },
)
