import { type Language, say, type Text } from '@qitao/core/text.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { dropNotices, listNotices, type NoticeRow, readNotices } from '../../model/notice/notice.calls.ts'

type Stored = Omit<NoticeRow, 'text' | 'btn' | 'hrefTitle'> & { text: Text; btn: Text | null; href_title: Text | null }
const told = ({ text, btn, href_title, ...rest }: Stored, language: Language): NoticeRow => ({
  ...rest,
  text: say(text, language),
  btn: btn && say(btn, language),
  hrefTitle: href_title && say(href_title, language),
})

/** A member's own notices; nobody else's can be read, marked or deleted. */
export const noticeHandlers: Handler[] = [
  handle(listNotices, async (input, { tx, org_id, member, language }) => {
    const found = await listRows<Stored>(
      tx,
      {
        org_id,
        table: 'notice',
        where: [
          sql`t.user_id = ${member.user_id}`,
          input.unread_only && sql`not t.read`,
          contains(input.keyword, sql`t.text->>'zh'`, sql`t.text->>'en'`),
        ],
        columns: sql`t.id, t.sign, t.text, t.type, t.btn, t.href, t.href_title, t.duration, t.read, t.created_time,
          t.case_id, t.case_status, t.answered_by_name`,
        orders: { created_time: sql`t.created_time` },
        defaultOrder: '-created_time',
      },
      input,
    )
    const [unread] = await rows(
      tx,
      sql<{ count: number }>`select count(*) as count from notice
        where org_id = ${org_id} and user_id = ${member.user_id} and not read`,
    )
    return { ...found, result: found.result.map(one => told(one, language)), unread_count: unread?.count ?? 0 }
  }),
  handle(readNotices, async ({ ids }, { tx, org_id, member }) => {
    const changed = await sql`update notice set read = true
      where org_id = ${org_id} and user_id = ${member.user_id} and not read and ${among(sql`id`, ids)}`.execute(tx)
    return { affected: Number(changed.numAffectedRows ?? 0) }
  }),
  handle(dropNotices, async ({ ids }, { tx, org_id, member }) => {
    const dropped = await sql`delete from notice
      where org_id = ${org_id} and user_id = ${member.user_id} and ${among(sql`id`, ids)}`.execute(tx)
    return { affected: Number(dropped.numAffectedRows ?? 0) }
  }),
]
