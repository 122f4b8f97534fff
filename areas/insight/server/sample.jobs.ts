import { accessArea } from '@qitao/access/server'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Language, text } from '@qitao/core/text.ts'
import { engineeringArea } from '@qitao/engineering/server'
import { manufacturingArea } from '@qitao/manufacturing/server'
import { masterdataArea } from '@qitao/masterdata/server'
import type { Area } from '@qitao/platform/server/area.ts'
import { sqlState } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { log } from '@qitao/platform/server/log.ts'
import { purchasingArea } from '@qitao/purchasing/server'
import { salesArea } from '@qitao/sales/server'
import { schedulingArea } from '@qitao/scheduling/server'
import { shopfloorArea } from '@qitao/shopfloor/server'
import { stockArea } from '@qitao/stock/server'
import { wagesArea } from '@qitao/wages/server'
import { warehouseArea } from '@qitao/warehouse/server'
import { sql } from 'kysely'
import { createSample } from '../model/sample.calls.ts'
import { sampleErrors } from '../model/sample.errors.ts'
import { clerkFor } from './clerk.ts'
import { makeSample } from './sample/make-sample.ts'
import { countSampleRows, sampleJob } from './sample.queries.ts'

const areas: readonly Area[] = [
  accessArea,
  masterdataArea,
  engineeringArea,
  stockArea,
  salesArea,
  purchasingArea,
  manufacturingArea,
  schedulingArea,
  shopfloorArea,
  wagesArea,
  warehouseArea,
]

/** Makes the sample factory: all of it or nothing, so that it may be begun anew. */
const madeSample = async ({ industry, language }: { industry: string; language: Language }, context: JobContext) => {
  const { org_id, user_id, lastTransaction, progress, cancelled } = context
  try {
    return await lastTransaction(
      async tx => {
        const clerk = await clerkFor({ areas, tx, job: context, now: context.now(), language }, user_id)
        await makeSample(clerk, async (percent, message) => {
          if (cancelled()) refuse(sampleErrors.importFailed, { detail: text('已取消', 'Cancelled') })
          await progress(percent, message)
        })
        const counts = await countSampleRows(tx, org_id)
        const object_counts = Object.fromEntries(counts.map(({ object, sample }) => [object, sample]))
        await sql`insert into sample_data (industry, object_counts, created_by)
          values (${industry}, ${JSON.stringify(object_counts)}::jsonb, ${user_id})`.execute(tx)
        await progress(99, text('保存', 'Saving'))
        return { counts }
      },
      { sample: true },
    )
  } catch (error) {
    // One cause for the person; what it was exactly is for the log, and nothing of it is left.
    const refusal = error instanceof Refusal ? error : undefined
    log.error({ err: error, org_id, sqlState: sqlState(error) }, 'sample data could not be made')
    throw new Refusal(sampleErrors.importFailed, { ...refusal?.data, cause_code: refusal?.definition.code ?? null })
  }
}
const createSampleJob = job(sampleJob, 'bulk', madeSample, { startedBy: [createSample], repeatable: true })

export const sampleJobs = [createSampleJob]
