import { claimAttachments, customFieldsFor, settledCustom } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse, referencesTo } from '@qitao/platform/server/database/usage.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { expectVersion, type Handler, handle, type Member } from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, isWritten, listRows } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { materialExchange } from '../../model/masterdata.exchange.ts'
import {
  addMaterial,
  alterMaterial,
  dropMaterials,
  exportMaterials,
  listMaterials,
  queryProduct,
  queryProductDetail,
  showMaterial,
} from '../../model/material/material.calls.ts'
import { type MaterialRow, material } from '../../model/material/material.record.ts'
import { checkMaterial, checkUnitChange } from '../../model/material/material.rules.ts'
import { materialTypeCalls } from '../../model/material/material-type.calls.ts'
import { materialType } from '../../model/material/material-type.record.ts'
import { seesUnitPrices } from '../../model/price/sees-unit-prices.ts'
import { dropHandler, writableColumns } from '../saved-record.ts'
import { materialColumns, materialJoins } from './material.queries.ts'

const table = 'material'
const orders = {
  code: sql`t.code`,
  name: sql`t.name`,
  kind: sql`t.kind`,
  series: sql`coalesce(t.series, '')`,
  supply_lead_time: sql`t.supply_lead_time`,
  status: sql`t.status`,
  created_time: sql`t.created_time`,
}
const productColumns = sql`t.id, t.code, t.name, t.name_en, t.specs, t.series, t.kind, t.unit_id, u.name as unit_name,
  u."precision", t.lot_managed, t.status`
const productJoins = sql`join unit u on u.org_id = t.org_id and u.id = t.unit_id`

const named = (keyword: string | undefined) =>
  contains(keyword, sql`t.code`, sql`t.name`, sql`coalesce(t.specs, '')`, sql`coalesce(t.name_en, '')`)
const whereOf = (input: {
  keyword?: string | undefined
  kind?: number | undefined
  series?: string | undefined
  written?: string[] | undefined
}) => [
  named(input.keyword),
  input.kind !== undefined && sql`t.kind = ${input.kind}`,
  input.series !== undefined && sql`t.series = ${input.series}`,
  isWritten(input.written, sql`t.code`, sql`t.name`),
]

const { columns, valuesOf } = writableColumns(material)

const unitOf = async (tx: Tx, org_id: string, unit_id: string): Promise<{ precision: number }> => {
  const [unit] = await rows(
    tx,
    sql<{ precision: number }>`select "precision" from unit where org_id = ${org_id} and id = ${unit_id} for key share`,
  )
  return unit ?? refuse(masterdataErrors.unitNotFound, { field: 'unit_id', field_title: material.fields.unit_id.title })
}
const usedMaterials = async (tx: Tx, org_id: string, ids: readonly string[]) =>
  idsInUse(tx, org_id, ids, await referencesTo(tx, table))

const seesPrices = ({ pages }: Member): boolean => seesUnitPrices.some(({ path }) => pages.has(path))
/** What is paid for a material is neither told nor taken without the right to see prices. */
const columnsFor = (member: Member): RawBuilder<unknown> =>
  seesPrices(member) ? materialColumns : sql`${materialColumns}, null::numeric as purchase_price`
function expectNoPrice({ purchase_price }: { readonly purchase_price?: unknown }): void {
  if (purchase_price === undefined || purchase_price === null) return
  refuse(generalErrors.noPermission, {
    ...{ field: 'purchase_price', field_title: material.fields.purchase_price.title },
    detail: text('无权查看或修改采购单价', 'Purchase prices may neither be seen nor changed'),
  })
}

const list = handle(listMaterials, (input, { tx, org_id, member }) =>
  listRows(
    tx,
    {
      org_id,
      table,
      where: [
        ...whereOf(input),
        input.material_type_id !== undefined && sql`t.type_id = ${input.material_type_id}`,
        input.status !== undefined && sql`t.status = ${input.status}`,
        customContains(sql`t.custom`, input.custom),
      ],
      columns: columnsFor(member),
      joins: materialJoins,
      orders,
      defaultOrder: '-created_time',
    },
    input,
  ),
)

export const materialHandlers: Handler[] = [
  list,
  exportHandler(exportMaterials, list, material, { imports: materialExchange, custom: customFieldsFor('material') }),
  handle(showMaterial, async ({ id }, { tx, org_id, member }) => {
    const [found] = await rows(
      tx,
      sql<MaterialRow>`select ${columnsFor(member)} from material t ${materialJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    if (!found) refuse(generalErrors.recordNotFound)
    return { record: { ...found, unit_fixed: (await usedMaterials(tx, org_id, [id])).has(id) } }
  }),
  handle(addMaterial, async (input, context) => {
    const { tx, org_id, member } = context
    if (!seesPrices(member)) expectNoPrice(input)
    checkMaterial(input, await unitOf(tx, org_id, input.unit_id))
    const id = newId()
    const custom = await settledCustom(tx, org_id, table, input.custom)
    await sql`insert into material (id, ${columns}) values (${id}, ${valuesOf({ ...input, custom })})`.execute(tx)
    await claimAttachments(tx, context, { module: table, object_id: id, attachment_ids: input.attachment_ids })
    return { id }
  }),
  handle(alterMaterial, async (input, { tx, org_id, member }) => {
    const [stored] = await rows(
      tx,
      sql<{
        row_version: number
        unit_id: string
        purchase_price: string | null
      }>`select row_version, unit_id, purchase_price from material where org_id = ${org_id} and id = ${input.id} for update`,
    )
    const { unit_id, purchase_price } = expectVersion(stored, input.row_version)
    if (!seesPrices(member)) expectNoPrice(input)
    const isUsed = input.unit_id !== unit_id && (await usedMaterials(tx, org_id, [input.id])).has(input.id)
    checkUnitChange(unit_id, input.unit_id, isUsed)
    checkMaterial(input, await unitOf(tx, org_id, input.unit_id))
    const custom = await settledCustom(tx, org_id, table, input.custom, input.id)
    await sql`update material set (${columns}) = row(${valuesOf({ ...input, custom, ...(seesPrices(member) ? {} : { purchase_price }) })})
      where org_id = ${org_id} and id = ${input.id}`.execute(tx)
    return { affected: 1 }
  }),
  dropHandler(dropMaterials, table),
  handle(queryProduct, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table,
        where: [...whereOf(input), sql`t.status = ${enabledStatus.codes.enabled}`],
        columns: productColumns,
        joins: productJoins,
        orders,
        defaultOrder: 'code',
      },
      input,
    ),
  ),
  handle(queryProductDetail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<never>`select ${productColumns} from material t ${productJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  ...plainHandlers(materialType, materialTypeCalls, {
    table: 'material_type',
    keyword: ['code', 'name'],
    orders: ['code', 'name'],
    defaultOrder: 'code',
  }),
]
