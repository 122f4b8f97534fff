import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { grantAccessRequest, listAccessRequests, refuseAccessRequest } from '../../model/member/access-request.calls.ts'
import { type AccessRequestRow, accessRequest } from '../../model/member/access-request.record.ts'
import { accessRequestStatus } from '../../model/member/access-request.status.ts'
import { listRoles, queryWhy } from '../../model/member/role.calls.ts'
import { listUsers } from '../../model/member/user.calls.ts'

/** What members have asked for, and the answer to it. */
export function RequestsTab() {
  const [answered, setAnswered] = useState<{ how: 'grant' | 'refuse'; request: AccessRequestRow }>()
  const close = () => setAnswered(undefined)
  return (
    <>
      <ListPage
        call={listAccessRequests}
        record={accessRequest}
        columns={[
          { name: 'user_id', render: row => row.user_name },
          { name: 'page_path', render: row => row.page_name },
          { name: 'reason', width: 260 },
          'status',
          'created_time',
          'answer',
          'answered_time',
        ]}
        filters={[
          { name: 'keyword', title: text('搜索申请人、原因…', 'Search by who asks, reason…') },
          { name: 'statuses', of: 'status', title: text('状态', 'Status') },
        ]}
        rowActions={row => [
          act(
            accessRequestStatus,
            'grant',
            row.status,
            needing(grantAccessRequest, () => setAnswered({ how: 'grant', request: row })),
          ),
          act(
            accessRequestStatus,
            'refuse',
            row.status,
            needing(refuseAccessRequest, () => setAnswered({ how: 'refuse', request: row })),
          ),
        ]}
      />
      {answered?.how === 'grant' ? <GrantDialog request={answered.request} onClose={close} /> : null}
      {answered?.how === 'refuse' ? <RefuseDialog request={answered.request} onClose={close} /> : null}
    </>
  )
}

interface AnswerProps {
  request: AccessRequestRow
  onClose: () => void
}
/** The member gets a role that opens the page. */
function GrantDialog({ request, onClose }: AnswerProps) {
  const say = useSay()
  const why = useCall(queryWhy, { user_id: request.user_id, page_path: request.page_path })
  const grant = useCommand(grantAccessRequest, { refreshes: [listAccessRequests, listUsers, listRoles] })
  const able = why.data?.roles ?? []
  return (
    <DialogForm<{ role_id: string | null }>
      open
      title={{
        zh: `让${request.user_name}打开「${request.page_name}」`,
        en: `Open ${request.page_name} to ${request.user_name}`,
      }}
      values={{ role_id: null }}
      save={saveWith(grant, ({ role_id }: { role_id: string | null }) => ({ id: request.id, role_id: role_id ?? '' }))}
      onClose={onClose}
    >
      <p className="qt-secondary">{request.reason}</p>
      <Form.Item
        name="role_id"
        label={say(text('分配角色', 'Give the role'))}
        rules={[{ required: true, message: say(text('请选择角色', 'Choose a role')) }]}
        extra={
          why.data && able.length === 0
            ? say(
                text(
                  '目前没有角色打开该页面：先在角色中勾选它。',
                  'No role opens the page yet: tick it in a role first.',
                ),
              )
            : null
        }
      >
        <Select
          loading={why.isPending}
          options={able.map(({ id, role_name }) => ({ value: id, label: role_name }))}
          placeholder={say(text('打开该页面的角色', 'Roles that open the page'))}
        />
      </Form.Item>
    </DialogForm>
  )
}
function RefuseDialog({ request, onClose }: AnswerProps) {
  const refuse = useCommand(refuseAccessRequest, { refreshes: [listAccessRequests] })
  return (
    <DialogForm<{ answer: string }>
      open
      title={{ zh: `拒绝${request.user_name}的申请`, en: `Refuse the request of ${request.user_name}` }}
      values={{ answer: '' }}
      save={saveWith(refuse, ({ answer }: { answer: string }) => ({ id: request.id, answer }))}
      onClose={onClose}
    >
      <p className="qt-secondary">
        {request.page_name}：{request.reason}
      </p>
      <Field of={accessRequest} name="answer" autoFocus />
    </DialogForm>
  )
}
