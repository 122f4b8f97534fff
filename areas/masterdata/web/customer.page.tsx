import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { customerExchange } from '../model/masterdata.exchange.ts'
import { customerCalls } from '../model/partner/customer.calls.ts'
import { customer } from '../model/partner/customer.record.ts'
import { customerKind } from '../model/partner/partner-kind.status.ts'
import { OrgLinksButton } from './org-links.drawer.tsx'

export default function CustomerPage() {
  return (
    <PlainPage
      record={customer}
      calls={customerCalls}
      columns={[
        'code',
        'name',
        { name: 'partner_kind', width: 130 },
        { name: 'level', sort: false, width: 80 },
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
      mayChange={pages.customers}
      blank={{ partner_kind: customerKind.codes.customer, status: enabledStatus.codes.enabled }}
      toolbar={list => (
        <>
          <OrgLinksButton side="customer" />
          <ExchangeButtons
            list={list}
            exports={customerCalls.export}
            imports={customerExchange}
            refreshes={[customerCalls.list, customerCalls.detail]}
          />
        </>
      )}
    />
  )
}
