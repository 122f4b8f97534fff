import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'

/** Where a planned finish would stand: the plan knows of a part only, and what is on no work order is finished by none. */
export function OnNoOrder({ quantity }: { quantity: string }) {
  const say = useSay()
  return (
    <span className="qt-late">
      {say(text('{quantity} 未转工单', '{quantity} on no MO'), { quantity: formatQuantity(quantity) })}
    </span>
  )
}
