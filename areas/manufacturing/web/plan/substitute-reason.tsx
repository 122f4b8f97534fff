import { convert } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import type { MoAssignmentRow } from '../../model/plan/material-plan.calls.ts'

/** Which material stands for the component, and why this one: chosen by hand, or the component was short and it comes next. */
export function SubstituteReason({ of, unit }: { of: MoAssignmentRow; unit: string }) {
  const say = useSay()
  const { dayOf } = useOrgDate()
  if (!of.substitute) return null
  const { priority, ratio, covers, expiry_time, approved_by_name } = of.substitute
  const short = { quantity: convert(covers, '1', '1'), unit, priority, ratio: convert(ratio, '1', '1') }
  const parts = [
    of.manual
      ? say(text('人工选用，顶替{quantity} {unit}', 'chosen by hand, for {quantity} {unit}'), short)
      : say(text('主料不足，顶替{quantity} {unit}', 'the component is short of {quantity} {unit}'), short),
    priority !== null && say(text('第{priority}优先', 'priority {priority}'), short),
    say(text('1 用 {ratio}', '{ratio} for 1'), short),
    expiry_time !== null && say(text('有效至{day}前', 'valid before {day}'), { day: dayOf(expiry_time) }),
    approved_by_name !== null && say(text('{name}批准', 'approved by {name}'), { name: approved_by_name }),
  ]
  return (
    <span className="qt-secondary">
      {' '}
      {say(text('替代', 'substitute'))} {of.material_code} {of.material_name}（
      {parts.filter(part => part !== false).join('，')}）
    </span>
  )
}
