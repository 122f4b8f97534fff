import { text } from 'node:stream/consumers'
import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import {
  bulkDropAttachment,
  commonUpload,
  downloadAttachment,
  queryAttachmentList,
} from '@qitao/access/model/record/attachment.calls.ts'
import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { type FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { documentCalls, documentFolderCalls } from '../../model/document/document.calls.ts'
import { drawingCalls } from '../../model/document/drawing.calls.ts'
import type { FileVersionCalls } from '../../model/document/file-version.calls.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import { someMaterials, someProcesses } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const pdf = (words: string) => new FileGiven(`${words}.pdf`, new TextEncoder().encode(`%PDF-1.7 ${words}`), '')

/** What is in a zip: names, and whether the contents are those of such a file. */
async function filesIn({ bytes }: FileAnswer): Promise<[name: string, isPdf: boolean][]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  const found: [string, boolean][] = []
  await new Promise((done, fail) => {
    zip.on('end', done).on('error', fail)
    zip.on('entry', (entry: yauzl.Entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return fail(error)
        found.push([entry.fileName, (await text(stream)).startsWith('%PDF')])
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return found
}

interface Kind {
  readonly calls: FileVersionCalls
  readonly module: 'drawing' | 'document'
  readonly no: 'drawing_no' | 'document_no'
  readonly page: { readonly path: string }
}
const drawings: Kind = {
  calls: drawingCalls as unknown as FileVersionCalls,
  module: 'drawing',
  no: 'drawing_no',
  page: pages.drawings,
}
const documents: Kind = {
  calls: documentCalls as unknown as FileVersionCalls,
  module: 'document',
  no: 'document_no',
  page: pages.documents,
}
const file = async (member: TestMember, { module }: Kind, words = 'A'): Promise<string> =>
  (await member.ok(commonUpload, { file: pdf(words), module })).attachment.id

for (const kind of [drawings, documents]) {
  const { calls, module, no, page } = kind
  const added = async ({ admin }: TestCompany, more: Record<string, unknown> = {}) => {
    const attachment_id = await file(admin, kind, String(more.version ?? 'V1'))
    const given = { [no]: 'D-1', name: 'Frame', version: 'V1', attachment_id, ...more }
    return { ...(await admin.ok(calls.add, given as never)), attachment_id }
  }
  const find = async (company: TestCompany, id: string) =>
    (await company.admin.ok(calls.detail, { id })).record as unknown as Record<string, unknown> & {
      row_version: number
    }
  const released = async (company: TestCompany, more: Record<string, unknown> = {}) => {
    const one = await added(company, more)
    await company.admin.ok(calls.release, { ids: [one.id] })
    return one
  }
  const deleted = async (company: TestCompany) => {
    const one = await added(company)
    await company.admin.ok(calls.drop, { ids: [one.id] })
    return one
  }

  contract(app, calls.list, {
    set: async company => {
      await released(company)
      await added(company, { version: 'V2' })
      return added(company, { [no]: 'D-2', name: 'Fork' })
    },
    good: () => ({ no: 'D-1', statuses: [0, 1], keyword: 'frame' }),
    check: ({ result, total }) => {
      expect(total).toBe(2)
      expect(new Set(result.map(row => (row as unknown as { version: string }).version))).toEqual(new Set(['V1', 'V2']))
    },
    refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data?.result).toEqual([]),
  })
  contract(app, calls.detail, {
    set: added,
    good: ({ id }) => ({ id }),
    check: ({ record }) =>
      expect(record).toMatchObject({
        [no]: 'D-1',
        file_name: 'V1.pdf',
        mime_type: 'application/pdf',
        status: 0,
        created_by_name: 'Admin',
      }),
    refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.add, {
    set: async company => {
      const [material] = await someMaterials(company, 1)
      const [process] = await someProcesses(company, 1)
      await added(company, { [no]: 'TAKEN' })
      return { attachment_id: await file(company.admin, kind), material_id: material!.id, process_id: process!.id }
    },
    good: set => ({ [no]: 'D-1', name: 'Frame', version: 'V1', change_note: 'first', ...set }) as never,
    check: async ({ id }, { attachment_id, material_id }, company) => {
      expect(await find(company, id)).toMatchObject({
        attachment_id,
        material_id,
        status: 0,
        material_code: expect.any(String),
      })
      const { result } = await company.admin.ok(queryAttachmentList, { module, object_id: id })
      expect(result.map(one => one.id)).toEqual([attachment_id])
      const history = await company.admin.ok(queryChangeLog, { table_name: module, row_id: id })
      expect(history.result[0]).toMatchObject({ operation: 'INSERT', user_name: 'Admin' })
    },
    refused: ({ attachment_id, material_id }) => [
      ['no file', { [no]: 'D-1', name: 'x', version: 'V1' }, generalErrors.fieldRequired],
      ['no name', { [no]: 'D-1', version: 'V1', attachment_id }, generalErrors.fieldRequired],
      [
        'a file that is not there',
        { [no]: 'D-1', name: 'x', version: 'V1', attachment_id: nowhere },
        generalErrors.recordNotFound,
      ],
      [
        'a material that is not there',
        { [no]: 'D-1', name: 'x', version: 'V1', attachment_id, material_id: nowhere },
        generalErrors.recordNotFound,
      ],
      [
        'a version that exists',
        { [no]: 'TAKEN', name: 'x', version: 'V1', attachment_id, material_id },
        engineeringErrors.versionDuplicate,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.alter, {
    set: async company => {
      const other = await added(company, { version: 'V2' })
      const valid = await released(company, { [no]: 'D-9' })
      const draft = await added(company)
      return { ...draft, other, valid, fresh: await file(company.admin, kind, 'fresh') }
    },
    good: ({ id, fresh }) =>
      ({ id, row_version: 0, [no]: 'D-1', name: 'Frame, welded', version: 'V3', attachment_id: fresh }) as never,
    check: async (data, { id, attachment_id, fresh }, company) => {
      expect(data).toEqual({ affected: 1 })
      expect(await find(company, id)).toMatchObject({
        name: 'Frame, welded',
        version: 'V3',
        file_name: 'fresh.pdf',
        attachment_id: fresh,
      })
      expect((await company.admin.send(downloadAttachment, { attachment_id })).code).toBe(5010)
    },
    refused: ({ id, valid }) => [
      ['a stale version', { id, row_version: 7, [no]: 'D-1', name: 'x', version: 'V1' }, generalErrors.versionConflict],
      [
        'a version that exists',
        { id, row_version: 0, [no]: 'D-1', name: 'x', version: 'V2' },
        engineeringErrors.versionDuplicate,
      ],
      ['unknown', { id: nowhere, row_version: 0, [no]: 'D-1', name: 'x', version: 'V1' }, generalErrors.recordNotFound],
      [
        'the name of a released one',
        { id: valid.id, row_version: 1, [no]: 'D-9', name: 'x', version: 'V1' },
        generalErrors.statusNotAllowed,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.release, {
    set: async company => {
      const before = await released(company)
      return { before, next: await added(company, { version: 'V2' }) }
    },
    good: ({ next }) => ({ ids: [next.id] }),
    check: async (_data, { before, next }, company) => {
      expect(await find(company, next.id)).toMatchObject({ status: 1, released_by_name: 'Admin' })
      expect(await find(company, before.id)).toMatchObject({ status: 2 })
    },
    refused: ({ before }) => [
      ['a valid one', { ids: [before.id] }, generalErrors.statusNotAllowed],
      ['unknown', { ids: [nowhere] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.withdraw, {
    set: async company => ({ valid: await released(company), draft: await added(company, { version: 'V2' }) }),
    good: ({ valid }) => ({ ids: [valid.id] }),
    check: async (_data, { valid }, company) => expect(await find(company, valid.id)).toMatchObject({ status: 2 }),
    refused: ({ draft }) => [['a draft', { ids: [draft.id] }, generalErrors.statusNotAllowed]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.drop, {
    set: async company => ({ draft: await added(company), valid: await released(company, { version: 'V2' }) }),
    good: ({ draft }) => ({ ids: [draft.id] }),
    check: async (_data, { draft }, company) => {
      expect((await company.admin.ok(calls.list, {})).result.map(({ id }) => id)).not.toContain(draft.id)
      const bin = await company.admin.ok(calls.list, { deleted: true })
      expect(bin.result).toMatchObject([{ id: draft.id, deleted_by_name: 'Admin' }])
    },
    refused: ({ valid }) => [['a valid one', { ids: [valid.id] }, generalErrors.statusNotAllowed]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.restore, {
    set: async company => {
      const one = await deleted(company)
      return { ...one, kept: await added(company, { version: 'V2' }) }
    },
    good: ({ id }) => ({ ids: [id] }),
    check: async (_data, { id }, company) => expect(await find(company, id)).toMatchObject({ deleted_time: null }),
    refused: ({ kept }) => [['one that is not deleted', { ids: [kept.id] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.download, {
    set: async company => [await released(company), await added(company, { version: 'V/2' })],
    good: versions => ({ ids: versions.map(({ id }) => id) }),
    check: async data => {
      expect(data.name).toBe(`${calls.download.records[0]!.title.zh}.zip`)
      expect(data.mime_type).toBe('application/zip')
      expect(await filesIn(data)).toEqual([
        ['D-1 V1 V1.pdf', true],
        ['D-1 V_2 2.pdf', true],
      ])
    },
    refused: versions => [
      ['unknown', { ids: [versions[0]!.id, nowhere] }, generalErrors.recordNotFound],
      ['none', { ids: [] }, generalErrors.badParameter],
      ['too many', { ids: Array.from({ length: 101 }, newId) }, generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, calls.dropForever, {
    set: async company => {
      const one = await deleted(company)
      return { ...one, kept: await added(company, { version: 'V2' }) }
    },
    good: ({ id }) => ({ ids: [id] }),
    check: async (_data, { id, attachment_id }, company) => {
      expect((await company.admin.send(calls.detail, { id })).code).toBe(5010)
      expect((await company.admin.send(downloadAttachment, { attachment_id })).code).toBe(5010)
    },
    refused: ({ kept }) => [['one that is not deleted', { ids: [kept.id] }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })

  test(`${module}: two versions of one number are not released at once; a deleted version gives its name away`, async () => {
    const company = await app.company()
    const first = await added(company)
    const second = await added(company, { version: 'V2' })
    const answer = await company.admin.send(calls.release, { ids: [first.id, second.id] })
    expect(answer.code).toBe(5056)
    expect(answer.data?.done_ids).toEqual([first.id])
    await company.admin.ok(calls.drop, { ids: [second.id] })
    await added(company, { version: 'V2' })
    expect((await company.admin.send(calls.restore, { ids: [second.id] })).code).toBe(5507)
  })

  test(`${module}: its file cannot be taken away or added to beside its calls`, async () => {
    const company = await app.company()
    const one = await released(company)
    expect((await company.admin.send(bulkDropAttachment, { ids: [one.attachment_id] })).code).toBe(5022)
    const upload = { file: pdf('more'), module, object_id: one.id }
    expect((await company.admin.send(commonUpload, upload)).code).toBe(5001)
  })

  test(`${module}: who may not add versions reads the valid ones and their files only`, async () => {
    const company = await app.company()
    const valid = await released(company)
    const draft = await added(company, { version: 'V2' })
    const member = await company.member([page])
    expect((await member.ok(calls.list, {})).total).toBe(2)
    const [role] = (await company.admin.ok(listRoles, {})).result
    await company.admin.ok(alterRolePermissions, {
      role_id: role!.id,
      app_code: 'mep',
      page_paths: [page.path],
      action_keys: [],
    })
    expect((await member.ok(calls.list, {})).result.map(({ id }) => id)).toEqual([valid.id])
    expect((await member.send(calls.detail, { id: draft.id })).code).toBe(5010)
    expect((await member.send(calls.download, { ids: [valid.id, draft.id] })).code).toBe(5010)
    expect(await filesIn(await member.ok(calls.download, { ids: [valid.id] }))).toHaveLength(1)
    expect((await member.send(downloadAttachment, { attachment_id: draft.attachment_id })).code).toBe(5011)
    expect((await member.send(queryAttachmentList, { module, object_id: draft.id })).code).toBe(5011)
    expect((await member.ok(downloadAttachment, { attachment_id: valid.attachment_id })).name).toBe('V1.pdf')
    expect((await member.send(calls.withdraw, { ids: [valid.id] })).code).toBe(5011)
  })
}

test('the workshop reads the valid drawing, not the one in work', async () => {
  const company = await app.company()
  const attachment_id = await file(company.admin, drawings)
  const { id } = await company.admin.ok(drawings.calls.add, {
    drawing_no: 'D-1',
    name: 'x',
    version: 'V1',
    attachment_id,
  } as never)
  const worker = await company.member([pages.productionReport])
  expect((await worker.ok(drawings.calls.list, {})).total).toBe(0)
  expect((await worker.send(downloadAttachment, { attachment_id })).code).toBe(5011)
  await company.admin.ok(drawings.calls.release, { ids: [id] })
  expect((await worker.ok(drawings.calls.list, {})).total).toBe(1)
  await worker.ok(downloadAttachment, { attachment_id })
})

test('a document without a number gets one', async () => {
  const company = await app.company()
  const given = { name: 'Manual', version: 'V1', attachment_id: await file(company.admin, documents) }
  expect((await company.admin.ok(documents.calls.add, given as never)).no).toMatch(/^WD\d{8}0001$/)
})

const folder = async (company: TestCompany) => company.admin.ok(documentFolderCalls.add, { name: 'Quality' })
contract(app, documentFolderCalls.list, {
  set: folder,
  good: () => ({ keyword: 'qual' }),
  check: ({ total }) => expect(total).toBe(1),
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, documentFolderCalls.detail, {
  set: folder,
  good: ({ id }) => ({ id }),
  check: ({ record }) => expect(record).toMatchObject({ name: 'Quality' }),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, documentFolderCalls.add, {
  set: folder,
  good: () => ({ name: 'Contracts' }),
  refused: () => [['a name that exists', { name: 'Quality' }, generalErrors.duplicateCode]],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, documentFolderCalls.alter, {
  set: folder,
  good: ({ id }) => ({ id, row_version: 0, name: 'Quality records' }),
  refused: ({ id }) => [['a stale version', { id, row_version: 3, name: 'x' }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, documentFolderCalls.drop, {
  set: async company => {
    const used = await company.admin.ok(documentFolderCalls.add, { name: 'Used' })
    const attachment_id = await file(company.admin, documents)
    await company.admin.ok(documents.calls.add, {
      name: 'x',
      version: 'V1',
      folder_id: used.id,
      attachment_id,
    } as never)
    return { ...(await folder(company)), used: used.id }
  },
  good: ({ id }) => ({ ids: [id] }),
  refused: ({ used }) => [['one with documents', { ids: [used] }, generalErrors.dataInUse]],
  foreign: generalErrors.recordNotFound,
})
