import { text } from '@qitao/core/text.ts'
import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { accessErrors } from '../model/access.errors.ts'
import { MemberPicker } from './member.picker.tsx'
import { RolePicker } from './role.picker.tsx'

export const accessWeb: AreaWeb = {
  routes: [
    { page: pages.roles, load: () => import('./role.page.tsx') },
    { page: pages.settings, load: () => import('./settings.page.tsx') },
  ],
  publicRoutes: [
    { path: '/login', load: () => import('./login.page.tsx') },
    { path: '/register', load: () => import('./register.page.tsx') },
    { path: '/passwordReset', load: () => import('./password-reset.page.tsx') },
  ],
  head: { company: () => import('./company-choice.tsx'), items: [() => import('./bell.tsx')] },
  pickers: { user: MemberPicker, role: RolePicker },
  errors: [accessErrors],
  userMenu: [
    { title: text('修改密码', 'Change password'), load: () => import('./change-password.dialog.tsx') },
    { title: text('登录设备', 'Signed-in devices'), load: () => import('./own-sessions.drawer.tsx') },
  ],
}
