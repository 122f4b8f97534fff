import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { userInfo } from '@qitao/access/model/session/session.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { customerCalls } from '../../model/partner/customer.calls.ts'
import { addOrgLink, dropOrgLink, listOrgLinks } from '../../model/partner/org-link.calls.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const codeOf = async (company: TestCompany) => (await company.admin.ok(userInfo, {})).org

const partners = async (company: TestCompany) => {
  const other = await codeOf(await app.company())
  const { id } = await company.admin.ok(customerCalls.add, { code: 'K1', name: 'Acme' })
  return { partner_id: id, partner_kind: 0 as const, linked_company_code: other.company_code, other_name: other.name }
}
const linked = async (company: TestCompany) => {
  const { other_name, ...link } = await partners(company)
  const { id } = await company.admin.ok(addOrgLink, link)
  return { ...link, id, other_name }
}

contract(app, addOrgLink, {
  set: async company => ({ fresh: await partners(company), own: (await codeOf(company)).company_code }),
  good: ({ fresh: { other_name: _, ...link } }) => link,
  check: async (_data, { fresh: { other_name, ...link } }, company) => {
    expect((await company.admin.send(addOrgLink, link)).code).toBe(masterdataErrors.orgLinkExists.code)
  },
  refused: ({ fresh: { other_name: _, ...link }, own }) => [
    ['no company code', { ...link, linked_company_code: ' ' }, masterdataErrors.orgLinkFieldEmpty],
    ['none at all', { ...link, linked_company_code: undefined }, masterdataErrors.orgLinkFieldEmpty],
    ['a code that is none', { ...link, linked_company_code: 'NO-SUCH' }, accessErrors.companyCodeUnknown],
    ['the own company', { ...link, linked_company_code: own }, generalErrors.badParameter],
    ['a partner that is not there', { ...link, partner_id: nowhere }, generalErrors.recordNotFound],
    ['a customer as supplier', { ...link, partner_kind: 1 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listOrgLinks, {
  set: linked,
  good: () => ({ keyword: 'acme', partner_kinds: [0, 2] }),
  check: ({ result, total }, { other_name, linked_company_code }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ partner_code: 'K1', linked_company_code, linked_org_name: other_name })
  },
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, dropOrgLink, {
  set: linked,
  good: ({ id }) => ({ id }),
  check: async (_data, _set, company) => expect((await company.admin.ok(listOrgLinks, {})).total).toBe(0),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
test('after looking up another company the wall stands again', async () => {
  const company = await app.company()
  await linked(company)
  await company.admin.ok(listOrgLinks, {})
  expect((await company.admin.ok(customerCalls.list, {})).total).toBe(1)
})

test('codes of companies are not found by trying: after thirty wrong ones the next is not looked up', async () => {
  // Guesses count for their address, too.
  await app.database.pool.query('delete from sign_in_failure')
  const company = await app.company()
  const { other_name: _, ...link } = await partners(company)
  const guess = async (linked_company_code: string) =>
    (await company.admin.send(addOrgLink, { ...link, linked_company_code })).code
  for (let n = 0; n < 30; n++) expect(await guess(`NONE${n}`)).toBe(accessErrors.companyCodeUnknown.code)
  expect(await guess(link.linked_company_code)).toBe(accessErrors.signInTooOften.code)
})
