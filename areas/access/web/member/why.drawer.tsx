import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { allGroups, allPages } from '@qitao/site/model/pages.ts'
import { Alert, Select } from 'antd'
import { useState } from 'react'
import { queryPermissionTree, queryWhy } from '../../model/member/role.calls.ts'
import type { UserRow } from '../../model/member/user.record.ts'

/** Why a member can open a page, or do something there, or not; and what would help. */
export function WhyDrawer({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useSay()
  const [page_path, setPage] = useState<string>()
  const [action_key, setAction] = useState<string>()
  const tree = useCall(queryPermissionTree, {})
  const why = useCall(
    queryWhy,
    page_path ? { user_id: user.id, page_path, ...(action_key ? { action_key } : {}) } : null,
  )
  const actions =
    tree.data?.result.flatMap(app => app.groups.flatMap(group => group.pages)).find(page => page.path === page_path)
      ?.actions ?? []
  return (
    <DetailDrawer
      open
      title={{ zh: `${user.name} 为什么能或不能…`, en: `Why ${user.name} can, or cannot…` }}
      onClose={onClose}
    >
      <div className="qt-why-asked">
        <Select
          aria-label={say(text('页面', 'Page'))}
          placeholder={say(text('选择页面', 'Choose a page'))}
          showSearch={{ optionFilterProp: 'label' }}
          value={page_path ?? null}
          onChange={path => {
            setPage(path)
            setAction(undefined)
          }}
          options={allGroups.map(group => ({
            label: say(group.title),
            title: say(group.title),
            options: allPages
              .filter(page => page.parent === group.path)
              .map(page => ({ value: page.path, label: say(page.title) })),
          }))}
        />
        <Select
          aria-label={say(text('操作', 'Action'))}
          placeholder={say(text('打开页面', 'Open the page'))}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          disabled={actions.length === 0}
          value={action_key ?? null}
          onChange={key => setAction(key ?? undefined)}
          options={actions.map(action => ({ value: action.key, label: action.name }))}
        />
      </div>
      {why.error && !why.data ? <ErrorState failure={why.error} retry={why.refetch} /> : null}
      {page_path && why.isPending ? <RowsSkeleton rows={5} /> : null}
      {why.data && page_path ? (
        <>
          <Alert
            type={why.data.can ? 'success' : 'warning'}
            showIcon
            title={say(why.data.can ? text('可以', 'Yes, this is open') : text('不可以', 'No, this is not open'))}
            description={why.data.remedy ?? undefined}
          />
          <ul className="qt-why-list">
            {why.data.steps.map(step => (
              <li key={step.key}>
                {step.holds ? (
                  <CheckCircleFilled className="qt-holds" aria-label={say(text('满足', 'Holds'))} />
                ) : (
                  <CloseCircleFilled className="qt-lacks" aria-label={say(text('不满足', 'Does not hold'))} />
                )}
                {step.text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </DetailDrawer>
  )
}
