import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { MaterialTab } from './material.tab.tsx'
import { OrdersTab } from './orders.tab.tsx'
import { ProcessPricesTab } from './price/process-prices.tab.tsx'
import { SettlementTab } from './settlement.tab.tsx'
import { ToOutsourceTab } from './to-outsource.tab.tsx'

/** What suppliers make of our orders: what is to go to them, what they have, what they brought and are to be paid for. */
export default function OutsourcingPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'open', title: text('待委外', 'To outsource'), page: <ToOutsourceTab /> },
        { key: 'orders', title: text('委外单', 'Orders'), page: <OrdersTab /> },
        { key: 'material', title: text('供应商处物料', 'Material at suppliers'), page: <MaterialTab /> },
        { key: 'prices', title: text('加工单价', 'Prices'), page: <ProcessPricesTab /> },
        { key: 'settlement', title: text('结算', 'Settlement'), page: <SettlementTab /> },
      ]}
    />
  )
}
