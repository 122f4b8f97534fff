import { PauseCircleOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { pauseReason } from '../../model/pause/pause.status.ts'
import type { TaskRow } from '../../model/report.calls.ts'

/** That a task rests, since when and why; nothing when it does not. */
export function Paused({ of }: { of: Pick<TaskRow, 'paused_since' | 'pause_reason'> }) {
  const say = useSay()
  if (of.paused_since === null || of.pause_reason === null) return null
  return (
    <span className="qt-warns">
      <PauseCircleOutlined aria-hidden /> {say(text('已暂停', 'Paused'))} · {say(pauseReason.stateOf(of.pause_reason))}{' '}
      · <Instant at={of.paused_since} />
    </span>
  )
}
