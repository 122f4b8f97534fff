import { BellOutlined, DeleteOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { openChannel, useLive } from '@qitao/platform/web/call/live.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { setBadges } from '@qitao/platform/web/frame/badges.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { insidePath } from '@qitao/platform/web/session/guard.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PanelPopover } from '@qitao/platform/web/show/panel-popover.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Badge, Button } from 'antd'
import { useEffect, useState } from 'react'
import {
  answerNotices,
  dropNotices,
  listNotices,
  type NoticeRow,
  queryMessageCount,
  readNotices,
} from '../../model/notice/notice.calls.ts'
import { type NoticeCaseStatusCode, noticeCaseStatus } from '../../model/notice/notice-case.status.ts'

/** Counts follow the live channel; what no message tells (a day that passes) is seen at the next look. */
const lookEvery = 60_000
const shown = 20
const quiet = { success: null, pending: null, refreshes: [listNotices, queryMessageCount] }

const answers = [
  { key: 'see', title: text('已知悉', 'Seen') },
  { key: 'take', title: text('我来处理', 'I take it') },
] as const
const standing = (status: NoticeCaseStatusCode, by: string | null): Text => {
  const { zh, en } = noticeCaseStatus.stateOf(status)
  return by === null ? text(zh, en) : text(`${by} ${zh}`, `${en} by ${by}`)
}

/** What the product tells the member, under a bell; and how much waits on the pages of the menu. */
export default function Bell() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const counts = useCall(queryMessageCount, {}, { refetchEvery: lookEvery })
  const notices = useCall(listNotices, open ? { page_size: shown } : null, { keepPrevious: true })
  const read = useCommand(readNotices, quiet)
  const drop = useCommand(dropNotices, quiet)
  const answer = useCommand(answerNotices, quiet)
  useLive(openChannel, () => void refresh(listNotices, queryMessageCount))
  useLive('notice', () => void refresh(listNotices, queryMessageCount))
  useLive('approval', () => void refresh(queryMessageCount))
  const { message_count = 0, purchase_message_count = 0, notice_count = 0 } = counts.data ?? {}
  useEffect(
    () =>
      setBadges({
        [pages.salesOrders.path]: message_count,
        [pages.arrivalPlan.path]: purchase_message_count,
      }),
    [message_count, purchase_message_count],
  )
  const list = notices.data?.result ?? []
  const unread = list.filter(one => !one.read).map(one => one.id)
  const follow = (notice: NoticeRow) => {
    if (!notice.read) void read.run({ ids: [notice.id] })
    const to = insidePath(notice.href)
    if (!to) return
    setOpen(false)
    go(to)
  }
  const content = (
    <div className="qt-bell">
      <div className="qt-bell-head">
        <strong>{say(text('通知', 'Notices'))}</strong>
        <Button type="link" size="small" disabled={unread.length === 0} onClick={() => void read.run({ ids: unread })}>
          {say(text('全部已读', 'Mark all as read'))}
        </Button>
      </div>
      {list.length === 0 ? <p className="qt-secondary">{say(text('没有通知', 'No notices'))}</p> : null}
      <ul>
        {list.map(one => (
          <li key={one.id} className={one.read ? '' : 'qt-unread'}>
            <div>
              <p>{one.text}</p>
              <span className="qt-secondary">
                <Instant at={one.created_time} />
                {one.case_status === null ? null : ` · ${say(standing(one.case_status, one.answered_by_name))}`}
              </span>
              {one.case_id === null || one.case_status === null
                ? null
                : answers.flatMap(({ key, title }) =>
                    noticeCaseStatus.can(key, one.case_status!) ? (
                      <Button
                        key={key}
                        type="link"
                        size="small"
                        onClick={() => {
                          void answer.run({ case_ids: [one.case_id!], answer: key })
                          if (!one.read) void read.run({ ids: [one.id] })
                        }}
                      >
                        {say(title)}
                      </Button>
                    ) : (
                      []
                    ),
                  )}
              {one.href ? (
                <Button type="link" size="small" onClick={() => follow(one)}>
                  {one.btn ?? one.hrefTitle ?? say(text('查看', 'Open'))}
                </Button>
              ) : one.read ? null : (
                <Button type="link" size="small" onClick={() => follow(one)}>
                  {say(text('标为已读', 'Mark as read'))}
                </Button>
              )}
            </div>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={say(text('删除通知', 'Delete the notice'))}
              onClick={() => void drop.run({ ids: [one.id] })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <PanelPopover open={open} onOpenChange={setOpen} content={content}>
      <Badge count={notice_count} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined aria-hidden />}
          aria-label={say(text('通知，{count} 条未读', 'Notices, {count} unread'), { count: notice_count })}
        />
      </Badge>
    </PanelPopover>
  )
}
