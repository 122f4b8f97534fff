import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { PeriodsTab } from './periods.tab.tsx'
import { GradesTab, RatesTab } from './rates.tab.tsx'
import { SheetsTab } from './sheets.tab.tsx'

/** Who gets how much for which period, and what decides it. */
export default function WagesPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'sheets', title: text('工资', 'Wages'), page: <SheetsTab /> },
        { key: 'periods', title: text('工资期间', 'Periods'), page: <PeriodsTab /> },
        { key: 'rates', title: text('工资单价', 'Rates'), page: <RatesTab /> },
        { key: 'grades', title: text('人员等级', 'Grades'), page: <GradesTab /> },
      ]}
    />
  )
}
