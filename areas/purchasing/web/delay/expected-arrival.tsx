import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { learntFrom, useSupplierDelay } from '@qitao/masterdata/web'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Form } from 'antd'

/** When it comes as its supplier usually does: half of the lines by the first day, nine of ten by the second. */
export function ExpectedArrival({
  eta,
  supplier_id,
}: {
  eta: number | null | undefined
  supplier_id: string | null | undefined
}) {
  const say = useSay()
  const dates = useOrgDate()
  const found = useSupplierDelay(supplier_id)
  if (!found || eta === null || eta === undefined) return <span className="qt-none">—</span>
  const { known } = found
  if (known === null)
    return (
      <span
        className="qt-none"
        title={say(text('{days}天内到齐不足{count}行', 'Fewer than {count} lines came in full within {days} days'), {
          count: found.least_lines,
          days: found.within_days,
        })}
      >
        {say(text('历史到货不足', 'Too few receipts so far'))}
      </span>
    )
  const from = say(learntFrom(known))
  // What is not here by now comes today at the earliest.
  const day = (late: number) => Math.max(dates.startOfDay(dates.today()), eta + late * daySeconds)
  return (
    <span
      title={known.of === 'supplier' ? from : say(text('按全部供应商：{from}', 'By all suppliers: {from}'), { from })}
    >
      <DayText of={day(known.p50_days)} /> ~ <DayText of={day(known.p90_days)} />
      {known.of === 'company' ? <span className="qt-secondary"> {say(text('（全体）', '(all)'))}</span> : null}
    </span>
  )
}

/** In an order, whose head names the supplier. */
export function OrderedExpected({ eta }: { eta: number | null | undefined }) {
  const supplier_id = Form.useWatch('supplier_id') as string | null | undefined
  return <ExpectedArrival eta={eta} supplier_id={supplier_id} />
}
