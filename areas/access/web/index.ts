import { text } from '@qitao/core/text.ts'
import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { accessErrors } from '../model/access.errors.ts'
import { accessKnown } from '../model/access.known.ts'
import { MemberPicker } from './member/member.picker.tsx'
import { RolePicker } from './member/role.picker.tsx'

export const accessWeb: AreaWeb = {
  known: accessKnown,
  routes: [
    { page: pages.roles, load: () => import('./member/role.page.tsx') },
    { page: pages.settings, load: () => import('./company/settings.page.tsx') },
  ],
  publicRoutes: [
    { path: '/login', load: () => import('./session/login.page.tsx') },
    { path: '/register', load: () => import('./session/register.page.tsx') },
    { path: '/passwordReset', load: () => import('./session/password-reset.page.tsx') },
  ],
  head: { company: () => import('./session/company-choice.tsx'), items: [() => import('./notice/bell.tsx')] },
  pickers: { user: MemberPicker, role: RolePicker },
  errors: [accessErrors],
  userMenu: [
    { title: text('修改密码', 'Change password'), load: () => import('./session/change-password.dialog.tsx') },
    { title: text('登录设备', 'Signed-in devices'), load: () => import('./session/own-sessions.drawer.tsx') },
  ],
}
