import type { AreaWeb } from '@qitao/platform/web/area-web.ts'

export const accessWeb: AreaWeb = {
  publicRoutes: [{ path: '/login', load: () => import('./login.page.tsx') }],
}
