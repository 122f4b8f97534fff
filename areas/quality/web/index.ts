import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { qualityErrors } from '../model/quality.errors.ts'
import { qualityKnown } from '../model/quality.known.ts'
import { MethodPicker } from './pickers.ts'

export const qualityWeb: AreaWeb = {
  guides: () => import('./quality.guide.ts'),
  known: qualityKnown,
  routes: [
    { page: pages.qcTasks, load: () => import('./task/task-list.page.tsx') },
    { page: pages.editQcTask, load: () => import('./task/task-edit.page.tsx') },
    { page: pages.qcSchemes, load: () => import('./scheme/schemes.page.tsx') },
    { page: pages.editQcScheme, load: () => import('./scheme/scheme-edit.page.tsx') },
  ],
  pickers: { qc_method: MethodPicker },
  errors: [qualityErrors],
}
