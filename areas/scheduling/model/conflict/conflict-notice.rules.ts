import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type Conflict, conflictKey } from './conflict.rules.ts'
import { conflictWords } from './conflict-words.ts'

/** Of reports that are overdue planners hear once in so long: the clock makes one after the other. */
const overdueEvery = hourSeconds
/** Causes that a notice names; how many there are it says. */
const mostNamed = 2

export interface ToldBefore {
  readonly keys: ReadonlySet<string>
  /** When reports were told to be overdue. */
  readonly overdue_told_time: Instant
}
export interface ToTell {
  /** Nobody was told of these. Empty: nothing is to be told. */
  readonly fresh: readonly Conflict[]
  readonly gone_keys: readonly string[]
  readonly overdue_told_time: Instant
}

/** What of the conflicts of now is new to those who were told before. A conflict that has gone and comes again is new. */
export function toTell(conflicts: readonly Conflict[], before: ToldBefore, now: Instant): ToTell {
  const keys = new Set(conflicts.map(conflictKey))
  const unknown = conflicts.filter(one => !before.keys.has(conflictKey(one)))
  const isOverdue = ({ kind }: Conflict) => kind === 'report'
  // Overdue reports come along with what else is told, or by themselves when it is time.
  const tellsOverdue = unknown.some(one => !isOverdue(one)) || now - before.overdue_told_time >= overdueEvery
  const fresh = tellsOverdue ? unknown : []
  return {
    fresh,
    gone_keys: [...before.keys].filter(key => !keys.has(key)),
    overdue_told_time: fresh.some(isOverdue) ? now : before.overdue_told_time,
  }
}

/** What planners read: how many are new, the first of them with their orders, and how many there are in all. */
export function conflictNotice(
  fresh: readonly Conflict[],
  total: number,
  numberOf: (mo_id: string) => string,
  zone: string,
): Text {
  const named = fresh.slice(0, mostNamed)
  const list = (language: 'zh' | 'en') =>
    named.map(one => `${numberOf(one.mo_id)} ${conflictWords(one, language, zone).cause}`)
  const more = fresh.length - named.length
  const [zh, en] = [list('zh').join('；'), list('en').join('; ')]
  return text(
    `计划有${fresh.length}处新冲突（共${total}处）：${zh}${more > 0 ? `；另有${more}处` : ''}`,
    `${fresh.length} new ${fresh.length === 1 ? 'conflict' : 'conflicts'} of the plan (${total} in all): ${en}${more > 0 ? `; and ${more} more` : ''}`,
  )
}
