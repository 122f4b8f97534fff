import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { containerCalls, containerTypeCalls, packContainer } from '@qitao/stock/model/container.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outboundCalls } from '../model/receipt.calls.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

test('a named bin and lot give what lies loose first, then what is in a container, and never more', async () => {
  const company = await app.company()
  const { admin, org_id } = company
  const { material_id, location_id, inventory_id } = await company.as(async tx => {
    const of = { material_id: await aMaterial(tx, { lot_managed: true }), location_id: await aLocation(tx) }
    return { ...of, inventory_id: await putIn(tx, { org_id, ...of, quantity: '10', lot_number: 'L1' }) }
  })
  const type = await admin.ok(containerTypeCalls.add, { code: 'T1', name: 'Box' })
  const box = await admin.ok(containerCalls.add, { code: 'B1', container_type_id: type.id, location_id })
  await admin.ok(packContainer, { id: box.id, lines: [{ inventory_id, quantity: '6' }] })

  const line = { material_id, location_id, lot_number: 'L1', quantity: '11' }
  const { id } = await admin.ok(outboundCalls.add, { submit: true, lines: [line] })
  const { lines } = await admin.ok(outboundCalls.detail, { id })
  const out = (quantity: string) => ({
    id,
    lines: [{ line_id: lines[0]!.id, quantity, location_id, lot_number: 'L1' }],
  })
  expect((await admin.send(outboundCalls.confirm, out('11'))).code).toBe(stockErrors.stockInsufficient.code)
  await admin.ok(outboundCalls.confirm, out('7'))
  const left = await company.as(tx =>
    rows(
      tx,
      sql<{ container_id: string | null; quantity: string }>`select container_id, quantity from inventory
        where org_id = ${org_id} order by container_id nulls first`,
    ),
  )
  expect(left.map(row => [row.container_id, Number(row.quantity)])).toEqual([
    [null, 0],
    [box.id, 3],
  ])
  const { movements } = await admin.ok(outboundCalls.detail, { id })
  expect(movements.map(one => [one.container_code, Number(one.quantity)])).toEqual([
    [null, -4],
    ['B1', -3],
  ])
  expect(await discrepancies(company)).toEqual([])
})
