import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { DemandTab } from './demand.tab.tsx'
import { OrdersTab } from './orders.tab.tsx'
import { RequestsTab } from './requests.tab.tsx'
import { ScoreTab } from './score/score.tab.tsx'

/** What must be bought, and what is being bought. */
export default function PurchasePage() {
  return (
    <PageTabs
      tabs={[
        { key: 'demand', title: text('需求', 'Demand'), page: <DemandTab /> },
        { key: 'requests', title: text('采购申请', 'Requests'), page: <RequestsTab /> },
        { key: 'orders', title: text('采购订单', 'Purchase orders'), page: <OrdersTab /> },
        { key: 'score', title: text('供应商评分', 'Supplier score'), page: <ScoreTab /> },
      ]}
    />
  )
}
