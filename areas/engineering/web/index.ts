import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { engineeringErrors } from '../model/engineering.errors.ts'
import { engineeringKnown } from '../model/engineering.known.ts'
import { DocumentFolderPicker, MaterialBomPicker, RoutingPicker } from './pickers.ts'

export const engineeringWeb: AreaWeb = {
  guides: () => import('./engineering.guide.ts'),
  known: engineeringKnown,
  routes: [
    { page: pages.routings, load: () => import('./routing/routing.page.tsx') },
    { page: pages.materialBoms, load: () => import('./bom/material-bom-list.page.tsx') },
    { page: pages.editMaterialBom, load: () => import('./bom/material-bom-edit.page.tsx') },
    { page: pages.manufacturingBoms, load: () => import('./bom/manufacturing-bom-list.page.tsx') },
    { page: pages.selectManufacturingBom, load: () => import('./bom/manufacturing-bom-edit.page.tsx') },
    { page: pages.drawings, load: () => import('./document/drawing.page.tsx') },
    { page: pages.documents, load: () => import('./document/document.page.tsx') },
    { page: pages.cycleTimes, load: () => import('./time/cycle-time.page.tsx') },
    { page: pages.changeovers, load: () => import('./time/change-line.page.tsx') },
  ],
  pickers: { routing: RoutingPicker, material_bom: MaterialBomPicker, document_folder: DocumentFolderPicker },
  errors: [engineeringErrors],
}
