import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { containerCalls, containerTypeCalls, packContainer } from '../model/container.calls.ts'
import { aLocation, aMaterial, putIn } from './stock.factory.ts'

/** A box B1 of type T1 in a bin, with 6 of a material in it and 4 loose beside it; an empty box B2 in another bin. */
export async function aPackedBox(company: TestCompany) {
  const type_id = (await company.admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box', capacity: '20' })).id
  const places = await company.as(async tx => {
    const material_id = await aMaterial(tx)
    const [location_id, other_id] = [await aLocation(tx), await aLocation(tx)]
    const loose_id = await putIn(tx, { org_id: company.org_id, material_id, location_id, quantity: '10' })
    return { material_id, location_id, other_id, loose_id }
  })
  const box = await company.admin.ok(containerCalls.add, {
    code: 'B1',
    container_type_id: type_id,
    location_id: places.location_id,
  })
  const empty = await company.admin.ok(containerCalls.add, {
    code: 'B2',
    container_type_id: type_id,
    location_id: places.other_id,
  })
  await company.admin.ok(packContainer, {
    id: box.id,
    lines: [{ inventory_id: places.loose_id, quantity: '6' }],
  })
  const [packed] = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string }>`select id from inventory where org_id = ${company.org_id} and container_id = ${box.id}`,
    ),
  )
  return { ...places, type_id, box_id: box.id, empty_id: empty.id, packed_id: packed!.id }
}
