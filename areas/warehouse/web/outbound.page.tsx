import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { PickingTab } from './picking.tab.tsx'
import { ReceiptsTab } from './receipts.tab.tsx'
import { WavesTab } from './wave/waves.tab.tsx'

/** What leaves the warehouse: receipts, and what work orders wait for. Shipping has a page of its own. */
export default function OutboundPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'receipts', title: text('出库单', 'Goods issues'), page: <ReceiptsTab direction="outbound" /> },
        { key: 'picking', title: text('待领料', 'To pick'), page: <PickingTab /> },
        { key: 'waves', title: text('拣货波次', 'Pick waves'), page: <WavesTab /> },
      ]}
    />
  )
}
