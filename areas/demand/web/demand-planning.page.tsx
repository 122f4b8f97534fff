import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { ConfigsTab } from './config/configs.tab.tsx'
import { EventsTab } from './event/events.tab.tsx'
import { ForecastTab } from './forecast.tab.tsx'
import { GroupsTab } from './group/groups.tab.tsx'
import { HistoryTab } from './history.tab.tsx'
import { AccuracyTab } from './release/accuracy.tab.tsx'
import { ReleasesTab } from './release/releases.tab.tsx'

/** What will be asked for, and what was. */
export default function DemandPlanningPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'forecast', title: text('预测', 'Forecast'), page: <ForecastTab /> },
        { key: 'groups', title: text('分组', 'Groups'), page: <GroupsTab /> },
        { key: 'releases', title: text('发布', 'Releases'), page: <ReleasesTab /> },
        { key: 'accuracy', title: text('准确率', 'Accuracy'), page: <AccuracyTab /> },
        { key: 'configs', title: text('配置', 'Configs'), page: <ConfigsTab /> },
        { key: 'events', title: text('事件', 'Events'), page: <EventsTab /> },
        { key: 'history', title: text('历史', 'History'), page: <HistoryTab /> },
      ]}
    />
  )
}
