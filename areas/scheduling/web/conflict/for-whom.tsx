import { text } from '@qitao/core/text.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { pages } from '@qitao/site/model/pages.ts'

interface ForWhomLineProps {
  of: {
    order_no: string | null
    customer_name: string | null
    promised_date: number | null
    delivery_date: number
  }
}
/** Customer and sales order of a work order, when it is due and what was promised. */
export function ForWhomLine({ of: { order_no, customer_name, promised_date, delivery_date } }: ForWhomLineProps) {
  const say = useSay()
  const { may } = useSession()
  return (
    <span className="qt-secondary">
      {order_no === null ? (
        say(text('备货', 'For stock'))
      ) : (
        <>
          {customer_name ? `${customer_name} · ` : null}
          {may(pages.salesOrders) && customer_name !== null ? (
            <button
              type="button"
              className="qt-link"
              onClick={() => openPage(pages.salesOrders, { keyword: order_no })}
            >
              {order_no}
            </button>
          ) : (
            order_no
          )}
        </>
      )}
      {say(text('；工单交期 ', '; due '))}
      <DayText of={delivery_date} />
      {promised_date === null ? null : (
        <>
          {say(text('，承诺客户 ', ', promised '))}
          <DayText of={promised_date} />
        </>
      )}
    </span>
  )
}
