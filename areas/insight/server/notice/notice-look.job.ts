import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { membersWhoMay, type NewNotice, noteCases, noticeChannel, notifyEach } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import {
  type Hearer,
  mailTime,
  mostLines,
  type NoticeRule,
  noticeChanges,
  type OpenCase,
} from '../../model/notice/notice.rules.ts'
import { type Fact, noticeEventOf } from '../../model/notice/notice-events.ts'
import { listNoticeCases } from '../../model/notice/notice-rule.calls.ts'
import { noticeRuleStatus } from '../../model/notice/notice-rule.status.ts'
import { recordKinds } from '../../model/record-kinds.ts'
import { loadFacts } from './notice-facts.ts'
import { noticeMailJob } from './notice-mail.job.ts'

export const noticeLookJob = 'notice_look'
export const casesByState = { table: 'notice_case', statuses: noticeCaseStatus } as const
const { on } = noticeRuleStatus.codes
const { open } = noticeCaseStatus.codes
/** Where nobody does anything, time alone makes matters. */
const restingEvery = 10 * minuteSeconds
/** Jobs go on after the call that has started them. */
const afterCalls = 2 * minuteSeconds
/** Looking costs a company a hundredth of its time at most. */
const shareOfTime = 100

/** Each minute: companies with rules in which somebody has done something, the others now and then; and mail that is due. */
export const noticeClock = job<unknown>(
  'notice_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{ id: string }>`select o.id from org o left join notice_watch w on w.org_id = o.id
          where o.status = ${enabledStatus.codes.enabled} and exists (select from notice_rule r where r.org_id = o.id and r.status = ${on})
            and coalesce(w.looked_time, 0) <= epoch_now() - greatest(${minuteSeconds - 5}, coalesce(w.took_ms, 0) * ${shareOfTime} / 1000)
            and (coalesce(w.looked_time, 0) <= epoch_now() - ${restingEvery}
              or (select a.at from audit_log a where a.org_id = o.id order by a.id desc limit 1) >= w.looked_time - ${afterCalls})`,
      )
      const mails = await rows(
        tx,
        sql<{ id: string }>`select distinct org_id as id from notice_mail where due_time <= epoch_now()`,
      )
      await startJobOfCompanies(
        tx,
        noticeLookJob,
        due.map(({ id }) => id),
      )
      await startJobOfCompanies(
        tx,
        noticeMailJob,
        mails.map(({ id }) => id),
      )
      return { company_count: due.length }
    }),
  { repeatable: true, every_seconds: minuteSeconds },
)

/** Finds what the rules mean, tells it once, says what is over, and goes on to the next one where nobody answers. */
export const noticeLook = job<unknown>(noticeLookJob, 'planning', look, {
  repeatable: true,
  serial: noticeLookJob,
  isOfTheProduct: true,
})

/** What a member is told, and of which rule. */
interface Told {
  readonly rule: NoticeRule
  readonly fact: Fact
  readonly case_id: string
  readonly told_ids: readonly string[]
  readonly isRaised: boolean
}

/** Who looks, and who takes a rule away, do it one after the other: each sees what the other has told. */
export const holdWatch = (tx: Tx, org_id: string): Promise<unknown> =>
  sql`insert into notice_watch (org_id, looked_time) values (${org_id}, 0)
    on conflict (org_id) do update set looked_time = notice_watch.looked_time`.execute(tx)

async function look(_: unknown, { org_id, now, transaction, tell }: JobContext) {
  const { heard, ...counts } = await transaction(async tx => {
    const at = now()
    const began = performance.now()
    const heard = new Set<string>()
    await holdWatch(tx, org_id)
    const rules = await rows(
      tx,
      sql<NoticeRule>`select id, name, event, threshold, least_value::text, to_owner, role_ids, user_ids, by_mail, by_hook,
        raise_hours, raise_role_ids, raise_user_ids, quiet_from, quiet_until
        from notice_rule where org_id = ${org_id} and status = ${on} order by id`,
    )
    // What people answer meanwhile waits for us.
    const lasting = await rows(
      tx,
      sql<OpenCase>`select id, rule_id, event, object_id, status, opened_time, raised_time from notice_case
        where org_id = ${org_id} and over_time is null order by id for update`,
    )
    const facts = await loadFacts(
      tx,
      org_id,
      rules.map(({ event }) => event),
      at,
    )
    const hearers = await hearersOf(tx, org_id)
    const changes = noticeChanges(rules, facts, lasting, hearers, at)
    const told: Told[] = [
      ...changes.opened.map(one => ({ ...one, case_id: newId(), isRaised: false })),
      ...changes.raised.map(one => ({ ...one, isRaised: true })),
    ]
    // What is over makes room: of a rule and an object one lasts at a time.
    await transition(tx, org_id, casesByState, 'end', changes.over_ids, sql`over_time = ${at}::bigint`)
    await saveOpened(
      tx,
      told.filter(({ isRaised }) => !isRaised),
      at,
    )
    await saveRaised(
      tx,
      org_id,
      told.filter(({ isRaised }) => isRaised),
      at,
    )
    await sql`delete from notice_mail where org_id = ${org_id} and case_id = any(${changes.over_ids}::uuid[])`.execute(
      tx,
    )
    const eased = await noteCases(tx, org_id, changes.over_ids, noticeCaseStatus.codes.over)
    for (const user_id of eased) heard.add(user_id)
    await notifyEach({ tx, org_id, tell: (_message, { user_id }) => heard.add(user_id) }, noticesOf(told, hearers))
    await sendMails(tx, org_id, told, at)
    const took_ms = Math.round(performance.now() - began)
    await sql`update notice_watch set looked_time = ${at}, took_ms = ${took_ms} where org_id = ${org_id}`.execute(tx)
    return {
      heard,
      opened_count: changes.opened.length,
      over_count: changes.over_ids.length,
      raised_count: changes.raised.length,
    }
  })
  // A bell that rang before the commit would show what was.
  for (const user_id of heard) await tell({ channel_type: noticeChannel }, { user_id })
  return counts
}

async function hearersOf(tx: Tx, org_id: string): Promise<Hearer[]> {
  const members = await membersWhoMay(tx, org_id, listNoticeCases)
  const roles = await rows(
    tx,
    sql<{ user_id: string; role_ids: string[] }>`select user_id, array_agg(role_id) as role_ids from user_role
      where org_id = ${org_id} group by user_id`,
  )
  const of = new Map(roles.map(({ user_id, role_ids }) => [user_id, role_ids]))
  return members.map(({ user_id, is_admin, pages, own_data_only }) => ({
    ...{ user_id, is_admin, pages, own_data_only },
    role_ids: of.get(user_id) ?? [],
  }))
}

const saveOpened = (tx: Tx, opened: readonly Told[], opened_time: number): Promise<void> =>
  insertRows(
    tx,
    'notice_case',
    opened.map(({ case_id: id, rule, fact, told_ids }) => ({
      ...{ id, rule_id: rule.id, event: rule.event, by_hook: rule.by_hook, told_ids: [...told_ids] },
      ...{ object_id: fact.object_id, object_no: fact.no, subject: fact.subject },
      ...{ measure: fact.measure, value: fact.value, status: open, opened_time },
    })),
  )

async function saveRaised(tx: Tx, org_id: string, raised: readonly Told[], at: number): Promise<void> {
  if (raised.length === 0) return
  const found = await rows(
    tx,
    sql<{ id: string; told_ids: string[] }>`select id, told_ids from notice_case where org_id = ${org_id}
      and id = any(${raised.map(({ case_id }) => case_id)}::uuid[])`,
  )
  const before = new Map(found.map(({ id, told_ids }) => [id, told_ids]))
  await updateRows(
    tx,
    org_id,
    'notice_case',
    raised.map(({ case_id: id, told_ids }) => ({
      id,
      raised_time: at,
      told_ids: [...new Set([...(before.get(id) ?? []), ...told_ids])],
    })),
  )
}

/** One line for each matter; many new ones of a rule are one line. */
function noticesOf(told: readonly Told[], hearers: readonly Hearer[]) {
  const pagesOf = new Map(hearers.map(({ user_id, pages }) => [user_id, pages]))
  const byMember = Map.groupBy(
    told.flatMap(one => one.told_ids.map(user_id => ({ user_id, one }))),
    ({ user_id, one }) => `${user_id} ${one.rule.id} ${one.isRaised}`,
  )
  return [...byMember.values()].flatMap((group): { user_ids: string[]; notice: NewNotice }[] => {
    const [{ user_id, one: first }] = group as [{ user_id: string; one: Told }, ...unknown[]]
    if (group.length > mostLines) {
      const some = group.slice(0, mostLines).map(({ one }) => one.fact.no)
      return [{ user_ids: [user_id], notice: manyOf(first, some, group.length) }]
    }
    return group.map(({ one }) => ({ user_ids: [user_id], notice: oneOf(one, pagesOf.get(user_id)) }))
  })
}
export const sentenceOf = ({ rule, fact, isRaised }: Pick<Told, 'rule' | 'fact' | 'isRaised'>): Text => {
  const { title, says } = noticeEventOf(rule.event)
  const { zh, en } = says(fact.measure)
  const name = [fact.no, fact.subject].filter(Boolean).join(' ')
  return isRaised
    ? text(
        `「${title.zh}」${rule.raise_hours}小时无人响应：${name} ${zh}`,
        `${title.en}, unanswered for ${rule.raise_hours} h: ${name}, ${en}`,
      )
    : text(`${title.zh}：${name} ${zh}`, `${title.en}: ${name}, ${en}`)
}
function oneOf(one: Told, allowed: ReadonlySet<string> | undefined): NewNotice {
  const { opens } = recordKinds[noticeEventOf(one.rule.event).kind]
  const may = opens.filter(({ page }) => allowed?.has(page.path))
  // An edit page is opened from its list.
  const opening = may.find(({ page }) => page.kind !== 'edit') ?? may[0]
  const query = opening?.query({ id: one.fact.object_id, no: one.fact.no, parent_id: null })
  const words = Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)])
  return {
    ...{ sign: `case:${one.case_id}`, type: one.isRaised ? 'error' : 'warning', case_id: one.case_id },
    text: sentenceOf(one),
    ...(opening
      ? {
          btn: text('查看', 'Show'),
          href: `${opening.page.path}?${new URLSearchParams(words)}`,
          href_title: opening.page.title,
        }
      : {}),
  }
}
export const signOfRule = (rule_id: string): string => `rule:${rule_id}`
const manyOf = ({ rule, isRaised }: Told, some: readonly string[], count: number): NewNotice => {
  const { title } = noticeEventOf(rule.event)
  const rest = count - some.length
  return {
    ...{ sign: signOfRule(rule.id), type: isRaised ? 'error' : 'warning' },
    text: text(
      `${title.zh}：${some.join('、')}等${count}项${isRaised ? '无人响应' : ''}`,
      `${title.en}${isRaised ? ', unanswered' : ''}: ${some.join(', ')} and ${rest} more`,
    ),
    btn: text('逐项响应', 'Answer them'),
    href: `${pages.taskCentre.path}?tab=notices`,
    href_title: pages.taskCentre.title,
  }
}

async function sendMails(tx: Tx, org_id: string, told: readonly Told[], at: number): Promise<void> {
  const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
  const mails = told
    .filter(({ rule }) => rule.by_mail)
    .flatMap(({ rule, case_id, told_ids }) =>
      told_ids.map(user_id => ({ id: newId(), case_id, user_id, due_time: mailTime(rule, at, org!.time_zone) })),
    )
  await insertRows(tx, 'notice_mail', mails)
  if (mails.some(({ due_time }) => due_time <= at)) await startJobOfCompanies(tx, noticeMailJob, [org_id])
}
