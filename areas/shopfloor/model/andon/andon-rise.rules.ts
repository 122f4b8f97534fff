import type { CodeOf } from '@qitao/core/status.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { andonCause, andonLevel, andonStatus } from './andon.status.ts'

export interface UnsolvedCall {
  readonly id: string
  readonly cause: CodeOf<typeof andonCause>
  readonly status: CodeOf<typeof andonStatus>
  readonly level: CodeOf<typeof andonLevel>
  readonly called_time: Instant
  readonly rung_ids: readonly string[]
  /** Leader of the machine's group. */
  readonly leader_id: string | null
  readonly manager_id: string | null
  /** Null: the planners were not told that the machine stands. */
  readonly stop_told_time: Instant | null
}
export interface RiseTimes {
  readonly andon_leader_minutes: number
  readonly andon_manager_minutes: number
  readonly stop_repair_minutes: number
}
interface Rise {
  readonly id: string
  readonly level: CodeOf<typeof andonLevel>
  /** Who hears of it now, and has not before. */
  readonly ring_ids: readonly string[]
  readonly minutes: number
}
const { owner, leader, manager } = andonLevel.codes

/** How far a call that nobody has answered has to have risen by now. */
function levelDue({ called_time }: UnsolvedCall, times: RiseTimes, now: Instant): Rise['level'] {
  const minutes = minutesSince(called_time, now)
  if (minutes >= times.andon_manager_minutes) return manager
  return minutes >= times.andon_leader_minutes ? leader : owner
}
export const minutesSince = (time: Instant, now: Instant): number => Math.floor((now - time) / minuteSeconds)

/**
 * Calls that rise now, each with those it reaches. `able` are the members who may sign in: what would reach nobody reaches the
 * administrators, among whom there always is one.
 */
export function rises(
  calls: readonly UnsolvedCall[],
  times: RiseTimes,
  now: Instant,
  { able, admins }: { readonly able: ReadonlySet<string>; readonly admins: readonly string[] },
): Rise[] {
  return calls.flatMap(call => {
    const level = levelDue(call, times, now)
    if (call.status !== andonStatus.codes.called || level <= call.level) return []
    const named = [call.leader_id, level === manager ? call.manager_id : null].flatMap(id => id ?? [])
    const reached = named.filter(id => able.has(id) && !call.rung_ids.includes(id))
    // A call comes to its end with somebody who has not heard of it, where there is such a one.
    const isNew = call.manager_id !== null && able.has(call.manager_id) && !call.rung_ids.includes(call.manager_id)
    const isEnd = level === manager && !isNew
    const last = isEnd ? admins.filter(id => !call.rung_ids.includes(id)) : []
    return [
      {
        id: call.id,
        level,
        ring_ids: [...new Set([...reached, ...last])],
        minutes: minutesSince(call.called_time, now),
      },
    ]
  })
}

/** Calls for a machine that stands for so long that the plan does not hold: told once. */
export const stopsToTell = <C extends UnsolvedCall>(calls: readonly C[], times: RiseTimes, now: Instant): C[] =>
  calls.filter(
    call =>
      call.cause === andonCause.codes.machine &&
      call.status !== andonStatus.codes.closed &&
      call.stop_told_time === null &&
      minutesSince(call.called_time, now) >= times.stop_repair_minutes,
  )
