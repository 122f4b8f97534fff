import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { FinishedTab } from './finished.tab.tsx'
import { ReceiptsTab } from './receipts.tab.tsx'

/** What comes into the warehouse: receipts, and finished goods that wait on the floor. Arrivals have a page of their own. */
export default function InboundPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'receipts', title: text('入库单', 'Goods receipts'), page: <ReceiptsTab direction="inbound" /> },
        { key: 'finished', title: text('待完工入库', 'Finished goods'), page: <FinishedTab /> },
      ]}
    />
  )
}
