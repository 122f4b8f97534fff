import { text } from '@qitao/core/text.ts'
import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { accessErrors } from '../model/access.errors.ts'
import { accessKnown } from '../model/access.known.ts'
import { MemberPicker } from './member/member.picker.tsx'
import { RolePicker } from './member/role.picker.tsx'

export const accessWeb: AreaWeb = {
  guides: () => import('./access.guide.ts'),
  known: accessKnown,
  routes: [
    { page: pages.roles, load: () => import('./member/role.page.tsx') },
    { page: pages.settings, load: () => import('./company/settings.page.tsx') },
    { page: pages.securityLog, load: () => import('./session/security-log.page.tsx') },
  ],
  publicRoutes: [
    { path: '/login', load: () => import('./session/login.page.tsx') },
    { path: '/register', load: () => import('./session/register.page.tsx') },
    { path: '/oidc', load: () => import('./session/oidc.page.tsx') },
    { path: '/passwordReset', load: () => import('./session/password-reset.page.tsx') },
  ],
  head: {
    company: () => import('./session/company-choice.tsx'),
    items: [() => import('./session/next-person.tsx'), () => import('./notice/bell.tsx')],
  },
  refused: () => import('./member/ask-access.tsx'),
  pickers: { user: MemberPicker, role: RolePicker },
  errors: [accessErrors],
  userMenu: [
    { title: text('修改密码', 'Change password'), load: () => import('./session/change-password.dialog.tsx') },
    { title: text('两步验证', 'Two-step sign-in'), load: () => import('./session/mfa.drawer.tsx') },
    { title: text('通行密钥', 'Passkeys'), load: () => import('./session/passkeys.drawer.tsx') },
    { title: text('PIN码', 'PIN'), load: () => import('./session/pin.drawer.tsx') },
    { title: text('登录设备', 'Signed-in devices'), load: () => import('./session/own-sessions.drawer.tsx') },
    { title: text('API令牌', 'API tokens'), load: () => import('./session/api-tokens.drawer.tsx') },
  ],
}
