import { accessErrors } from '@qitao/access/model/access.errors.ts'
import {
  addressTries,
  answerShareLink,
  attachmentsBy,
  newShareLink,
  notify,
  openShareLink,
  recordShareView,
  revokeShareLinks,
  type ShareLink,
  shareLinksOf,
} from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { storedFile } from '@qitao/platform/server/files/store.ts'
import { type Handler, handle, handlePublic, type Member } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { documentCalls } from '../../model/document/document.calls.ts'
import { document } from '../../model/document/document.record.ts'
import { drawingCalls } from '../../model/document/drawing.calls.ts'
import { drawing } from '../../model/document/drawing.record.ts'
import {
  answerOnlineEdit,
  downloadOnlineEdit,
  dropFileLinks,
  type FileAnswerGiven,
  listFileLinks,
  makeFileLink,
  queryOnlineEdit,
  sharedKinds,
} from '../../model/document/file-share.calls.ts'
import type { FileVersionStatus } from '../../model/document/file-version.status.ts'

type Kind = (typeof sharedKinds)[number]
const kinds = {
  document: { no: 'document_no', add: documentCalls.add, page: pages.documents, title: document.title },
  drawing: { no: 'drawing_no', add: drawingCalls.add, page: pages.drawings, title: drawing.title },
} as const

interface SharedVersion {
  readonly attachment_id: string
  readonly no: string
  readonly name: string
  readonly version: string
  readonly status: FileVersionStatus
  readonly file_name: string
  readonly file_size: number
  readonly mime_type: string
  readonly change_note: string | null
}
/** A version that is not in the recycle bin; what was deleted is as gone as a withdrawn link. */
async function versionOf(tx: Tx, org_id: string, kind: Kind, id: string): Promise<SharedVersion> {
  const [found] = await rows(
    tx,
    sql<SharedVersion>`select attachment_id, ${sql.ref(kinds[kind].no)} as no, name, version, status, file_name, file_size, mime_type, change_note
      from ${sql.table(kind)} where org_id = ${org_id} and id = ${id} and deleted_time is null`,
  )
  return found ?? refuse(generalErrors.recordNotFound)
}
/** Who may add versions of its kind shares them. */
function expectKeeper(member: Member, kind: Kind): void {
  if (!isGranted(kinds[kind].add, member.grants)) refuse(generalErrors.noPermission)
}
const kindOf = (link: ShareLink): Kind => link.object_type as Kind

/** 7705 also when its sharer keeps files of the kind no longer. */
async function openFileLink(tx: Tx, share_key: string, now: number): Promise<ShareLink> {
  const link = await openShareLink(tx, { object_types: sharedKinds, madeBy: makeFileLink }, share_key, now)
  if (!isGranted(kinds[kindOf(link)].add, link.sharer.grants)) refuse(accessErrors.linkWrong)
  return link
}

export const fileShareHandlers: Handler[] = [
  handle(makeFileLink, async ({ object_type, object_id, expire_days, editable }, context) => {
    const { tx, org_id, member } = context
    expectKeeper(member, object_type)
    await versionOf(tx, org_id, object_type, object_id)
    const of = { object_type, object_id, expire_days, editable, shows_prices: false }
    return newShareLink(tx, context, { ...of, path: `/onlineEdit?of=${object_type}` })
  }),
  handle(listFileLinks, async ({ object_type, object_id }, { tx, org_id, member }) => {
    expectKeeper(member, object_type)
    await versionOf(tx, org_id, object_type, object_id)
    const found = await shareLinksOf(tx, org_id, object_type, object_id)
    return {
      result: found.map(link => ({ ...link, answer: link.answer as FileAnswerGiven | null })),
    }
  }),
  handle(dropFileLinks, async ({ object_type, ids }, { tx, org_id, member }) => {
    expectKeeper(member, object_type)
    return { affected: await revokeShareLinks(tx, org_id, object_type, ids) }
  }),

  handlePublic(queryOnlineEdit, ({ share_key }, context) =>
    addressTries(context, 'link', async tx => {
      const link = await openFileLink(tx, share_key, context.now)
      const kind = kindOf(link)
      const { attachment_id: _, ...version } = await versionOf(tx, link.org_id, kind, link.object_id)
      await recordShareView(tx, link, context.now)
      const { company_name, expire_time, editable, answer_time } = link
      const { name: sharer_name, time_zone } = link.sharer
      const answer = link.answer as FileAnswerGiven | null
      const facts = { company_name, sharer_name, time_zone, expire_time, editable, answer, answer_time }
      return { document: { kind, ...version }, url: downloadOnlineEdit.path, ...facts }
    }),
  ),
  handlePublic(downloadOnlineEdit, ({ share_key }, context) =>
    addressTries(context, 'link', async tx => {
      const link = await openFileLink(tx, share_key, context.now)
      const { org_id, object_id } = link
      const { attachment_id } = await versionOf(tx, org_id, kindOf(link), object_id)
      const [file] = await attachmentsBy(tx, org_id, [attachment_id])
      if (!file) return refuse(generalErrors.recordNotFound)
      const { file_name, file_size, mime_type, sha256 } = file
      return storedFile(file_name, mime_type, { org_id, sha256, size: file_size })
    }),
  ),
  handlePublic(answerOnlineEdit, async ({ share_key, accepted, name, remark }, context) => {
    const { now } = context
    const told = await addressTries(context, 'link', async tx => {
      const link = await openFileLink(tx, share_key, now)
      const kind = kindOf(link)
      const { no, version } = await versionOf(tx, link.org_id, kind, link.object_id)
      const answer: FileAnswerGiven = { accepted, name: name.trim(), remark }
      await answerShareLink(tx, link, answer, now)
      const { title, page } = kinds[kind]
      await notify({ tx, org_id: link.org_id }, [link.sharer.user_id], {
        sign: `share:${link.id}`,
        type: accepted ? 'success' : 'warning',
        text: {
          zh: `${answer.name}${accepted ? '确认了' : '拒绝了'}${title.zh} ${no} ${version}`,
          en: `${answer.name} ${accepted ? 'confirmed' : 'refused'} ${title.en.toLowerCase()} ${no} ${version}`,
        },
        href: `${page.path}?keyword=${encodeURIComponent(no)}`,
        href_title: page.title,
      })
      return link
    })
    await context.tell(told.org_id, { channel_type: 'notice' }, { user_id: told.sharer.user_id })
    return { answer_time: now }
  }),
]
