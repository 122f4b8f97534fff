import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'

/** Hours, with two decimals at most. */
export function WorkHours({ seconds }: { seconds: number }) {
  const say = useSay()
  if (seconds === 0) return <span className="qt-none">—</span>
  return <Quantity value={String(Math.round((seconds / hourSeconds) * 100) / 100)} unit={say(text('小时', 'h'))} />
}
