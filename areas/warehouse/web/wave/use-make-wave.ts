import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { stockAnswers } from '../refreshes.ts'

/** Makes a wave of what is chosen. */
export function useMakeWave(): (of: In<typeof pickWaveCalls.add>) => Act {
  const make = useCommand(pickWaveCalls.add, { refreshes: [...stockAnswers, pickWaveCalls.list] })
  return of => ({ title: text('建拣货波次', 'Make a pick wave'), run: make.with(of) })
}
