import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'

const code = 'TRANSIT'
const name = '调拨在途 In transit'

/** The bin in which goods lie that a transfer has sent and nobody has received yet; a company has it from the first that it sends. */
export async function transitBin(tx: Tx, org_id: string): Promise<string> {
  const find = () => rows(tx, sql<{ id: string }>`select id from location where org_id = ${org_id} and transit`)
  const [known] = await find()
  if (known) return known.id
  await sql`insert into warehouse (id, code, name) values (${newId()}, ${code}, ${name}) on conflict do nothing`.execute(
    tx,
  )
  // Two may send the first at once: the later one finds what the earlier one made.
  await sql`insert into location (id, warehouse_id, code, name, transit)
    select ${newId()}, id, ${code}, ${name}, true from warehouse where org_id = ${org_id} and code = ${code}
    on conflict (org_id, warehouse_id, code) do update set transit = true`.execute(tx)
  return (await find())[0]!.id
}
