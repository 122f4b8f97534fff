import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** What is written down of accounts and rights. */
export const securityEventKind = statuses({
  signed_in: { code: 'signed_in', zh: '登录', en: 'Signed in', colour: 'success' },
  sign_in_failed: { code: 'sign_in_failed', zh: '登录失败', en: 'Sign-in failed', colour: 'danger' },
  new_device: { code: 'new_device', zh: '新设备登录', en: 'Signed in on a new device', colour: 'warning' },
  password_changed: { code: 'password_changed', zh: '修改密码', en: 'Password changed', colour: 'warning' },
  password_reset: { code: 'password_reset', zh: '验证码重置密码', en: 'Password reset by code', colour: 'warning' },
  password_set: {
    code: 'password_set',
    zh: '管理员重置密码',
    en: 'Password set by an administrator',
    colour: 'warning',
  },
  mfa_on: { code: 'mfa_on', zh: '开启两步验证', en: 'Two-step sign-in on', colour: 'success' },
  mfa_off: { code: 'mfa_off', zh: '关闭两步验证', en: 'Two-step sign-in off', colour: 'danger' },
  mfa_reset: { code: 'mfa_reset', zh: '管理员重置两步验证', en: 'Two-step sign-in reset', colour: 'danger' },
  mfa_failed: { code: 'mfa_failed', zh: '两步验证码错误', en: 'Wrong second factor', colour: 'danger' },
  recovery_used: { code: 'recovery_used', zh: '使用恢复码', en: 'Recovery code used', colour: 'warning' },
  recovery_renewed: { code: 'recovery_renewed', zh: '重新生成恢复码', en: 'Recovery codes renewed', colour: 'info' },
  api_token_made: { code: 'api_token_made', zh: '生成API令牌', en: 'API token made', colour: 'warning' },
  api_token_revoked: { code: 'api_token_revoked', zh: '吊销API令牌', en: 'API token revoked', colour: 'info' },
  sessions_ended: { code: 'sessions_ended', zh: '下线登录', en: 'Sessions ended', colour: 'neutral' },
  view_begun: { code: 'view_begun', zh: '以成员身份查看', en: 'Looked at as the member', colour: 'info' },
  admin_given: { code: 'admin_given', zh: '设为管理员', en: 'Made administrator', colour: 'danger' },
  admin_taken: { code: 'admin_taken', zh: '取消管理员', en: 'Administrator right taken', colour: 'warning' },
  member_added: { code: 'member_added', zh: '新建用户', en: 'Member added', colour: 'info' },
  member_joined: { code: 'member_joined', zh: '加入公司', en: 'Joined the company', colour: 'info' },
  invitation_made: { code: 'invitation_made', zh: '生成邀请', en: 'Invitation made', colour: 'warning' },
  invitation_dropped: { code: 'invitation_dropped', zh: '收回邀请', en: 'Invitation withdrawn', colour: 'info' },
  member_changed: { code: 'member_changed', zh: '修改用户', en: 'Member changed', colour: 'info' },
  member_disabled: { code: 'member_disabled', zh: '停用用户', en: 'Member disabled', colour: 'warning' },
  member_enabled: { code: 'member_enabled', zh: '启用用户', en: 'Member enabled', colour: 'info' },
  member_dropped: { code: 'member_dropped', zh: '删除用户', en: 'Member deleted', colour: 'warning' },
  access_granted: { code: 'access_granted', zh: '同意权限申请', en: 'Access granted on request', colour: 'info' },
  rights_changed: { code: 'rights_changed', zh: '修改角色权限', en: 'Rights of a role changed', colour: 'info' },
})
export type SecurityEventKind = CodeOf<typeof securityEventKind>
