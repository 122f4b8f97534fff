import { notifyEach } from '@qitao/access/server'
import { type Text, text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { letterProblem, letterStatus } from '../../model/report/report.status.ts'

export const lettersByState = { table: 'report_letter', statuses: letterStatus } as const
/** So often a letter is made or sent before it is given up. */
export const mostTries = 6
/** What it said is for who got it. */
export const forgotten = sql`words = null, html = null, file_content = null`

const { to_make, to_send } = letterStatus.codes
type Problem = (typeof letterProblem)['list'][number]['code']

/** Those of them that still wait to be made, locked: meanwhile somebody may have stopped them. */
export const stillToMake = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`select id from report_letter where org_id = ${org_id} and id = any(${ids}::uuid[])
        and status = ${sql.lit(to_make)} order by id for update`,
    )
  ).map(({ id }) => id)

export const leaveOut = (tx: Tx, org_id: string, ids: readonly string[], problem: Problem): Promise<void> =>
  transition(tx, org_id, lettersByState, 'leave_out', ids, sql`problem = ${problem}, ${forgotten}`)

/** Who made them hears what became of these letters; whom to tell of it. */
export async function tellOwners(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  wordsOf: (of: { readonly name: string; readonly names: string }) => Text,
  type: 'warning' | 'error' = 'warning',
): Promise<string[]> {
  if (ids.length === 0) return []
  const told = await rows(
    tx,
    sql<{ mailing_id: string; report_id: string; owner_id: string; name: string; names: string; first_id: string }>`
      select m.id as mailing_id, t.id as report_id, t.owner_id, t.name, string_agg(u.name, ', ' order by u.name, u.id) as names, min(l.user_id::text) as first_id
      from report_letter l join report_mailing m on m.org_id = l.org_id and m.id = l.mailing_id
        join saved_report t on t.org_id = m.org_id and t.id = m.report_id join app_user u on u.org_id = l.org_id and u.id = l.user_id
      where l.org_id = ${org_id} and l.id = any(${ids}::uuid[]) group by m.id, t.id, t.owner_id, t.name order by m.id`,
  )
  const heard: string[] = []
  await notifyEach(
    { tx, org_id, tell: (_message, { user_id }) => heard.push(user_id) },
    told.map(({ owner_id, ...one }) => ({
      user_ids: [owner_id],
      // Of each who was to get it on its own: what became of one does not hide the others.
      notice: { ...noticeOf(one, wordsOf(one), type), sign: `report_mailing:${one.mailing_id}:${one.first_id}` },
    })),
  )
  return heard
}
export const noticeOf = (
  { mailing_id, report_id }: { readonly mailing_id: string; readonly report_id: string },
  words: Text,
  type: 'warning' | 'error' = 'warning',
) => ({
  ...{ sign: `report_mailing:${mailing_id}`, type, text: words, btn: text('查看', 'Show') },
  ...{ href: `${pages.operationReport.path}?saved=${report_id}`, href_title: pages.operationReport.title },
})
export const brokenWords = ({ name }: { readonly name: string }): Text =>
  text(
    `报表「${name}」没有发出：报表无法计算。请打开报表核对指标和日期，重新保存`,
    `The report “${name}” was not mailed: it cannot be computed. Open it, look at its figures and days, and save it anew`,
  )
export const unsureWords = ({ name, names }: { readonly name: string; readonly names: string }): Text =>
  text(
    `报表「${name}」是否送达${names}不确定：发送时连接中断，没有重发。请向收件人核对，需要时用「立即发送」补发`,
    `Nobody knows whether the report “${name}” reached ${names}: the connection broke while it was sent, and it was not sent again. Ask them, and send it now where it is missing`,
  )

/** What waits of these mailings goes to nobody but these. */
export async function stopLetters(
  tx: Tx,
  org_id: string,
  mailing_ids: readonly string[],
  but: readonly string[] = [],
): Promise<void> {
  const waiting = await rows(
    tx,
    sql<{
      id: string
    }>`select id from report_letter where org_id = ${org_id} and mailing_id = any(${mailing_ids}::uuid[])
      and status in (${sql.lit(to_make)}, ${sql.lit(to_send)}) and not user_id = any(${but}::uuid[]) order by id for update`,
  )
  await leaveOut(
    tx,
    org_id,
    waiting.map(({ id }) => id),
    letterProblem.codes.stopped,
  )
}
