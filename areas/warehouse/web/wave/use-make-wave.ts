import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import type { Ask } from '@qitao/platform/web/show/confirm.tsx'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { stockAnswers } from '../refreshes.ts'

/** Makes a wave of what is chosen; `ask`: before, where it takes more than that. */
export function useMakeWave(): (of: In<typeof pickWaveCalls.add>, ask?: Ask) => Act {
  const make = useCommand(pickWaveCalls.add, { refreshes: [...stockAnswers, pickWaveCalls.list] })
  return (of, ask) => ({ title: text('建拣货波次', 'Make a pick wave'), run: make.with(of), ask })
}
