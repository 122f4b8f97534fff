import { text } from '@qitao/core/text.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { ApprovalsTab } from './approvals.tab.tsx'
import { AssignedTab } from './assigned.tab.tsx'
import { JobsTab } from './jobs.tab.tsx'
import { NoticesTab } from './notice/notices.tab.tsx'

/** What waits for me, and what I wait for. */
export default function TaskCentrePage() {
  return (
    <PageTabs
      tabs={[
        { key: 'todo', title: text('待我审批', 'To approve'), page: <ApprovalsTab scope="todo" /> },
        { key: 'assigned', title: text('指派给我', 'Assigned to me'), page: <AssignedTab /> },
        { key: 'notices', title: text('提醒', 'Notices'), page: <NoticesTab /> },
        { key: 'mine', title: text('我提交的', 'Submitted by me'), page: <ApprovalsTab scope="mine" /> },
        { key: 'done', title: text('我已审批', 'Decided by me'), page: <ApprovalsTab scope="done" /> },
        { key: 'jobs', title: text('后台任务', 'Background jobs'), page: <JobsTab /> },
      ]}
    />
  )
}
