import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { containerCalls, containerTypeCalls } from '../model/container.calls.ts'
import { containerType } from '../model/container.record.ts'
import { containerTypeExchange } from '../model/stock.exchange.ts'
import { ContainersTab } from './containers.tab.tsx'

/** Boxes and pallets, and the types they are of. */
export default function ContainerModelingPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'containers', title: text('容器', 'Containers'), page: <ContainersTab /> },
        {
          key: 'types',
          title: text('容器类型', 'Types'),
          page: (
            <PlainPage
              record={containerType}
              calls={containerTypeCalls}
              columns={[
                { name: 'code', width: 140 },
                { name: 'name', width: 180 },
                { name: 'specs', sort: false, width: 200 },
                { name: 'capacity', sort: false, width: 110 },
                { name: 'container_count', sort: false, width: 110 },
                { name: 'remark', sort: false },
              ]}
              name={row => `${row.code} ${row.name}`}
              mayChange={pages.containers}
              toolbar={list => (
                <ExchangeButtons
                  list={list}
                  exports={containerTypeCalls.export}
                  imports={containerTypeExchange}
                  refreshes={[containerTypeCalls.list, containerTypeCalls.detail, containerCalls.list]}
                />
              )}
            />
          ),
        },
      ]}
    />
  )
}
