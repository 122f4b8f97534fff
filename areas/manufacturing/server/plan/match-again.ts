import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'

export const matchAgainType = 'match_again'

/** Matches orders anew in the background. What is asked while one such job waits is done by it: many receipts, one plan. */
export async function matchOrders({ startJob }: Pick<Context, 'startJob'>, mo_ids: readonly string[]): Promise<void> {
  if (mo_ids.length > 0) await startJob({ type: matchAgainType, input: { mo_ids }, coalesce: matchAgainType })
}

/**
 * Goods have come in: orders that counted on them (as in transit or in production), checked orders that are short of them, and
 * those of `mo_ids` that were checked are matched anew in the background, so that their kits follow at once.
 */
export async function matchAgain(
  { tx, org_id, startJob }: Pick<Context, 'tx' | 'org_id' | 'startJob'>,
  came: Came,
): Promise<void> {
  await matchOrders({ startJob }, await waitingFor(tx, org_id, came))
}

export interface Came {
  readonly source_ids?: readonly string[]
  readonly material_ids: readonly string[]
  readonly mo_ids?: readonly string[]
}
/** Orders whose kits may be others by what has come, or comes on another day. */
export async function waitingFor(tx: Tx, org_id: string, came: Came): Promise<string[]> {
  const waiting = await rows(
    tx,
    sql<{
      mo_id: string
    }>`select mo_id from mo_assignment where org_id = ${org_id} and ${among(sql`source_id`, came.source_ids ?? [])}
      union select c.mo_id from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id and m.material_status is not null
        where c.org_id = ${org_id} and c.short_quantity > 0 and ${among(sql`c.material_id`, came.material_ids)}
      union select id from mo where org_id = ${org_id} and material_status is not null and ${among(sql`id`, came.mo_ids ?? [])}`,
  )
  return waiting.map(({ mo_id }) => mo_id)
}
