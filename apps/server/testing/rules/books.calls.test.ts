import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { addUser, alterUserAdmin, alterUserStatus, dropUser, stopUsers } from '@qitao/access/model/member/user.calls.ts'
import { getUserConfig, setUserConfig } from '@qitao/access/model/member/user-config.calls.ts'
import { login, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  addMaterialBom,
  cancelMaterialBoms,
  dropMaterialBoms,
  releaseMaterialBoms,
} from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { assignByHand, checkKits, showAssignments } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { addMaterial, showMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { supplierCalls } from '@qitao/masterdata/model/partner/supplier.calls.ts'
import { queryUnit, unitPageSize } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aUnit } from '@qitao/masterdata/testing/factories.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { inboundCalls, outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { warehouseErrors } from '@qitao/warehouse/model/warehouse.errors.ts'
import { aReleasedMo } from '@qitao/warehouse/testing/warehouse.factory.ts'
import { expect } from 'vitest'
import { type TestCompany, testApp } from '../test-app.ts'
import { refused, rule } from './rule.ts'

const app = await testApp()
const password = 'Good-Pass1'
const signIn = async (company: TestCompany, account: string, secret = password, company_code?: string) => {
  const { org } = await company.admin.ok(userInfo, {})
  return (await app.raw(login.path, { account, password: secret, company_code: company_code ?? org.company_code })).code
}

rule(app, 'R-001 the language is kept for each user; a third language is refused', async company => {
  await company.admin.ok(setUserConfig, { config_key: 'language', config_value: '2' })
  expect(await company.admin.ok(getUserConfig, { config_key: 'language' })).toMatchObject({ config_value: '2' })
  await refused(company.admin, setUserConfig, { config_key: 'language', config_value: '3' }, generalErrors.badParameter)
})

rule(app, 'R-003 R-004 R-210 members sign in with company code, account and password', async company => {
  await company.admin.ok(addUser, { account: 'li', name: '李四', password })
  expect(await signIn(company, 'li')).toBe(200)
  expect(await signIn(company, 'li', password, 'NOPE')).toBe(accessErrors.companyCodeUnknown.code)
  expect(await signIn(company, 'li', 'Wrong-Pass1')).toBe(accessErrors.passwordWrong.code)
})

rule(
  app,
  'R-128 members are enabled, disabled, stopped, made administrator and deleted; a disabled one cannot sign in',
  async company => {
    const { id } = await company.admin.ok(addUser, { account: 'li', name: '李四', password })
    await company.admin.ok(alterUserAdmin, { id, is_admin: true })
    await company.admin.ok(alterUserAdmin, { id, is_admin: false })
    await company.admin.ok(alterUserStatus, { id, status: 0 })
    expect(await signIn(company, 'li')).toBe(accessErrors.accountDisabled.code)
    await company.admin.ok(alterUserStatus, { id, status: 1 })
    expect(await signIn(company, 'li')).toBe(200)
    await company.admin.ok(stopUsers, { ids: [id] })
    expect(await signIn(company, 'li')).toBe(accessErrors.accountDisabled.code)
    await company.admin.ok(dropUser, { id })
    expect(await signIn(company, 'li')).not.toBe(200)
  },
)

rule(app, 'R-030 material kinds are 0, 1 and 2', async company => {
  const { id: unit_id } = await aUnit(company)
  const one = (code: string, kind: number) => ({ code, name: code, kind, unit_id }) as never
  for (const kind of [0, 1, 2]) {
    const { id } = await company.admin.ok(addMaterial, one(`M-${kind}`, kind))
    expect((await company.admin.ok(showMaterial, { id })).record.kind).toBe(kind)
  }
  await refused(company.admin, addMaterial, one('M-3', 3), generalErrors.badParameter)
})

rule(app, 'R-032 a partner of kind 2 stands in both lists', async company => {
  const { id } = await company.admin.ok(customerCalls.add, { code: 'CS-1', name: 'Both', partner_kind: 2 })
  expect((await company.admin.ok(supplierCalls.list, { keyword: 'CS-1' })).result.map(one => one.id)).toEqual([id])
  await company.admin.ok(customerCalls.add, { code: 'C-2', name: 'Customer' })
  expect((await company.admin.ok(supplierCalls.list, { keyword: 'C-2' })).total).toBe(0)
  await refused(
    company.admin,
    customerCalls.add,
    { code: 'C-3', name: 'Third', partner_kind: 3 } as never,
    generalErrors.badParameter,
  )
})

rule(app, 'R-133 unit queries answer 100 rows of every status unless told otherwise', async company => {
  await aUnit(company)
  await aUnit(company, { status: 0 })
  const all = await company.admin.ok(queryUnit, {})
  expect(all.result.map(unit => unit.status).toSorted()).toEqual([0, 1])
  expect(unitPageSize).toBe(100)
  expect((await company.admin.ok(queryUnit, { status: 1 })).total).toBe(1)
})

rule(
  app,
  'R-064 R-065 versions of a BoM: each once, released, cancelled and deleted; a released one stays',
  async company => {
    const [product, part] = await someMaterials(company, 2)
    const version = (name: string) => ({
      material_id: product!.id,
      version: name,
      lines: [{ material_id: part!.id, quantity: '1' }],
    })
    const first = await company.admin.ok(addMaterialBom, version('V1'))
    await refused(company.admin, addMaterialBom, version('V1'), engineeringErrors.versionDuplicate)
    const second = await company.admin.ok(addMaterialBom, version('V2'))
    await company.admin.ok(releaseMaterialBoms, { ids: [first.id] })
    await refused(company.admin, dropMaterialBoms, { ids: [first.id] }, engineeringErrors.bomReleased)
    await company.admin.ok(cancelMaterialBoms, { ids: [first.id] })
    await company.admin.ok(dropMaterialBoms, { ids: [second.id] })
  },
)

rule(app, 'R-092 R-093 what is occupied by hand is above zero and at most what is free', async company => {
  const mo = await aMo(company, { quantity: '10' })
  const material_id = mo.component_ids[0]!
  await inStock(company, [material_id], '5')
  const { alternatives } = await company.admin.ok(showAssignments, { mo_id: mo.id, material_id })
  const assign = (quantity: string) => ({
    mo_id: mo.id,
    material_id,
    assigns: [{ source_type: 1 as const, source_id: alternatives[0]!.source_id, quantity }],
  })
  const none = await company.admin.send(assignByHand, assign('0'))
  expect(none.code).not.toBe(200)
  await refused(company.admin, assignByHand, assign('6'), stockErrors.occupiedOverAvailable)
  await company.admin.ok(assignByHand, assign('5'))
})

rule(app, 'R-200 a calculation that is running is not started again', async company => {
  const mo = await aMo(company)
  const [one, two] = await Promise.all([
    company.admin.send(checkKits, { mo_ids: [mo.id] }),
    company.admin.send(checkKits, { mo_ids: [mo.id] }),
  ])
  expect([one.code, two.code].toSorted()).toEqual([200, generalErrors.programLocked.code])
})

rule(app, 'R-247 R-248 numbers of receipts exist once', async company => {
  const line = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    location_id: await aLocation(tx),
    quantity: '2',
  }))
  for (const [calls, error] of [
    [inboundCalls, warehouseErrors.inboundNumberExists],
    [outboundCalls, warehouseErrors.outboundNumberExists],
  ] as const) {
    const receipt = {
      no: calls === inboundCalls ? 'R-1' : 'R-2',
      receipt_type: calls === inboundCalls ? (0 as const) : (4 as const),
      lines: [line],
    }
    await company.admin.ok(calls.add, receipt)
    await refused(company.admin, calls.add, receipt, error)
  }
})

rule(app, 'R-252 R-258 a submitted receipt is not altered; one with movements is not cancelled', async company => {
  const line = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    location_id: await aLocation(tx),
    quantity: '2',
  }))
  const draft = await company.admin.ok(inboundCalls.add, { receipt_type: 0, lines: [line] })
  const { record } = await company.admin.ok(inboundCalls.detail, { id: draft.id })
  const altered = (row_version: number) => ({
    id: draft.id,
    row_version,
    receipt_type: 0 as const,
    lines: [{ ...line, quantity: '3' }],
  })
  await company.admin.ok(inboundCalls.alter, altered(record.row_version))
  await company.admin.ok(inboundCalls.submit, { ids: [draft.id] })
  const { record: submitted, lines } = await company.admin.ok(inboundCalls.detail, { id: draft.id })
  await refused(company.admin, inboundCalls.alter, altered(submitted.row_version), warehouseErrors.receiptNotEditable)
  await company.admin.ok(inboundCalls.confirm, { id: draft.id, lines: [{ line_id: lines[0]!.id, quantity: '1' }] })
  await refused(company.admin, inboundCalls.cancel, { ids: [draft.id] }, warehouseErrors.cancelNotAllowed)
})

rule(app, 'R-255 what a work order occupies is not taken out for others', async company => {
  const mo = await aReleasedMo(company)
  const out = async (quantity: string) => {
    const { id } = await company.admin.ok(outboundCalls.add, {
      receipt_type: 4,
      submit: true,
      lines: [{ material_id: mo.component_ids[0]!, location_id: mo.location_id, quantity }],
    })
    const { lines } = await company.admin.ok(outboundCalls.detail, { id })
    return company.admin.send(outboundCalls.confirm, { id, lines: [{ line_id: lines[0]!.id, quantity }] })
  }
  expect((await out('27')).code).toBe(stockErrors.stockOccupied.code)
  expect((await out('26')).code).toBe(200)
})

rule(app, 'R-256 material managed by lot goes in with its lot number', async company => {
  const line = await company.as(async tx => ({
    material_id: await aMaterial(tx, { lot_managed: true }),
    location_id: await aLocation(tx),
    quantity: '2',
  }))
  const receipt = (lot_number?: string) => ({
    receipt_type: 0 as const,
    lines: [{ ...line, ...(lot_number ? { lot_number } : {}) }],
  })
  await refused(company.admin, inboundCalls.add, receipt(), stockErrors.lotRequired)
  await company.admin.ok(inboundCalls.add, receipt('L-1'))
})

rule(app, 'R-164 stock never becomes negative', async company => {
  const of = await company.as(async tx => {
    const material_id = await aMaterial(tx)
    const location_id = await aLocation(tx)
    await putIn(tx, { material_id, location_id, quantity: '5' })
    return { material_id, location_id }
  })
  const out = async (quantity: string) => {
    const { id } = await company.admin.ok(outboundCalls.add, {
      receipt_type: 4,
      submit: true,
      lines: [{ ...of, quantity }],
    })
    const { lines } = await company.admin.ok(outboundCalls.detail, { id })
    return (await company.admin.send(outboundCalls.confirm, { id, lines: [{ line_id: lines[0]!.id, quantity }] })).code
  }
  expect(await out('6')).toBe(stockErrors.stockInsufficient.code)
  expect(await out('5')).toBe(200)
})
