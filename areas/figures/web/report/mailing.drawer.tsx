import { SendOutlined } from '@ant-design/icons'
import { querySignInInfo } from '@qitao/access/model/session/sign-up.calls.ts'
import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Form, Select } from 'antd'
import { letterProblem, letterStatus, rhythm, weekday } from '../../model/report/report.status.ts'
import {
  listReportLetters,
  listReportReceivers,
  reportMailing,
  sendReportNow,
  setReportMailing,
  showReportMailing,
} from '../../model/report/report-mailing.calls.ts'
import { listSavedReports, type SavedReportRow } from '../../model/report/saved-report.calls.ts'
import { RoleChoice } from './role-choice.tsx'

type Entered = Omit<In<typeof setReportMailing>, 'report_id' | 'row_version'>
const usualHour = 8
const shownLetters = 20
/** What was sent is seen without a look of one's own. */
const lookEveryMs = 3_000

/** When a report goes out by mail, to whom, who of them is reached, and what became of the last ones. */
export function MailingDrawer({ report, onClose }: { report: SavedReportRow; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const { user } = useSession()
  const found = useCall(showReportMailing, { report_id: report.id })
  const save = useCommand(setReportMailing, { refreshes: [showReportMailing, listSavedReports] })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return null
  const { record } = found.data
  const values: Entered = record ?? {
    ...{ is_on: true, rhythm: rhythm.codes.weekly, weekday: weekday.codes.monday, month_day: 1, hour: usualHour },
    ...{ user_ids: [user.id], role_ids: [], language, with_file: true },
  }
  return (
    <FormDrawer<Entered>
      open
      title={text(`定时邮件 · ${report.name}`, `Mail by itself · ${report.name}`)}
      values={values}
      save={saveWith(save, (given: Entered) => ({
        ...(report.is_mine ? given : { ...heldOf(values), is_on: given.is_on }),
        report_id: report.id,
        ...(record ? { row_version: record.row_version } : {}),
      }))}
      reload={async () => {
        await refresh(showReportMailing)
        onClose()
      }}
      onClose={onClose}
    >
      <MailOff />
      {report.definition.timestamp_range ? (
        <Alert
          className="qt-field-wide qt-mail-off"
          type="info"
          showIcon
          title={say(
            text(
              '此报表的期间是固定的日期，每次发出的都是那几天。选「滚动期间」（如上周）后再保存，即随日期推进。',
              'This report is of fixed days, and each mail tells of those. Choose “Days that move on”, such as last week, and save it, and they move on.',
            ),
          )}
        />
      ) : null}
      {report.is_mine ? <MailingFields report_id={report.id} /> : <OnlyOff owner={report.owner_name ?? '—'} />}
      {record ? <Letters report_id={report.id} next={record.next_time} isMine={report.is_mine} /> : null}
    </FormDrawer>
  )
}

function MailOff() {
  const say = useSay()
  const info = useCall(querySignInInfo, {}, { lasting: true })
  if (info.data?.messages !== 'outbox') return null
  return (
    <Alert
      className="qt-field-wide qt-mail-off"
      type="warning"
      showIcon
      title={say(
        text(
          '本系统未配置邮件服务器：邮件只存为服务器上的文件，没有人会收到。请让系统管理员配置。',
          'No mail server is set up: mails are only kept as files on the server, and nobody gets them. Have whoever runs the system set it up.',
        ),
      )}
    />
  )
}

const heldOf = ({ rhythm, weekday, month_day, hour, user_ids, role_ids, language, with_file }: Entered): Entered => ({
  ...{ rhythm, weekday, month_day, hour, user_ids, role_ids, language, with_file },
})
/** What somebody else has mailed is ended by an administrator, and left as it is else. */
function OnlyOff({ owner }: { owner: string }) {
  const say = useSay()
  return (
    <>
      <Field of={reportMailing} name="is_on" />
      <p className="qt-secondary qt-field-wide">
        {say(
          text(
            `由${owner}创建：管理员可以停用，其余由创建人修改。`,
            `Made by ${owner}: an administrator may switch it off, and ${owner} changes the rest.`,
          ),
        )}
      </p>
    </>
  )
}

function MailingFields({ report_id }: { report_id: string }) {
  const say = useSay()
  const { zone } = useOrgDate()
  const chosen = Form.useWatch('rhythm')
  const { hour } = reportMailing.fields
  const hours = Array.from({ length: 24 }, (_, at) => ({ value: at, label: `${String(at).padStart(2, '0')}:00` }))
  return (
    <>
      <Field of={reportMailing} name="is_on" />
      <Field of={reportMailing} name="rhythm" />
      {chosen === rhythm.codes.weekly ? <Field of={reportMailing} name="weekday" /> : null}
      {chosen === rhythm.codes.monthly ? (
        <Field
          of={reportMailing}
          name="month_day"
          label={text('几号（短月为最后一天）', 'Day of the month (the last one of shorter months)')}
        />
      ) : null}
      <Field
        of={reportMailing}
        name="hour"
        label={text(`${hour.title.zh}（${zone}）`, `${hour.title.en} (${zone})`)}
        input={<Select aria-label={say(hour.title)} options={hours} />}
      />
      <Field of={reportMailing} name="user_ids" />
      <Field
        of={reportMailing}
        name="role_ids"
        input={<RoleChoice title={say(reportMailing.fields.role_ids.title)} />}
      />
      <Receivers report_id={report_id} />
      <Field of={reportMailing} name="language" />
      <Field of={reportMailing} name="with_file" />
    </>
  )
}

/** Who would get it, and who would not and why, as it is entered. */
function Receivers({ report_id }: { report_id: string }) {
  const say = useSay()
  const user_ids: string[] = Form.useWatch('user_ids') ?? []
  const role_ids: string[] = Form.useWatch('role_ids') ?? []
  const found = useCall(
    listReportReceivers,
    user_ids.length + role_ids.length > 0 ? { report_id, user_ids, role_ids } : null,
    { keepPrevious: true },
  )
  const all = found.data?.result ?? []
  const reached = all.filter(({ problem }) => problem === null)
  const others = all.filter(({ problem }) => problem !== null)
  if (!found.data) return null
  return (
    <output className="qt-field-wide qt-receivers">
      <p>
        {say(text('将收到：{names}', 'They get it: {names}'), {
          names: reached.map(({ name }) => name).join(say(text('、', ', '))) || '—',
        })}
      </p>
      {others.length > 0 ? (
        <ul>
          {others.map(({ user_id, name, problem }) => (
            <li key={user_id}>
              {name} {problem ? <StatusTag of={letterProblem.stateOf(problem)} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="qt-secondary">
        {say(
          text(
            '每个人收到的数字按其自己的权限计算；收件人也可以打开这张报表。',
            'Each gets the figures of the own rights, and may open the report.',
          ),
        )}
      </p>
    </output>
  )
}

function Letters({ report_id, next, isMine }: { report_id: string; next: number | null; isMine: boolean }) {
  const say = useSay()
  const { to_make, to_send, sending } = letterStatus.codes
  const found = useCall(listReportLetters, { report_id, page_size: shownLetters }, { refetchEvery: lookEveryMs })
  const now = useCommand(sendReportNow, { refreshes: [listReportLetters] })
  const letters = found.data?.result ?? []
  const waits = letters.some(({ status }) => status === to_make || status === to_send || status === sending)
  return (
    <section className="qt-field-wide qt-letters">
      <div className="qt-list-head">
        <span className="qt-secondary">
          {say(text('下次发送：', 'Next: '))}
          {next === null ? '—' : <Instant at={next} />}
        </span>
        <ActButton
          act={{
            title: text('立即发送', 'Send now'),
            icon: <SendOutlined aria-hidden />,
            run: now.with({ report_id }),
            whyNot: waits
              ? text('正在发送', 'It is being sent')
              : isMine
                ? undefined
                : text('只有创建人可以发送', 'Only who made it sends it'),
            ask: { title: text('按已保存的设置立即发送一次？', 'Send it once now, as it was saved?') },
          }}
        />
      </div>
      {letters.length === 0 ? (
        <p className="qt-secondary">{say(text('还没有发送过', 'Nothing was sent yet'))}</p>
      ) : (
        <ul>
          {letters.map(({ id, run_time, sent_time, user_name, status, problem }) => (
            <li key={id}>
              <Instant at={sent_time ?? run_time} /> {user_name} <StatusTag of={letterStatus.stateOf(status)} />
              {problem ? <span className="qt-secondary"> {say(letterProblem.stateOf(problem))}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
