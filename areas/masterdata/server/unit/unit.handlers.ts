import { generalErrors } from '@qitao/core/general.errors.ts'
import { compare, multiply } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse, referencesTo } from '@qitao/platform/server/database/usage.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { standardUnits } from '../../model/unit/standard-units.ts'
import {
  addStandardUnits,
  addUnit,
  allStatuses,
  alterUnits,
  deleteUnits,
  queryMaterialUnits,
  queryUnit,
  queryUnitByGroup,
  queryUnitDetail,
  searchUnit,
} from '../../model/unit/unit.calls.ts'
import { defaultPrecision, type UnitRow } from '../../model/unit/unit.record.ts'
import { type Factor, unitsOf } from '../../model/unit/unit.rules.ts'
import { dropHandler } from '../saved-record.ts'
import { conversionsOf, unitColumns } from './unit.queries.ts'

const table = 'unit'
const named = (keyword: string | undefined) => contains(keyword, sql`t.name`, sql`coalesce(t.name_en, '')`)
const inGroup = (group: string | undefined) => group !== undefined && sql`coalesce(t."group", '') = ${group}`

/** Units by group, then name; ungrouped ones last. */
const groupedUnits = (tx: Tx, org_id: string, keyword: string | undefined, group: string | undefined) => {
  const conditions = [sql`t.org_id = ${org_id}`, named(keyword), inGroup(group)].filter(
    one => one !== undefined && one !== false,
  )
  return rows(
    tx,
    sql<UnitRow>`select ${unitColumns} from unit t where ${sql.join(conditions, sql` and `)}
      order by t."group" nulls last, t.name`,
  )
}
interface MaterialUnit {
  material_id: string
  unit_id: string
  unit_name: string
  decimals: number | null
}
interface Counted extends Factor {
  unit_id: string
  unit_name: string
}
interface StoredUnit {
  id: string
  row_version: number
  name: string
  precision: number
}
const lockUnits = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, StoredUnit>> => {
  const found = await rows(
    tx,
    sql<StoredUnit>`select id, row_version, name, "precision" from unit
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(one => [one.id, one]))
}
const usedUnits = async (tx: Tx, org_id: string, ids: readonly string[]) =>
  idsInUse(tx, org_id, ids, await referencesTo(tx, table))

export const unitHandlers: Handler[] = [
  handle(queryUnit, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table,
        where: [
          named(input.keyword),
          isWritten(input.written, sql`t.name`, sql`t.name_en`),
          inGroup(input.group),
          input.status !== allStatuses && sql`t.status = ${input.status}`,
        ],
        columns: unitColumns,
        orders: {
          name: sql`t.name`,
          group: sql`coalesce(t."group", '')`,
          precision: sql`t."precision"`,
          status: sql`t.status`,
          created_time: sql`t.created_time`,
        },
        defaultOrder: 'group',
      },
      input,
    ),
  ),
  handle(queryUnitDetail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<UnitRow>`select ${unitColumns} from unit t where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(searchUnit, async ({ keyword, group }, { tx, org_id }) => ({
    result: await groupedUnits(tx, org_id, keyword, group),
  })),
  handle(queryUnitByGroup, async ({ group }, { tx, org_id }) => {
    const units = await groupedUnits(tx, org_id, undefined, group)
    const groups = Map.groupBy(units, one => one.group)
    return { result: [...groups].map(([name, members]) => ({ group: name, units: members })) }
  }),
  handle(queryMaterialUnits, async ({ material_ids }, { tx, org_id }) => {
    const materials = await rows(
      tx,
      sql<MaterialUnit>`select m.id as material_id, m.unit_id, u.name as unit_name, u."precision" as decimals
        from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)}`,
    )
    if (materials.length !== new Set(material_ids).size) return refuse(generalErrors.recordNotFound)
    const units = await rows(tx, sql<{ id: string; name: string }>`select id, name from unit where org_id = ${org_id}`)
    const names = new Map(units.map(({ id, name }) => [id, name]))
    const conversions = await conversionsOf(tx, org_id)
    const byMaterial = Map.groupBy(conversions, one => one.material_id)
    // Most materials have no conversion of their own: what holds for one of a unit holds for all of it.
    const general = new Map<string, Counted[]>()
    const othersOf = (material_id: string, unit_id: string): Counted[] => {
      const own = byMaterial.get(material_id)
      const known = own ? undefined : general.get(unit_id)
      if (known) return known
      const found = [...unitsOf([...(byMaterial.get(null) ?? []), ...(own ?? [])], material_id, unit_id)]
        .map(([id, factor]): Counted => ({ unit_id: id, unit_name: names.get(id)!, ...factor }))
        .toSorted((a, b) => compare(multiply(b.numerator, a.denominator), multiply(a.numerator, b.denominator)))
      if (!own) general.set(unit_id, found)
      return found
    }
    return {
      result: materials.map(({ material_id, unit_id, unit_name, decimals }) => ({
        ...{ material_id, unit_name, decimals: decimals ?? defaultPrecision, others: othersOf(material_id, unit_id) },
      })),
    }
  }),
  handle(addUnit, async (input, { tx }) => {
    const id = newId()
    await sql`insert into unit (id, name, name_en, "group", "precision", status)
      values (${id}, ${input.name}, ${input.name_en}, ${input.group}, ${input.precision}, ${input.status})`.execute(tx)
    return { id }
  }),
  handle(alterUnits, async ({ units }, { tx, org_id, language }) => {
    const given = new Map(units.map(one => [one.id, one]))
    const found = await lockUnits(tx, org_id, [...given.keys()])
    const used = await usedUnits(tx, org_id, [...given.keys()])
    const { passed_ids, refused } = sortOut([...given.keys()], found, stored => {
      const wanted = given.get(stored.id)!
      expectVersion(stored, wanted.row_version)
      if (wanted.precision < stored.precision && used.has(stored.id))
        refuse(masterdataErrors.unitInUse, {
          field: 'precision',
          detail: text('已使用的单位不能减少小数位数', 'A unit in use cannot lose decimals'),
        })
    })
    const changes = passed_ids.map(id => given.get(id)!)
    await sql`update unit set name = r.name, name_en = r.name_en, "group" = r."group", "precision" = r."precision", status = r.status
      from ${recordset(changes, sql`id uuid, name text, name_en text, "group" text, "precision" smallint, status smallint`)} r
      where unit.org_id = ${org_id} and unit.id = r.id`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  dropHandler(deleteUnits, table, { name: 'name', inUse: masterdataErrors.unitInUse }),
  handle(addStandardUnits, async (_, { tx, org_id, language }) => {
    const wanted = standardUnits.map(one => ({ ...one, id: newId(), known: [one.name, one.name_en] }))
    const added = await rows(
      tx,
      sql`insert into unit (id, name, name_en, "group", "precision")
        select r.id, ${language === 'en' ? sql`r.name_en` : sql`r.name`}, r.name_en, r."group", r."precision"
        from ${recordset(wanted, sql`id uuid, name text, name_en text, "group" text, "precision" smallint, known text[]`)} r
        where not exists (select from unit u where u.org_id = ${org_id} and u.name = any(r.known))
        on conflict (org_id, name) do nothing returning id`,
    )
    if (added.length === 0)
      refuse(masterdataErrors.unitExists, { detail: text('标准单位均已存在', 'All standard units are there already') })
    return { affected: added.length }
  }),
]
