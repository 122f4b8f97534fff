import type { Area } from '@qitao/platform/server/area.ts'
import { sql } from 'kysely'
import { engineeringErrors } from '../model/engineering.errors.ts'
import { exchanges } from '../model/engineering.exchange.ts'
import { engineeringKnown } from '../model/engineering.known.ts'
import { bomReplacementHandlers } from './bom/bom-replacement.handlers.ts'
import { manufacturingBomHandlers } from './bom/manufacturing-bom.handlers.ts'
import { proposalHandlers } from './bom/manufacturing-bom-proposal.handlers.ts'
import { materialBomHandlers } from './bom/material-bom.handlers.ts'
import { documentGuard, documentHandlers } from './document/document.handlers.ts'
import { drawingGuard, drawingHandlers } from './document/drawing.handlers.ts'
import { fileShareHandlers } from './document/file-share.handlers.ts'
import { routingHandlers } from './routing/routing.handlers.ts'
import { changeLineHandlers } from './time/change-line.handlers.ts'
import { cycleTimeHandlers } from './time/cycle-time.handlers.ts'
import { mouldHandlers } from './time/mould.handlers.ts'

export { inForceAt } from './bom/bom-version.queries.ts'
export {
  type BomLineInForce,
  bomOfAllDays,
  bomsInForce,
  hasBomInForce,
  type ManufacturingBomInForce,
  type MaterialBomInForce,
  type NodeInForce,
  type ProductStructure,
  type RoutingInForce,
} from './bom/boms-in-force.ts'
export { loadMoulds } from './time/mould.handlers.ts'
export { type LearntCycleTime, lockCycleTimes, putLearntTimes } from './time/put-learnt-times.ts'
export { loadChangeovers, loadCycleTimes, loadTraits } from './time/times.queries.ts'

/** Whose files of drawings and documents a member may read. */
export const fileGuards = { drawing: drawingGuard, document: documentGuard }

export const engineeringArea: Area = {
  name: 'engineering',
  known: engineeringKnown,
  handlers: [
    ...routingHandlers,
    ...materialBomHandlers,
    ...bomReplacementHandlers,
    ...manufacturingBomHandlers,
    ...proposalHandlers,
    ...cycleTimeHandlers,
    ...changeLineHandlers,
    ...mouldHandlers,
    ...drawingHandlers,
    ...documentHandlers,
    ...fileShareHandlers,
  ],
  exchanges: { list: exchanges },
  lookups: {
    routing: { table: 'routing', words: ['code', 'name'] },
    // The code is that of the product, the version alone says nothing: `P-100/1.0`.
    material_bom: { table: 'material_bom', words: [sql`(t.code || '/' || t.version)`] },
  },
  constraints: {
    material_bom_org_id_material_id_version_key: engineeringErrors.versionDuplicate,
    material_bom_org_id_code_version_key: engineeringErrors.versionDuplicate,
    manufacturing_bom_org_id_material_id_version_key: engineeringErrors.versionDuplicate,
    drawing_version: engineeringErrors.versionDuplicate,
    document_version: engineeringErrors.versionDuplicate,
  },
}
