import { type NoticeCaseStatusCode, noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { isLess } from '@qitao/core/quantity.ts'
import { addDays, dayOf, hourSeconds, type Instant, instantAt, minuteSeconds, wallTime } from '@qitao/core/time.ts'
import { recordKinds } from '../record-kinds.ts'
import { type Fact, type NoticeEventName, noticeEventOf } from './notice-events.ts'

export const mostNoticeRules = 50
/** Of one rule so many matters are told of at a time, the worst first. */
export const mostCases = 200
/** More new ones than this for one member are one line under the bell. */
export const mostLines = 5

export interface NoticeRule {
  readonly id: string
  readonly name: string
  readonly event: NoticeEventName
  readonly threshold: number
  readonly least_value: string | null
  readonly to_owner: boolean
  readonly role_ids: readonly string[]
  readonly user_ids: readonly string[]
  readonly by_mail: boolean
  readonly by_hook: boolean
  readonly raise_hours: number | null
  readonly raise_role_ids: readonly string[]
  readonly raise_user_ids: readonly string[]
  readonly quiet_from: number | null
  readonly quiet_until: number | null
}
export interface OpenCase {
  readonly id: string
  readonly rule_id: string
  readonly event: NoticeEventName
  readonly object_id: string
  readonly status: NoticeCaseStatusCode
  readonly opened_time: Instant
  readonly raised_time: Instant | null
}
/** Who may be told. */
export interface Hearer {
  readonly user_id: string
  readonly is_admin: boolean
  readonly role_ids: readonly string[]
  readonly pages: ReadonlySet<string>
  readonly own_data_only: boolean
}
export interface Opened {
  readonly rule: NoticeRule
  readonly fact: Fact
  readonly told_ids: readonly string[]
}
export interface Raised {
  readonly case_id: string
  readonly rule: NoticeRule
  readonly fact: Fact
  readonly told_ids: readonly string[]
}

/** The matters that a rule means, the worst first. */
export function mattersOf(
  { event, threshold, least_value }: Pick<NoticeRule, 'event' | 'threshold' | 'least_value'>,
  facts: readonly Fact[],
): Fact[] {
  const { from } = noticeEventOf(event)
  return facts
    .filter(({ measure }) => (from ? measure >= threshold : measure <= threshold))
    .filter(({ value }) => least_value === null || (value !== null && !isLess(value, least_value)))
    .toSorted((a, b) => (from ? b.measure - a.measure : a.measure - b.measure) || (a.no < b.no ? -1 : 1))
}

/** Whether these pages show what is told of. */
export const isOpenedBy = (pages: ReadonlySet<string>, event: NoticeEventName): boolean =>
  recordKinds[noticeEventOf(event).kind].opens.some(({ page }) => pages.has(page.path))
/** Whether the member may open what is told of: nobody hears of documents that the own pages do not show. */
function maySee({ pages, own_data_only, user_id }: Hearer, event: NoticeEventName, fact: Fact): boolean {
  const isInScope = !noticeEventOf(event).hasScope || !own_data_only || fact.owner_ids.includes(user_id)
  return isInScope && isOpenedBy(pages, event)
}
const heardBy = (
  event: NoticeEventName,
  fact: Fact,
  hearers: readonly Hearer[],
  asked: (hearer: Hearer) => boolean,
): string[] => {
  const able = hearers.filter(hearer => maySee(hearer, event, fact))
  const told = able.filter(asked)
  // What nobody named may see does not go unheard.
  return (told.length > 0 ? told : able.filter(({ is_admin }) => is_admin)).map(({ user_id }) => user_id)
}
const names = (hearer: Hearer, user_ids: readonly string[], role_ids: readonly string[]): boolean =>
  user_ids.includes(hearer.user_id) || hearer.role_ids.some(id => role_ids.includes(id))

/** What is new, what is over, and what goes to the next one because nobody has answered. */
export function noticeChanges(
  rules: readonly NoticeRule[],
  facts: ReadonlyMap<NoticeEventName, readonly Fact[]>,
  open: readonly OpenCase[],
  hearers: readonly Hearer[],
  now: Instant,
): { readonly opened: Opened[]; readonly over_ids: string[]; readonly raised: Raised[] } {
  const opened: Opened[] = []
  const raised: Raised[] = []
  const lasting = new Set<string>()
  const ofRule = Map.groupBy(open, ({ rule_id }) => rule_id)
  for (const rule of rules) {
    const matters = mattersOf(rule, facts.get(rule.event) ?? [])
    const byObject = new Map(matters.map(fact => [fact.object_id, fact]))
    // What it told of before it was given another event is over.
    const held = (ofRule.get(rule.id) ?? []).filter(({ event }) => event === rule.event)
    const known = new Set(held.map(({ object_id }) => object_id))
    const place = Math.max(0, mostCases - held.filter(({ object_id }) => byObject.has(object_id)).length)
    for (const fact of matters.filter(({ object_id }) => !known.has(object_id)).slice(0, place)) {
      const asked = (hearer: Hearer) =>
        (rule.to_owner && fact.owner_ids.includes(hearer.user_id)) || names(hearer, rule.user_ids, rule.role_ids)
      opened.push({ rule, fact, told_ids: heardBy(rule.event, fact, hearers, asked) })
    }
    for (const { id, object_id, status, opened_time, raised_time } of held) {
      const fact = byObject.get(object_id)
      if (!fact) continue
      lasting.add(id)
      const isDue = rule.raise_hours !== null && opened_time + rule.raise_hours * hourSeconds <= now
      if (!isDue || raised_time !== null || status !== noticeCaseStatus.codes.open) continue
      const asked = (hearer: Hearer) => names(hearer, rule.raise_user_ids, rule.raise_role_ids)
      raised.push({ case_id: id, rule, fact, told_ids: heardBy(rule.event, fact, hearers, asked) })
    }
  }
  return { opened, over_ids: open.flatMap(({ id }) => (lasting.has(id) ? [] : id)), raised }
}

/** When a mail goes out: at once, or when the quiet hours are over. */
export function mailTime(
  { quiet_from, quiet_until }: Pick<NoticeRule, 'quiet_from' | 'quiet_until'>,
  now: Instant,
  zone: string,
): Instant {
  if (quiet_from === null || quiet_until === null || quiet_from === quiet_until) return now
  const { hour, minute } = wallTime(now, zone)
  const at = hour * 60 + minute
  const overNight = quiet_from > quiet_until
  const isQuiet = overNight ? at >= quiet_from || at < quiet_until : at >= quiet_from && at < quiet_until
  if (!isQuiet) return now
  const day = dayOf(now, zone)
  return instantAt(overNight && at >= quiet_from ? addDays(day, 1) : day, quiet_until * minuteSeconds, zone)
}
