import { dropUser } from '@qitao/access/model/member/user.calls.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { documentCalls } from '../../model/document/document.calls.ts'
import { drawingCalls } from '../../model/document/drawing.calls.ts'
import {
  answerOnlineEdit,
  downloadOnlineEdit,
  dropFileLinks,
  listFileLinks,
  makeFileLink,
  queryOnlineEdit,
} from '../../model/document/file-share.calls.ts'

const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const nowhere = '01900000-0000-7000-8000-000000000000'

const aDrawing = async ({ admin }: TestCompany) => {
  const file = new FileGiven('框架.pdf', new TextEncoder().encode('%PDF-1.7 x'), '')
  const { attachment } = await admin.ok(commonUpload, { file, module: 'drawing' })
  return admin.ok(drawingCalls.add, { drawing_no: 'D-1', name: 'Frame', version: 'V1', attachment_id: attachment.id })
}
const object_type = 'drawing' as const
const shared = async (company: TestCompany, more: object = {}) => {
  const { id } = await aDrawing(company)
  const link = await company.admin.ok(makeFileLink, { object_type, object_id: id, ...more })
  return { id, ...link }
}
const read = (share_key: string) => app.raw(queryOnlineEdit.path, { share_key })

contract(app, makeFileLink, {
  set: aDrawing,
  good: ({ id }) => ({ object_type, object_id: id }),
  check: async (data, { id }, company) => {
    expect(data.url).toContain('/onlineEdit?of=drawing&share_key=')
    const stored = await app.database.pool.query('select * from share_link where org_id = $1', [company.org_id])
    expect(JSON.stringify(stored.rows)).not.toContain(data.share_key)
    const reader = await company.member([pages.documents])
    expect((await reader.send(makeFileLink, { object_type, object_id: id })).code).toBe(5011)
  },
  refused: ({ id }) => [
    ['a drawing that does not exist', { object_type, object_id: nowhere }, generalErrors.recordNotFound],
    ['as another kind', { object_type: 'document', object_id: id }, generalErrors.recordNotFound],
    ['longer than 30 days', { object_type, object_id: id, expire_days: 31 }, generalErrors.badParameter],
    ['another kind of object', { object_type: 'mo', object_id: id }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listFileLinks, {
  set: shared,
  good: ({ id }) => ({ object_type, object_id: id }),
  check: ({ result }) =>
    expect(result).toMatchObject([{ created_by_name: 'Admin', editable: false, revoked: false, opened_count: 0 }]),
  refused: () => [['unknown', { object_type, object_id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropFileLinks, {
  set: async company => {
    const link = await shared(company)
    const { result } = await company.admin.ok(listFileLinks, { object_type, object_id: link.id })
    return { ...link, ids: result.map(one => one.id) }
  },
  good: ({ ids }) => ({ object_type, ids }),
  check: async (data, { share_key }) => {
    expect(data).toEqual({ affected: 1 })
    expect((await read(share_key)).code).toBe(7705)
  },
  refused: () => [['none', { object_type, ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

test(`${queryOnlineEdit.path}, ${downloadOnlineEdit.path}: without sign-in, one version and its file`, async () => {
  const company = await app.company()
  const { share_key, id } = await shared(company)
  const answer = await read(share_key)
  expect(answer).toMatchObject({
    code: 200,
    data: { document: { kind: 'drawing', no: 'D-1', file_name: '框架.pdf' }, editable: false, answer: null },
  })
  expect(JSON.stringify(answer.data)).not.toContain(company.org_id)
  const file = await app.app.inject({ method: 'POST', url: downloadOnlineEdit.path, payload: { share_key } })
  expect(file.body).toBe('%PDF-1.7 x')
  const { result } = await company.admin.ok(listFileLinks, { object_type, object_id: id })
  expect(result[0]).toMatchObject({ opened_count: 1 })
})

test('a link that is wrong, expired, or whose version was deleted opens nothing; guessing is slowed down', async () => {
  const company = await app.company()
  const { share_key, id } = await shared(company)
  for (const language of ['zh', 'en'] as const) {
    const wrong = await app.raw(queryOnlineEdit.path, { share_key: 'wrong' }, undefined, 'POST', language)
    expect(wrong.code).toBe(7705)
    expect(/[\u4e00-\u9fff]/.test(wrong.message)).toBe(language === 'zh')
  }
  await app.database.pool.query('update share_link set expire_time = 1 where object_id = $1', [id])
  for (const { path } of [queryOnlineEdit, downloadOnlineEdit]) {
    expect((await app.raw(path, { share_key })).code).toBe(7706)
  }
  await app.database.pool.query('update share_link set expire_time = 4000000000 where object_id = $1', [id])
  await company.admin.ok(drawingCalls.drop, { ids: [id] })
  expect((await read(share_key)).code).toBe(5010)
  for (let tries = 0; tries < 30; tries++) await read('guess')
  expect((await read('guess')).code).toBe(5266)
})

test(`${answerOnlineEdit.path}: once, where it may be answered, and the sharer is told`, async () => {
  const company = await app.company()
  const send = (share_key: string, more: object = {}) =>
    app.raw(answerOnlineEdit.path, { share_key, accepted: true, name: 'Customer', remark: 'fine', ...more })
  const { share_key, id } = await shared(company)
  expect((await send(share_key)).code).toBe(5011)
  const open = await company.admin.ok(makeFileLink, { object_type, object_id: id, editable: true })
  expect((await send(open.share_key, { name: '' })).code).toBe(5020)
  expect((await send(open.share_key, { remark: 'x'.repeat(256) })).code).toBe(5018)
  expect((await send(open.share_key)).code).toBe(200)
  expect((await send(open.share_key)).code).toBe(5024)
  const notices = await company.admin.ok(listNotices, {})
  expect(notices.result[0]?.text).toContain('Customer确认了图纸 D-1 V1')
  expect((await read(open.share_key)).data).toMatchObject({ answer: { accepted: true, name: 'Customer' } })
  expect((await company.admin.ok(drawingCalls.detail, { id })).record).toMatchObject({ status: 0 })
})

test('a document is shared like a drawing', async () => {
  const company = await app.company()
  const file = new FileGiven('a.txt', new TextEncoder().encode('x'), '')
  const { attachment } = await company.admin.ok(commonUpload, { file, module: 'document' })
  const { id } = await company.admin.ok(documentCalls.add, {
    name: 'Manual',
    version: 'V1',
    attachment_id: attachment.id,
  })
  const link = await company.admin.ok(makeFileLink, { object_type: 'document', object_id: id })
  expect((await read(link.share_key)).data).toMatchObject({ document: { kind: 'document', name: 'Manual' } })
})

test('a link to a file ends with its sharer and with the right to keep such files', async () => {
  const company = await app.company()
  const { id } = await aDrawing(company)
  const sharing = async () => {
    const member = await company.member([pages.drawings])
    const { share_key } = await member.ok(makeFileLink, { object_type, object_id: id })
    expect((await read(share_key)).code).toBe(200)
    return { member, share_key }
  }
  const codesOf = async (share_key: string) => [
    (await read(share_key)).code,
    (await app.raw(downloadOnlineEdit.path, { share_key })).code,
  ]
  const deleted = await sharing()
  await company.admin.ok(dropUser, { id: deleted.member.user_id })
  expect(await codesOf(deleted.share_key)).toEqual([7705, 7705])
  // Documents are another right than drawings.
  const moved = await sharing()
  await app.database.pool.query(
    'update app_permission set page_paths = $1 where role_id in (select role_id from user_role where user_id = $2)',
    [[pages.documents.path], moved.member.user_id],
  )
  expect(await codesOf(moved.share_key)).toEqual([7705, 7705])
})
