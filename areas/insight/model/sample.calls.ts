import { command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { sampleSizes } from './sample/size.ts'

const base = '/mep_server/biz/sample/'
const grantedBy = [pages.sampleData]

export const listIndustries = query(`${base}industry_list`, {
  title: text('示例行业', 'Industries with sample data'),
  grantedBy,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        name_en: z.string(),
        /** Its sample data is loaded in this company now. */
        has_sample: z.boolean(),
      }),
    ),
  }),
})

/** Rows of one kind: those that are sample data, and those that people made on top of it. */
export const sampleCount = z.object({ object: z.string(), sample: z.int(), own: z.int() })
export type SampleCount = z.output<typeof sampleCount>
export const sampleStates = ['none', 'creating', 'created'] as const

/** Ours: what the page and the offer at the first sign-in ask for. */
export const showSample = query(`${base}query_sample_status`, {
  title: text('示例数据状态', 'State of the sample data'),
  grantedBy,
  input: nothing,
  output: z.object({
    state: z.enum(sampleStates),
    industry: z.string().nullable(),
    created_time: instant.nullable(),
    created_by_name: z.string().nullable(),
    /** The job that makes it now, or the last one that did. */
    job_id: id.nullable(),
    /** Materials of the company's own: then sample data is never loaded. */
    real_material_count: z.int(),
  }),
})
/** Ours: what deleting would take. It walks every row that hangs on the sample, seconds in a large company: asked on purpose only. */
export const countSample = query(`${base}query_sample_counts`, {
  title: text('统计示例数据', 'Count the sample data'),
  grantedBy,
  input: nothing,
  output: z.object({ counts: z.array(sampleCount) }),
})
/** Administrators only. A job that makes all or nothing. */
export const createSample = command(`${base}create_sample`, {
  title: text('创建示例数据', 'Create sample data'),
  grantedBy,
  input: z.strictObject({ industry: plainString(50), size: z.enum(sampleSizes).default('S') }),
  output: z.object({ job_id: id }),
})
/** Administrators only. Sample rows and what hangs on them; `left` proves it: rows of either kind found afterwards. */
export const deleteSample = command(`${base}delete_sample`, {
  title: text('删除示例数据', 'Delete sample data'),
  grantedBy,
  input: nothing,
  output: z.object({ affected: z.int(), counts: z.array(sampleCount), left: z.int() }),
})
