import { text } from '@qitao/core/text.ts'
import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { accessErrors } from '../model/access.errors.ts'

export const accessWeb: AreaWeb = {
  publicRoutes: [{ path: '/login', load: () => import('./login.page.tsx') }],
  errors: [accessErrors],
  userMenu: [{ title: text('修改密码', 'Change password'), load: () => import('./change-password.dialog.tsx') }],
}
