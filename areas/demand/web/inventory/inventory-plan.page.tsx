import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { AbcXyzTab } from './abc-xyz.tab.tsx'
import { InventoryPlansTab } from './inventory-plans.tab.tsx'

/** How much is to lie there of what: parameters and points, what is in use against it, and the classes. */
export default function InventoryPlanPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'analysis', title: text('库存分析', 'Analysis'), page: <InventoryPlansTab of="all" /> },
        {
          key: 'reconciliation',
          title: text('库存对账', 'Reconciliation'),
          page: <InventoryPlansTab of="different" />,
        },
        { key: 'abc_xyz', title: text('ABC-XYZ分类', 'ABC-XYZ'), page: <AbcXyzTab /> },
      ]}
    />
  )
}
