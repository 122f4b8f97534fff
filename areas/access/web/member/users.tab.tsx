import { QrcodeOutlined } from '@ant-design/icons'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { beginView as startView, useSession } from '@qitao/platform/web/session/session.ts'
import { leaveAll, mayLeaveAll } from '@qitao/platform/web/shell/unsaved.ts'
import { useState } from 'react'
import { accessErrors } from '../../model/access.errors.ts'
import { addInvitation } from '../../model/company/membership.calls.ts'
import { listRoles, queryWhy } from '../../model/member/role.calls.ts'
import {
  addUser,
  alterUser,
  alterUserAdmin,
  alterUserStatus,
  dropUser,
  dropUsers,
  listUsers,
  resetUserPassword,
  stopUsers,
} from '../../model/member/user.calls.ts'
import { type UserRow, user } from '../../model/member/user.record.ts'
import { onlyAdmins, onlyAdminsView, strongerThanOwn } from '../../model/member/user.rules.ts'
import { resetUserMfa } from '../../model/session/mfa.calls.ts'
import { resetUserPin } from '../../model/session/pin.calls.ts'
import { beginView, listMemberSessions } from '../../model/session/session.calls.ts'
import { InviteDrawer } from '../company/invite.dialog.tsx'
import { MemberSessionsDrawer } from '../session/member-sessions.drawer.tsx'
import { ResetPasswordDialog } from '../session/reset-password.dialog.tsx'
import { UserDrawer } from './user.dialog.tsx'
import { WhyDrawer } from './why.drawer.tsx'

const { enabled, disabled } = enabledStatus.codes
const refreshes = [listUsers, listRoles]
type Shown = { what: 'edit' | 'reset'; user: UserRow | undefined }

/** Members of the company with their roles; what cannot be done to one says why. */
export function UsersTab() {
  const session = useSession()
  const [shown, setShown] = useState<Shown>({ what: 'edit', user: undefined })
  const [open, setOpen] = useState(false)
  const [inviting, setInviting] = useState(false)
  const [watched, setWatched] = useState<UserRow>()
  const [asked, setAsked] = useState<UserRow>()
  const view = useCommand(beginView, {
    success: null,
    done: ({ token, ...signedIn }) => {
      leaveAll()
      startView(token, signedIn)
    },
  })
  const resetMfa = useCommand(resetUserMfa, { refreshes })
  const dropPin = useCommand(resetUserPin, { refreshes })
  const admin = useCommand(alterUserAdmin, { refreshes })
  const status = useCommand(alterUserStatus, { refreshes })
  const stop = useCommand(stopUsers, { refreshes })
  const drop = useCommand(dropUser, { refreshes })
  const dropMany = useCommand(dropUsers, { refreshes })
  const show = (what: Shown['what'], row?: UserRow) => {
    setShown({ what, user: row })
    setOpen(true)
  }
  const isSelf = (row: UserRow) => row.id === session.user.id
  const beyond = (row: UserRow): Text | undefined =>
    row.is_manageable ? undefined : row.is_admin ? onlyAdmins : strongerThanOwn
  const selfOrBeyond = (row: UserRow) => (isSelf(row) ? accessErrors.selfNotAllowed.text : beyond(row))

  const acts = (row: UserRow): Act[] => [
    { title: text('编辑', 'Edit'), run: needing(alterUser, () => show('edit', row)), whyNot: beyond(row) },
    row.status === enabled
      ? {
          title: text('停用', 'Disable'),
          run: status.with({ id: row.id, status: disabled }),
          whyNot: selfOrBeyond(row),
          ask: {
            title: text('停用此用户？', 'Disable this user?'),
            objects: [row.name],
            detail: text(
              '用户将立即退出登录，不能再登录。',
              'The user is signed out at once and cannot sign in again.',
            ),
          },
        }
      : {
          title: text('启用', 'Enable'),
          run: status.with({ id: row.id, status: enabled }),
          whyNot: beyond(row),
        },
    {
      title: text('重置密码', 'Reset password'),
      run: needing(resetUserPassword, () => show('reset', row)),
      whyNot: selfOrBeyond(row),
    },
    {
      title: text('重置两步验证', 'Reset two-step sign-in'),
      run: resetMfa.with({ id: row.id }),
      whyNot:
        selfOrBeyond(row) ??
        (row.has_mfa ? undefined : text('该用户没有两步验证和通行密钥', 'The user has neither it nor a passkey')),
      ask: {
        title: text('重置两步验证？', 'Reset two-step sign-in?'),
        objects: [row.name],
        detail: text(
          '验证器和通行密钥都将失效；用户可仅凭密码登录，并会收到通知。',
          'Authenticator and passkeys go; the password alone signs the user in, and the user is told.',
        ),
        danger: true,
      },
    },
    {
      title: text('删除PIN码', 'Remove the PIN'),
      run: dropPin.with({ id: row.id }),
      whyNot: beyond(row) ?? (row.has_pin ? undefined : text('该用户没有PIN码', 'The user has no PIN')),
      ask: {
        title: text('删除此用户的PIN码？', "Remove this user's PIN?"),
        objects: [row.name],
        detail: text(
          '在共享终端用PIN码的登录立即结束；用户会收到通知，可用密码登录后重新设置。',
          'Sessions by it at shared terminals end at once; the user is told, and may set a new one after signing in by password.',
        ),
        danger: true,
      },
    },
    {
      title: text('登录设备', 'Sessions'),
      run: needing(listMemberSessions, () => setWatched(row)),
      whyNot: beyond(row),
    },
    {
      title: text('以此身份查看', 'View as'),
      run: needing(beginView, async () => {
        if (await mayLeaveAll()) await view.run({ user_id: row.id })
      }),
      whyNot: isSelf(row)
        ? accessErrors.selfNotAllowed.text
        : !session.user.is_admin
          ? onlyAdminsView
          : row.status === enabled
            ? undefined
            : accessErrors.accountDisabled.text,
      ask: {
        title: text('以此成员的身份查看？', 'Look at the product as this member?'),
        objects: [row.name],
        detail: text(
          '一小时内只能读取，不能修改；会通知该成员，并记入日志。',
          'For an hour at most, reading only. The member is told, and it is logged.',
        ),
      },
    },
    { title: text('为什么能或不能', 'Why can he, or not'), run: needing(queryWhy, () => setAsked(row)) },
    row.is_admin
      ? {
          title: text('取消管理员', 'Take admin right'),
          run: admin.with({ id: row.id, is_admin: false }),
          whyNot: selfOrBeyond(row),
          ask: {
            title: text('取消管理员权限？', 'Take the administrator right away?'),
            objects: [row.name],
            ok: text('取消权限', 'Take it away'),
            cancel: text('返回', 'Back'),
          },
        }
      : {
          title: text('设为管理员', 'Make administrator'),
          run: admin.with({ id: row.id, is_admin: true }),
          whyNot: session.user.is_admin ? undefined : onlyAdmins,
          ask: {
            title: text('设为管理员？', 'Make administrator?'),
            objects: [row.name],
            detail: text(
              '管理员可以打开全部页面，并管理其他管理员。',
              'An administrator opens every page and manages the others.',
            ),
          },
        },
    remove([row.name], drop.with({ id: row.id }), { whyNot: selfOrBeyond(row) }),
  ]
  const bulk = (rows: readonly UserRow[]): Act[] => [
    {
      title: text('批量停用', 'Disable'),
      run: stop.with({ ids: rows.map(row => row.id) }),
      ask: { title: text('停用这些用户？', 'Disable these users?'), objects: rows.map(row => row.name) },
    },
    remove(
      rows.map(row => row.name),
      dropMany.with({ ids: rows.map(row => row.id) }),
    ),
  ]
  const close = () => setOpen(false)
  return (
    <>
      <ListPage
        call={listUsers}
        record={user}
        columns={[
          { name: 'account', opens: row => (beyond(row) ? undefined : show('edit', row)) },
          { name: 'name', width: 130 },
          { name: 'role_ids', render: row => row.role_names.join(', ') || <span className="qt-none">—</span> },
          'status',
          'is_admin',
          { name: 'phone', width: 140 },
          'last_sign_in_time',
          { name: 'email', hidden: true },
          { name: 'job_number', hidden: true },
          { name: 'created_time', hidden: true },
        ]}
        filters={[
          { name: 'keyword', title: text('搜索账号、姓名、手机…', 'Search by account, name, phone…') },
          { name: 'role_id', of: 'role_ids', title: text('角色', 'Role') },
          'status',
          'is_admin',
        ]}
        rowActions={acts}
        bulkActions={bulk}
        toolbar={() => (
          <>
            <ActButton
              act={{
                title: text('邀请成员', 'Invite members'),
                icon: <QrcodeOutlined aria-hidden />,
                run: needing(addInvitation, () => setInviting(true)),
              }}
            />
            <NewButton title={text('新建用户', 'New user')} run={needing(addUser, () => show('edit'))} />
          </>
        )}
      />
      <InviteDrawer open={inviting} onClose={() => setInviting(false)} />
      <UserDrawer open={open && shown.what === 'edit'} user={shown.user} onClose={close} />
      {watched ? <MemberSessionsDrawer user={watched} onClose={() => setWatched(undefined)} /> : null}
      {asked ? <WhyDrawer key={asked.id} user={asked} onClose={() => setAsked(undefined)} /> : null}
      <ResetPasswordDialog open={open && shown.what === 'reset'} user={shown.user} onClose={close} />
    </>
  )
}
