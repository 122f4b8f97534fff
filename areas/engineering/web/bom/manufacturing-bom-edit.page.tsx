import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { ManufacturingBomCandidates } from './manufacturing-bom-candidates.tsx'
import { ManufacturingBomEditor, type ManufacturingBomPayload } from './manufacturing-bom-editor.tsx'

export default function ManufacturingBomEditPage() {
  const payload = useEditPayload<ManufacturingBomPayload>()
  return payload.id || payload.material_id ? <ManufacturingBomEditor {...payload} /> : <ManufacturingBomCandidates />
}
