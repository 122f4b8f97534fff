import { Refusal } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { keepsOwnWay } from '../../model/session/oidc.rules.ts'

/**
 * 5278 where the company's provider is the only way in: neither password nor passkey does, save of the one who keeps the password. The
 * company is held until the session is open, as there may be no provider yet: who makes one the only way at this moment ends that session, too.
 */
export async function ownWayRefusal(
  tx: Tx,
  { org_id, id }: { readonly org_id: string; readonly id: string },
): Promise<Refusal | undefined> {
  await sql`select from org where id = ${org_id} for share`.execute(tx)
  // Of a moment after the lock.
  const [provider] = await rows(
    tx,
    sql<{
      name: string
      is_required: boolean
      enabled: boolean
      keeper_id: string | null
    }>`select name, is_required, enabled, keeper_id from oidc_provider where org_id = ${org_id}`,
  )
  return provider && !keepsOwnWay(provider, id)
    ? new Refusal(accessErrors.oidcOnly, { name: provider.name })
    : undefined
}

/** Whose password alone still signs in while the provider is the only way: nobody takes that member away. */
export async function keeperOf(tx: Tx, org_id: string): Promise<string | undefined> {
  const [found] = await rows(
    tx,
    sql<{ keeper_id: string | null }>`select keeper_id from oidc_provider
      where org_id = ${org_id} and enabled and is_required`,
  )
  return found?.keeper_id ?? undefined
}
