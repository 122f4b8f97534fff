import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { SchemeRow } from '../../model/scheme/scheme.calls.ts'
import { sampling } from '../../model/scheme/scheme.status.ts'

type Of = Pick<SchemeRow, 'sampling' | 'sample_size' | 'inspection_level' | 'aql' | 'skip_after' | 'skip_one_in'>
/** How much of a lot is drawn, in few words. */
export function SamplingText({ of }: { of: Of }) {
  const say = useSay()
  const skips =
    of.skip_after && of.skip_one_in ? say(text('，跳批 1/{one}', ', skip-lot 1/{one}'), { one: of.skip_one_in }) : ''
  if (of.sampling === sampling.codes.fixed)
    return <>{say(text('抽 {n} 件', '{n} pieces'), { n: of.sample_size ?? '' }) + skips}</>
  if (of.sampling === sampling.codes.aql) return <>{`AQL ${of.aql} ${of.inspection_level}${skips}`}</>
  return <>{say(sampling.states.all) + skips}</>
}
