import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { conversionBetween } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { conversionsOf, materialsByIds } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  alterUnitPrice,
  dropUnitPrices,
  exportUnitPrices,
  listUnitPrices,
  matchUnitPrices,
  saveUnitPrices,
  showUnitPrice,
  unitPriceExchange,
} from '../../model/price/unit-price.calls.ts'
import { priceValidity, type UnitPriceRow, unitPrice } from '../../model/price/unit-price.record.ts'
import { priceChanges, type StoredPeriod } from '../../model/price/unit-price.rules.ts'
import { lastPrices } from '../purchase.queries.ts'
import { matchedPrices } from './unit-price.queries.ts'

type Given = (typeof unitPrice.input)['_zod']['output']
type Price = Given & { readonly unit_id: string; readonly currency: string }

const joins = sql`join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  join material m on m.org_id = t.org_id and m.id = t.material_id`
const { valid, future, expired } = priceValidity.codes
const validityOn = (today: Instant) =>
  sql`case when t.valid_from > ${today} then ${future}::integer when t.valid_to < ${today} then ${expired}::integer else ${valid}::integer end`

const withUnit = sql`${joins} join unit u on u.org_id = t.org_id and u.id = t.unit_id`
const columnsOn = (state: RawBuilder<unknown>) =>
  sql`t.*, ${state} as validity, s.code as supplier_code, s.name as supplier_name, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name`

const list = handle(listUnitPrices, (input, context) => {
  const { keyword, supplier_id, material_id, validity } = input
  const state = validityOn(startOfToday(context))
  return listRows(
    context.tx,
    {
      ...{ org_id: context.org_id, table: 'unit_price', filterJoins: joins },
      where: [
        contains(keyword, sql`s.code`, sql`s.name`, sql`m.code`, sql`m.name`),
        supplier_id !== undefined && sql`t.supplier_id = ${supplier_id}`,
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        oneOfCodes(state, validity),
      ],
      columns: columnsOn(state),
      joins: withUnit,
      orders: {
        material_id: sql`m.code`,
        supplier_id: sql`s.code`,
        valid_from: sql`t.valid_from`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )
})

/** One at a time: two that are valid together must not be saved side by side. */
const oneAtATime = (tx: Tx, org_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('unit_price' || ${org_id}, 0))`.execute(tx)

/** With the unit of its material and the currency of the company where none is given; a unit that does not become the material's is refused (5008). */
async function settled({ tx, org_id, member }: Context, given: readonly Given[]): Promise<Price[]> {
  const materials = await materialsByIds(tx, org_id, [...new Set(given.map(({ material_id }) => material_id))])
  const place = (field: 'material_id' | 'unit_id', index: number) => ({
    ...{ field, field_title: unitPrice.fields[field].title, row: index + 1 },
  })
  const ofOwnUnit = given.some(one => one.unit_id !== null)
  const conversions = ofOwnUnit ? await conversionsOf(tx, org_id) : []
  return given.map((one, index) => {
    const material = materials.get(one.material_id) ?? refuse(generalErrors.recordNotFound, place('material_id', index))
    const unit_id = one.unit_id ?? material.unit_id
    if (!conversionBetween(conversions, material.id, unit_id, material.unit_id))
      refuse(masterdataErrors.unitConversionInvalid, place('unit_id', index))
    return { ...one, unit_id, currency: one.currency ?? member.currency }
  })
}

/** Prices from these suppliers for these materials. */
const storedOf = (tx: Tx, org_id: string, prices: readonly Price[]): Promise<StoredPeriod[]> =>
  rows(
    tx,
    sql<StoredPeriod>`select id, supplier_id, material_id, unit_id, currency, from_quantity, valid_from, valid_to from unit_price
      where org_id = ${org_id} and ${among(sql`material_id`, [...new Set(prices.map(one => one.material_id))])}
        and ${among(sql`supplier_id`, [...new Set(prices.map(one => one.supplier_id))])}`,
  )
const dayBefore = (time_zone: string) => (day: Instant) => startOfDay(addDays(dayOf(day, time_zone), -1), time_zone)

const columns = sql.join(
  Object.entries(unitPrice.fields).flatMap(([name, field]) => (field.readOnly ? [] : [sql.ref(name)])),
)
const valuesOf = (prices: readonly (Price & { readonly id: string })[]) =>
  recordset(
    prices,
    sql`id uuid, supplier_id uuid, material_id uuid, unit_id uuid, currency text, from_quantity numeric, price numeric, valid_from bigint,
      valid_to bigint, minimum_quantity numeric, pack_quantity numeric, lead_days integer, remark text`,
  )

export const unitPriceHandlers: Handler[] = [
  list,
  exportHandler(exportUnitPrices, list, unitPrice, { imports: unitPriceExchange }),
  handle(showUnitPrice, async ({ id }, context) => {
    const { tx, org_id } = context
    const [record] = await rows(
      tx,
      sql<UnitPriceRow>`select ${columnsOn(validityOn(startOfToday(context)))} from unit_price t ${withUnit} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(saveUnitPrices, async ({ prices: given, replaces }, context) => {
    const { tx, org_id, member } = context
    await oneAtATime(tx, org_id)
    const prices = await settled(context, given)
    const { ended } = priceChanges(prices, await storedOf(tx, org_id, prices), {
      replaces,
      dayBefore: dayBefore(member.time_zone),
    })
    await sql`update unit_price p set valid_to = e.valid_to from ${recordset(ended, sql`id uuid, valid_to bigint`)} e
      where p.org_id = ${org_id} and p.id = e.id`.execute(tx)
    const renewed = sql`price = excluded.price, valid_to = excluded.valid_to, minimum_quantity = excluded.minimum_quantity,
      pack_quantity = excluded.pack_quantity, lead_days = excluded.lead_days, remark = excluded.remark`
    await sql`insert into unit_price (id, ${columns}) select id, ${columns} from ${valuesOf(prices.map(one => ({ ...one, id: newId() })))} r
      on conflict (org_id, material_id, supplier_id, currency, unit_id, from_quantity, valid_from) do update set ${renewed}`.execute(
      tx,
    )
    return { affected: prices.length }
  }),
  handle(alterUnitPrice, async ({ id, row_version, ...given }, context) => {
    const { tx, org_id, member } = context
    await oneAtATime(tx, org_id)
    const [stored] = await rows(
      tx,
      sql<{
        row_version: number
      }>`select row_version from unit_price where org_id = ${org_id} and id = ${id} for update`,
    )
    expectVersion(stored, row_version)
    const [price] = await settled(context, [given])
    const others = (await storedOf(tx, org_id, [price!])).filter(one => one.id !== id)
    priceChanges([price!], others, { replaces: false, dayBefore: dayBefore(member.time_zone) })
    await sql`update unit_price p set (${columns}) = (select ${columns} from ${valuesOf([{ ...price!, id }])} r)
      where p.org_id = ${org_id} and p.id = ${id}`.execute(tx)
    return { affected: 1 }
  }),
  handle(dropUnitPrices, async ({ ids }, { tx, org_id, language }) => {
    const found = await rows(
      tx,
      sql<{
        id: string
      }>`select id from unit_price where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), () => {})
    await sql`delete from unit_price where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(matchUnitPrices, async ({ day, currency, lines }, context) => {
    const { tx, org_id, member } = context
    const paidIn = currency ?? member.currency
    const matched = await matchedPrices(tx, org_id, {
      ...{ wanted: lines, day: day ?? startOfToday(context), currency: paidIn },
    })
    const ids = [...new Set(lines.map(({ material_id }) => material_id))]
    const last = new Map((await lastPrices(tx, org_id, ids, paidIn)).map(one => [one.material_id, one]))
    return {
      matches: lines.map(({ material_id }, index) => ({
        matched: matched[index] ?? null,
        last_price: last.get(material_id)?.price ?? null,
        last_order_no: last.get(material_id)?.order_no ?? null,
      })),
    }
  }),
]
