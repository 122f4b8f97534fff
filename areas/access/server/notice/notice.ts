import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { LiveMessage } from '@qitao/core/live.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Page } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { noticeTypes } from '../../model/notice/notice.calls.ts'
import { type NoticeCaseStatusCode, noticeCaseStatus } from '../../model/notice/notice-case.status.ts'

/** What a member is told under the bell (specification section 3). */
export interface NewNotice {
  /** Identity: an equal sign replaces the member's earlier notice. */
  readonly sign?: string
  readonly text: Text
  readonly type?: (typeof noticeTypes)[number]
  /** Words of the button that leads to `href`, an address inside the product. */
  readonly btn?: Text
  readonly href?: string
  readonly href_title?: Text
  /** The matter that is to be answered. */
  readonly case_id?: string
}
/** Leads to a page, opened with what it is asked for. */
export const shows = ({ path, title }: Page, query?: Readonly<Record<string, string>>) => ({
  btn: text('查看', 'Show'),
  href: query ? `${path}?${new URLSearchParams(query)}` : path,
  href_title: title,
})
interface Told {
  readonly tx: Tx
  readonly org_id: string
  /** As in a call's context; without it the bell notices at its next look. */
  readonly tell?: (message: LiveMessage, to: { user_id: string }) => unknown
}

export const noticeChannel = 'notice'

/** Tells members of the company: under their bell, and at once in the pages that they have open. */
export const notify = (told: Told, user_ids: readonly string[], notice: NewNotice): Promise<void> =>
  notifyEach(told, [{ user_ids, notice }])

/** As `notify`, several notices at once. Of two with one sign for one member the later is told. */
export async function notifyEach(
  { tx, org_id, tell }: Told,
  notices: readonly { readonly user_ids: readonly string[]; readonly notice: NewNotice }[],
): Promise<void> {
  const bySign = new Map(
    notices.flatMap(({ user_ids, notice: { text, type = 'info', sign, btn, href, href_title, case_id } }) =>
      user_ids.map(user_id => {
        const id = newId()
        return [
          `${user_id} ${sign ?? id}`,
          {
            id,
            user_id,
            sign,
            text,
            type,
            btn,
            href,
            href_title,
            case_id,
            case_status: case_id === undefined ? undefined : noticeCaseStatus.codes.open,
          },
        ] as const
      }),
    ),
  )
  const list = [...bySign.values()]
  if (list.length === 0) return
  await sql`insert into notice (org_id, id, user_id, sign, text, type, btn, href, href_title, case_id, case_status)
    select ${org_id}::uuid, r.id, r.user_id, r.sign, r.text, r.type, r.btn, r.href, r.href_title, r.case_id, r.case_status
    from ${recordset(
      list,
      sql`id uuid, user_id uuid, sign text, text jsonb, type text, btn jsonb, href text, href_title jsonb,
      case_id uuid, case_status smallint`,
    )} as r
    on conflict (org_id, user_id, sign) where sign is not null do update set text = excluded.text, type = excluded.type,
      btn = excluded.btn, href = excluded.href, href_title = excluded.href_title,
      case_id = excluded.case_id, case_status = excluded.case_status, answered_by_name = null, read = false, created_time = epoch_now()`.execute(
    tx,
  )
  for (const user_id of new Set(list.map(one => one.user_id))) tell?.({ channel_type: noticeChannel }, { user_id })
}

/**
 * What these notices told of is gone, and nothing is left to look at; `type`: of those that told it so. Answers whose notices they
 * were.
 */
export async function withdrawNotices(
  tx: Tx,
  org_id: string,
  signs: readonly string[],
  type?: NewNotice['type'],
): Promise<string[]> {
  const gone = await rows(
    tx,
    sql<{ user_id: string }>`delete from notice where org_id = ${org_id} and sign = any(${signs}::text[])
      ${type === undefined ? sql`` : sql`and type = ${type}`} returning user_id`,
  )
  return [...new Set(gone.map(({ user_id }) => user_id))]
}

/** How matters stand, in all notices that tell of them; one that is over is not left unread. Answers whose notices they are. */
export async function noteCases(
  tx: Tx,
  org_id: string,
  case_ids: readonly string[],
  status: NoticeCaseStatusCode,
  answered_by_name?: string,
): Promise<string[]> {
  const changed = await rows(
    tx,
    sql<{
      user_id: string
    }>`update notice set case_status = ${status}, answered_by_name = coalesce(${answered_by_name ?? null}, answered_by_name),
        read = read or ${status === noticeCaseStatus.codes.over}
      where org_id = ${org_id} and ${among(sql`case_id`, case_ids)} returning user_id`,
  )
  return [...new Set(changed.map(({ user_id }) => user_id))]
}

/** The administrators who may sign in. */
export async function adminIds(tx: Tx, org_id: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from app_user where org_id = ${org_id} and is_admin and status = ${enabledStatus.codes.enabled} order by id`,
  )
  return found.map(({ id }) => id)
}
