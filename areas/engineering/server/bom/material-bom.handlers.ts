import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { bomTree } from '../../model/bom/bom-tree.rules.ts'
import { checkMove } from '../../model/bom/bom-version.rules.ts'
import {
  type addMaterialBom,
  approveSubstitute,
  materialBomCalls,
  proposeSubstitute,
  queryBomWhereUsed,
  queryMaterialBomTree,
} from '../../model/bom/material-bom.calls.ts'
import {
  type MaterialBomLineInput,
  type MaterialBomRow,
  materialBom,
  materialBomLine,
} from '../../model/bom/material-bom.record.ts'
import {
  checkCycle,
  checkDecision,
  checkMaterialBom,
  checkProposal,
  checkRelease,
  edgesOf,
} from '../../model/bom/material-bom.rules.ts'
import { materialBomExchange } from '../../model/engineering.exchange.ts'
import { linesForExport } from '../lines-for-export.ts'
import { type BomVersions, bomVersionHandlers, findVersion } from './bom-version.handlers.ts'
import { isDefault, loadOtherVersions, lockReleases } from './bom-version.queries.ts'
import { bomsInForce } from './boms-in-force.ts'
import {
  type LockedBom,
  loadEdgesOf,
  loadLines,
  loadMaterials,
  loadReleasedEdges,
  lockLineOf,
  lockMaterialBoms,
  materialBomColumns,
  materialBomJoins,
  replaceLines,
  saveSubstitutes,
} from './material-bom.queries.ts'
import { whereUsed } from './where-used.queries.ts'

const of: BomVersions<Parsed<typeof addMaterialBom>, MaterialBomLineInput, LockedBom> = {
  calls: materialBomCalls,
  record: materialBom,
  exchange: materialBomExchange,
  exportedLines: linesForExport,
  table: 'material_bom',
  ofMo: 'material_bom_id',
  usedIn: [['manufacturing_bom', 'material_bom_id']],
  columns: materialBomColumns,
  joins: materialBomJoins,
  where: ({ component_id, is_default }: Parsed<typeof materialBomCalls.list>) => [
    component_id !== undefined &&
      sql`exists (select from material_bom_line l where l.org_id = t.org_id and l.bom_id = t.id and l.material_id = ${component_id})`,
    is_default !== undefined && sql`${isDefault('t')} = ${is_default}`,
  ],
  lock: lockMaterialBoms,
  lineRows: loadLines,
  linesOf: async (tx, org_id, id) =>
    (await loadLines(tx, org_id, id)).map(line => ({
      ...line,
      substitutes: line.substitutes.map(({ material_id, ratio, valid_from, expiry_time }) => ({
        ...{ material_id, ratio, valid_from, expiry_time },
      })),
    })),
  async settle({ tx, org_id, now }, input, own_id) {
    const { material_id, version, base_quantity, valid_from, expiry_time, remark, lines } = input
    const named = [material_id, ...edgesOf(input).map(edge => edge.to)]
    const materials = await loadMaterials(tx, org_id, named)
    const otherVersions = await loadOtherVersions(tx, org_id, 'material_bom', material_id, own_id)
    const released = await loadReleasedEdges(tx, org_id, named)
    const codes = new Map([...released.codes, ...[...materials.values()].map(({ id, code }) => [id, code] as const)])
    checkMaterialBom(input, { materials, otherVersions, releasedEdges: released.edges, codes, now })
    const code = input.code ?? materials.get(material_id)!.code
    return { head: { code, material_id, version, base_quantity, valid_from, expiry_time, remark }, lines }
  },
  replaceLines,
  async release({ tx, org_id, now }, found) {
    const edges = await loadEdgesOf(tx, org_id, [...found.keys()])
    const ends = [...edges.values()].flat().flatMap(edge => [edge.from, edge.to])
    const released = await loadReleasedEdges(tx, org_id, ends)
    const named = await loadMaterials(tx, org_id, [...new Set(ends)])
    const codes = new Map([...released.codes, ...[...named.values()].map(({ id, code }) => [id, code] as const)])
    return bom => {
      const own = edges.get(bom.id)!
      checkRelease({ ...bom, edges: own }, { releasedEdges: released.edges, codes, now })
      released.edges.push(...own)
    }
  },
}

export const materialBomHandlers: Handler[] = [
  ...bomVersionHandlers(of),

  handle(proposeSubstitute, async ({ bom_id, component_id, reason, ...proposed }, { tx, org_id, now, member }) => {
    await lockReleases(tx, org_id)
    const bom = (await lockMaterialBoms(tx, org_id, [bom_id])).get(bom_id) ?? refuse(generalErrors.recordNotFound)
    const line = await lockLineOf(tx, org_id, bom_id, component_id)
    const materials = await loadMaterials(tx, org_id, [bom.material_id, proposed.material_id])
    if (!materials.has(proposed.material_id)) {
      refuse(generalErrors.recordNotFound, {
        field: 'material_id',
        field_title: materialBomLine.fields.substitutes.title,
      })
    }
    checkProposal(bom, line, proposed, now)
    const below = await loadReleasedEdges(tx, org_id, [bom.material_id, proposed.material_id])
    const codes = new Map([...below.codes, ...[...materials.values()].map(({ id, code }) => [id, code] as const)])
    checkCycle([{ from: bom.material_id, to: proposed.material_id }, ...below.edges], codes)
    const one = { ...proposed, approved: false, reason: reason ?? null, proposed_by: member.user_id }
    await saveSubstitutes(tx, org_id, line!.id, [...line!.substitutes, one])
    return { affected: 1 }
  }),
  handle(approveSubstitute, async ({ bom_id, component_id, material_id, approved }, { tx, org_id, now, member }) => {
    const bom = (await lockMaterialBoms(tx, org_id, [bom_id])).get(bom_id) ?? refuse(generalErrors.recordNotFound)
    checkMove('substitute', bom.status)
    const line = await lockLineOf(tx, org_id, bom_id, component_id)
    checkDecision(line, material_id, approved)
    const decided = { approved, approved_by: approved ? member.user_id : null, approved_time: approved ? now : null }
    const substitutes = line!.substitutes.map(one => (one.material_id === material_id ? { ...one, ...decided } : one))
    await saveSubstitutes(tx, org_id, line!.id, substitutes)
    return { affected: 1 }
  }),

  handle(queryBomWhereUsed, async ({ material_id }, { tx, org_id }) => ({
    result: await whereUsed(tx, org_id, material_id),
  })),

  handle(queryMaterialBomTree, async ({ id }, { tx, org_id, now }) => {
    const { base_quantity } = await findVersion<MaterialBomRow>(tx, org_id, of, id)
    const lines = await loadLines(tx, org_id, id)
    const below = await bomsInForce(
      tx,
      org_id,
      lines.map(line => line.material_id),
      now,
      { all_levels: true },
    )
    const ids = [...below.values()].flatMap(one => [
      one.material_id,
      ...(one.material_bom?.lines ?? []).map(line => line.material_id),
    ])
    const materials = await loadMaterials(tx, org_id, [...new Set(ids)])
    return bomTree(
      { base_quantity, lines },
      new Map(
        [...below].flatMap(([material_id, { material_bom }]) => (material_bom ? [[material_id, material_bom]] : [])),
      ),
      materials,
    )
  }),
]
