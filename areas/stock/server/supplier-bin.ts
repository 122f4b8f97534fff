import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'

const code = 'OUTSIDE'
const name = '委外供应商 At suppliers'

/** The bin in which goods lie that this supplier works on; made with the first that he is given. */
export async function supplierBin(tx: Tx, org_id: string, supplier_id: string): Promise<string> {
  const find = () =>
    rows(tx, sql<{ id: string }>`select id from location where org_id = ${org_id} and supplier_id = ${supplier_id}`)
  const [known] = await find()
  if (known) return known.id
  await sql`insert into warehouse (id, code, name) values (${newId()}, ${code}, ${name}) on conflict do nothing`.execute(
    tx,
  )
  // Two may send the first at once: the later one finds what the earlier one made.
  await sql`insert into location (id, warehouse_id, code, name, supplier_id)
    select ${newId()}, w.id, s.code, s.name, s.id from warehouse w join supplier s on s.org_id = w.org_id and s.id = ${supplier_id}
    where w.org_id = ${org_id} and w.code = ${code} on conflict do nothing`.execute(tx)
  return (await find())[0]!.id
}
