import { type Text, text } from '@qitao/core/text.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { withheldNow } from '@qitao/platform/web/session/rights.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { pages } from '../model/pages.ts'
import type { RepairCause } from '../model/repair-cause.ts'

/** What would put the plan right, on the chart. */
export const openRepair = ({ kind, no }: RepairCause): void =>
  openPage(pages.productionPlan, { show: 'repair', cause: kind, no })

/** Something that the plan does not know yet has just been written: who may plan is asked whether to put it right. */
export async function offerRepair(cause: RepairCause, title: Text): Promise<void> {
  if (withheldNow(pages.productionPlan)) return
  const agreed = await confirm({
    title,
    objects: [cause.no],
    detail: text(
      '生产计划还按原来的日期排。可预览修复方案，确认后才移动任务。',
      'The production plan still goes by the date before. What would put it right is shown first; nothing moves before you agree.',
    ),
    ok: text('修复计划', 'Repair plan'),
    cancel: text('以后再说', 'Later'),
  })
  if (agreed) openRepair(cause)
}
