import type { Area } from '@qitao/platform/server/area.ts'
import { engineeringErrors } from '../model/engineering.errors.ts'
import { changeLineHandlers } from './change-line.handlers.ts'
import { cycleTimeHandlers } from './cycle-time.handlers.ts'
import { manufacturingBomHandlers } from './manufacturing-bom.handlers.ts'
import { proposalHandlers } from './manufacturing-bom-proposal.handlers.ts'
import { materialBomHandlers } from './material-bom.handlers.ts'
import { routingHandlers } from './routing.handlers.ts'

export {
  type BomLineInForce,
  bomsInForce,
  type ManufacturingBomInForce,
  type MaterialBomInForce,
  type NodeInForce,
  type ProductStructure,
  type RoutingInForce,
} from './boms-in-force.ts'
export { loadChangeovers, loadCycleTimes } from './times.queries.ts'

export const engineeringArea: Area = {
  name: 'engineering',
  handlers: [
    ...routingHandlers,
    ...materialBomHandlers,
    ...manufacturingBomHandlers,
    ...proposalHandlers,
    ...cycleTimeHandlers,
    ...changeLineHandlers,
  ],
  constraints: {
    material_bom_org_id_material_id_version_key: engineeringErrors.versionDuplicate,
    material_bom_org_id_code_version_key: engineeringErrors.versionDuplicate,
    manufacturing_bom_org_id_material_id_version_key: engineeringErrors.versionDuplicate,
  },
}
