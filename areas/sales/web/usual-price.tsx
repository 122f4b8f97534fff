import { farFrom, percentOf } from '@qitao/core/far-from.ts'
import { formatQuantity, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { queryUsualPrices, usualPriceDays } from '../model/usual-price.calls.ts'
import './sales.css'

/** What a product was sold at in the last twelve months, and how far the price of the line lies from it. */
export function UsualPrice({
  material_id,
  price,
  order_id,
}: {
  material_id: string
  price?: string | null | undefined
  order_id: string | null
}) {
  const say = useSay()
  const currency = (Form.useWatch('currency') || null) as string | null
  const found = useCall(queryUsualPrices, { material_ids: [material_id], currency, order_id })
  const usual = found.data?.result[0]
  if (!usual || usual.median_price === null) return <span className="qt-none">—</span>
  const { median_price: median, line_count: count } = usual
  const share = typeof price === 'string' && isQuantity(price) ? farFrom(price, median) : undefined
  return (
    <span className="qt-usual-price">
      <span className="qt-secondary">
        {say(text('中位价 {median}（{days}天，{count}行）', 'Median {median} ({days} d, {count} lines)'), {
          ...{ median: formatQuantity(median), days: usualPriceDays, count },
        })}
      </span>
      {share === undefined ? null : (
        <span className="qt-usual-price-far">
          {say(text('偏离中位价 {share}', '{share} against the median'), { share: percentOf(share) })}
        </span>
      )}
    </span>
  )
}
