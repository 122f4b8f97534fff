import type { UnplannedCause } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { causeText as sentenceOf } from '@qitao/manufacturing/model/plan/unplanned.ts'
import type { Say } from '@qitao/platform/web/session/language.ts'

/** Why an order could not be placed, naming what to mend. */
export const causeText = ({ cause, object_name }: Pick<UnplannedCause, 'cause' | 'object_name'>, say: Say): string =>
  say(sentenceOf(cause), { object: object_name ?? '' })
