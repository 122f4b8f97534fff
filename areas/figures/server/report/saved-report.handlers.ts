import type { Parsed } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  type Member,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { factsAt } from '../../model/facts.ts'
import { maySee } from '../../model/figure.rules.ts'
import { figureOf } from '../../model/figures.ts'
import { reportErrors } from '../../model/report/report.errors.ts'
import { expectTellable, figuresFor } from '../../model/report/report.rules.ts'
import { sharing } from '../../model/report/report.status.ts'
import {
  addSavedReport,
  alterSavedReport,
  dropSavedReports,
  listReaderRoles,
  listSavedReports,
  mostSavedReports,
  type SavedReportRow,
} from '../../model/report/saved-report.calls.ts'

type Given = Parsed<typeof addSavedReport>

/** Pages of which one opens something of the report `t`: who has none of them would find nothing in it. */
const pagesOfDefinition = (given: Given['definition']): string[] => [
  ...new Set(
    (given.figures ?? figuresFor(given.report_type)).flatMap(key =>
      factsAt(figureOf(key).facts).pages.map(({ path }) => path),
    ),
  ),
]

type Reader = Pick<Member, 'user_id' | 'is_admin'>
/**
 * What a member may open of saved reports `t`: the own ones, those that are shared, and those that are mailed to the member, by
 * the clock or by hand. Administrators also what is mailed to anybody, and what somebody who has gone has left.
 */
export const readableBy = ({ user_id, is_admin }: Reader) => {
  const roles = sql`array(select r.role_id from user_role r where r.org_id = t.org_id and r.user_id = ${user_id})`
  return sql`(t.owner_id = ${user_id} or t.sharing = ${sharing.codes.company}
    or (t.sharing = ${sharing.codes.roles} and t.role_ids && ${roles})
    or exists (select from report_mailing m where m.org_id = t.org_id and m.report_id = t.id
      and (${is_admin} or ${user_id}::uuid = any(m.user_ids) or m.role_ids && ${roles}))
    or (${is_admin} and exists (select from app_user o where o.org_id = t.org_id and o.id = t.owner_id
      and (o.dropped or o.status <> ${enabledStatus.codes.enabled}))))`
}

/** What is kept can be told, and by who keeps it; readers that are named are there. */
async function expectFit({ definition, sharing: shared, role_ids }: Given, { tx, org_id, member }: Context) {
  const figures = definition.figures ?? figuresFor(definition.report_type).filter(key => maySee(key, member.pages))
  if (definition.report_type === undefined && definition.figures === undefined)
    refuse(generalErrors.fieldRequired, { field: 'figures' })
  if (figures.length === 0 || figures.some(key => !maySee(key, member.pages))) refuse(generalErrors.noPermission)
  expectTellable(definition, figures)
  if (shared !== sharing.codes.roles) return
  if (role_ids.length === 0) refuse(reportErrors.noRoles, { field: 'role_ids' })
  const [found] = await rows(
    tx,
    sql<{
      count: number
    }>`select count(*)::int as count from role where org_id = ${org_id} and ${among(sql`id`, role_ids)}`,
  )
  if (found!.count < new Set(role_ids).size) refuse(reportErrors.goneReference, { field: 'role_ids' })
}

interface Kept {
  readonly id: string
  readonly row_version: number
  readonly owner_id: string
  readonly name: string
  readonly definition: Given['definition']
}
/** Only who may open it hears that it is not the own one. */
export const lockedReports = async (tx: Tx, org_id: string, reader: Reader, ids: readonly string[]) =>
  new Map(
    (
      await rows(
        tx,
        sql<Kept>`select t.id, t.row_version, t.owner_id, t.name, t.definition from saved_report t
          where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} and ${readableBy(reader)} order by t.id for update of t`,
      )
    ).map(one => [one.id, one]),
  )
export function expectOwn({ owner_id }: Pick<Kept, 'owner_id'>, { user_id }: Pick<Member, 'user_id'>): void {
  if (owner_id !== user_id) throw new Refusal(reportErrors.ownersOnly)
}
/** To delete it, and to end its mails. */
export function expectOwnOrAdmin(held: Pick<Kept, 'owner_id'>, member: Reader): void {
  if (!member.is_admin) expectOwn(held, member)
}
/** Whoever begins a run holds its clock before the mailing: so does who alters or drops it. */
export const lockClocks = (tx: Tx, org_id: string, report_ids: readonly string[]): Promise<unknown> =>
  sql`select from report_clock c where c.org_id = ${org_id} and c.mailing_id in (select m.id from report_mailing m
    where m.org_id = ${org_id} and m.report_id = any(${report_ids}::uuid[])) order by c.mailing_id for update`.execute(
    tx,
  )
/** Of one member's reports two never have one name; who adds twice at once counts one after the other. */
async function expectName(name: string, { tx, org_id, member }: Context, except?: string): Promise<void> {
  await sql`select from app_user where org_id = ${org_id} and id = ${member.user_id} for no key update`.execute(tx)
  const held = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select id, name from saved_report where org_id = ${org_id} and owner_id = ${member.user_id}`,
  )
  if (except === undefined && held.length >= mostSavedReports) refuse(reportErrors.tooMany, { limit: mostSavedReports })
  if (held.some(one => one.name === name && one.id !== except)) refuse(reportErrors.nameTaken, { field: 'name', name })
}
/** Readers are named where they are some. */
const keptOf = ({ role_ids, ...given }: Given) => ({
  ...given,
  role_ids: given.sharing === sharing.codes.roles ? [...new Set(role_ids)] : [],
})

export const savedReportHandlers: Handler[] = [
  handle(listSavedReports, async ({ mine, ...input }, { tx, org_id, member }) => {
    const isMine = sql`t.owner_id = ${member.user_id}`
    return listRows<SavedReportRow>(
      tx,
      {
        ...{ org_id, table: 'saved_report' },
        where: [
          contains(input.keyword, sql`t.name`),
          readableBy(member),
          sql`t.page_paths && ${[...member.pages]}`,
          mine !== undefined && (mine ? isMine : sql`not ${isMine}`),
        ],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.name, t.sharing, t.definition, t.owner_id, u.name as owner_name,
          ${isMine} as is_mine, case when ${isMine} then t.role_ids else '{}' end as role_ids,
          exists (select from report_mailing m where m.org_id = t.org_id and m.report_id = t.id and m.is_on) as is_mailed`,
        joins: sql`join app_user u on u.org_id = t.org_id and u.id = t.owner_id`,
        orders: { name: sql`t.name`, updated_time: sql`t.updated_time`, created_time: sql`t.created_time` },
        defaultOrder: 'name',
      },
      input,
    )
  }),
  handle(addSavedReport, async (given, context) => {
    await expectFit(given, context)
    await expectName(given.name, context)
    const id = newId()
    const page_paths = pagesOfDefinition(given.definition)
    await insertRows(context.tx, 'saved_report', [
      { id, owner_id: context.member.user_id, page_paths, ...keptOf(given) },
    ])
    return { id }
  }),
  handle(alterSavedReport, async ({ id, row_version, ...given }, context) => {
    const { tx, org_id, member } = context
    const held = (await lockedReports(tx, org_id, member, [id])).get(id)
    if (held) expectOwn(held, member)
    expectVersion(held, row_version)
    await expectFit(given, context)
    await expectName(given.name, context, id)
    await updateRows(tx, org_id, 'saved_report', [
      { id, page_paths: pagesOfDefinition(given.definition), ...keptOf(given) },
    ])
    return { id }
  }),
  handle(dropSavedReports, async ({ ids }, { tx, org_id, member, language }) => {
    const found = await lockedReports(tx, org_id, member, ids)
    const { passed_ids, refused } = sortOut(ids, found, one => expectOwnOrAdmin(one, member))
    await lockClocks(tx, org_id, passed_ids)
    await sql`delete from saved_report where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(listReaderRoles, async (_, { tx, org_id }) => ({
    result: await rows(
      tx,
      sql<{
        id: string
        name: string
        member_count: number
      }>`select r.id, r.role_name as name, count(u.user_id)::int as member_count
        from role r left join user_role u on u.org_id = r.org_id and u.role_id = r.id where r.org_id = ${org_id} group by r.id, r.role_name
        order by r.role_name, r.id`,
    ),
  })),
]
