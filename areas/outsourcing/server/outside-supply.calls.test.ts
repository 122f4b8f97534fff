import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { showMoSupply } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { outsourceOrderCalls } from '../model/outsource-order.calls.ts'
import { anOutsourceOrder, orderInput } from '../testing/outsourcing.factory.ts'

const app = await testApp()

test('a work order whose supply is made outside leads to the outsourcing order', async () => {
  const company = await app.company()
  const { of, id, record } = await anOutsourceOrder(company)
  const mo = await aMo(company, { components: [{ material_id: of.mo.material_id }] })
  await company.as(tx =>
    sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
      select ${newId()}, c.mo_id, c.id, c.material_id, ${supplySource.codes.in_production}, ${of.mo.id}, 2 from mo_component c where c.mo_id = ${mo.id}`.execute(
      tx,
    ),
  )
  const { outside, assignments } = await company.admin.ok(showMoSupply, { mo_id: mo.id })
  expect(assignments.map(one => one.document_id)).toEqual([of.mo.id])
  expect(outside).toEqual([{ id, no: record.no, mo_id: of.mo.id }])
  // Of a cancelled one nothing comes; another that was made since is told in its place.
  await company.admin.ok(outsourceOrderCalls.cancel, { ids: [id] })
  const now = async () => (await company.admin.ok(showMoSupply, { mo_id: mo.id })).outside.map(one => one.id)
  expect(await now()).toEqual([])
  const again = await company.admin.ok(outsourceOrderCalls.add, { ...orderInput(of), submit: true })
  expect(await now()).toEqual([again.id])
})
