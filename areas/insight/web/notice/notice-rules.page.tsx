import type { In } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Button, Form, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { noticeEventOf } from '../../model/notice/notice-events.ts'
import {
  addNoticeRule,
  alterNoticeRule,
  dropNoticeRules,
  listNoticeCases,
  listNoticeRules,
  type NoticeRuleRow,
  noticeRule,
  setNoticeRuleStatus,
  tryNoticeRule,
} from '../../model/notice/notice-rule.calls.ts'
import { noticeRuleStatus } from '../../model/notice/notice-rule.status.ts'
import './notice-rules.css'

type Entered = In<typeof addNoticeRule>
const first = 'order_at_risk' as const
const blank: Entered = {
  name: '',
  ...{ event: first, threshold: noticeEventOf(first).usual, to_owner: true, by_mail: false, by_hook: false },
  ...{ role_ids: [], user_ids: [], raise_role_ids: [], raise_user_ids: [] },
}
const refreshes = [listNoticeRules, listNoticeCases]

/** What people are told of by themselves: what, whom, how, and who is next when nobody answers. */
export default function NoticeRulesPage() {
  const say = useSay()
  const { user } = useSession()
  const [edited, setEdited] = useState<NoticeRuleRow>()
  const [open, setOpen] = useState(false)
  const add = useCommand(addNoticeRule, { refreshes })
  const alter = useCommand(alterNoticeRule, { refreshes })
  const status = useCommand(setNoticeRuleStatus, { refreshes })
  const drop = useCommand(dropNoticeRules, { refreshes })
  const whyNot = user.is_admin ? undefined : text('仅管理员可以操作', 'Administrators only')
  const show = (row?: NoticeRuleRow) => {
    setEdited(row)
    setOpen(true)
  }
  const acts = (row: NoticeRuleRow): Act[] => {
    const isOn = row.status === noticeRuleStatus.codes.on
    return [
      { title: text('编辑', 'Edit'), run: needing(alterNoticeRule, () => show(row)), whyNot },
      act(
        noticeRuleStatus,
        isOn ? 'turn_off' : 'turn_on',
        row.status,
        status.with({ id: row.id, is_on: !isOn }),
        whyNot ? { whyNot } : {},
      ),
      remove([row.name], drop.with({ ids: [row.id] }), { whyNot }),
    ]
  }
  const condition = ({ event, threshold, least_value }: NoticeRuleRow) => {
    const { counts, unit, from } = noticeEventOf(event)
    const sign = from ? '≥' : '≤'
    const value = least_value === null ? '' : `${say(text('，金额 ≥ ', ', value ≥ '))}${least_value}`
    return `${say(counts)} ${sign} ${threshold} ${say(unit)}${value}`
  }
  return (
    <>
      <ListPage
        call={listNoticeRules}
        record={noticeRule}
        columns={[
          { name: 'name', width: 150 },
          { name: 'event', width: 130, sort: false },
          { name: 'threshold', width: 220, sort: false, render: condition },
          'status',
          { name: 'open_count', width: 90, sort: false },
          { name: 'answer_rate', width: 90, sort: false },
          { name: 'median_minutes', width: 130, sort: false },
          { name: 'p90_minutes', width: 140, sort: false },
          { name: 'lasting_count', width: 90, sort: false },
          { name: 'case_count', width: 110, sort: false },
        ]}
        filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
        rowActions={acts}
        toolbar={() => <NewButton run={needing(addNoticeRule, () => show())} />}
      />
      <FormDrawer<Entered>
        open={open}
        title={edited ? text(`提醒规则 ${edited.name}`, `Notice rule ${edited.name}`) : newOf(noticeRule)}
        values={edited ? entered(edited) : blank}
        save={
          edited
            ? saveWith(alter, (given: Entered) => ({ ...given, id: edited.id, row_version: edited.row_version }))
            : saveWith(add, (given: Entered) => given)
        }
        reload={async () => {
          await refresh(listNoticeRules)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
        history={edited && { of: noticeRule, id: edited.id }}
      >
        <RuleFields />
      </FormDrawer>
    </>
  )
}
const entered = (row: NoticeRuleRow): Entered => ({
  ...{ name: row.name, event: row.event, threshold: row.threshold, least_value: row.least_value },
  ...{ to_owner: row.to_owner, role_ids: row.role_ids, user_ids: row.user_ids },
  ...{ by_mail: row.by_mail, by_hook: row.by_hook, raise_hours: row.raise_hours },
  ...{ raise_role_ids: row.raise_role_ids, raise_user_ids: row.raise_user_ids },
  ...{ quiet_from: row.quiet_from, quiet_until: row.quiet_until },
})

function RuleFields() {
  const say = useSay()
  const event = Form.useWatch('event') ?? first
  const { counts, unit, from, hasValue } = noticeEventOf(event)
  return (
    <>
      <Field of={noticeRule} name="name" autoFocus />
      <Field of={noticeRule} name="event" />
      <Field
        of={noticeRule}
        name="threshold"
        label={text(
          `${counts.zh}（${from ? '至少' : '至多'}，${unit.zh}）`,
          `${counts.en} (${from ? 'at least' : 'at most'}, ${unit.en})`,
        )}
      />
      {hasValue ? <Field of={noticeRule} name="least_value" /> : null}
      <TryIt />
      <Field of={noticeRule} name="to_owner" />
      <Field of={noticeRule} name="role_ids" />
      <Field of={noticeRule} name="user_ids" />
      <Field of={noticeRule} name="by_mail" />
      <Field of={noticeRule} name="by_hook" />
      <Field of={noticeRule} name="raise_hours" />
      <Field of={noticeRule} name="raise_role_ids" />
      <Field of={noticeRule} name="raise_user_ids" />
      <Field
        of={noticeRule}
        name="quiet_from"
        input={<MinuteInput title={say(noticeRule.fields.quiet_from.title)} />}
      />
      <Field
        of={noticeRule}
        name="quiet_until"
        input={<MinuteInput title={say(noticeRule.fields.quiet_until.title)} />}
      />
      <p className="qt-secondary qt-field-wide">
        {say(
          text(
            '静默时段内邮件等到结束再发，铃铛照常。被通知的人只会收到自己能打开的单据；无人能看到时通知管理员。',
            'In quiet hours mail waits until they end; the bell does not. Nobody is told of documents that the own pages do not show; when nobody may see one, administrators are told.',
          ),
        )}
      </p>
    </>
  )
}

/** Without a change of the clocks. */
const anyDay = '2026-01-01T00:00'

/** A minute of the day. */
function MinuteInput({
  title,
  value = null,
  onChange,
  id,
}: {
  title: string
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}) {
  return (
    <TimePicker
      {...(id === undefined ? {} : { id })}
      aria-label={title}
      className="qt-wide"
      format="HH:mm"
      minuteStep={15}
      needConfirm={false}
      value={value === null ? null : dayjs(anyDay).add(value, 'minute')}
      onChange={at => onChange?.(at ? at.hour() * 60 + at.minute() : null)}
    />
  )
}

/** What the rule means now, before it is saved. */
function TryIt() {
  const say = useSay()
  const form = Form.useFormInstance<Entered>()
  const [asked, setAsked] = useState<In<typeof tryNoticeRule>>()
  const found = useCall(tryNoticeRule, asked ?? null)
  const press = () => {
    const { event, threshold, least_value } = form.getFieldsValue(true)
    if (event && typeof threshold === 'number') setAsked({ event, threshold, least_value: least_value ?? null })
  }
  const data = asked ? found.data : undefined
  const says = asked?.event ? noticeEventOf(asked.event).says : undefined
  return (
    <div className="qt-field-wide qt-notice-try">
      <Button size="small" onClick={press} loading={asked !== undefined && found.isFetching}>
        {say(text('试算', 'Try it'))}
      </Button>
      <output>
        {data ? (
          <>
            <strong>{say(text(`现在会提醒${data.count}项`, `It means ${data.count} now`))}</strong>
            <ul>
              {data.matters.map(({ no, subject, measure }) => (
                <li key={no}>{[no, subject, says && say(says(measure))].filter(Boolean).join(' · ')}</li>
              ))}
            </ul>
          </>
        ) : null}
      </output>
    </div>
  )
}
