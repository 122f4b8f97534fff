import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { aMo, type MadeMo } from '@qitao/manufacturing/testing/factories.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { checkLedger, occupy } from '@qitao/stock/server'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'

/** A released MO of 10 with two components, 30 of each in one bin, and 4 of the first occupied by it. */
export async function aReleasedMo(
  company: TestCompany,
): Promise<MadeMo & { location_id: string; inventory_id: string; component_ids: readonly string[] }> {
  const mo = await aMo(company, { quantity: '10' })
  return company.as(async tx => {
    const location_id = await aLocation(tx)
    const rowsMade = []
    for (const material_id of mo.component_ids)
      rowsMade.push(await putIn(tx, { material_id, location_id, quantity: '30' }))
    const inventory_id = rowsMade[0]!
    const { org_id } = company
    await sql`update mo set status = 30 where org_id = ${org_id} and id = ${mo.id}`.execute(tx)
    const [component] = await rows(
      tx,
      sql<{
        id: string
      }>`select id from mo_component where org_id = ${org_id} and mo_id = ${mo.id} and material_id = ${mo.component_ids[0]}`,
    )
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
      values (${newId()}, ${mo.id}, ${component!.id}, ${mo.component_ids[0]}, 1, ${inventory_id}, 4)`.execute(tx)
    await occupy(tx, { org_id, occupations: [{ inventory_id, quantity: '4' }] })
    return { ...mo, location_id, inventory_id }
  })
}

/** So many pieces of the MO are finished. */
export const finished = (company: TestCompany, mo_id: string, quantity: string, status = 40): Promise<unknown> =>
  company.as(tx =>
    sql`update mo set completed_quantity = ${quantity}, status = ${status} where org_id = ${company.org_id} and ${among(sql`id`, [mo_id])}`.execute(
      tx,
    ),
  )

/** The ledger against itself and against what work orders say they hold. */
export const discrepancies = (company: TestCompany) =>
  company.as(tx =>
    checkLedger(
      tx,
      company.org_id,
      sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment
        where org_id = ${company.org_id} and source_type = 1 group by source_id`,
    ),
  )
