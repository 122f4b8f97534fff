import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { approveSubstitute, proposeSubstitute } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { expect, test } from 'vitest'
import { checkKits, showAssignments } from '../../model/plan/material-plan.calls.ts'
import { aMo, inStock } from '../../testing/factories.ts'

const app = await testApp()

test('a kit takes substitutes in their order, only those that are approved and valid when the order begins, and says why', async () => {
  const company = await app.company()
  const [main, early, late, second, third] = await someMaterials(company, 5)
  const mo = await aMo(company, {
    components: [
      {
        material_id: main!.id,
        substitutes: [
          { material_id: early!.id, ratio: '1', expiry_time: inDays(2) },
          { material_id: late!.id, ratio: '1', valid_from: inDays(300) },
          { material_id: second!.id, ratio: '2' },
        ],
      },
    ],
  })
  const found = [early, late, second, third].map(one => one!.id)
  await inStock(company, found, '12')
  await inStock(company, [main!.id], '1')
  const line = { bom_id: mo.material_bom_id, component_id: main!.id, material_id: third!.id }
  await company.admin.ok(proposeSubstitute, { ...line, ratio: '1' })
  const kit = async () => {
    const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
    expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
    const { assignments } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: main!.id })
    return new Map(assignments.map(one => [one.material_id, one]))
  }
  const before = await kit()
  expect([...before.keys()].sort()).toEqual([main!.id, second!.id].sort())
  expect(before.get(main!.id)!.substitute).toBeNull()
  expect(before.get(second!.id)).toMatchObject({
    substitute: { priority: 3, ratio: '2', covers: '6', expiry_time: null, approved_by_name: null },
  })
  await company.admin.ok(approveSubstitute, { ...line, approved: true })
  const after = await kit()
  expect(Number(after.get(third!.id)!.quantity)).toBe(3)
  expect(after.get(third!.id)!.substitute).toMatchObject({ priority: 4, covers: '3' })
  expect(after.get(third!.id)!.substitute!.approved_by_name).not.toBeNull()
  const { alternatives } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: main!.id })
  expect(alternatives.map(one => one.material_id)).not.toContain(late!.id)
})

test('by hand an order that is not planned takes what is valid when it begins, as its kit does', async () => {
  const company = await app.company()
  const [main, early, late] = await someMaterials(company, 3)
  const mo = await aMo(company, {
    components: [
      {
        material_id: main!.id,
        substitutes: [
          { material_id: early!.id, ratio: '1', expiry_time: inDays(2) },
          { material_id: late!.id, ratio: '1', valid_from: inDays(2) },
        ],
      },
    ],
  })
  await inStock(company, [early!.id, late!.id], '12')
  const { alternatives } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id: main!.id })
  expect(alternatives.map(one => one.material_id)).toEqual([late!.id])
})
