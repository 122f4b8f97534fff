import { accessArea } from '@qitao/access/server'
import { explained, Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Language, text } from '@qitao/core/text.ts'
import { demandArea } from '@qitao/demand/server'
import { engineeringArea } from '@qitao/engineering/server'
import { freeOfPromise, manufacturingArea } from '@qitao/manufacturing/server'
import { masterdataArea } from '@qitao/masterdata/server'
import { followInspected, orderedOutside } from '@qitao/outsourcing/server'
import type { Area } from '@qitao/platform/server/area.ts'
import { sqlState } from '@qitao/platform/server/database/database.ts'
import { databaseRefusal } from '@qitao/platform/server/database/database-refusal.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { log } from '@qitao/platform/server/log.ts'
import { purchasingArea } from '@qitao/purchasing/server'
import { qualityArea } from '@qitao/quality/server'
import { salesArea } from '@qitao/sales/server'
import { schedulingArea } from '@qitao/scheduling/server'
import { shopfloorArea } from '@qitao/shopfloor/server'
import { stockArea } from '@qitao/stock/server'
import { wagesArea } from '@qitao/wages/server'
import { sendBack, warehouseArea } from '@qitao/warehouse/server'
import { sql } from 'kysely'
import { takenText } from '../model/sample/names.ts'
import { type SampleSize, sized } from '../model/sample/size.ts'
import { createSample } from '../model/sample.calls.ts'
import { sampleErrors } from '../model/sample.errors.ts'
import { clerkFor } from './clerk.ts'
import { factories } from './sample/factories.ts'
import type { RoleGrant } from './sample/make-masterdata.ts'
import { makeSample } from './sample/make-sample.ts'
import { takenNames } from './sample/taken-names.ts'
import { countSampleRows, sampleJob } from './sample.queries.ts'

const areas: readonly Area[] = [
  accessArea,
  masterdataArea,
  engineeringArea,
  stockArea,
  salesArea(freeOfPromise),
  purchasingArea,
  manufacturingArea(orderedOutside),
  schedulingArea,
  shopfloorArea,
  qualityArea({ follow: followInspected, sendBack }),
  wagesArea,
  warehouseArea,
  demandArea,
]
const constraints = new Map(areas.flatMap(area => Object.entries(area.constraints ?? {})))

/** Makes the sample factory: all of it or nothing, so that it may be begun anew. */
interface Wanted {
  readonly industry: string
  readonly size: SampleSize
  readonly language: Language
  /** What each of the sample's roles opens: told by all calls of the product, which a job does not know. */
  readonly grants: readonly RoleGrant[]
}
const madeSample = async (wanted: Wanted, context: JobContext) => {
  const { industry, size, language, grants } = wanted
  const { org_id, user_id, lastTransaction, progress, cancelled } = context
  try {
    return await lastTransaction(
      async tx => {
        const clerk = await clerkFor({ areas, tx, job: context, now: context.now(), language }, user_id)
        await makeSample(clerk, sized(factories[industry]!, size), grants, async (percent, message) => {
          if (cancelled()) refuse(sampleErrors.importFailed, { detail: text('已取消', 'Cancelled') })
          await progress(percent, message)
          // What the last step has brought is known before the next one reads it.
          await sql`select analyze_what_grew()`.execute(tx)
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
    log.error({ err: error, org_id, sqlState: sqlState(error) }, 'sample data could not be made')
    throw await failureOf(error, wanted, context)
  }
}

/** Nothing of it is left; what is told is the cause, in the words of the rule that refused. */
async function failureOf(error: unknown, { industry, size, language }: Wanted, context: JobContext): Promise<Refusal> {
  const cause = error instanceof Refusal ? error : databaseRefusal(error, constraints)
  if (cause?.definition.code === sampleErrors.importFailed.code) return cause
  // A name may have been taken since the sample was asked for.
  const factory = sized(factories[industry]!, size)
  const taken = await context.transaction(tx => takenNames(tx, context.org_id, factory, language))
  const detail = taken.length > 0 ? takenText(taken) : cause && explained(cause)
  return new Refusal(sampleErrors.importFailed, {
    ...(detail && { detail }),
    cause_code: cause?.definition.code ?? null,
  })
}

const createSampleJob = job(sampleJob, 'bulk', madeSample, { startedBy: [createSample], repeatable: true })

export const sampleJobs = [createSampleJob]
