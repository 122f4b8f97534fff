import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { supplierExchange } from '../model/masterdata.exchange.ts'
import { supplierKind } from '../model/partner/partner-kind.status.ts'
import { supplierCalls } from '../model/partner/supplier.calls.ts'
import { type SupplierRow, supplier } from '../model/partner/supplier.record.ts'
import { OrgLinksButton } from './org-links.drawer.tsx'
import { SupplierDelay } from './supplier-delay.tsx'
import { SupplierOfferDrawer } from './supplier-offer.drawer.tsx'

export default function SupplierPage() {
  const say = useSay()
  const [shown, setShown] = useState<SupplierRow>()
  return (
    <>
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
          {
            ...{ name: 'offer', title: text('供货与产能', 'Supplies'), width: 110, opens: setShown },
            render: () => say(text('查看', 'View')),
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
      {shown ? <SupplierOfferDrawer supplier={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}
