import { type RawBuilder, sql } from 'kysely'

/** The line that calls of a kind from a machine's group go by, one row or none: its own before the one for all groups. */
export const dutyOf = (org_id: RawBuilder<unknown>, cause: RawBuilder<unknown>, workgroup_id: RawBuilder<unknown>) =>
  sql`select y.owner_id, y.manager_id from andon_duty y where y.org_id = ${org_id} and y.cause = ${cause}
    and (y.workgroup_id = ${workgroup_id} or y.workgroup_id is null) order by y.workgroup_id nulls last limit 1`

/** What a call has told is taken back by these when it is over. */
export const andonSign = (id: string): string => `andon ${id}`
export const stopSign = (id: string): string => `stop ${id}`
/** Of what is told when nobody has answered, which is over with an answer. */
export const riseNotice = 'error' as const
