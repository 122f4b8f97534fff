import type { Text } from '@qitao/core/text.ts'
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useSay } from '../session/language.ts'
import { Contained } from '../show/contained.tsx'
import './page-tabs.css'

interface PageTab {
  readonly key: string
  readonly title: Text
  readonly page: ReactNode
}
/** Parts of one page, one at a time. The address holds which, so that links and the back key find it; filters are each part's own. */
export function PageTabs({ tabs }: { tabs: readonly [PageTab, ...PageTab[]] }) {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const shown = tabs.find(tab => tab.key === search.get('tab')) ?? tabs[0]
  return (
    <div className="qt-page-tabs">
      <Tabs
        activeKey={shown.key}
        onChange={key => setSearch(key === tabs[0].key ? {} : { tab: key }, { replace: true })}
        items={tabs.map(({ key, title }) => ({ key, label: say(title) }))}
      />
      <div key={shown.key} className="qt-page-tab">
        <Contained>{shown.page}</Contained>
      </div>
    </div>
  )
}
