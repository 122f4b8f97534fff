import { text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'

const minuteSeconds = 60
/** Seconds in the largest unit that they fill. */
export function useDuration(): (seconds: number) => string {
  const say = useSay()
  const written = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 1 })
  return seconds =>
    seconds >= daySeconds
      ? say(text('{count} 天', '{count} d'), { count: written(seconds / daySeconds) })
      : seconds >= hourSeconds
        ? say(text('{count} 小时', '{count} h'), { count: written(seconds / hourSeconds) })
        : seconds >= minuteSeconds
          ? say(text('{count} 分', '{count} min'), { count: written(seconds / minuteSeconds) })
          : `${written(seconds)} s`
}
