import { text } from '@qitao/core/text.ts'
import { MailGoing } from '@qitao/document-kit/web'
import { refreshAnd, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useRef, useState } from 'react'
import { listConfirmLinks } from '../../model/answer/supplier-answer.calls.ts'
import { listComingParts } from '../../model/coming/coming.calls.ts'
import { expediteLines } from '../../model/line/expedite.calls.ts'
import { expedite } from '../../model/line/expedite.record.ts'
import { listArrivals, listPurchaseOrders, showPurchaseOrder } from '../../model/purchase-order.calls.ts'
import { LinesShown } from './lines-shown.tsx'
import type { OpenLine } from './open-line.ts'

export const expediteRefreshes = [
  listArrivals,
  listPurchaseOrders,
  showPurchaseOrder,
  listConfirmLinks,
  listComingParts,
]
interface Wanted {
  wished_date: number | null
  remark: string | null
  to: string | null
  language: 'zh' | 'en'
  expire_days: number
  shows_prices: boolean
}

/** Lines of one order are wished for earlier; the supplier hears of it by mail, with the link by which he answers. */
export function ExpediteDialog({ lines, onClose }: { lines: readonly OpenLine[]; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const { order_id, order_no: no, row_version } = lines[0]!
  const [job, setJob] = useState<string>()
  // The form closes when its command is done; the sending goes on in its place.
  const isSending = useRef(false)
  const order = useDocument(showPurchaseOrder, { id: order_id })
  const ask = useCommand(expediteLines, {
    refreshes: expediteRefreshes,
    success: text('已记录催货', 'Expedited'),
    done: ({ job_id }) => {
      if (job_id === null) return
      isSending.current = true
      setJob(job_id)
    },
  })
  const title = text(`催货 ${no}`, `Expedite ${no}`)
  if (job !== undefined)
    return <MailGoing job={job} no={no} title={title} refreshes={expediteRefreshes} onClose={onClose} />
  if (!order.data) return null
  const { supplier_email } = order.data.record
  const values: Wanted = {
    ...{ wished_date: null, remark: null, to: supplier_email, language },
    ...{ expire_days: 7, shows_prices: false },
  }
  return (
    <DialogForm<Wanted>
      open
      title={title}
      values={values}
      save={saveWith(
        ask,
        ({ wished_date, ...given }: Wanted) => ({
          ...{ id: order_id, row_version, line_ids: lines.map(line => line.line_id) },
          ...{ ...given, wished_date: wished_date! },
        }),
        text('催货', 'Expedite'),
      )}
      reload={refreshAnd(expediteRefreshes, onClose)}
      onClose={() => {
        if (!isSending.current) onClose()
      }}
    >
      <LinesShown lines={lines} />
      <Field of={expedite} name="wished_date" autoFocus />
      <Field of={expedite} name="remark" wide />
      <Field of={expedite} name="to" />
      <Field of={expedite} name="language" />
      <Field of={expedite} name="expire_days" />
      <Field of={expedite} name="shows_prices" />
      <p className="qt-secondary">
        {say(
          text(
            '邮件附采购订单和确认链接，供应商在链接里看到希望到货日并答复。邮箱留空只记录，不发邮件。答复前，列表和明细显示希望到货日。',
            'The mail has the order and the link by which the supplier sees the day and answers. Without an address it is only noted. Until he has answered, lists and lines show the day.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
