import { text } from '@qitao/core/text.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { showInquiry } from '../model/inquiry.calls.ts'
import { type InquiryRow, inquiry } from '../model/inquiry.record.ts'
import { inquiryStatus } from '../model/inquiry.status.ts'
import { Countdown } from './countdown.tsx'
import { DisplacedOrders } from './displaced.tsx'
import { LineAnswer } from './line-answer.tsx'
import { answers, useInquiryActs } from './use-inquiry-acts.ts'

/** The answer to one inquiry, with the time for which it is kept. */
export function InquiryDrawer({
  id,
  onOpen,
  onClose,
}: {
  id: string
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const say = useSay()
  const detail = useCall(showInquiry, { inquiry_id: id })
  const { confirmActs } = useInquiryActs(onOpen)
  const record = detail.data?.record
  return (
    <DetailDrawer
      open
      wide
      title={record ? `${say(text('询单', 'Inquiry'))} ${record.no}` : text('询单', 'Inquiry')}
      onClose={onClose}
      history={record && { of: inquiry, id: record.id }}
      actions={record ? confirmActs(record) : []}
    >
      {detail.error ? (
        <ErrorState failure={detail.error} retry={detail.refetch} />
      ) : !record ? (
        <RowsSkeleton />
      ) : (
        <>
          <Facts
            of={inquiry}
            row={record}
            names={['status', 'customer_id', 'requested_date', 'promise_date', 'material_status', 'delivery_status']}
            more={[{ title: text('订单', 'Order'), value: record.order_no }, ...keptFor(record)]}
          />
          <DisplacedOrders of={record} />
          <Related kind="inquiry" id={record.id} />
          {detail.data!.lines.map(line => (
            <LineAnswer key={line.id} line={line} mode={record.mode} />
          ))}
        </>
      )}
    </DetailDrawer>
  )
}

function keptFor(record: InquiryRow) {
  if (record.status !== inquiryStatus.codes.pending) return []
  const over = () => void refresh(...answers)
  return [
    {
      title: text('保留剩余', 'Held for'),
      value: <Countdown until={record.result_kept_until} onEnd={over} />,
    },
  ]
}
