import { text } from '@qitao/core/text.ts'
import { hourSeconds, minuteSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useEffect, useState } from 'react'

const two = (n: number): string => String(n).padStart(2, '0')

/** Time that is left until then; told once when it is over. */
export function Countdown({ until, onEnd }: { until: number; onEnd?: () => void }) {
  const say = useSay()
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    setLeft(secondsTo(until))
    const timer = setInterval(() => {
      const rest = secondsTo(until)
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      onEnd?.()
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  if (left <= 0) return <span className="qt-promise-late">{say(text('已到期', 'over'))}</span>
  const hours = Math.floor(left / hourSeconds)
  const minutes = Math.floor((left % hourSeconds) / minuteSeconds)
  return (
    <span className={left < 3 * minuteSeconds ? 'qt-number qt-promise-late' : 'qt-number'} role="timer">
      {hours > 0 ? `${hours}:` : ''}
      {hours > 0 ? two(minutes) : minutes}:{two(left % minuteSeconds)}
    </span>
  )
}
const secondsTo = (until: number): number => Math.max(0, until - Math.floor(Date.now() / 1000))
