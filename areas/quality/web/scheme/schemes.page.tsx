import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { ItemsTab } from './items.tab.tsx'
import { MethodsTab } from './methods.tab.tsx'
import { SchemesTab } from './schemes.tab.tsx'

/** What is inspected of which goods, and by which methods. */
export default function SchemesPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'schemes', title: text('质检方案', 'QC plans'), page: <SchemesTab /> },
        { key: 'methods', title: text('质检方法库', 'QC methods'), page: <MethodsTab /> },
        { key: 'items', title: text('质检项', 'QC items'), page: <ItemsTab /> },
      ]}
    />
  )
}
