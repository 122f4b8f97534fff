import type { UnplannedCause } from '@qitao/manufacturing/model/mo.record.ts'
import type { Say } from '@qitao/platform/web/language.ts'
import { causeOf } from '../model/refusals.ts'

/** Why an order could not be placed, naming what to mend. */
export function causeText({ cause, object_name }: Pick<UnplannedCause, 'cause' | 'object_name'>, say: Say): string {
  const words = causeOf(cause)
  return words ? say(words, { object: object_name ?? '' }) : cause
}
