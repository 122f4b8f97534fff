import { text } from '@qitao/core/text.ts'
import { DocumentList, materialsColumn } from '@qitao/document-kit/web'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { type QuotationRow, quotationCalls, quotations } from '../../model/quotation/quotation.calls.ts'
import { quotationStatus } from '../../model/quotation/quotation.status.ts'
import { quotationActs } from './quotation-acts.tsx'

const { sent, init } = quotationStatus.codes
const isOpen = ({ status }: QuotationRow) => status === sent || status === init

/** What customers were offered, how long it holds, and what became of it. */
export default function QuotationListPage() {
  return (
    <DocumentList
      of={quotations}
      edit={pages.editQuotation}
      payload={quotation => (quotation ? { type: 'edit', no: quotation.no } : { type: 'add' })}
      columns={[
        { name: 'no', width: 130 },
        { name: 'status', width: 100 },
        { name: 'customer_id', width: 150 },
        materialsColumn,
        { name: 'gross_amount', width: 130, unit: row => row.currency, sort: false },
        { name: 'quote_date', width: 110 },
        {
          name: 'valid_until',
          width: 180,
          render: row => <DueDate day={row.valid_until} done={!isOpen(row)} />,
        },
        {
          name: 'order_id',
          width: 140,
          sort: false,
          render: row =>
            row.order_id && row.order_no ? <RecordLink kind="sales_order" id={row.order_id} no={row.order_no} /> : '—',
        },
        { name: 'lost_reason', width: 160, sort: false },
        {
          name: 'created_by_name',
          title: text('报价人', 'Quoted by'),
          width: 100,
          sort: false,
          render: row => row.created_by_name ?? '—',
        },
        { name: 'approval_status', width: 90, sort: false },
      ]}
      hidden={['total_amount', 'tax_amount', 'contact', 'customer_inquiry_no', 'sent_time', 'mailed_to', 'remark']}
      filters={['customer_id', 'material_id', 'timestamp_range']}
      acts={quotationActs}
      alsoActs={({ no }) => [
        {
          title: text('复制', 'Copy'),
          run: needing(quotationCalls.add, () => openEdit(pages.editQuotation, { type: 'copy', copyNo: no })),
        },
      ]}
    />
  )
}
