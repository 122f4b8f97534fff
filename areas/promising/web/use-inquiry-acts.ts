import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { countSalesOrders, listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import {
  askInquiry,
  cancelInquiry,
  confirmInquiry,
  extendInquiry,
  listInquiries,
  showInquiry,
} from '../model/inquiry.calls.ts'
import type { InquiryRow } from '../model/inquiry.record.ts'
import { inquiryStatus, promiseMode } from '../model/inquiry.status.ts'

/** Minutes by which one press keeps an answer longer. */
const longer = 30
export const answers = [listInquiries, showInquiry]

/** What can be done with an inquiry, in the list and beside its answer. `onOpen`: shows an answer. */
export function useInquiryActs(onOpen: (id: string) => void): { confirmActs: (row: InquiryRow) => Act[] } {
  const confirm = useCommand(confirmInquiry, { refreshes: [...answers, listSalesOrders, countSalesOrders] })
  const extend = useCommand(extendInquiry, { refreshes: answers })
  const cancel = useCommand(cancelInquiry, { refreshes: answers })
  const again = useCommand(askInquiry, {
    refreshes: answers,
    success: null,
    done: ({ inquiry }) => onOpen(inquiry.id),
  })
  const confirmActs = (row: InquiryRow): Act[] => {
    if (row.status === inquiryStatus.codes.confirmed) {
      const keyword = row.order_no
      return [
        {
          title: text('打开订单', 'Open order'),
          run: needing(pages.salesOrders, () => openPage(pages.salesOrders, { keyword })),
        },
      ]
    }
    const status = row.status
    const takesFrom = row.displaced.map(one =>
      [one.no, one.customer_name, one.level, `−${formatQuantity(one.quantity)} ${one.material_code}`]
        .filter(Boolean)
        .join(' · '),
    )
    const other = row.mode === 'full' ? 'parts' : 'full'
    const ask = (mode: 'full' | 'parts') => {
      const { order_id, hold_minutes, may_displace } = row
      return again.with({ order_id, mode, hold_minutes, may_displace })
    }
    const acts = [
      act(inquiryStatus, 'confirm', status, confirm.with({ inquiry_id: row.id, displaces: takesFrom.length > 0 }), {
        title: text('确认', 'Confirm'),
        // Never silently: who loses what is read before.
        ...(takesFrom.length > 0
          ? {
              ask: {
                title: text('从这些订单取走物料并确认？', 'Take it from these orders, and confirm?'),
                objects: takesFrom,
                ok: text('取走并确认', 'Take and confirm'),
                cancel: text('返回', 'Back'),
              },
            }
          : {}),
        ...(row.promise_date === null && status === inquiryStatus.codes.pending
          ? { whyNot: text('有明细不能全部承诺', 'Not all of it can be promised') }
          : {}),
      }),
      act(inquiryStatus, 'extend', status, extend.with({ inquiry_id: row.id, minutes: longer }), {
        title: text(`延长保留${longer}分钟`, `Keep ${longer} min longer`),
      }),
      act(inquiryStatus, 'ask_again', status, ask(row.mode as 'full' | 'parts')),
      {
        title: text(`改为${promiseMode.states[other].zh}`, `Ask ${promiseMode.states[other].en.toLowerCase()}`),
        run: ask(other),
      },
      act(inquiryStatus, 'cancel', status, cancel.with({ inquiry_id: row.id }), {
        title: text('取消询单', 'Cancel inquiry'),
        danger: true,
        ask: {
          title: text('取消询单', 'Cancel inquiry'),
          objects: [row.no],
          ok: text('取消询单', 'Cancel the inquiry'),
          cancel: text('返回', 'Back'),
        },
      }),
    ]
    return status === inquiryStatus.codes.cancelled ? acts.filter(({ whyNot }) => !whyNot) : acts
  }
  return { confirmActs }
}
