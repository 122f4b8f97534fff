import { text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import type { Say } from '@qitao/platform/web/session/language.ts'

/** A length of time as people say it: days and hours, or minutes when it is short. */
export function lengthText(seconds: number, say: Say): string {
  const hours = Math.round(seconds / hourSeconds)
  if (hours === 0) return say(text('{n}分', '{n} min'), { n: Math.round(seconds / 60) })
  const days = Math.floor(hours / (daySeconds / hourSeconds))
  const rest = hours % (daySeconds / hourSeconds)
  if (days === 0) return say(text('{rest}小时', '{rest} h'), { rest })
  return rest === 0
    ? say(text('{days}天', '{days} d'), { days })
    : say(text('{days}天{rest}小时', '{days} d {rest} h'), { days, rest })
}

/** Signed: more is later. Nothing when nothing changes. */
export const differenceText = (seconds: number, say: Say): string =>
  seconds === 0 ? '' : `${seconds > 0 ? '+' : '−'}${lengthText(Math.abs(seconds), say)}`
