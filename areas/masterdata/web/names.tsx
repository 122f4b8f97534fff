import { useLanguage } from '@qitao/platform/web/session/language.ts'

/** Names in a cell, cut where it ends; all of them on hover. */
export function Names({ of }: { of: readonly string[] }) {
  const language = useLanguage()
  if (of.length === 0) return <span className="qt-none">—</span>
  const all = of.join(language === 'zh' ? '、' : ', ')
  return (
    <span className="qt-heading" title={all}>
      {all}
    </span>
  )
}
