import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { checkDays, checkMove } from '../../model/bom/bom-version.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { type addManufacturingBom, manufacturingBomCalls } from '../../model/bom/manufacturing-bom.calls.ts'
import { manufacturingBom, manufacturingBomNode, type NodeInput } from '../../model/bom/manufacturing-bom.record.ts'
import { balanceProblems, flowProblems, linked, refuseFirst } from '../../model/bom/manufacturing-bom.rules.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import { manufacturingBomExchange } from '../../model/engineering.exchange.ts'
import { nodesForExport } from '../lines-for-export.ts'
import { type BomVersions, bomVersionHandlers } from './bom-version.handlers.ts'
import { loadOtherVersions } from './bom-version.queries.ts'
import {
  findRoutingOwner,
  type LockedManufacturingBom,
  loadNodeRows,
  loadNodes,
  loadProcessIds,
  loadSharedBoms,
  lockManufacturingBoms,
  manufacturingBomColumns,
  manufacturingBomJoins,
  replaceNodes,
} from './manufacturing-bom.queries.ts'
import { loadMaterials } from './material-bom.queries.ts'

const { fields } = manufacturingBom
const codesOf = (materials: ReadonlyMap<string, { code: string }>) =>
  new Map([...materials].map(([id, { code }]) => [id, code]))

/** The material BoM must be the product's own; the routing must exist. */
async function checkOrigins(
  tx: Tx,
  org_id: string,
  { material_id, material_bom_id, routing_id }: Parsed<typeof addManufacturingBom>,
) {
  if (material_bom_id !== null) {
    const bom = (await loadSharedBoms(tx, org_id, [material_bom_id])).get(material_bom_id)
    if (bom?.material_id !== material_id) {
      refuse(generalErrors.recordNotFound, { field: 'material_bom_id', field_title: fields.material_bom_id.title })
    }
  }
  if (routing_id !== null && !(await findRoutingOwner(tx, org_id, routing_id))) {
    refuse(generalErrors.recordNotFound, { field: 'routing_id', field_title: fields.routing_id.title })
  }
}

const of: BomVersions<Parsed<typeof addManufacturingBom>, NodeInput, LockedManufacturingBom> = {
  calls: manufacturingBomCalls,
  record: manufacturingBom,
  exchange: manufacturingBomExchange,
  exportedLines: nodesForExport,
  table: 'manufacturing_bom',
  ofMo: 'manufacturing_bom_id',
  columns: manufacturingBomColumns,
  joins: manufacturingBomJoins,
  where: ({ process_id, mode }: Parsed<typeof manufacturingBomCalls.list>) => [
    process_id !== undefined &&
      sql`exists (select from manufacturing_bom_node n where n.org_id = t.org_id and n.bom_id = t.id and n.process_id = ${process_id})`,
    mode !== undefined && sql`t.mode = ${mode}`,
  ],
  orders: { mode: sql`t.mode` },
  lock: lockManufacturingBoms,
  lineRows: loadNodeRows,
  linesOf: async (tx, org_id, id) => (await loadNodes(tx, org_id, [id])).get(id) ?? [],
  async settle({ tx, org_id, now }, input, own_id) {
    const { material_id, version, mode, material_bom_id, routing_id, valid_from, expiry_time, remark, lines } = input
    checkDays(input, now)
    const ports = lines.flatMap(node => [...node.inputs, ...node.outputs])
    const materials = await loadMaterials(tx, org_id, [material_id, ...ports.map(port => port.material_id)])
    const product = materials.get(material_id)
    if (!product) refuse(generalErrors.recordNotFound, { field: 'material_id', field_title: fields.material_id.title })
    const others = await loadOtherVersions(tx, org_id, 'manufacturing_bom', material_id, own_id)
    if (others.has(version))
      refuse(engineeringErrors.versionDuplicate, { field: 'version', field_title: fields.version.title })
    await checkOrigins(tx, org_id, input)
    const processes = await loadProcessIds(
      tx,
      org_id,
      lines.map(node => node.process_id),
    )
    const row = lines.findIndex(node => !processes.has(node.process_id)) + 1
    if (row > 0) {
      const field_title = manufacturingBomNode.fields.process_id.title
      refuse(generalErrors.recordNotFound, { field: 'process_id', field_title, row })
    }
    const nodes = linked(lines, mode)
    refuseFirst(flowProblems(material_id, nodes, codesOf(materials)))
    const code = input.code ?? product.code
    const days = { valid_from, expiry_time }
    return { head: { code, material_id, version, mode, material_bom_id, routing_id, ...days, remark }, lines: nodes }
  },
  replaceLines: replaceNodes,
  async release({ tx, org_id, now }, found) {
    const nodes = await loadNodes(tx, org_id, [...found.keys()])
    const shared = await loadSharedBoms(
      tx,
      org_id,
      [...found.values()].flatMap(bom => bom.material_bom_id ?? []),
    )
    const named = [
      ...[...found.values()].map(bom => bom.material_id),
      ...[...nodes.values()].flat().flatMap(node => [...node.inputs, ...node.outputs].map(port => port.material_id)),
      ...[...shared.values()].flatMap(bom => bom.components.map(port => port.material_id)),
    ]
    const codes = codesOf(await loadMaterials(tx, org_id, [...new Set(named)]))
    return bom => {
      checkMove('release', bom.status)
      checkDays(bom, now)
      const own = nodes.get(bom.id) ?? []
      refuseFirst(flowProblems(bom.material_id, own, codes))
      const of = bom.material_bom_id === null ? undefined : shared.get(bom.material_bom_id)
      if (of && of.status !== bomVersionStatus.codes.released) throw new Refusal(engineeringErrors.bomMissing)
      const product = { material_id: bom.material_id, base_quantity: of?.base_quantity ?? '1' }
      const inputs = of?.components ?? own.flatMap(node => node.inputs)
      refuseFirst(balanceProblems(product, own, inputs, codes))
    }
  },
}

export const manufacturingBomHandlers = bomVersionHandlers(of)
