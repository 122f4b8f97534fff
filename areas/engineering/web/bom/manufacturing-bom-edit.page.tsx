import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { ManufacturingBomCandidates } from './manufacturing-bom-candidates.tsx'
import { ManufacturingBomEditor } from './manufacturing-bom-editor.tsx'

/** `id`: edit or read; `copy_of`: a new version like that one; `material_id`: a new one from BoM and routing; else choose. */
export interface ManufacturingBomPayload {
  id?: string
  copy_of?: string
  material_id?: string
  routing_id?: string
}

export default function ManufacturingBomEditPage() {
  const payload = useEditPayload<ManufacturingBomPayload>()
  return payload.id || payload.material_id ? <ManufacturingBomEditor {...payload} /> : <ManufacturingBomCandidates />
}
