import { type Language, say, text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { HandOutcome } from '../../model/hand/hand.rules.ts'
import type { TaskRow } from '../../model/task.record.ts'
import type { MadeByHand } from './hand-changes.ts'

type Warnings = { kind: 'late' | 'moved' | 'published_moved'; message: string }[]
/** So many late orders are named; the rest are counted. */
const mostNamed = 3

/** What people should know of a change that was made: who is late by it, how much else has moved, and that the floor knows another plan. */
export function warningsOf(
  { language, member }: Context,
  { facts, outcome }: MadeByHand,
  chosen: ReadonlySet<string>,
  changed: readonly TaskRow[],
): Warnings {
  const pushed = changed.filter(({ id }) => !chosen.has(id)).length
  const moved = text('另有 {count} 个任务随之移动', '{count} other tasks moved along')
  const told = text('任务已发布，请重新发布以通知车间', 'The task is published: publish again to tell the floor')
  return [
    ...lateWarnings(outcome, facts.orders, language, member.time_zone),
    ...(pushed > 0 ? [{ kind: 'moved' as const, message: say(moved, language, { count: pushed }) }] : []),
    ...(changed.some(({ publish_status }) => publish_status === publishStatus.codes.published)
      ? [{ kind: 'published_moved' as const, message: say(told, language) }]
      : []),
  ]
}

function lateWarnings(
  { orders }: HandOutcome,
  known: readonly { readonly id: string; readonly no: string }[],
  language: Language,
  zone: string,
): Warnings {
  const noOf = new Map(known.map(({ id, no }) => [id, no]))
  const later = orders.filter(one => noOf.has(one.order) && one.tardinessSeconds > one.tardinessSecondsBefore)
  const named = later.slice(0, mostNamed).map(({ order, finish }) => {
    const message = text('{no}将在交期之后完成：{time}', '{no} will finish after its delivery date: {time}')
    return say(message, language, { no: noOf.get(order)!, time: minuteOf(finish, zone) })
  })
  if (later.length > mostNamed) {
    const more = text('还有 {count} 个工单延期或延期更久', '{count} more orders are late or later')
    named.push(say(more, language, { count: later.length - mostNamed }))
  }
  return named.map(message => ({ kind: 'late', message }))
}
