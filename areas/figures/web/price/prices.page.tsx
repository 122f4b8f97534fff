import { text } from '@qitao/core/text.ts'
import { MachineRatesTab } from '@qitao/masterdata/web'
import { ProcessPricesTab } from '@qitao/outsourcing/web'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { UnitPricesTab } from '@qitao/purchasing/web'
import { SalesPricesTab } from '@qitao/sales/web'
import { pages } from '@qitao/site/model/pages.ts'
import { RatesTab } from '@qitao/wages/web'
import { PriceProposalsTab } from './price-proposals.tab.tsx'

/** What everything costs and is sold for, and from when on: each list is kept by the area that reads it. */
export default function PricesPage() {
  const { may } = useSession()
  return (
    <PageTabs
      tabs={[
        { key: 'purchase', title: text('采购', 'Purchase'), page: <UnitPricesTab /> },
        { key: 'sales', title: text('销售', 'Sales'), page: <SalesPricesTab /> },
        { key: 'outsourcing', title: text('委外加工', 'Outsourcing'), page: <ProcessPricesTab /> },
        ...(may(pages.wages) ? [{ key: 'labour', title: text('人工', 'Labour'), page: <RatesTab /> }] : []),
        { key: 'machine', title: text('设备', 'Machine'), page: <MachineRatesTab /> },
        { key: 'proposals', title: text('调价申请', 'Proposals'), page: <PriceProposalsTab /> },
      ]}
    />
  )
}
