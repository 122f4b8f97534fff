import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { type Page, pageAt, pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { appOf } from '../../model/company/app.ts'
import {
  grantAccessRequest,
  listAccessRequests,
  queryOwnAccessRequest,
  refuseAccessRequest,
  requestAccess,
} from '../../model/member/access-request.calls.ts'
import { type AccessRequestRow, accessRequest } from '../../model/member/access-request.record.ts'
import { accessRequestStatus } from '../../model/member/access-request.status.ts'
import { grantsOf } from '../../model/member/grant.rules.ts'
import { checkMayManage, checkOwnRoles } from '../../model/member/user.rules.ts'
import { notify } from '../notice/notice.ts'
import { asking } from '../session/asking.ts'
import { recordManaged } from '../session/security-event.ts'
import { appCodesOf, membersWhoMay } from '../session/session.ts'
import { checkRoles, lockUsers, permissionsOf } from './user.queries.ts'

const { page_path: pathField } = accessRequest.fields

export const accessRequestHandlers: Handler[] = [
  // Each tells all who manage roles.
  handle(requestAccess, (input, context) => asking(context, 'access_request', () => ask(input, context))),

  handle(queryOwnAccessRequest, async ({ page_path }, { tx, org_id, member, language }) => {
    const [record] = await rows(
      tx,
      sql<StoredRequest>`select ${columns} from access_request t ${joins}
        where t.org_id = ${org_id} and t.user_id = ${member.user_id} and t.page_path = ${page_path}
        order by t.created_time desc, t.id desc limit 1`,
    )
    return { record: record ? shown(record, language) : null }
  }),

  handle(listAccessRequests, async (input, { tx, org_id, language }) => {
    const { result, ...page } = await listRows<StoredRequest>(
      tx,
      {
        org_id,
        table: 'access_request',
        where: [
          contains(input.keyword, sql`u.name`, sql`t.reason`),
          input.statuses !== undefined && sql`t.status = any(${input.statuses}::smallint[])`,
        ],
        columns,
        joins,
        filterJoins: joins,
        orders: {
          created_time: sql`t.created_time`,
          status: sql`t.status`,
          page_path: sql`t.page_path`,
          reason: sql`t.reason`,
          answer: sql`coalesce(t.answer, '')`,
          answered_time: sql`coalesce(t.answered_time, 0)`,
        },
        defaultOrder: '-created_time',
      },
      input,
    )
    return { ...page, result: result.map(one => shown(one, language)) }
  }),

  handle(grantAccessRequest, async ({ id, role_id }, context) => {
    const { tx, org_id, member, calls, tell } = context
    const { user_id, page_path } = await lockRequest(tx, org_id, id)
    const target = (await lockUsers(context, [user_id])).targets.get(user_id) ?? refuse(generalErrors.recordNotFound)
    checkMayManage(member, target)
    checkOwnRoles(member, user_id, new Set(target.role_ids), [...target.role_ids, role_id])
    await checkRoles(tx, org_id, member, [role_id], calls)
    const permissions = await permissionsOf(tx, org_id, [role_id])
    const { pages: opened } = grantsOf({ is_admin: false, permissions }, await appCodesOf(tx, org_id))
    if (!opened.has(page_path))
      refuse(generalErrors.badParameter, {
        field: 'role_id',
        detail: text('该角色不打开所申请的页面', 'That role does not open the page that is asked for'),
      })
    await sql`insert into user_role (user_id, role_id) values (${user_id}, ${role_id}) on conflict do nothing`.execute(
      tx,
    )
    // The record moves on: who has opened it before does not save roles without this one.
    await sql`update app_user set invalid_role = false where org_id = ${org_id} and id = ${user_id}`.execute(tx)
    tell({ channel_type: 'rights' }, { user_id })
    await recordManaged(context, 'access_granted', [user_id])
    await answer(context, 'grant', { id, user_id, page_path }, null)
    return { affected: 1 }
  }),

  handle(refuseAccessRequest, async ({ id, answer: words }, context) => {
    const request = await lockRequest(context.tx, context.org_id, id)
    await answer(context, 'refuse', { id, ...request }, words.trim())
    return { affected: 1 }
  }),
]

async function ask(
  { page_path, reason }: z.output<typeof requestAccess.input>,
  { tx, org_id, member, tell }: Context,
): Promise<z.input<typeof requestAccess.output>> {
  const page = await pageToAskFor(tx, org_id, page_path)
  if (member.pages.has(page_path))
    refuse(generalErrors.badParameter, {
      field: 'page_path',
      field_title: pathField.title,
      detail: text('您已有该页面的权限', 'The page is open to you already'),
    })
  const id = newId()
  const asked = await rows(
    tx,
    sql<{ id: string }>`insert into access_request (id, user_id, page_path, reason, status)
      values (${id}, ${member.user_id}, ${page_path}, ${reason.trim()}, ${accessRequestStatus.codes.waiting})
      on conflict do nothing returning id`,
  )
  if (asked.length === 0) refuse(accessErrors.accessAsked)
  const able = await membersWhoMay(tx, org_id, grantAccessRequest)
  await notify(
    { tx, org_id, tell },
    able.map(({ user_id }) => user_id),
    {
      sign: `access:${id}`,
      text: {
        zh: `${member.name}申请「${page.title.zh}」的权限：${reason.trim()}`,
        en: `${member.name} asks for access to ${page.title.en}: ${reason.trim()}`,
      },
      type: 'info',
      btn: text('处理', 'Answer'),
      href: `${pages.roles.path}?tab=requests`,
      href_title: pages.roles.title,
    },
  )
  return { id }
}

type StoredRequest = Omit<AccessRequestRow, 'page_name'>
const columns = sql`t.id, t.row_version, t.created_time, t.updated_time, t.user_id, t.page_path, t.reason, t.status, t.answer,
  t.answered_time, u.name as user_name, a.name as answered_by_name`
const joins = sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id
  left join app_user a on a.org_id = t.org_id and a.id = t.answered_by`

const shown = (stored: StoredRequest, language: Language): AccessRequestRow => {
  const page = pageAt(stored.page_path)
  return { ...stored, page_name: page ? say(page.title, language) : stored.page_path }
}

/** 5001 for a page that there is not, or that the edition of the company does not have: no role could open it. */
async function pageToAskFor(tx: Tx, org_id: string, page_path: string): Promise<Page> {
  const page = pageAt(page_path)
  const authorised = await appCodesOf(tx, org_id)
  const isThere = authorised.some(code => appOf(code)?.pages.some(({ path }) => path === page_path))
  if (page && isThere) return page
  return refuse(generalErrors.badParameter, {
    field: 'page_path',
    field_title: pathField.title,
    detail: page
      ? text('公司的版本没有该页面', "The company's edition does not have the page")
      : text('没有该页面', 'There is no such page'),
  })
}

/** 5010 when there is no such request, 5024 when it has its answer. */
async function lockRequest(tx: Tx, org_id: string, id: string): Promise<{ user_id: string; page_path: string }> {
  const [found] = await rows(
    tx,
    sql<{
      user_id: string
      page_path: string
      status: (typeof accessRequestStatus.list)[number]['code']
    }>`select user_id, page_path, status
      from access_request where org_id = ${org_id} and id = ${id} for update`,
  )
  const { status, ...request } = found ?? refuse(generalErrors.recordNotFound)
  const detail = accessRequestStatus.whyNot('grant', status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  return request
}

/** Writes the answer down and tells who asked. */
async function answer(
  { tx, org_id, member, now, tell }: Context,
  action: 'grant' | 'refuse',
  { id, user_id, page_path }: { id: string; user_id: string; page_path: string },
  words: string | null,
): Promise<void> {
  await transition(
    tx,
    org_id,
    { table: 'access_request', statuses: accessRequestStatus },
    action,
    [id],
    sql`answer = ${words}, answered_by = ${member.user_id}, answered_time = ${now}::bigint`,
  )
  const title = pageAt(page_path)?.title ?? text(page_path, page_path)
  await notify({ tx, org_id, tell }, [user_id], {
    sign: `access:${id}`,
    ...(action === 'grant'
      ? {
          text: { zh: `您已获得「${title.zh}」的权限`, en: `You have access to ${title.en} now` },
          type: 'success',
          btn: text('打开', 'Open'),
          href: page_path,
          href_title: title,
        }
      : {
          text: {
            zh: `您对「${title.zh}」的权限申请被拒绝：${words}`,
            en: `Your request for access to ${title.en} was refused: ${words}`,
          },
          type: 'warning',
        }),
  })
}
