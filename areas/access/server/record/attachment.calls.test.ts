import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  bulkDropAttachment,
  commonUpload,
  downloadAttachment,
  queryAttachmentList,
} from '../../model/record/attachment.calls.ts'
import { mostFileBytes } from '../../model/record/attachment.rules.ts'
import { claimAttachments } from './attachment.queries.ts'

const app = await testApp()
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const fileOf = (name: string, bytes: Uint8Array | string = png) =>
  new FileGiven(name, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, '')

/** A customer of the company with a device in its name would need more; an order is enough to hang a file on. */
async function anOrder(company: TestCompany): Promise<string> {
  const id = newId()
  await company.as(tx =>
    sql`insert into sales_order (id, no, order_date, delivery_date) values (${id}, ${id}, 0, 0)`.execute(tx),
  )
  return id
}
const setWithFile = async (company: TestCompany) => {
  const object_id = await anOrder(company)
  const { attachment } = await company.admin.ok(commonUpload, {
    file: fileOf('合同 2026.png'),
    module: 'sales_order',
    object_id,
  })
  return { object_id, attachment_id: attachment.id }
}

contract(app, commonUpload, {
  set: async company => ({ object_id: await anOrder(company) }),
  good: ({ object_id }) => ({ file: fileOf('../../图纸<1>\u202e.png'), module: 'sales_order', object_id }),
  check: async ({ attachment }, { object_id }, company) => {
    expect(attachment).toMatchObject({
      file_name: '图纸_1_.png',
      file_size: png.length,
      mime_type: 'image/png',
      module: 'sales_order',
      object_id,
      created_by_name: 'Admin',
    })
    const noRight = await company.member([pages.units])
    const upload = { file: fileOf('a.png'), module: 'sales_order', object_id }
    expect((await noRight.send(commonUpload, upload)).code).toBe(5011)
  },
  refused: ({ object_id }) => [
    ['a program', { file: fileOf('a.exe', 'MZ\u0001') }, generalErrors.fileInvalid],
    ['a program under another name', { file: fileOf('a.txt', 'MZ\u0001') }, generalErrors.fileInvalid],
    ['a picture that is called a table', { file: fileOf('a.xlsx') }, generalErrors.fileInvalid],
    ['a page with a script', { file: fileOf('a.html', '<script>') }, generalErrors.fileInvalid],
    ['a drawing with a script', { file: fileOf('a.svg', '<svg onload="x">') }, generalErrors.fileInvalid],
    ['an empty file', { file: fileOf('a.txt', '') }, generalErrors.fileInvalid],
    ['no file', { module: 'sales_order' }, generalErrors.fieldRequired],
    ['a kind without files', { file: fileOf('a.png'), module: 'session', object_id }, generalErrors.badParameter],
    ['a name of the prototype', { file: fileOf('a.png'), module: 'constructor' }, generalErrors.badParameter],
    [
      'a record that is not there',
      { file: fileOf('a.png'), module: 'sales_order', object_id: newId() },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, downloadAttachment, {
  set: setWithFile,
  good: ({ attachment_id }) => ({ attachment_id }),
  check: async (file, { attachment_id }, company) => {
    expect(file).toMatchObject({ name: '合同 2026.png', mime_type: 'image/png' })
    expect([...file.bytes]).toEqual([...png])
    const noRight = await company.member([pages.units])
    expect((await noRight.send(downloadAttachment, { attachment_id })).code).toBe(5011)
    const response = await app.app.inject({
      method: 'POST',
      url: downloadAttachment.path,
      headers: { authorization: company.admin.token },
      payload: { attachment_id },
    })
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'attachment; filename="__ 2026.png"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C%202026.png',
    })
  },
  refused: () => [['one that is not there', { attachment_id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, queryAttachmentList, {
  set: setWithFile,
  good: ({ object_id }) => ({ module: 'sales_order', object_id }),
  check: async ({ result }, { attachment_id, object_id }, company) => {
    expect(result.map(({ id }) => id)).toEqual([attachment_id])
    const noRight = await company.member([pages.units])
    expect((await noRight.send(queryAttachmentList, { module: 'sales_order', object_id })).code).toBe(5011)
  },
  refused: ({ object_id }) => [['a kind without files', { module: 'session', object_id }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [] }),
})

contract(app, bulkDropAttachment, {
  set: setWithFile,
  good: ({ attachment_id }) => ({ ids: [attachment_id] }),
  check: async (data, _, company) => {
    expect(data).toEqual({ affected: 1 })
    const [left] = await company.as(
      async tx => (await sql<{ n: number }>`select count(*) as n from file_content`.execute(tx)).rows,
    )
    expect(left?.n).toBe(0)
  },
  refused: ({ attachment_id }) => [
    ['one that is not there', { ids: [attachment_id, newId()] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('files uploaded before their record belong to their uploader, until the record takes them', async () => {
  const company = await app.company()
  const clerk = await company.member([pages.salesOrders])
  const { attachment } = await clerk.ok(commonUpload, { file: fileOf('a.png'), module: 'sales_order' })
  const seen = (await company.admin.send(downloadAttachment, { attachment_id: attachment.id })).code
  expect(seen).toBe(5011)
  const object_id = await anOrder(company)
  const claim = (user_id: string, module: string) =>
    company.as(tx =>
      claimAttachments(
        tx,
        { org_id: company.org_id, member: { user_id } },
        { module, object_id, attachment_ids: [attachment.id] },
      ),
    )
  await expect(claim(company.admin.user_id, 'sales_order')).rejects.toThrow('5010')
  await expect(claim(clerk.user_id, 'material')).rejects.toThrow('5010')
  await claim(clerk.user_id, 'sales_order')
  await expect(claim(clerk.user_id, 'sales_order')).rejects.toThrow('5010')
  expect((await company.admin.ok(queryAttachmentList, { module: 'sales_order', object_id })).result).toHaveLength(1)
})

test('the same contents are kept once, and go with the last that refers to them', async () => {
  const company = await app.company()
  const one = await setWithFile(company)
  const other = await setWithFile(company)
  const kept = () =>
    company.as(
      async tx =>
        (await sql<{ n: number }>`select count(*) as n from file_content where org_id = ${company.org_id}`.execute(tx))
          .rows[0]?.n,
    )
  expect(await kept()).toBe(1)
  await company.admin.ok(bulkDropAttachment, { ids: [one.attachment_id] })
  expect(await kept()).toBe(1)
  await company.admin.ok(bulkDropAttachment, { ids: [other.attachment_id] })
  expect(await kept()).toBe(0)
})

test('a file above the limit is refused as a file, not as a request', async () => {
  const company = await app.company()
  const large = (size: number) => ({ file: fileOf('a.txt', new Uint8Array(size).fill(65)) })
  expect((await company.admin.send(commonUpload, large(mostFileBytes + 1))).code).toBe(5019)
  expect((await company.admin.send(commonUpload, large(mostFileBytes * 1.1))).code).toBe(5019)
  expect((await company.admin.send(commonUpload, large(mostFileBytes))).code).toBe(200)
})

test('files of any size come back as they went in, at the borders of their pieces too', async () => {
  const company = await app.company()
  const piece = 64 * 1024
  for (const size of [1, piece - 1, piece, piece + 1, 4 * piece, 4 * piece + 1, 20 * piece + 7]) {
    const words = Buffer.alloc(size, `${size} of them, `)
    const { attachment } = await company.admin.ok(commonUpload, { file: fileOf('a.txt', words) })
    const file = await company.admin.ok(downloadAttachment, { attachment_id: attachment.id })
    expect({ size, same: words.equals(file.bytes) }).toEqual({ size, same: true })
  }
  const stored = await company.as(tx =>
    sql<{ most: number; n: number }>`select max(length(content)) as most, count(*) as n from file_piece`.execute(tx),
  )
  expect(stored.rows).toEqual([{ most: piece, n: 1 + 1 + 1 + 2 + 4 + 5 + 21 }])
})
