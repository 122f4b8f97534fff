import { definePicker } from '@qitao/platform/web/form/picker.tsx'
import { listMaterialBoms, showMaterialBom } from '../model/bom/material-bom.calls.ts'
import type { MaterialBomRow } from '../model/bom/material-bom.record.ts'
import { documentFolderCalls } from '../model/document/document.calls.ts'
import type { DocumentFolderRow } from '../model/document/document.record.ts'
import { listRoutings, showRouting } from '../model/routing/routing.calls.ts'
import type { RoutingRow } from '../model/routing/routing.record.ts'

export const RoutingPicker = definePicker({
  list: listRoutings,
  detail: showRouting,
  label: row => {
    const { code, name, version } = row as RoutingRow
    return `${code} ${name} (${version})`
  },
  input: { statuses: [1] },
})
/** Released versions of all products. */
export const MaterialBomPicker = definePicker({
  list: listMaterialBoms,
  detail: showMaterialBom,
  label: row => {
    const { material_code, material_name, version } = row as MaterialBomRow
    return `${material_code} ${material_name} ${version}`
  },
  input: { statuses: [1] },
})
export const DocumentFolderPicker = definePicker({
  list: documentFolderCalls.list,
  detail: documentFolderCalls.detail,
  label: row => (row as DocumentFolderRow).name,
})
