import { type Text, text } from '@qitao/core/text.ts'
import type { Ask } from '@qitao/platform/web/show/confirm.tsx'

/** What is asked once a new version is saved, which has no effect yet. `usedBy`: who goes by it beside the work orders. */
export const draftSaved = (what: Text, usedBy: Text): Ask => ({
  title: {
    zh: `${what.zh}已保存为草稿，尚未生效`,
    en: `${what.en} saved as a draft, which has no effect yet`,
  },
  detail: {
    zh: `发布后才用于工单和${usedBy.zh}；发布后不可修改。`,
    en: `Work orders and ${usedBy.en} go by it once it is released; it can then no longer be changed.`,
  },
  ok: text('立即发布', 'Release now'),
  cancel: text('稍后发布', 'Later'),
})
