import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import type { SecurityEventKind } from '../../model/session/security-event.status.ts'

interface Event {
  readonly org_id: string
  readonly kind: SecurityEventKind
  /** Whose account it is; absent: of an account that there is not, or a role. */
  readonly user_id?: string | undefined
  /** Who did it to the member. */
  readonly actor_id?: string | undefined
}
/** Where a request comes from. */
export interface Place {
  readonly address: string
  readonly agent: string
}
const mostAgentLength = 300

/** Written in the transaction of what it tells of: an event stands for something that was done. */
export async function recordEvents(tx: Tx, from: Place, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const written = events.map(event => ({
    ...event,
    id: newId(),
    address: from.address,
    agent: from.agent.slice(0, mostAgentLength),
  }))
  await sql`insert into security_event (org_id, id, kind, user_id, actor_id, address, agent)
    select r.org_id, r.id, r.kind, r.user_id, r.actor_id, r.address, r.agent
    from ${recordset(written, sql`org_id uuid, id uuid, kind text, user_id uuid, actor_id uuid, address text, agent text`)} as r`.execute(
    tx,
  )
}

/** What a manager did to members of the own company. */
export const recordManaged = (
  { tx, org_id, member, address, agent }: Place & { tx: Tx; org_id: string; member: { user_id: string } },
  kind: SecurityEventKind,
  user_ids: readonly (string | undefined)[],
): Promise<void> =>
  recordEvents(
    tx,
    { address, agent },
    user_ids.map(user_id => ({ org_id, kind, user_id, actor_id: member.user_id })),
  )
