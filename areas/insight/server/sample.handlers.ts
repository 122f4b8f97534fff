import { readyRolesFor } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { keepDefaultCalendar, lockCalendars } from '@qitao/masterdata/server'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { forgetConflicts } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { industries, industryOf } from '../model/industries.ts'
import { sampleRoles } from '../model/sample/factory.ts'
import { takenText } from '../model/sample/names.ts'
import { sized } from '../model/sample/size.ts'
import {
  countSample,
  createSample,
  deleteSample,
  listIndustries,
  type sampleStates,
  showSample,
} from '../model/sample.calls.ts'
import { sampleErrors } from '../model/sample.errors.ts'
import { rowsIn } from '../model/sample-objects.ts'
import { factories } from './sample/factories.ts'
import { takenNames } from './sample/taken-names.ts'
import {
  countSampleRows,
  deleteSampleRows,
  latestSampleJob,
  realMaterials,
  sampleJob,
  storedSample,
} from './sample.queries.ts'

const onlyAdministrators = ({ member }: Context): void => {
  if (!member.is_admin) refuse(generalErrors.noPermission, { detail: text('仅管理员可以操作', 'Administrators only') })
}

export const sampleHandlers: Handler[] = [
  handle(listIndustries, async (_, { tx, org_id }) => {
    const stored = await storedSample(tx, org_id)
    return {
      result: industries.map(({ code, title }) => ({
        code,
        name: title.zh,
        name_en: title.en,
        has_sample: stored?.industry === code,
      })),
    }
  }),

  handle(showSample, async (_, { tx, org_id }) => {
    const stored = await storedSample(tx, org_id)
    const latest = await latestSampleJob(tx, org_id)
    const state: (typeof sampleStates)[number] = stored ? 'created' : latest?.is_running ? 'creating' : 'none'
    return {
      state,
      industry: stored?.industry ?? null,
      created_time: stored?.created_time ?? null,
      created_by_name: stored?.created_by_name ?? null,
      job_id: latest?.id ?? null,
      real_material_count: await realMaterials(tx, org_id),
    }
  }),

  handle(countSample, async (_, { tx, org_id }) => ({
    counts: (await storedSample(tx, org_id)) ? await countSampleRows(tx, org_id) : [],
  })),

  handle(createSample, async ({ industry, size }, context) => {
    const { tx, org_id, language, calls, startJob } = context
    onlyAdministrators(context)
    if (!industryOf(industry)) refuse(sampleErrors.industryUnknown, { field: 'industry' })
    if ((await latestSampleJob(tx, org_id))?.is_running) refuse(sampleErrors.importing)
    if (await storedSample(tx, org_id)) refuse(sampleErrors.sampleExists)
    const real = await realMaterials(tx, org_id)
    if (real > 0) {
      refuse(sampleErrors.importFailed, {
        real,
        detail: text(
          '公司已有{real}个自己的物料，示例数据不与真实数据混用',
          'The company has {real} materials of its own; sample data never mixes with real data',
        ),
      })
    }
    const taken = await takenNames(tx, org_id, sized(factories[industry]!, size), language)
    if (taken.length > 0) refuse(sampleErrors.importFailed, { detail: takenText(taken) })
    const roles = await readyRolesFor(tx, org_id, calls, sampleRoles)
    const input = {
      industry,
      size,
      language,
      grants: roles.map(({ role, permissions }) => ({ key: role.key, permissions })),
    }
    try {
      return { job_id: await startJob({ type: sampleJob, input, singleton: sampleJob }) }
    } catch (error) {
      const running = error instanceof Refusal && error.definition.code === generalErrors.programLocked.code
      throw running ? new Refusal(sampleErrors.importing) : error
    }
  }),

  handle(deleteSample, async (_, context) => {
    const { tx, org_id } = context
    onlyAdministrators(context)
    if ((await latestSampleJob(tx, org_id))?.is_running) refuse(sampleErrors.importing)
    if (!(await storedSample(tx, org_id))) refuse(sampleErrors.sampleMissing)
    await lockCalendars(tx, org_id)
    const counts = await deleteSampleRows(tx, org_id)
    const left = rowsIn(await countSampleRows(tx, org_id))
    if (left > 0) throw new Error(`${left} sample rows were not deleted`)
    await keepDefaultCalendar(tx, org_id)
    await forgetConflicts(tx, org_id)
    await sql`delete from sample_data where org_id = ${org_id}`.execute(tx)
    return { affected: rowsIn(counts), counts, left }
  }),
]
