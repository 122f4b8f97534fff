import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { engineeringErrors } from '../model/engineering.errors.ts'
import { DocumentFolderPicker, MaterialBomPicker, RoutingPicker } from './pickers.ts'

export const engineeringWeb: AreaWeb = {
  routes: [
    { page: pages.routings, load: () => import('./routing.page.tsx') },
    { page: pages.materialBoms, load: () => import('./material-bom-list.page.tsx') },
    { page: pages.editMaterialBom, load: () => import('./material-bom-edit.page.tsx') },
    { page: pages.manufacturingBoms, load: () => import('./manufacturing-bom-list.page.tsx') },
    { page: pages.selectManufacturingBom, load: () => import('./manufacturing-bom-edit.page.tsx') },
    { page: pages.drawings, load: () => import('./drawing.page.tsx') },
    { page: pages.documents, load: () => import('./document.page.tsx') },
    { page: pages.cycleTimes, load: () => import('./cycle-time.page.tsx') },
    { page: pages.changeovers, load: () => import('./change-line.page.tsx') },
  ],
  pickers: { routing: RoutingPicker, material_bom: MaterialBomPicker, document_folder: DocumentFolderPicker },
  errors: [engineeringErrors],
}
