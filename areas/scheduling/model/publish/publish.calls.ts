import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant } from '@qitao/core/field.ts'
import { bulkOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const base = '/mep_server/biz/schedule/'
const both = [pages.productionPlan, pages.materialPlan]
const someIds = z.array(id).min(1).max(10_000)

/** Work orders, by themselves or by their tasks. All that are scheduled when neither is given. */
const which = { mo_ids: someIds.optional(), task_ids: someIds.optional() }

export const publishPlan = command(`${base}publish_plan`, {
  acrossWorkgroups: 'refused',
  title: text('发布计划', 'Publish plan'),
  grantedBy: both,
  /** `publish_until`: instead of the publishing window of the settings; never beyond it. */
  input: z.strictObject({ ...which, publish_until: instant.optional() }),
  output: bulkOutput,
})
export const cancelPublishedPlan = command(`${base}cancel_published_plan`, {
  acrossWorkgroups: 'refused',
  title: text('取消发布', 'Cancel published plan'),
  grantedBy: both,
  input: z.strictObject(which),
  output: bulkOutput,
})

const publishableMo = z.object({
  mo_id: id,
  mo_no: z.string(),
  material_code: z.string(),
  material_name: z.string(),
  start_time: instant,
  finish_time: instant,
  delivery_date: instant,
  /** In time until then: the end of the delivery day. */
  due: instant,
  late: z.boolean(),
  /** Null: kitting has not been checked. */
  material_status: codeOf(materialStatus).nullable(),
  /** Codes of its materials that are short, and that nothing on its way makes up for. */
  unsupplied: z.array(z.string()),
  task_count: z.int(),
  /** Of a published order: tasks that stand elsewhere than the floor was told. */
  moved_count: z.int(),
  /** Set-up of its tasks, changes of product among them. */
  setup_seconds: z.int(),
  /** Its tasks before which their machine makes another product and is set up anew. */
  changeover_count: z.int(),
})
export type PublishableMo = z.output<typeof publishableMo>
/** What publishing would change, before it is done. */
export const previewPublish = query(`${base}query_publish_preview`, {
  acrossWorkgroups: 'refused',
  title: text('发布预览', 'What publishing changes'),
  grantedBy: both,
  input: z.strictObject({ ...which, publish_until: instant.optional() }),
  output: z.object({
    publish_until: instant,
    added: z.array(publishableMo),
    moved: z.array(publishableMo),
    outside: z.array(publishableMo),
  }),
})
