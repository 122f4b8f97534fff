import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { warehouseCalls } from '../model/warehouse.calls.ts'
import { warehouse } from '../model/warehouse.record.ts'
import { FixedBinsTab } from './fixed-bins.tab.tsx'
import { LocationsTab } from './locations.tab.tsx'

/** Warehouses and the bins in them. */
export default function WarehouseLocationPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'locations', title: text('库位', 'Bins'), page: <LocationsTab /> },
        { key: 'fixed', title: text('固定库位', 'Fixed bins'), page: <FixedBinsTab /> },
        {
          key: 'warehouses',
          title: text('仓库', 'Warehouses'),
          page: (
            <PlainPage
              record={warehouse}
              calls={warehouseCalls}
              columns={[
                { name: 'code', width: 140 },
                'name',
                'type',
                { name: 'location_count', sort: false },
                'status',
                { name: 'address', sort: false },
                { name: 'remark', sort: false, hidden: true },
              ]}
              filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
              name={row => `${row.code} ${row.name}`}
              mayChange={pages.locations}
              blank={{ type: 'normal', status: enabledStatus.codes.enabled }}
              toolbar={list => <ExchangeButtons list={list} exports={warehouseCalls.export} />}
            />
          ),
        },
      ]}
    />
  )
}
