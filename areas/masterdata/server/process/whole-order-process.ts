import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'

const code = 'OUTSIDE'
const name = '整单委外 Whole order outside'

/** The one step of a work order that a supplier makes whole; a company has it from the first such order. */
export async function wholeOrderProcess(tx: Tx, org_id: string): Promise<string> {
  await sql`insert into process (id, code, name, outsourced) values (${newId()}, ${code}, ${name}, true) on conflict do nothing`.execute(
    tx,
  )
  const [found] = await rows(
    tx,
    sql<{ id: string }>`select id from process where org_id = ${org_id} and code = ${code}`,
  )
  return found!.id
}
