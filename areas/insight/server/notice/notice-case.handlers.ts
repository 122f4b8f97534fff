import { answerNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { type NoticeCaseStatusCode, noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { noteCases, noticeChannel } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, type Member, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type RawBuilder, sql } from 'kysely'
import { listNoticeCases, type NoticeCaseRow } from '../../model/notice/notice-rule.calls.ts'
import { casesByState } from './notice-look.job.ts'

const seesAll = ({ pages: own, own_data_only }: Member): boolean => own.has(pages.noticeRules.path) && !own_data_only
const isTold = (user_id: string): RawBuilder<boolean> => sql<boolean>`t.told_ids @> array[${user_id}::uuid]`

export const noticeCaseHandlers: Handler[] = [
  handle(listNoticeCases, (input, { tx, org_id, member }) =>
    listRows<NoticeCaseRow>(
      tx,
      {
        org_id,
        table: 'notice_case',
        where: [
          (input.mine || !seesAll(member)) && isTold(member.user_id),
          input.rule_id !== undefined && sql`t.rule_id = ${input.rule_id}`,
          oneOfCodes(sql`t.status`, input.statuses),
          contains(input.keyword, sql`t.object_no`, sql`t.subject`),
        ],
        columns: sql`t.id, t.opened_time, r.name as rule_name, t.event, t.object_id, t.object_no, t.subject, t.measure, t.value, t.status,
          array(select u.name from app_user u where u.org_id = t.org_id and u.id = any(t.told_ids) order by u.name limit 20) as told_names,
          a.name as answered_name, ((t.answered_time - t.opened_time) / ${minuteSeconds})::integer as answer_minutes, t.raised_time, t.over_time`,
        joins: sql`join notice_rule r on r.org_id = t.org_id and r.id = t.rule_id
          left join app_user a on a.org_id = t.org_id and a.id = t.answered_by`,
        orders: { opened_time: sql`t.opened_time`, status: sql`t.status` },
        defaultOrder: '-opened_time',
      },
      input,
    ),
  ),

  handle(answerNotices, async ({ case_ids, answer }, { tx, org_id, member, now, language, tell }) => {
    const found = await rows(
      tx,
      sql<{
        id: string
        name: string
        status: NoticeCaseStatusCode
      }>`select t.id, t.object_no as name, t.status from notice_case t
        where t.org_id = ${org_id} and ${among(sql`t.id`, case_ids)} and ${isTold(member.user_id)} order by t.id for update`,
    )
    const { passed_ids, refused } = sortOut(case_ids, new Map(found.map(one => [one.id, one])), ({ status }) => {
      const detail = noticeCaseStatus.whyNot(answer, status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    })
    await transition(
      tx,
      org_id,
      casesByState,
      answer,
      passed_ids,
      sql`answered_time = coalesce(t.answered_time, ${now}::bigint), answered_by = ${member.user_id}::uuid`,
    )
    await sql`delete from notice_mail where org_id = ${org_id} and case_id = any(${passed_ids}::uuid[])`.execute(tx)
    const status = noticeCaseStatus.codes[answer === 'take' ? 'taken' : 'seen']
    const told = await noteCases(tx, org_id, passed_ids, status, member.name)
    for (const user_id of told) tell({ channel_type: noticeChannel }, { user_id })
    return bulkAnswer(passed_ids, refused, language)
  }),
]
