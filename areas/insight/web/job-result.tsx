import type { Job } from '@qitao/access/model/job/job.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { downloadAt } from '@qitao/platform/web/call/download.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import './task-center.css'

interface Kind {
  readonly title: Text
  /** Figures of the result, in their order. */
  readonly figures: Readonly<Record<string, Text>>
  /** Where what came of it is seen. */
  readonly seen: Page | undefined
}
const orders = text('工单', 'Work orders')
/** What people call the kinds of background work, and what came of it; a kind without a name here is shown as it is. */
const kinds: Readonly<Record<string, Kind>> = {
  schedule: {
    title: text('自动排程', 'Automatic schedule'),
    figures: {
      scheduled: text('已排工单', 'Orders placed'),
      failed: text('未能排产', 'Not placed'),
      late_count: text('延期工单', 'Late orders'),
      version_no: text('计划版本', 'Version of the plan'),
    },
    seen: pages.productionPlan,
  },
  simulation: { title: text('模拟排程', 'What if'), figures: {}, seen: pages.productionPlan },
  material_plan: {
    title: text('齐套检查', 'Kitting check'),
    figures: {
      mo_count: orders,
      complete_count: text('齐套', 'Kitted'),
      short_count: text('缺料', 'Short'),
    },
    seen: pages.materialPlan,
  },
  conflict_look: {
    title: text('查找计划冲突', 'Looking for conflicts'),
    figures: { conflict_count: text('冲突', 'Conflicts'), fresh_count: text('新冲突', 'New ones') },
    seen: pages.productionPlan,
  },
  match_again: { title: text('到货后重新匹配', 'Matching again'), figures: {}, seen: pages.materialPlan },
  replenishment_preview: {
    title: text('补料预览', 'Preview of a replenishment'),
    figures: {
      mo_count: text('子工单', 'Child orders'),
      request_count: text('采购申请', 'Purchase requests'),
      late_count: text('已来不及', 'Too late'),
    },
    seen: pages.materialPlan,
  },
  reallocation_preview: {
    title: text('调料预览', 'Preview of taking material'),
    figures: {},
    seen: pages.materialPlan,
  },
  replenishment: {
    title: text('自动补料', 'Replenishment'),
    figures: { mo_count: text('子工单', 'Child orders'), request_count: text('采购申请', 'Purchase requests') },
    seen: pages.materialPlan,
  },
  import: {
    title: text('导入', 'Import'),
    figures: {
      rows: text('行数', 'Rows'),
      added: text('新增', 'Added'),
      changed: text('修改', 'Changed'),
      unchanged: text('未变', 'As they were'),
      error_count: text('错误', 'Mistakes'),
    },
    seen: undefined,
  },
  reconciliation: {
    title: text('数据核对', 'Reconciliation'),
    figures: { check_count: text('核对项', 'Checks'), difference_count: text('差异', 'Differences') },
    seen: pages.reconciliation,
  },
  web_hook: {
    title: text('事件推送', 'Web hook'),
    figures: { event_count: text('事件', 'Events'), delivered_count: text('已送达', 'Delivered') },
    seen: pages.webHooks,
  },
  create_sample: { title: text('生成示例数据', 'Make sample data'), figures: {}, seen: pages.sampleData },
}
export const nameOf = (type: string): Text => kinds[type]?.title ?? text(type, type)

const countOf = (value: unknown): string | undefined =>
  Array.isArray(value)
    ? String(value.length)
    : typeof value === 'number' || typeof value === 'string'
      ? String(value)
      : undefined

/** What came of a job: its figures, the file of mistakes of an import, and the way to what it made. */
export function JobResult({ of, onOpen }: { of: Job; onOpen: () => void }) {
  const say = useSay()
  const kind = kinds[of.job_type]
  const result = (of.result ?? {}) as Readonly<Record<string, unknown>>
  const figures = Object.entries(kind?.figures ?? {}).flatMap(([name, title]) => {
    const value = countOf(result[name])
    return value === undefined ? [] : [{ name, title, value }]
  })
  const { excel_path } = result
  const acts: Act[] = [
    ...(typeof excel_path === 'string'
      ? [{ title: text('下载错误文件', 'Download the error file'), run: () => downloadAt(excel_path) }]
      : []),
    ...(kind?.seen && of.error_code === null && of.result
      ? [
          {
            title: text(`打开${kind.seen.title.zh}`, `Open: ${kind.seen.title.en}`),
            run: needing(kind.seen, () => {
              onOpen()
              openPage(kind.seen!)
            }),
          },
        ]
      : []),
  ]
  if (figures.length + acts.length === 0) return null
  return (
    <>
      <h3>{say(text('结果', 'Result'))}</h3>
      <dl className="qt-job-result">
        {figures.map(({ name, title, value }) => (
          <div key={name}>
            <dt>{say(title)}</dt>
            <dd className="qt-number">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="qt-toolbar">
        {acts.map(act => (
          <ActButton key={act.title.zh} act={act} />
        ))}
      </div>
    </>
  )
}
