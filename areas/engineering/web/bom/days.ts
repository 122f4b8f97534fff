import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import type { Validity } from '../../model/bom/bom.rules.ts'

/** Within which days something is valid, in words: the last one named is the first on which it no longer is. Empty: on all. */
export function useDays(): (of: Validity) => string {
  const say = useSay()
  const { dayOf } = useOrgDate()
  return ({ valid_from, expiry_time }) => {
    if (valid_from === null) {
      return expiry_time === null
        ? ''
        : say(text('{until}前有效', 'valid before {until}'), { until: dayOf(expiry_time) })
    }
    const from = dayOf(valid_from)
    return expiry_time === null
      ? say(text('{from}起有效', 'valid from {from}'), { from })
      : say(text('{from}起、{until}前有效', 'valid from {from}, before {until}'), { from, until: dayOf(expiry_time) })
  }
}
