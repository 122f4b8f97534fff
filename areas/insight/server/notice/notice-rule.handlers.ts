import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { noteCases, noticeChannel, withdrawNotices } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds, minuteSeconds } from '@qitao/core/time.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
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
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { mattersOf, mostNoticeRules } from '../../model/notice/notice.rules.ts'
import { noticeEventOf } from '../../model/notice/notice-events.ts'
import {
  addNoticeRule,
  alterNoticeRule,
  dropNoticeRules,
  listNoticeRules,
  type NoticeRuleRow,
  setNoticeRuleStatus,
  tryNoticeRule,
} from '../../model/notice/notice-rule.calls.ts'
import { noticeRuleErrors } from '../../model/notice/notice-rule.errors.ts'
import { noticeRuleStatus } from '../../model/notice/notice-rule.status.ts'
import { reconciliationErrors } from '../../model/reconciliation.errors.ts'
import { loadFacts } from './notice-facts.ts'
import { holdWatch, noticeLookJob, signOfRule } from './notice-look.job.ts'

const rulesByState = { table: 'notice_rule', statuses: noticeRuleStatus } as const
const measuredDays = 90
const mostShown = 10
type Entered = z.output<typeof addNoticeRule.input>

/** Who is told what is for all, and names documents of all. */
function expectAdministrator({ is_admin }: Member): void {
  if (!is_admin) refuse(reconciliationErrors.administratorsOnly)
}
async function expectFit(given: Entered, { tx, org_id }: Context): Promise<void> {
  const isNamed = given.to_owner || given.role_ids.length > 0 || given.user_ids.length > 0
  if (!isNamed) refuse(noticeRuleErrors.nobody, { field: 'role_ids' })
  if (given.raise_hours !== null && given.raise_role_ids.length + given.raise_user_ids.length === 0)
    refuse(noticeRuleErrors.raiseNobody, { field: 'raise_role_ids' })
  if ((given.quiet_from === null) !== (given.quiet_until === null))
    refuse(noticeRuleErrors.quietHalf, { field: given.quiet_from === null ? 'quiet_from' : 'quiet_until' })
  if (given.least_value !== null && !noticeEventOf(given.event).hasValue)
    refuse(noticeRuleErrors.noValue, { field: 'least_value' })
  const user_ids = [...new Set([...given.user_ids, ...given.raise_user_ids])]
  const role_ids = [...new Set([...given.role_ids, ...given.raise_role_ids])]
  const [found] = await rows(
    tx,
    sql<{ users: number; roles: number }>`select
      (select count(*)::int from app_user where org_id = ${org_id} and not dropped and ${among(sql`id`, user_ids)}) as users,
      (select count(*)::int from role where org_id = ${org_id} and ${among(sql`id`, role_ids)}) as roles`,
  )
  if (found!.users < user_ids.length) refuse(noticeRuleErrors.goneReference, { field: 'user_ids' })
  if (found!.roles < role_ids.length) refuse(noticeRuleErrors.goneReference, { field: 'role_ids' })
}
const lookAgain = ({ startJob }: Context) => startJob({ type: noticeLookJob, input: {}, coalesce: noticeLookJob })

export const noticeRuleHandlers: Handler[] = [
  handle(listNoticeRules, (input, { tx, org_id, now }) =>
    listRows<NoticeRuleRow>(
      tx,
      {
        org_id,
        table: 'notice_rule',
        where: [contains(input.keyword, sql`t.name`), oneOfCodes(sql`t.status`, input.statuses)],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.name, t.event, t.threshold, t.least_value, t.to_owner,
          t.role_ids, t.user_ids, t.by_mail, t.by_hook, t.raise_hours, t.raise_role_ids, t.raise_user_ids, t.quiet_from, t.quiet_until, t.status,
          n.open_count, n.lasting_count, n.case_count, n.answer_rate, n.median_minutes, n.p90_minutes`,
        joins: sql`left join lateral (select count(*) filter (where c.status = ${noticeCaseStatus.codes.open}) as open_count,
            count(*) filter (where c.over_time is null) as lasting_count, count(*) as case_count,
            round(100.0 * count(c.answered_time) / nullif(count(*), 0))::integer as answer_rate,
            round((percentile_cont(0.5) within group (order by c.answered_time - c.opened_time) / ${minuteSeconds})::numeric)::integer as median_minutes,
            round((percentile_cont(0.9) within group (order by c.answered_time - c.opened_time) / ${minuteSeconds})::numeric)::integer as p90_minutes
          from notice_case c where c.org_id = t.org_id and c.rule_id = t.id and c.opened_time > ${now - measuredDays * daySeconds}) n on true`,
        orders: { name: sql`t.name`, status: sql`t.status`, created_time: sql`t.created_time` },
        defaultOrder: '-created_time',
      },
      input,
    ),
  ),

  handle(addNoticeRule, async (given, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    // Two who add at a time count one after the other.
    await sql`select from org where id = ${org_id} for no key update`.execute(tx)
    const [held] = await rows(
      tx,
      sql<{ count: number }>`select count(*)::int as count from notice_rule where org_id = ${org_id}`,
    )
    if (held!.count >= mostNoticeRules) refuse(noticeRuleErrors.tooMany, { limit: mostNoticeRules })
    await expectFit(given, context)
    const id = newId()
    await insertRows(tx, 'notice_rule', [{ id, ...given, status: noticeRuleStatus.codes.on }])
    await lookAgain(context)
    return { id }
  }),

  handle(alterNoticeRule, async ({ id, row_version, ...given }, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    const [held] = await rows(
      tx,
      sql<{
        row_version: number
      }>`select row_version from notice_rule where org_id = ${org_id} and id = ${id} for update`,
    )
    expectVersion(held, row_version)
    await expectFit(given, context)
    await updateRows(tx, org_id, 'notice_rule', [{ id, ...given }])
    await lookAgain(context)
    return { affected: 1 }
  }),

  handle(setNoticeRuleStatus, async ({ id, is_on }, context) => {
    const { tx, org_id, member } = context
    expectAdministrator(member)
    const [held] = await rows(
      tx,
      sql<{
        status: NoticeRuleRow['status']
      }>`select status from notice_rule where org_id = ${org_id} and id = ${id} for update`,
    )
    const { status } = held ?? refuse(generalErrors.recordNotFound)
    const action = is_on ? 'turn_on' : 'turn_off'
    const detail = noticeRuleStatus.whyNot(action, status)
    if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    await transition(tx, org_id, rulesByState, action, [id])
    // What a rule that is off has told is over.
    await lookAgain(context)
    return { affected: 1 }
  }),

  handle(dropNoticeRules, async ({ ids }, { tx, org_id, member, language, tell }) => {
    expectAdministrator(member)
    await holdWatch(tx, org_id)
    const found = await rows(
      tx,
      sql<{
        id: string
        name: string
      }>`select id, name from notice_rule where org_id = ${org_id} and ${among(sql`id`, ids)}
        order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), () => undefined)
    // With the rule its cases go: who was told of them has nothing to answer any more. Who answers meanwhile waits for us.
    const cases = await rows(
      tx,
      sql<{ id: string; lasts: boolean }>`select id, over_time is null as lasts from notice_case
        where org_id = ${org_id} and ${among(sql`rule_id`, passed_ids)} order by id for update`,
    )
    const lasting = cases.flatMap(({ id, lasts }) => (lasts ? id : []))
    const eased = await noteCases(tx, org_id, lasting, noticeCaseStatus.codes.over)
    const left = await withdrawNotices(tx, org_id, passed_ids.map(signOfRule))
    for (const user_id of new Set([...eased, ...left])) tell({ channel_type: noticeChannel }, { user_id })
    await sql`delete from notice_rule where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(tryNoticeRule, async ({ event, threshold, least_value }, { tx, org_id, member, now }) => {
    expectAdministrator(member)
    const facts = (await loadFacts(tx, org_id, [event], now)).get(event) ?? []
    const matters = mattersOf({ event, threshold, least_value }, facts)
    return {
      count: matters.length,
      matters: matters.slice(0, mostShown).map(({ no, subject, measure }) => ({ no, subject, measure })),
    }
  }),
]
