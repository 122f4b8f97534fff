import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { Leaving } from '../../model/moving/leaving.rules.ts'
import { transferStatus } from '../../model/transfer/transfer.status.ts'

/** States of transfers whose goods still lie where they come from. */
export const isWritten = sql.join(transferStatus.from('confirm'))

export const leavingOf = (tx: Tx, org_id: string, material_ids: readonly string[]): Promise<Leaving[]> =>
  rows(
    tx,
    sql<Leaving>`select l.material_id, l.from_location_id as location_id, coalesce(l.lot_number, '') as lot_number, sum(l.quantity) as quantity
      from transfer_line l join transfer t on t.org_id = l.org_id and t.id = l.transfer_id and t.status in (${isWritten})
      where l.org_id = ${org_id} and ${among(sql`l.material_id`, [...new Set(material_ids)])} group by 1, 2, 3`,
  )
