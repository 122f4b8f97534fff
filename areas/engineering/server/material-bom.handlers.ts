import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse } from '@qitao/platform/server/database/usage.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { bomTree } from '../model/bom-tree.rules.ts'
import { materialBomExchange } from '../model/engineering.exchange.ts'
import {
  addMaterialBom,
  alterMaterialBom,
  cancelMaterialBoms,
  dropMaterialBoms,
  exportMaterialBoms,
  listMaterialBoms,
  makeMaterialBomDefault,
  queryBomWhereUsed,
  queryMaterialBomTree,
  releaseMaterialBoms,
  showMaterialBom,
} from '../model/material-bom.calls.ts'
import type { MaterialBomLineInput } from '../model/material-bom.record.ts'
import { materialBom } from '../model/material-bom.record.ts'
import {
  checkAlterable,
  checkDroppable,
  checkMaterialBom,
  checkMove,
  checkRelease,
  edgesOf,
} from '../model/material-bom.rules.ts'
import { bomsInForce } from './boms-in-force.ts'
import { linesForExport } from './lines-for-export.ts'
import {
  findMaterialBom,
  type LockedBom,
  loadEdgesOf,
  loadLines,
  loadMaterials,
  loadOtherVersions,
  loadReleasedEdges,
  lockMaterialBoms,
  lockReleases,
  materialBomColumns,
  materialBomJoins,
  replaceLines,
  saveCancelled,
  saveReleased,
  usedByOpenMos,
} from './material-bom.queries.ts'
import { whereUsed } from './where-used.queries.ts'

interface BomInput {
  code: string | null
  material_id: string
  version: string
  base_quantity: string
  expiry_time: number | null
  remark: string | null
  lines: readonly MaterialBomLineInput[]
}

/** Loads what stands around the BoM and refuses a bad one; answers the code it is stored under. */
async function checked(tx: Tx, org_id: string, input: BomInput, now: number, except?: string): Promise<string> {
  const named = [input.material_id, ...edgesOf(input).map(edge => edge.to)]
  const materials = await loadMaterials(tx, org_id, named)
  const otherVersions = await loadOtherVersions(tx, org_id, 'material_bom', input.material_id, except)
  const released = await loadReleasedEdges(tx, org_id, named)
  const codes = new Map([...released.codes, ...[...materials.values()].map(({ id, code }) => [id, code] as const)])
  checkMaterialBom(input, { materials, otherVersions, releasedEdges: released.edges, codes, now })
  return input.code ?? materials.get(input.material_id)!.code
}

const linesOf = async (tx: Tx, org_id: string, bom_id: string): Promise<MaterialBomLineInput[]> =>
  (await loadLines(tx, org_id, bom_id)).map(line => ({
    ...line,
    substitutes: line.substitutes.map(({ material_id, ratio }) => ({ material_id, ratio })),
  }))

const list = handle(listMaterialBoms, async (input, { tx, org_id }) => {
  const component = input.component_id
  return listRows(
    tx,
    {
      org_id,
      table: 'material_bom',
      filterJoins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id`,
      where: [
        contains(input.keyword, sql`t.code`, sql`t.version`, sql`m.code`, sql`m.name`),
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        component !== undefined &&
          sql`exists (select from material_bom_line l where l.org_id = t.org_id and l.bom_id = t.id and l.material_id = ${component})`,
        input.status !== undefined && sql`t.status = ${input.status}`,
        oneOfCodes(sql`t.status`, input.statuses),
        input.is_default !== undefined && sql`t.is_default = ${input.is_default}`,
      ],
      columns: materialBomColumns,
      joins: materialBomJoins,
      orders: {
        code: sql`t.code`,
        material_id: sql`m.code`,
        material_code: sql`m.code`,
        version: sql`t.version`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
        updated_time: sql`t.updated_time`,
      },
      defaultOrder: '-updated_time',
    },
    input,
  )
})

export const materialBomHandlers = [
  list,
  exportHandler(exportMaterialBoms, list, materialBom, { imports: materialBomExchange, lines: linesForExport }),

  handle(showMaterialBom, async ({ id }, { tx, org_id }) => {
    const record = (await findMaterialBom(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
    return { record, lines: await loadLines(tx, org_id, id) }
  }),

  handle(addMaterialBom, async (given, { tx, org_id, now }) => {
    const input = given as unknown as BomInput
    const code = await checked(tx, org_id, input, now)
    const { material_id, version, base_quantity, expiry_time, remark } = input
    const id = newId()
    await tx
      .insertInto('material_bom')
      .values({ id, code, material_id, version, base_quantity, expiry_time, remark })
      .execute()
    await replaceLines(tx, org_id, id, input.lines)
    return { id }
  }),

  handle(alterMaterialBom, async (given, { tx, org_id, now }) => {
    const input = given as unknown as Omit<BomInput, 'lines'> & {
      id: string
      row_version: number
      lines?: BomInput['lines']
    }
    const found = (await lockMaterialBoms(tx, org_id, [input.id])).get(input.id)
    checkAlterable(expectVersion(found, input.row_version).status)
    const lines = input.lines ?? (await linesOf(tx, org_id, input.id))
    const code = await checked(tx, org_id, { ...input, lines }, now, input.id)
    const { material_id, version, base_quantity, expiry_time, remark } = input
    await tx
      .updateTable('material_bom')
      .set({ code, material_id, version, base_quantity, expiry_time, remark })
      .where('org_id', '=', org_id)
      .where('id', '=', input.id)
      .execute()
    if (input.lines) await replaceLines(tx, org_id, input.id, lines)
    return { affected: 1 }
  }),

  handle(dropMaterialBoms, async ({ ids }, { tx, org_id, language }) => {
    const found = await lockMaterialBoms(tx, org_id, ids)
    const used = await idsInUse(tx, org_id, ids, [
      ['manufacturing_bom', 'material_bom_id'],
      ['mo', 'material_bom_id'],
    ])
    const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
      checkDroppable(status)
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await sql`delete from material_bom where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(releaseMaterialBoms, async ({ ids }, { tx, org_id, now, language }) => {
    await lockReleases(tx, org_id)
    const found = await lockMaterialBoms(tx, org_id, ids)
    const edges = await loadEdgesOf(tx, org_id, [...found.keys()])
    const ends = [...edges.values()].flat().flatMap(edge => [edge.from, edge.to])
    const released = await loadReleasedEdges(tx, org_id, ends)
    const named = await loadMaterials(tx, org_id, [...new Set(ends)])
    const codes = new Map([...released.codes, ...[...named.values()].map(({ id, code }) => [id, code] as const)])
    const { passed, passed_ids, refused } = sortOut<LockedBom>(ids, found, bom => {
      const own = edges.get(bom.id)!
      checkRelease({ ...bom, edges: own }, { releasedEdges: released.edges, codes, now })
      released.edges.push(...own)
    })
    await saveReleased(tx, org_id, 'material_bom', passed)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(cancelMaterialBoms, async ({ ids }, { tx, org_id, language }) => {
    await lockReleases(tx, org_id)
    const found = await lockMaterialBoms(tx, org_id, ids)
    const used = await usedByOpenMos(tx, org_id, 'material_bom_id', ids)
    const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
      checkMove('cancel', status)
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await saveCancelled(tx, org_id, 'material_bom', passed_ids)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(makeMaterialBomDefault, async ({ id }, { tx, org_id }) => {
    await lockReleases(tx, org_id)
    const bom = (await lockMaterialBoms(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    checkMove('make_default', bom.status)
    await saveReleased(tx, org_id, 'material_bom', [bom], 'make_default')
    return { affected: 1 }
  }),

  handle(queryBomWhereUsed, async ({ material_id }, { tx, org_id }) => ({
    result: await whereUsed(tx, org_id, material_id),
  })),

  handle(queryMaterialBomTree, async ({ id }, { tx, org_id, now }) => {
    const bom = (await findMaterialBom(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
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
      { base_quantity: bom.base_quantity, lines },
      new Map(
        [...below].flatMap(([material_id, { material_bom }]) => (material_bom ? [[material_id, material_bom]] : [])),
      ),
      materials,
    )
  }),
]
