import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'

const decimals = 2
export const hoursOf = (seconds: number): string => String(Number((seconds / hourSeconds).toFixed(decimals)))

/** Working time in hours. */
export function HoursText({ seconds }: { seconds: number }) {
  const say = useSay()
  return <span className="qt-number">{say(text('{hours} 小时', '{hours} h'), { hours: hoursOf(seconds) })}</span>
}
