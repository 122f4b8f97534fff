import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse } from '@qitao/platform/server/database/usage.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { bomVersionStatus } from '../model/bom-version.status.ts'
import { engineeringErrors } from '../model/engineering.errors.ts'
import { manufacturingBomExchange } from '../model/engineering.exchange.ts'
import {
  addManufacturingBom,
  alterManufacturingBom,
  cancelManufacturingBoms,
  dropManufacturingBoms,
  exportManufacturingBoms,
  listManufacturingBoms,
  makeManufacturingBomDefault,
  releaseManufacturingBoms,
  showManufacturingBom,
} from '../model/manufacturing-bom.calls.ts'
import { manufacturingBom, manufacturingBomNode, type NodeInput } from '../model/manufacturing-bom.record.ts'
import { balanceProblems, flowProblems, linked, type Mode, refuseFirst } from '../model/manufacturing-bom.rules.ts'
import { checkAlterable, checkDroppable, checkMove } from '../model/material-bom.rules.ts'
import { nodesForExport } from './lines-for-export.ts'
import {
  findManufacturingBom,
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
import {
  loadMaterials,
  loadOtherVersions,
  lockReleases,
  saveCancelled,
  saveReleased,
  usedByOpenMos,
} from './material-bom.queries.ts'

interface ManufacturingBomInput {
  code: string | null
  material_id: string
  version: string
  mode: Mode
  material_bom_id: string | null
  routing_id: string | null
  remark: string | null
  lines: readonly NodeInput[]
}
const { fields } = manufacturingBom

/** Loads what stands around the BoM and refuses a bad one; answers its code and its nodes, linked. */
async function checked(tx: Tx, org_id: string, input: ManufacturingBomInput, except?: string) {
  const ports = input.lines.flatMap(node => [...node.inputs, ...node.outputs])
  const materials = await loadMaterials(tx, org_id, [input.material_id, ...ports.map(port => port.material_id)])
  const product = materials.get(input.material_id)
  if (!product) refuse(generalErrors.recordNotFound, { field: 'material_id', field_title: fields.material_id.title })
  const others = await loadOtherVersions(tx, org_id, 'manufacturing_bom', input.material_id, except)
  if (others.has(input.version)) {
    refuse(engineeringErrors.versionDuplicate, { field: 'version', field_title: fields.version.title })
  }
  await checkOrigins(tx, org_id, input)
  const processes = await loadProcessIds(
    tx,
    org_id,
    input.lines.map(node => node.process_id),
  )
  const row = input.lines.findIndex(node => !processes.has(node.process_id)) + 1
  if (row > 0) {
    const field_title = manufacturingBomNode.fields.process_id.title
    refuse(generalErrors.recordNotFound, { field: 'process_id', field_title, row })
  }
  const nodes = linked(input.lines, input.mode)
  refuseFirst(flowProblems(input.material_id, nodes, codesOf(materials)))
  return { code: input.code ?? product!.code, nodes }
}
const codesOf = (materials: ReadonlyMap<string, { code: string }>) =>
  new Map([...materials].map(([id, { code }]) => [id, code]))

/** The material BoM must be the product's own; the routing must exist. */
async function checkOrigins(
  tx: Tx,
  org_id: string,
  { material_id, material_bom_id, routing_id }: ManufacturingBomInput,
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

const list = handle(listManufacturingBoms, async (input, { tx, org_id }) => {
  const { material_id, process_id } = input
  return listRows(
    tx,
    {
      org_id,
      table: 'manufacturing_bom',
      filterJoins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id`,
      where: [
        contains(input.keyword, sql`t.code`, sql`t.version`, sql`m.code`, sql`m.name`),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        process_id !== undefined &&
          sql`exists (select from manufacturing_bom_node n where n.org_id = t.org_id and n.bom_id = t.id and n.process_id = ${process_id})`,
        input.status !== undefined && sql`t.status = ${input.status}`,
        oneOfCodes(sql`t.status`, input.statuses),
        input.mode !== undefined && sql`t.mode = ${input.mode}`,
      ],
      columns: manufacturingBomColumns,
      joins: manufacturingBomJoins,
      orders: {
        code: sql`t.code`,
        material_id: sql`m.code`,
        material_code: sql`m.code`,
        version: sql`t.version`,
        mode: sql`t.mode`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
        updated_time: sql`t.updated_time`,
      },
      defaultOrder: '-updated_time',
    },
    input,
  )
})

export const manufacturingBomHandlers = [
  list,
  exportHandler(exportManufacturingBoms, list, manufacturingBom, {
    imports: manufacturingBomExchange,
    lines: nodesForExport,
  }),

  handle(showManufacturingBom, async ({ id }, { tx, org_id }) => {
    const record = (await findManufacturingBom(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
    return { record, lines: await loadNodeRows(tx, org_id, id) }
  }),

  handle(addManufacturingBom, async (given, { tx, org_id }) => {
    const input = given as unknown as ManufacturingBomInput
    const { code, nodes } = await checked(tx, org_id, input)
    const { material_id, version, mode, material_bom_id, routing_id, remark } = input
    const id = newId()
    await tx
      .insertInto('manufacturing_bom')
      .values({ id, code, material_id, version, mode, material_bom_id, routing_id, remark })
      .execute()
    await replaceNodes(tx, org_id, id, nodes)
    return { id }
  }),

  handle(alterManufacturingBom, async (given, { tx, org_id }) => {
    const input = given as unknown as Omit<ManufacturingBomInput, 'lines'> & {
      id: string
      row_version: number
      lines?: readonly NodeInput[]
    }
    const found = (await lockManufacturingBoms(tx, org_id, [input.id])).get(input.id)
    checkAlterable(expectVersion(found, input.row_version).status)
    const lines = input.lines ?? (await loadNodes(tx, org_id, [input.id])).get(input.id) ?? []
    const { code, nodes } = await checked(tx, org_id, { ...input, lines }, input.id)
    const { material_id, version, mode, material_bom_id, routing_id, remark } = input
    await tx
      .updateTable('manufacturing_bom')
      .set({ code, material_id, version, mode, material_bom_id, routing_id, remark })
      .where('org_id', '=', org_id)
      .where('id', '=', input.id)
      .execute()
    await replaceNodes(tx, org_id, input.id, nodes)
    return { affected: 1 }
  }),

  handle(dropManufacturingBoms, async ({ ids }, { tx, org_id, language }) => {
    const found = await lockManufacturingBoms(tx, org_id, ids)
    const used = await idsInUse(tx, org_id, ids, [['mo', 'manufacturing_bom_id']])
    const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
      checkDroppable(status)
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await sql`delete from manufacturing_bom where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(releaseManufacturingBoms, async ({ ids }, { tx, org_id, language }) => {
    await lockReleases(tx, org_id)
    const found = await lockManufacturingBoms(tx, org_id, ids)
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
    const { passed, passed_ids, refused } = sortOut<LockedManufacturingBom>(ids, found, bom => {
      checkMove('release', bom.status)
      const own = nodes.get(bom.id) ?? []
      refuseFirst(flowProblems(bom.material_id, own, codes))
      const of = bom.material_bom_id === null ? undefined : shared.get(bom.material_bom_id)
      if (of && of.status !== bomVersionStatus.codes.released) throw new Refusal(engineeringErrors.bomMissing)
      const product = { material_id: bom.material_id, base_quantity: of?.base_quantity ?? '1' }
      const inputs = of?.components ?? own.flatMap(node => node.inputs)
      refuseFirst(balanceProblems(product, own, inputs, codes))
    })
    await saveReleased(tx, org_id, 'manufacturing_bom', passed)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(cancelManufacturingBoms, async ({ ids }, { tx, org_id, language }) => {
    await lockReleases(tx, org_id)
    const found = await lockManufacturingBoms(tx, org_id, ids)
    const used = await usedByOpenMos(tx, org_id, 'manufacturing_bom_id', ids)
    const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
      checkMove('cancel', status)
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await saveCancelled(tx, org_id, 'manufacturing_bom', passed_ids)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(makeManufacturingBomDefault, async ({ id }, { tx, org_id }) => {
    await lockReleases(tx, org_id)
    const bom = (await lockManufacturingBoms(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    checkMove('make_default', bom.status)
    await saveReleased(tx, org_id, 'manufacturing_bom', [bom], 'make_default')
    return { affected: 1 }
  }),
]
