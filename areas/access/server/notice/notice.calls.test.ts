import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { dropNotices, listNotices, readNotices } from '../../model/notice/notice.calls.ts'
import { notify } from './notice.ts'

const app = await testApp()
const told = async (company: TestCompany) => {
  const { org_id, admin } = company
  await company.as(tx =>
    notify({ tx, org_id }, [admin.user_id], {
      sign: 'order:1',
      text: text('订单已延期', 'The order is late'),
      type: 'warning',
      btn: text('查看', 'Open'),
      href: '/management/project',
      href_title: text('销售订单', 'Sales order'),
    }),
  )
  const { result } = await admin.ok(listNotices, {})
  return { company, ids: result.map(one => one.id) }
}

contract(app, listNotices, {
  set: told,
  good: () => ({ unread_only: true }),
  check: async (data, _, company) => {
    expect(data).toMatchObject({ total: 1, unread_count: 1 })
    expect(data.result[0]).toMatchObject({
      sign: 'order:1',
      text: '订单已延期',
      type: 'warning',
      btn: '查看',
      href: '/management/project',
      hrefTitle: '销售订单',
      duration: 1900,
      read: false,
    })
    const english = await company.admin.ok(listNotices, {}, { language: 'en' })
    expect(english.result[0]?.text).toBe('The order is late')
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], unread_count: 0 }),
})

contract(app, readNotices, {
  set: told,
  good: ({ ids }) => ({ ids }),
  check: async (data, { ids }, company) => {
    expect(data).toEqual({ affected: 1 })
    expect(await company.admin.ok(listNotices, { unread_only: true })).toMatchObject({ result: [], unread_count: 0 })
    expect(await company.admin.ok(readNotices, { ids })).toEqual({ affected: 0 })
  },
  refused: () => [['none', { ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

contract(app, dropNotices, {
  set: told,
  good: ({ ids }) => ({ ids }),
  check: async (data, _, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await company.admin.ok(listNotices, {})).total).toBe(0)
  },
  refused: () => [['none', { ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

test('an equal sign replaces the earlier notice; a colleague sees and marks none of mine', async () => {
  const { company, ids } = await told(await app.company())
  await company.admin.ok(readNotices, { ids })
  await told(company)
  expect(await company.admin.ok(listNotices, {})).toMatchObject({ total: 1, unread_count: 1 })
  const colleague = await company.member([])
  expect((await colleague.ok(listNotices, {})).total).toBe(0)
  expect(await colleague.ok(dropNotices, { ids })).toEqual({ affected: 0 })
})
