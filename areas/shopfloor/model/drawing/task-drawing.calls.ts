import { query } from '@qitao/core/call.ts'
import { id, ids } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** Tasks that are asked for at once. */
export const mostTasksDrawn = 200
export const taskDrawing = z.object({
  task_id: id,
  id,
  drawing_no: z.string(),
  name: z.string(),
  version: z.string(),
  attachment_id: id,
  file_name: z.string(),
  mime_type: z.string(),
  /** How the step is worked, not what the product is. */
  is_instruction: z.boolean(),
  /** Valid by now, where that is another one than the work was published with. */
  newer_version: z.string().nullable(),
})
export type TaskDrawing = z.output<typeof taskDrawing>
/** Ours: by which drawings and work instructions tasks are worked: the versions that were valid when their plan was published. */
export const listTaskDrawings = query('/mep_server/biz/report/query_task_drawing_list', {
  title: text('查询任务图纸', 'List drawings of tasks'),
  grantedBy: [pages.productionReport, pages.workshopPlan],
  input: z.strictObject({ task_ids: ids(mostTasksDrawn) }),
  output: z.object({ result: z.array(taskDrawing) }),
})
