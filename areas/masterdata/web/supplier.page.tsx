import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { supplierExchange } from '../model/masterdata.exchange.ts'
import { supplierKind } from '../model/partner-kind.status.ts'
import { supplierCalls } from '../model/supplier.calls.ts'
import { supplier } from '../model/supplier.record.ts'
import { OrgLinksButton } from './org-links.drawer.tsx'
import { SupplierDelay } from './supplier-delay.tsx'

export default function SupplierPage() {
  return (
    <PlainPage
      record={supplier}
      calls={supplierCalls}
      columns={[
        'code',
        'name',
        { name: 'partner_kind', width: 130 },
        { name: 'lead_time', sort: false },
        {
          ...{ name: 'delay', title: text('到货延迟', 'Delay'), width: 214 },
          render: row => <SupplierDelay supplier_id={row.id} />,
        },
        { name: 'contact', sort: false, width: 120 },
        { name: 'phone', sort: false, width: 140 },
        { name: 'email', sort: false, hidden: true },
        { name: 'address', sort: false, width: 240 },
        { name: 'currency', sort: false, width: 90 },
        { name: 'tax_rate', sort: false, width: 90 },
        'status',
        { name: 'remark', hidden: true },
      ]}
      filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
      name={row => `${row.code} ${row.name}`}
      mayChange={pages.suppliers}
      blank={{ partner_kind: supplierKind.codes.supplier, status: enabledStatus.codes.enabled, lead_time: 0 }}
      toolbar={list => (
        <>
          <OrgLinksButton side="supplier" />
          <ExchangeButtons
            list={list}
            exports={supplierCalls.export}
            imports={supplierExchange}
            refreshes={[supplierCalls.list, supplierCalls.detail]}
          />
        </>
      )}
    />
  )
}
