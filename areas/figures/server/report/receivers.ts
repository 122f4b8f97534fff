import { membersBy, membersWhoMay } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { showReport } from '../../model/figure.calls.ts'
import { maySee } from '../../model/figure.rules.ts'
import type { FigureKey } from '../../model/figures.ts'
import { figuresFor } from '../../model/report/report.rules.ts'
import { letterProblem } from '../../model/report/report.status.ts'
import type { Receiver } from '../../model/report/report-mailing.calls.ts'

export type Told = Pick<Parsed<typeof showReport>, 'report_type' | 'figures'>
/** Of the figures of a report those that this member may see. */
export const figuresSeen = ({ report_type, figures }: Told, { pages }: Pick<Member, 'pages'>): FigureKey[] =>
  (figures ?? figuresFor(report_type)).filter(key => maySee(key, pages))

/** Why a report does not go to a member: rights as the member's own next call would find them. */
export function problemOf(of: Told, member: Member | undefined, has_address: boolean) {
  const { no_right, must_enrol, no_address } = letterProblem.codes
  if (member === undefined || figuresSeen(of, member).length === 0) return no_right
  if (member.must_enrol) return must_enrol
  return has_address ? null : no_address
}

/** How the report and its mailing stood when a letter was made. */
export interface Versions {
  readonly report_version: number
  readonly mailing_version: number
}
/** Under equal rights a report is the same: figures that are seen, and of which documents. One that was altered is another. */
export const rightsKey = (of: Told, member: Member, { report_version, mailing_version }: Versions): string =>
  JSON.stringify([
    figuresSeen(of, member),
    member.own_data_only ? member.user_id : null,
    member.workgroup_only,
    report_version,
    mailing_version,
  ])

/** Members who may open the page of reports. */
export const readers = async (tx: Tx, org_id: string): Promise<ReadonlyMap<string, Member>> =>
  new Map((await membersWhoMay(tx, org_id, showReport)).map(member => [member.user_id, member]))
/** One of them. */
export const readerBy = async (tx: Tx, org_id: string, user_id: string): Promise<Member | undefined> =>
  (await membersBy(tx, org_id, [user_id])).find(({ grants }) => isGranted(showReport, grants))

/** Whoever is named of one mailing, by name or by role. */
interface Wanted extends Told {
  readonly id: string
  readonly user_ids: readonly string[]
  readonly role_ids: readonly string[]
}
/** Who is meant by each of these, and why somebody of them cannot be reached. Of roles only who can sign in is meant. */
export async function receiversOf(
  tx: Tx,
  org_id: string,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, readonly Receiver[]>> {
  const { enabled } = enabledStatus.codes
  const found = await rows(
    tx,
    sql<{ id: string; user_id: string; name: string; has_address: boolean; is_enabled: boolean }>`
      select w.id, u.id as user_id, u.name, coalesce(u.email, '') <> '' as has_address, u.status = ${enabled} as is_enabled
      from ${recordset(
        wanted.map(({ id, user_ids, role_ids }) => ({ id, user_ids, role_ids })),
        sql`id uuid, user_ids uuid[], role_ids uuid[]`,
      )} as w join app_user u on u.org_id = ${org_id} and not u.dropped and (u.id = any(w.user_ids) or (u.status = ${enabled}
        and exists (select from user_role r where r.org_id = u.org_id and r.user_id = u.id and r.role_id = any(w.role_ids))))
      order by u.name, u.id`,
  )
  const members = await readers(tx, org_id)
  const of = new Map(wanted.map(one => [one.id, one]))
  const told = found.map(({ id, user_id, name, has_address, is_enabled }) => {
    const problem = is_enabled ? problemOf(of.get(id)!, members.get(user_id), has_address) : letterProblem.codes.gone
    return { id, user_id, name, problem }
  })
  return new Map([...Map.groupBy(told, ({ id }) => id)].map(([id, all]) => [id, all.map(({ id: _, ...one }) => one)]))
}
