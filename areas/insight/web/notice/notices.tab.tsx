import { answerNotices, listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { noticeEventOf } from '../../model/notice/notice-events.ts'
import {
  listNoticeCases,
  listNoticeRules,
  type NoticeCaseRow,
  noticeCase,
} from '../../model/notice/notice-rule.calls.ts'
import { recordKinds } from '../../model/record-kinds.ts'

/** Matters that I was told of, and what became of them. */
export function NoticesTab() {
  const say = useSay()
  const { may } = useSession()
  const answer = useCommand(answerNotices, { refreshes: [listNoticeCases, listNoticeRules, listNotices] })
  const answers = (rows: readonly NoticeCaseRow[]): Act[] =>
    (['see', 'take'] as const).map(key => {
      const fit = rows.filter(({ status }) => noticeCaseStatus.can(key, status))
      const run = answer.with({ case_ids: (fit.length > 0 ? fit : rows).map(({ id }) => id), answer: key })
      const title = key === 'see' ? text('已知悉', 'Seen') : text('我来处理', 'I take it')
      return { ...act(noticeCaseStatus, key, (fit[0] ?? rows[0]!).status, run), title }
    })
  const opener = (row: NoticeCaseRow) => {
    const { opens } = recordKinds[noticeEventOf(row.event).kind]
    const allowed = opens.filter(({ page }) => may(page))
    const opening = allowed.find(({ page }) => page.kind !== 'edit') ?? allowed[0]
    return (
      opening &&
      (() => openPage(opening.page, opening.query({ id: row.object_id, no: row.object_no, parent_id: null })))
    )
  }
  return (
    <ListPage
      call={listNoticeCases}
      record={noticeCase}
      columns={[
        { name: 'object_no', width: 170, sort: false, render: row => <Opens row={row} open={opener(row)} /> },
        { name: 'event', width: 140, sort: false },
        {
          name: 'measure',
          width: 260,
          sort: false,
          render: row => [row.subject, say(noticeEventOf(row.event).says(row.measure))].filter(Boolean).join(' · '),
        },
        { name: 'value', width: 120, sort: false },
        'status',
        'opened_time',
        { name: 'answered_name', width: 110, sort: false },
        { name: 'answer_minutes', width: 120, sort: false },
        { name: 'raised_time', sort: false },
        { name: 'over_time', sort: false },
        { name: 'rule_name', width: 140, sort: false },
      ]}
      filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
      rowActions={row => answers([row])}
      bulkActions={answers}
    />
  )
}
function Opens({ row, open }: { row: NoticeCaseRow; open: (() => void) | undefined }) {
  return open ? (
    <button type="button" className="qt-link" onClick={open}>
      {row.object_no}
    </button>
  ) : (
    row.object_no
  )
}
