import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { ConfigsTab } from './config/configs.tab.tsx'
import { ForecastTab } from './forecast.tab.tsx'
import { HistoryTab } from './history.tab.tsx'

/** What will be asked for, and what was. */
export default function DemandPlanningPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'forecast', title: text('预测', 'Forecast'), page: <ForecastTab /> },
        { key: 'configs', title: text('配置', 'Configs'), page: <ConfigsTab /> },
        { key: 'history', title: text('历史', 'History'), page: <HistoryTab /> },
      ]}
    />
  )
}
