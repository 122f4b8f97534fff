import { text } from '@qitao/core/text.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { exportSecurityEvents, listSecurityEvents, securityEvent } from '../../model/session/security-event.calls.ts'
import { deviceOf } from '../../model/session/session.rules.ts'
import { ExchangeButtons } from '../record/exchange-buttons.tsx'

/** What happened to accounts and rights: who, when, from where. */
export default function SecurityLogPage() {
  return (
    <ListPage
      call={listSecurityEvents}
      record={securityEvent}
      columns={[
        { name: 'created_time', title: text('时间', 'Time') },
        'kind',
        { name: 'user_id', render: row => row.user_name ?? <span className="qt-none">—</span> },
        { name: 'actor_id', render: row => row.actor_name ?? <span className="qt-none">—</span> },
        'address',
        { name: 'agent', render: row => <span title={row.agent}>{deviceOf(row.agent) || row.agent}</span> },
      ]}
      filters={[
        { name: 'keyword', title: text('搜索成员、地址…', 'Search by member, address…') },
        { name: 'kinds', of: 'kind', title: text('事件', 'Event') },
        { name: 'user_id', title: text('成员', 'Member') },
      ]}
      toolbar={list => <ExchangeButtons list={list} exports={exportSecurityEvents} />}
    />
  )
}
